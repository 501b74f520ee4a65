import { choices, codeId, type NameIn, type Translate, today } from '#platform/web/index.ts';
import type { FieldDefinition } from '#platform/web/kit/index.ts';
import { level, maritalStatus, studyLanguage, tuition } from '../../shapes.ts';
import { loadCities, loadCourses, loadDepartments, loadForms, loadNationalities, loadRegions } from '../api.ts';

/** Codes of the register; an import may have brought other words, which stay as they are. */
export const nativeLanguages = ['UZBEK', 'RUSSIAN', 'ENGLISH', 'OTHER'] as const;

/** The fields of a student's record, section by section; one definition for creating and for correcting. */
export function studentFields(t: Translate) {
  const field = <N extends NameIn<'students.field'>>(name: N) => ({ name, label: t(codeId('students.field', name)) });
  const personal: FieldDefinition[] = [
    { control: 'text', ...field('lastname') },
    { control: 'text', ...field('firstname') },
    { control: 'text', ...field('midname') },
    { control: 'text', ...field('names_cyrillic') },
    { control: 'select', ...field('gender'), options: choices(t, 'students.gender', ['MALE', 'FEMALE']) },
    { control: 'date', ...field('birthdate'), max: today() },
    { control: 'async', ...field('nationality_id'), load: loadNationalities },
    { control: 'text', ...field('citizenship'), description: t('students.hint.citizenship') },
    { control: 'select', ...field('native_language'), options: choices(t, 'students.native', nativeLanguages) },
    { control: 'select', ...field('marital_status'), options: choices(t, 'students.marital', maritalStatus.options) },
  ];
  const study: FieldDefinition[] = [
    { control: 'text', ...field('student_no'), description: t('students.hint.student_no') },
    { control: 'text', ...field('username') },
    { control: 'select', ...field('level'), options: choices(t, 'students.level', level.options) },
    { control: 'number', ...field('entry_year') },
    { control: 'async', ...field('course_id'), load: loadCourses },
    { control: 'async', ...field('education_form_id'), load: loadForms },
    { control: 'select', ...field('study_language'), options: choices(t, 'students.language', studyLanguage.options) },
    { control: 'select', ...field('tuition'), options: choices(t, 'students.tuition', tuition.options) },
    { control: 'async', ...field('department_id'), load: loadDepartments },
    { control: 'text', ...field('hemis_code') },
  ];
  const contact: FieldDefinition[] = [
    { control: 'phone', ...field('contact_phone') },
    { control: 'phone', ...field('home_phone') },
    { control: 'phone', ...field('additional_phone1') },
    { control: 'phone', ...field('additional_phone2') },
    { control: 'email', ...field('email') },
    { control: 'async', ...field('region_id'), load: loadRegions },
    { control: 'async', ...field('city_id'), load: loadCities },
    { control: 'text', ...field('permanent_address'), wide: true },
    { control: 'text', ...field('current_address'), wide: true },
  ];
  const passport: FieldDefinition[] = [
    { control: 'text', ...field('passport_id'), placeholder: 'AA1234567' },
    { control: 'text', ...field('pinfl'), description: t('students.hint.pinfl') },
    { control: 'text', ...field('passport_issued_by'), wide: true },
    { control: 'date', ...field('passport_issued_on') },
    { control: 'date', ...field('passport_expires_on') },
  ];
  return { personal, study, contact, passport };
}
