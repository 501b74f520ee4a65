import type { Workflow } from '#platform/contract/index.ts';
import { type ApplicationState, academicWorkflow, courseWorkflow, jobWorkflow } from './workflow.ts';

/** The four kinds of application. They differ in what stands here and in their forms; the code is one. */

export const flavourNames = ['plain', 'general', 'st_course', 'hr'] as const;
export type FlavourName = (typeof flavourNames)[number];

type Family = 'application' | 'course_application' | 'job_application';

export interface Flavour {
  name: FlavourName;
  /** Before the paths of its calls. */
  prefix: '' | '/general' | '/st_course' | '/hr';
  /** What numbers of applications begin with. */
  letter: string;
  /** Whose permissions open its calls. */
  family: Family;
  workflow: Workflow<ApplicationState>;
  /** What one applies for: a course campaign, a vacancy, or what the form itself is about. */
  target: 'campaign' | 'vacancy' | 'form';
  /** The list of option types (`/types/{variable}`) that its applications can be of. */
  types: string;
  /** What of the person must be known before it is submitted. */
  profile: readonly ('passport_id' | 'birthdate' | 'gender' | 'phone')[];
}

const person = ['passport_id', 'birthdate', 'gender', 'phone'] as const;

export const flavours: Record<FlavourName, Flavour> = {
  plain: {
    name: 'plain',
    prefix: '',
    letter: 'S',
    family: 'application',
    workflow: academicWorkflow,
    target: 'campaign',
    types: 'application_type',
    profile: person,
  },
  general: {
    name: 'general',
    prefix: '/general',
    letter: 'G',
    family: 'application',
    workflow: academicWorkflow,
    target: 'campaign',
    types: 'general_application_type',
    profile: person,
  },
  st_course: {
    name: 'st_course',
    prefix: '/st_course',
    letter: 'C',
    family: 'course_application',
    workflow: courseWorkflow,
    target: 'form',
    types: 'st_course_application_type',
    profile: ['phone'],
  },
  hr: {
    name: 'hr',
    prefix: '/hr',
    letter: 'H',
    family: 'job_application',
    workflow: jobWorkflow,
    target: 'vacancy',
    types: 'hr_application_type',
    profile: ['phone'],
  },
};
