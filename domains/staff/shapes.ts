import { z } from 'zod';
import {
  clearable,
  date,
  fileRecord,
  gender,
  groups,
  id,
  manyOf,
  money,
  outOf,
  queryBoolean,
  queryId,
  recordBase,
  saveOf,
  text,
  title,
  titleOut,
  version,
} from '#platform/contract/index.ts';
import { academicTitles, degrees, rate, staffFields } from './fields.ts';
import { positionStatuses, staffStatuses, vacancyStatuses } from './workflow.ts';

/** Shapes of the calls about people who work here, their jobs and vacancies. */

/** Roles that are given together with a staff record; all others are given on the accounts screen. */
export const staffRoles = ['STAFF', ...groups.teaching] as const;

export const positionKinds = ['MANAGEMENT', 'TEACHING', 'RESEARCH', 'ADMINISTRATIVE', 'TECHNICAL'] as const;

const nullable = z.string().nullable();
const ref = z.object({ id: z.number(), title: z.string() }).nullable();

// --- staff

export const personSave = saveOf(staffFields, 'person');
export const workSave = saveOf(staffFields, 'work');
/** Behind `staff.personal`. */
export const personalSave = saveOf(staffFields, 'personal');
export const staffSave = { ...personSave, ...workSave, ...personalSave, photo_file_id: clearable(id) };
/** `can`: edit, delete, status, account, history. */
export const staff = {
  ...outOf(staffFields, 'staff.read'),
  // Absent without the permission that shows them.
  ...z.object(outOf(staffFields, 'staff.personal')).partial().shape,
  account_id: z.number().nullable(),
  username: nullable,
  department: ref,
  job_position: ref,
  left_on: nullable,
  photo_file_id: z.number().nullable(),
  photo: fileRecord.nullable(),
  status: z.enum(staffStatuses),
  next_statuses: z.array(z.object({ status: z.enum(staffStatuses), reason: z.boolean(), order: z.boolean() })),
};
export const staffRecord = z.object({ ...recordBase, ...staff });
export const staffOption = z.object({
  id: z.number(),
  title: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  midname: nullable,
  username: nullable,
  staff_no: z.string(),
  job_position: nullable,
});
export const staffFilters = {
  status: manyOf(z.enum(staffStatuses)),
  department_id: manyOf(queryId).describe('these and the departments below them'),
  job_position_id: manyOf(queryId),
  gender: gender.optional(),
  degree: manyOf(z.enum(degrees)),
  academic_title: manyOf(z.enum(academicTitles)),
  has_account: queryBoolean.optional(),
  hired_from: date.optional().describe('hired on this day or later'),
  left_from: date.optional().describe('left on this day or later'),
};
export const statusChange = {
  status: z.enum(staffStatuses),
  reason: text(1000).optional(),
  order_number: text(60).optional(),
  order_date: date.optional(),
  effective_from: date.optional().describe('today when absent; the last day of work for LEFT'),
  effective_to: date.optional().describe('planned end of a leave'),
  force: z.boolean().optional().describe('any step, with a reason; needs workflow.force'),
};
export const accountOpening = z.object({
  username: z
    .string()
    .trim()
    .regex(/^[a-z][a-z0-9._-]{2,59}$/, { error: 'STAFF_USERNAME_FORMAT' }),
  roles: z.array(z.string().max(60)).min(1).max(10),
});
/** No field of this answer may say anything that a visitor should not know. */
export const publicStaff = z.object({
  id: z.number(),
  firstname: z.string(),
  lastname: z.string(),
  midname: nullable,
  department: ref,
  job_position: nullable,
  degree: z.enum(degrees).nullable(),
  academic_title: z.enum(academicTitles).nullable(),
  email: nullable,
});
export const historyEntry = z.object({
  at: z.string(),
  kind: z.enum(['change', 'status']),
  by: nullable,
  call: nullable,
  operation: z.string().describe('INSERT, UPDATE, DELETE, or the status that was reached'),
  from_status: nullable,
  changes: z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
  reason: nullable,
  order_number: nullable,
  order_date: nullable,
  forced: z.boolean().describe('past the life cycle'),
});

// --- jobs and vacancies

export const jobPositionSave = {
  title,
  code: clearable(text(40)),
  kind: z.enum(positionKinds),
  duties: clearable(text(5000)),
};
/** `can`: edit, delete, activate. */
export const jobPosition = {
  title: titleOut,
  code: nullable,
  kind: z.enum(positionKinds),
  duties: nullable,
  status: z.enum(positionStatuses),
  active: z.boolean(),
  staff_count: z.number(),
  open_vacancies: z.number(),
};
export const jobPositionRecord = z.object({ ...recordBase, ...jobPosition });

/** Nothing to switch over, `active` to say which way; `version` refuses a switch that somebody else was quicker with. */
export const activation = z.object({ id: queryId, version: version.optional(), active: z.boolean().optional() });

export const vacancySave = {
  title: title,
  job_position_id: id,
  department_id: clearable(id),
  head_count: z.int().min(1).max(1000).optional(),
  employment_rate: rate.optional(),
  description: clearable(text(10_000)),
  requirements: clearable(text(10_000)),
  salary_from: clearable(money),
  salary_to: clearable(money),
  opens_on: date.optional().describe('today when absent'),
  closes_on: clearable(date).describe('last day on which applications are taken; open-ended when empty'),
};
/** `can`: edit, delete, activate, end. */
export const vacancy = {
  title: titleOut,
  job_position_id: z.number(),
  job_position: ref,
  department_id: z.number().nullable(),
  department: ref,
  head_count: z.number(),
  employment_rate: z.string(),
  description: nullable,
  requirements: nullable,
  salary_from: nullable,
  salary_to: nullable,
  opens_on: z.string(),
  closes_on: nullable,
  status: z.enum(vacancyStatuses),
  active: z.boolean(),
  open: z.boolean().describe('takes applications today'),
};
export const vacancyRecord = z.object({ ...recordBase, ...vacancy });
