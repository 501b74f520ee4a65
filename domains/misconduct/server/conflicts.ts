import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { markersOf } from '#domains/assessment/server/index.ts';
import { courseModules, courseModuleTeachers, courses } from '#domains/curriculum/server/index.ts';
import { peopleOptions, staff, whoActs } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { allQuery, Option } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import type { peopleQuery } from '../shapes.ts';
import type { Offence } from './reach.ts';
import { consultationReports, invigilationMinutes, invigilations, offenceReports } from './tables.ts';

/** Who may not judge a case because they have had a part in it. Asked when somebody is appointed and again when they decide. */

export type Part = 'STUDENT' | 'TAUGHT' | 'MARKED' | 'REPORTED' | 'CONSULTED' | 'INVIGILATED' | 'SAT';

export interface Person {
  staff_id: number;
  account_id: number;
  name: string;
  department_id: number | null;
}

/** What somebody is asked to do in a case, and what they need to be allowed for it. */
export const acts = {
  CONSULTATION: 'offence.consult',
  PANEL: 'offence.sit',
  INVIGILATION: 'invigilation.record',
} as const;

/** Staff by id who can do their part, with the accounts by which they act. Errors: UNKNOWN_REFERENCE. */
export async function staffOf(
  call: Call,
  path: string,
  ids: readonly number[],
  part: keyof typeof acts,
): Promise<Map<number, Person>> {
  const { rows } = await call.db.execute<Person & Record<string, unknown>>(sql`
    select s.id as staff_id, s.account_id, concat_ws(' ', s.lastname, s.firstname) as name, s.department_id
      from ${staff} s where s.id = any(${sql.param([...ids])}::int[]) and s.id in ${whoActs(acts[part])}`);
  const found = new Map(rows.map((row) => [row.staff_id, row]));
  const lacking = ids.find((one) => !found.has(one));
  if (lacking !== undefined) throw failField(path, 'UNKNOWN_REFERENCE');
  return found;
}

/** The parts that accounts have had in a case. */
export async function partsIn(call: Call, row: Offence, sat: readonly number[] = []): Promise<Map<number, Set<Part>>> {
  const { rows } = await call.db.execute<{ account_id: number; part: Part }>(sql`
    select s.account_id, 'STUDENT' as part from ${students} s where s.id = ${row.student_id} and s.account_id is not null
    union all select t.account_id, 'TAUGHT' from ${courseModuleTeachers} c join ${staff} t on t.id = c.staff_id
               where c.course_module_id = ${row.course_module_id} and t.account_id is not null
    union all select r.reported_by, 'REPORTED' from ${offenceReports} r where r.id = ${row.report_id ?? 0}
    union all select unnest(k.signed_by), 'CONSULTED' from ${consultationReports} k where k.offence_id = ${row.id} and k.deleted_at is null
    union all select t.account_id, 'INVIGILATED' from ${offenceReports} r join ${invigilationMinutes} m on m.id = r.minutes_id join ${invigilations} i on i.id = m.invigilation_id
                join ${staff} t on t.id = any(i.staff_ids) where r.id = ${row.report_id ?? 0} and t.account_id is not null`);
  const parts = new Map<number, Set<Part>>();
  const add = (account: number, part: Part) => parts.set(account, (parts.get(account) ?? new Set()).add(part));
  for (const { account_id, part } of rows) add(account_id, part);
  for (const account of await markersOf(call, row)) add(account, 'MARKED');
  add(row.reported_by, 'REPORTED');
  for (const account of row.consultants) add(account, 'CONSULTED');
  for (const account of sat) add(account, 'SAT');
  return parts;
}

/** Refuses whoever has had one of these parts. */
export function demandUninvolved(
  call: Call,
  parts: Map<number, Set<Part>>,
  accounts: readonly number[],
  allowed: readonly Part[] = [],
): void {
  const involved = accounts.flatMap((account) => {
    const part = [...(parts.get(account) ?? [])].find((one) => !allowed.includes(one));
    return part ? [{ account_id: account, part }] : [];
  });
  if (involved.length)
    throw fail('INVOLVED', {
      involved,
      parts: [...new Set(involved.map(({ part }) => message(call.locale, `offence_part.${part}`)))].join(', '),
    });
}

/** The department that teaches the module. */
export async function departmentOf(call: Call, course_module_id: number): Promise<number | null> {
  const { rows } = await call.db.execute<{ id: number | null }>(sql`
    select c.department_id as id from ${courseModules} m join ${courses} c on c.id = m.course_id where m.id = ${course_module_id}`);
  return rows[0]?.id ?? null;
}

const can = (part: keyof typeof acts): SQL => sql`${staff.id} in ${whoActs(acts[part])}`;

export const invigilators = (call: Call, input: z.infer<typeof allQuery>): Promise<Option[]> =>
  peopleOptions(call, input, can('INVIGILATION'));

/** Who consults may have taught and marked: they know the work. */
export const mayConsult: readonly Part[] = ['TAUGHT', 'MARKED'];

/** Whom the office may ask for a part in a case: those who can do it and have had no part that keeps them from it. */
export async function peopleFor(call: Call, row: Offence, input: z.infer<typeof peopleQuery>): Promise<Option[]> {
  const allowed = input.part === 'CONSULTATION' ? mayConsult : [];
  const involved = [...(await partsIn(call, row))].flatMap(([account, parts]) =>
    [...parts].every((part) => allowed.includes(part)) ? [] : [account],
  );
  const fit = sql`${can(input.part)} and ${staff.account_id} <> all(${sql.param(involved)}::int[])`;
  return peopleOptions(call, input, fit);
}
