import { and, eq, gte, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { claimPicture } from '#domains/files/server/index.ts';
import { endEmployment } from '#domains/identity/server/index.ts';
import { departments } from '#domains/institutions/server/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { demandDeleted, withDeletion } from '#platform/server/records/deletion.ts';
import { closeness } from '#platform/server/records/finding.ts';
import { type ListInput, list } from '#platform/server/records/lists.ts';
import { columnsSql, idsIn, localTitle, type OptionsQuery, resource } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition, type TransitionNote } from '#platform/server/records/workflow.ts';
import { contract } from '../contract.ts';
import { type StaffStatus, staffWorkflow } from '../workflow.ts';
import { demandDepartment, demandFor, demandLivingDepartment, fieldsHiddenFrom, staffInReach } from './policy.ts';
import { departmentTitles, jobTitles, presentStaff, type StaffRecord, type StaffRow } from './present.ts';
import { matchesSearch, searchText } from './search.ts';
import { jobPositions, staff, staffNumbers } from './tables.ts';

type Query = InputOf<typeof contract.staff.list>;
type Input = Omit<InputOf<typeof contract.staff.save>, 'id' | 'version'>;

/** Gives out `count` staff numbers, `S-00001` and on, passing over those that somebody typed. */
export async function nextStaffNumbers(call: Call, count: number): Promise<string[]> {
  const given: string[] = [];
  while (given.length < count) {
    const wanted = count - given.length;
    const [row] = await call.db
      .insert(staffNumbers)
      .values({ last: wanted })
      .onConflictDoUpdate({ target: staffNumbers.institution_id, set: { last: sql`${staffNumbers.last} + ${wanted}` } })
      .returning();
    const last = row?.last ?? wanted;
    const numbers = Array.from({ length: wanted }, (_, i) => `S-${String(last - wanted + 1 + i).padStart(5, '0')}`);
    const taken = new Set(
      (
        await call.db
          .select({ no: staff.staff_no })
          .from(staff)
          .where(and(inArray(staff.staff_no, numbers), isNull(staff.deleted_at)))
      ).map((found) => found.no),
    );
    given.push(...numbers.filter((number) => !taken.has(number)));
  }
  return given;
}

const takenCodes = {
  staff_no: 'STAFF_NO_TAKEN',
  passport_id: 'STAFF_PASSPORT_TAKEN',
  pinfl: 'STAFF_PINFL_TAKEN',
} as const;

async function refuseTaken(call: Call, input: Input, current: StaffRow | undefined): Promise<void> {
  for (const field of ['staff_no', 'passport_id', 'pinfl'] as const) {
    const value = input[field];
    if (!value || value === current?.[field]) continue;
    const [other] = await call.db
      .select({ id: staff.id })
      .from(staff)
      .where(and(eq(staff[field], value), isNull(staff.deleted_at)));
    if (other) throw failField(field, takenCodes[field]);
  }
}

async function prepare(
  call: Call,
  input: Input,
  current: StaffRow | undefined,
  next: Parameters<typeof searchText>[0],
) {
  for (const { sees, fields } of fieldsHiddenFrom(call))
    if (fields.some((field) => input[field] !== undefined)) throw fail('FORBIDDEN', { permission: sees });
  if (current) await demandFor(call, 'staff.manage', current.id);
  if (!current || (input.department_id !== undefined && input.department_id !== current.department_id)) {
    await demandDepartment(call, 'staff.manage', input.department_id);
    await demandLivingDepartment(call, input.department_id);
  }
  if (input.job_position_id && input.job_position_id !== current?.job_position_id) {
    const [job] = await call.db
      .select({ status: jobPositions.status })
      .from(jobPositions)
      .where(and(eq(jobPositions.id, input.job_position_id), isNull(jobPositions.deleted_at)));
    if (!job) throw failField('job_position_id', 'UNKNOWN_REFERENCE');
    if (job.status !== 'ACTIVE') throw failField('job_position_id', 'POSITION_INACTIVE');
  }
  if (input.hired_on && current?.left_on && input.hired_on > current.left_on)
    throw failField('hired_on', 'DATES_REVERSED');
  await refuseTaken(call, input, current);
  if (input.photo_file_id) await claimPicture(call, 'photo_file_id', input.photo_file_id, current?.photo_file_id);
  const [staff_no] = current || input.staff_no ? [] : await nextStaffNumbers(call, 1);
  return {
    ...input,
    ...(staff_no ? { staff_no } : {}),
    search: searchText(next),
  };
}

export const staffSorts = {
  lastname: sql`(${staff.lastname} || ' ' || ${staff.firstname})`,
  staff_no: sql`${staff.staff_no}`,
  hired_on: sql`${staff.hired_on}`,
  status: sql`${staff.status}`,
  created_at: sql`${staff.created_at}`,
  id: sql`${staff.id}`,
};

const staffResource = resource(contract.staff, {
  table: staff,
  search: [],
  sorts: staffSorts,
  defaultSort: 'lastname',
  optionTitle: () => sql`${staff.lastname}`,
  visible: (call) => staffInReach(call, 'staff.read'),
  present: presentStaff,
  prepare,
  written: async (call, row, before) => {
    if (!before)
      await recordTransition(call, 'staff', [{ id: row.id, from: null }], row.status, {
        effective_from: row.hired_on ?? undefined,
      });
  },
  beforeDelete: (call, row) => demandFor(call, 'staff.manage', row.id),
});

export const { save } = staffResource;

/** The id behind an id or a username; 404 where nobody of this institution has it. */
async function idOf(call: Call, idOrName: string): Promise<string> {
  if (/^\d{1,9}$/.test(idOrName)) return idOrName;
  return String(await idOfUsername(call, idOrName));
}
async function idOfUsername(call: Call, username: string): Promise<number> {
  const [row] = await call.db
    .select({ id: staff.id })
    .from(staff)
    .innerJoin(accounts, eq(accounts.id, staff.account_id))
    .where(and(eq(sql`lower(${accounts.username})`, username.toLowerCase()), isNull(staff.deleted_at)));
  if (!row) throw fail('NOT_FOUND');
  return row.id;
}
export const getStaff = async (call: Call, input: { id: string }) =>
  staffResource.get(call, { id: await idOf(call, input.id) });
export const removeStaff = async (call: Call, input: { id: string }) =>
  staffResource.remove(call, { id: await idOf(call, input.id) });
export const { restore } = staffResource;
export const staffByUsername = async (call: Call, input: { username: string }) =>
  staffResource.get(call, { id: await idOfUsername(call, input.username) });

export async function ownStaffRecord(call: Call): Promise<StaffRecord> {
  const [row] = await call.db
    .select()
    .from(staff)
    .where(and(eq(staff.account_id, call.account_id), isNull(staff.deleted_at)));
  const [answer] = row ? await presentStaff(call, [row]) : [];
  if (!answer) throw fail('NOT_FOUND');
  return answer;
}

const isAmong = (column: SQL, values: unknown[] | undefined) =>
  values
    ? values.length
      ? sql`${column} in (${sql.join(
          values.map((value) => sql`${value}`),
          sql`, `,
        )})`
      : sql`false`
    : undefined;

/** A department stands for itself and all below it. */
const inDepartments = (ids: number[] | undefined) =>
  ids?.length
    ? sql`${staff.department_id} in (with recursive unit as (select id from ${departments} where ${isAmong(sql`id`, ids)} union select c.id from ${departments} c join unit u on c.parent_id = u.id where c.deleted_at is null) select id from unit)`
    : undefined;

/** Whom the caller sees, as far as the filters go. */
export const staffConditions = (call: Call, input: Query): (SQL | undefined)[] => [
  input.deleted ? isNotNull(staff.deleted_at) : isNull(staff.deleted_at),
  staffInReach(call, 'staff.read'),
  matchesSearch(call, input.search),
  inDepartments(input.department_id),
  isAmong(sql`${staff.status}`, input.status),
  isAmong(sql`${staff.job_position_id}`, input.job_position_id),
  isAmong(sql`${staff.degree}`, input.degree),
  isAmong(sql`${staff.academic_title}`, input.academic_title),
  input.gender ? eq(staff.gender, input.gender) : undefined,
  input.hired_from ? gte(staff.hired_on, input.hired_from) : undefined,
  input.left_from ? gte(staff.left_on, input.left_from) : undefined,
  input.has_account === undefined
    ? undefined
    : input.has_account
      ? isNotNull(staff.account_id)
      : isNull(staff.account_id),
];

export function listStaff(call: Call, input: Query) {
  if (input.deleted) demandDeleted(call);
  return list(call, input, {
    from: sql`${staff}`,
    key: sql`${staff.id}`,
    table: 'staff',
    asks: ['departments'],
    where: staffConditions(call, input),
    sorts: staffSorts,
    defaultSort: 'lastname',
    closeness: closeness(sql`${staff.search}`, input.search),
    columns: columnsSql(staff),
    load: async (_ids, rows) => {
      const people = await presentStaff(call, rows);
      return input.deleted ? withDeletion(people, rows) : people;
    },
  });
}

/** Options for selectors, at most 1,000: those who work here, or whoever the ids name. */
export async function allStaff(call: Call, input: OptionsQuery) {
  const ids = idsIn(input?.ids);
  return call.db
    .select({
      id: staff.id,
      title: sql<string>`concat_ws(' ', ${staff.lastname}, ${staff.firstname}, ${staff.midname})`,
      firstname: staff.firstname,
      lastname: staff.lastname,
      midname: staff.midname,
      username: accounts.username,
      staff_no: staff.staff_no,
      job_position: sql<string | null>`${localTitle(jobPositions.title, call.locale)}`,
    })
    .from(staff)
    .leftJoin(accounts, eq(accounts.id, staff.account_id))
    .leftJoin(jobPositions, eq(jobPositions.id, staff.job_position_id))
    .where(
      and(
        isNull(staff.deleted_at),
        staffInReach(call, 'staff.read'),
        ids ? isAmong(sql`${staff.id}`, ids) : ne(staff.status, 'LEFT'),
        matchesSearch(call, input?.search),
      ),
    )
    .orderBy(closeness(sql`${staff.search}`, input?.search) ?? sql`0::int`, staff.lastname, staff.firstname, staff.id)
    .limit(1000);
}

/** People for visitors. The columns are named one by one, so that a new one stays inside. */
export function publicStaff(call: Call, input: ListInput & { department_id?: number | undefined }) {
  return list(call, input, {
    from: sql`${staff}`,
    key: sql`${staff.id}`,
    table: 'staff',
    asks: ['departments'],
    where: [
      isNull(staff.deleted_at),
      ne(staff.status, 'LEFT'),
      matchesSearch(call, input.search, true),
      inDepartments(input.department_id ? [input.department_id] : undefined),
    ],
    sorts: { lastname: staffSorts.lastname, id: staffSorts.id },
    defaultSort: 'lastname',
    closeness: closeness(sql`${staff.search}`, input.search),
    load: async (ids) => {
      const rows = await call.db
        .select({
          id: staff.id,
          firstname: staff.firstname,
          lastname: staff.lastname,
          midname: staff.midname,
          degree: staff.degree,
          academic_title: staff.academic_title,
          department_id: staff.department_id,
          job_position_id: staff.job_position_id,
          email: sql<string | null>`case when ${staff.public} then ${staff.work_email} end`,
        })
        .from(staff)
        .where(inArray(staff.id, ids));
      const units = await departmentTitles(
        call,
        rows.map((row) => row.department_id),
      );
      const jobs = await jobTitles(
        call,
        rows.map((row) => row.job_position_id),
      );
      return rows.map(({ department_id, job_position_id, ...row }) => ({
        ...row,
        department: units.get(department_id ?? 0) ?? null,
        job_position: jobs.get(job_position_id ?? 0)?.title ?? null,
      }));
    },
  });
}

/** Departments in which somebody works, or below which. */
export async function publicDepartments(call: Call) {
  return call.db
    .select({ id: departments.id, title: sql<string>`${localTitle(departments.title, call.locale)}` })
    .from(departments)
    .where(isNull(departments.deleted_at))
    .orderBy(sql`2, 1`)
    .limit(1000);
}

/** One step of the employment, with its order. LEFT writes the last day of work, coming back takes it away. */
export async function changeStatus(
  call: Call,
  input: { id: number; version: number; status: StaffStatus } & TransitionNote,
): Promise<StaffRecord> {
  const row = await loadForChange(
    call,
    staff,
    staffInReach(call, 'staff.read'),
    input,
    async (found) => (await presentStaff(call, [found]))[0],
  );
  await demandFor(call, 'staff.manage', row.id);
  checkTransition(call, staffWorkflow, row.status, input.status, input);
  const day = input.effective_from ?? (await todayOf(call));
  if (input.effective_to && input.effective_to < day) throw failField('effective_to', 'DATES_REVERSED');
  if (input.status === 'LEFT' && row.hired_on && day < row.hired_on)
    throw failField('effective_from', 'DATES_REVERSED');
  const [changed] = await call.db
    .update(staff)
    .set({
      status: input.status,
      ...(input.status === 'LEFT' ? { left_on: day } : row.status === 'LEFT' ? { left_on: null, hired_on: day } : {}),
    })
    .where(eq(staff.id, row.id))
    .returning();
  // Whoever leaves takes no key along; coming back, an administrator opens the account again.
  if (input.status === 'LEFT' && row.account_id !== null) await endEmployment(call, row.account_id);
  await recordTransition(call, 'staff', [{ id: row.id, from: row.status }], input.status, {
    ...input,
    effective_from: day,
  });
  return (await presentStaff(call, [changed as StaffRow]))[0] as StaffRecord;
}
