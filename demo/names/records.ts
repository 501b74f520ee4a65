import type { Degree, EducationFormCode, LanguageCode } from '../university.ts';
import type { Gender, Name, Nationality } from './people.ts';

/* What student(k) and staffMember(k) of demo/people.ts give. */

export type StudentStatus =
  | 'ACTIVE'
  | 'GAP_YEAR'
  | 'INACTIVE'
  | 'WITHDRAWN'
  | 'TRANSFERRED_OUT'
  | 'GRADUATED'
  | 'DELETED';
export type MaritalStatus = 'NOT_MARRIED' | 'MARRIED' | 'DIVORCED' | 'WIDOWED';

export interface Person extends Name {
  institution: number;
  gender: Gender;
  birthdate: string;
  passport_id: string;
  pinfl: string;
  contact_phone: string;
  email: string;
  nationality: Nationality;
  native_language: 'UZBEK' | 'RUSSIAN' | 'OTHER';
  marital_status: MaritalStatus;
  /** Codes of REGIONS and DISTRICTS. */
  region: string;
  district: string;
  permanent_address: string;
}
export interface Guardian extends Name {
  relationship: 'FATHER' | 'MOTHER';
  contact_phone: string;
  current_address: string;
  job: string;
}
export interface StudentRecord extends Person {
  /** Also the username. T or S for the institution, two digits of the entry year, a number from 1 in that year. */
  student_id: string;
  current_address: string;
  home_phone: string | null;
  /** Code of PROGRAMMES. */
  programme: string;
  degree: Degree;
  education_form: EducationFormCode;
  study_language: LanguageCode;
  entry_year: number;
  level: number;
  status: StudentStatus;
  status_since: string;
  tuition: 'GRANT' | 'CONTRACT';
  guards: Guardian[];
}
export interface StaffRecord extends Person {
  staff_id: string;
  /** A department or, for offices, null; and the other way round. */
  department: string | null;
  office: string | null;
  position: string;
  academic_degree: 'PHD' | 'DSC' | null;
  rate: number;
  hired_on: string;
  working: boolean;
}
