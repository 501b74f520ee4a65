import { z } from 'zod';
import {
  type Access,
  byId,
  call,
  crud,
  defineErrors,
  employees,
  exportAnswer,
  groups,
  id,
  importCalls,
  listOf,
  listQuery,
  manyOf,
  nothing,
  queryBoolean,
  queryId,
  reading,
  requiredText,
  text,
  version,
  writing,
} from '#platform/contract/index.ts';
import * as shapes from './shapes.ts';
import { positionStatuses, vacancyStatuses } from './workflow.ts';

/**
 * Two circles of data: `staff.read` shows who works where and how to reach them at work, `staff.personal` the papers,
 * the home and the contract. Fields outside the caller's circle are absent from answers.
 */
export const permissions = {
  'staff.read': reading({
    institution: [
      ...groups.admins,
      ...groups.topViewers,
      ...groups.hr,
      ...groups.registrar,
      ...groups.quality,
      'SYSTEM_MODERATOR',
      'PROGRAMME_MANAGER',
      'TEACHING_AND_LEARNING_OFFICER',
      'ACCOUNTING_HEAD',
      'ID_CARD_PRINTER',
      'DOCUMENT_MANAGEMENT_MODERATOR',
    ],
    branch: ['DEAN'],
    own: employees,
  }),
  'staff.personal': reading({
    institution: [...groups.admins, ...groups.hr, 'DIRECTOR', 'ADMIN_VIEWER'],
    own: employees,
  }),
  'staff.history': reading({ institution: [...groups.admins, ...groups.hr, 'DIRECTOR', 'ADMIN_VIEWER'] }),
  'staff.manage': writing({ institution: [...groups.admins, ...groups.hr] }),
  'staff.import': writing({ institution: [...groups.admins, ...groups.hr] }),
  'position.manage': writing({ institution: [...groups.admins, 'HR_HEAD'] }),
  'vacancy.read': reading({ institution: [...groups.admins, ...groups.topViewers, ...groups.hr], branch: ['DEAN'] }),
  'vacancy.manage': writing({ institution: [...groups.admins, ...groups.hr] }),
};
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    staff: typeof errors;
  }
  interface DeclaredPermissions {
    staff: typeof permissions;
  }
}

export const errors = defineErrors({
  STAFF_NO_TAKEN: 409,
  STAFF_PASSPORT_TAKEN: 409,
  STAFF_PINFL_TAKEN: 409,
  HAS_ACCOUNT: 409,
  ROLE_NOT_FOR_STAFF: 422,
  DATES_REVERSED: 422,
  POSITION_HAS_VACANCIES: 422,
  POSITION_INACTIVE: 422,
  VACANCY_PAST: 422,
  VACANCY_ENDED: 422,
  SALARY_REVERSED: 422,
});

const read: Access = { permission: 'staff.read' };
const manage: Access = { permission: 'staff.manage' };
const importing: Access = { permission: 'staff.import' };
const titles: Access = { self: 'names of jobs fill selectors and stand beside people everywhere' };
const seekers: Access = {
  self: 'open vacancies are for everybody who looks for work; others are left out unless the caller holds vacancy.read',
};

export const contract = {
  staff: {
    ...crud({
      base: '/staff/',
      noun: 'staff member',
      read,
      write: manage,
      all: shapes.staffOption,
      record: shapes.staff,
      save: shapes.staffSave,
      filters: shapes.staffFilters,
      errors: [
        'STAFF_NO_TAKEN',
        'STAFF_PASSPORT_TAKEN',
        'STAFF_PINFL_TAKEN',
        'DATES_REVERSED',
        'POSITION_INACTIVE',
        'PICTURE_NEEDED',
      ],
    }),
    by_username: call({
      method: 'GET',
      path: '/staff/username/{username}',
      summary: 'A staff member by username',
      access: read,
      input: z.object({ username: text(60).min(1) }),
      output: shapes.staffRecord,
    }),
    me: call({
      method: 'GET',
      path: '/staff/profile',
      summary: 'The caller’s own staff record',
      access: read,
      output: shapes.staffRecord,
    }),
    public: call({
      method: 'GET',
      path: '/staff/public',
      summary: 'People who work here, for visitors',
      access: {
        public: 'the staff page is open to visitors; it shows names, jobs and, where a person agreed, the work e-mail',
      },
      input: z.object({ ...listQuery, department_id: queryId.optional() }),
      output: listOf(shapes.publicStaff),
    }),
    public_departments: call({
      method: 'GET',
      path: '/staff/public/departments',
      replica: true,
      summary: 'Departments that visitors can narrow the staff page by',
      access: { public: 'names of departments hold nothing personal' },
      output: z.array(z.object({ id: z.number(), title: z.string() })),
    }),
    status: call({
      method: 'PUT',
      path: '/staff/{id}/status',
      summary: 'Change the employment status',
      access: manage,
      proof: { when: 'a step is forced' },
      input: z.object({ id: queryId, version, ...shapes.statusChange }),
      output: shapes.staffRecord,
      errors: [
        'STALE',
        'TRANSITION_NOT_ALLOWED',
        'REASON_REQUIRED',
        'DATES_REVERSED',
        'ACCOUNT_TOO_STRONG',
        'OWN_ACCOUNT',
        'LAST_SUPER_ADMIN',
      ],
    }),
    account: call({
      method: 'POST',
      path: '/staff/{id}/account',
      summary: 'Open an account for a staff member',
      access: manage,
      proof: true,
      input: shapes.accountOpening.extend({ id: queryId }),
      output: shapes.staffRecord,
      errors: [
        'HAS_ACCOUNT',
        'ROLE_NOT_FOR_STAFF',
        'DUPLICATE',
        'USERNAME_TAKEN',
        'EMAIL_TAKEN',
        'PHONE_TAKEN',
        'SIGN_IN_BUSY',
      ],
    }),
    export_data: call({
      method: 'POST',
      path: '/staff/export_data',
      summary: 'The list as an xlsx file',
      access: read,
      logged: 'PERSONAL_EXPORT',
      input: z.object({ ...shapes.staffFilters, search: listQuery.search, sort: listQuery.sort }),
      output: exportAnswer,
      reads: true,
      heavy: 'export',
    }),
    history: call({
      method: 'GET',
      path: '/staff/{id}/history',
      summary: 'Who changed what of a staff member',
      access: { permission: 'staff.history' },
      input: byId,
      output: z.array(shapes.historyEntry),
    }),
  },
  department: {
    people: call({
      method: 'GET',
      path: '/staff/departments',
      summary: 'Heads of departments and how many people work there',
      access: { self: 'who heads a department, and how large it is, is known to everybody there' },
      output: z.array(
        z.object({
          department_id: z.number(),
          people: z.number().describe('with those of the departments below'),
          head: z
            .object({ id: z.number(), firstname: z.string(), lastname: z.string(), midname: z.string().nullable() })
            .nullable(),
        }),
      ),
    }),
    head: call({
      method: 'POST',
      path: '/staff/department-head',
      summary: 'Name the head of a department, or nobody',
      access: { permission: 'department.manage' },
      input: z.object({ department_id: id, staff_id: id.nullable() }),
      output: nothing,
    }),
  },
  import: importCalls('/staff', importing),
  job: {
    ...crud({
      base: '/position/job/',
      noun: 'job position',
      read: titles,
      write: { permission: 'position.manage' },
      record: shapes.jobPosition,
      save: shapes.jobPositionSave,
      filters: { status: z.enum(positionStatuses).optional(), kind: manyOf(z.enum(shapes.positionKinds)) },
    }),
    activate: call({
      method: 'PUT',
      path: '/position/job/activate/{id}',
      summary: 'Switch a job position on or off',
      access: { permission: 'position.manage' },
      input: shapes.activation,
      output: shapes.jobPositionRecord,
      errors: ['STALE', 'POSITION_HAS_VACANCIES'],
    }),
  },
  vacancy: {
    ...crud({
      base: '/position/vacancy/',
      noun: 'vacancy',
      read: seekers,
      write: { permission: 'vacancy.manage' },
      record: shapes.vacancy,
      save: shapes.vacancySave,
      filters: {
        status: manyOf(z.enum(vacancyStatuses)),
        open: queryBoolean.optional(),
        department_id: manyOf(queryId),
        job_position_id: manyOf(queryId),
      },
      errors: ['DATES_REVERSED', 'SALARY_REVERSED', 'POSITION_INACTIVE', 'VACANCY_ENDED'],
    }),
    activate: call({
      method: 'PUT',
      path: '/position/vacancy/activate/{id}',
      summary: 'Switch a vacancy on or off',
      access: { permission: 'vacancy.manage' },
      input: shapes.activation,
      output: shapes.vacancyRecord,
      errors: ['STALE', 'TRANSITION_NOT_ALLOWED', 'POSITION_INACTIVE', 'VACANCY_PAST'],
    }),
    status: call({
      method: 'PUT',
      path: '/position/vacancy/status/{id}',
      summary: 'End a vacancy: filled or closed',
      access: { permission: 'vacancy.manage' },
      input: z.object({
        id: queryId,
        version,
        status: z.enum(['FILLED', 'CLOSED']),
        reason: requiredText(1000).optional(),
      }),
      output: shapes.vacancyRecord,
      errors: ['STALE', 'TRANSITION_NOT_ALLOWED', 'REASON_REQUIRED'],
    }),
    history: call({
      method: 'GET',
      path: '/position/vacancy/{id}/history',
      summary: 'Status changes of a vacancy',
      access: { permission: 'vacancy.read' },
      input: byId,
      output: z.array(shapes.historyEntry),
    }),
  },
};
