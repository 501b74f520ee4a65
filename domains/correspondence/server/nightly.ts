import { type SQL, sql } from 'drizzle-orm';
import { workingDayAfter } from '#domains/deadlines/server/index.ts';
import { fileTexts, readableFile, readContents } from '#domains/files/server/index.ts';
import { departments } from '#domains/institutions/server/index.ts';
import { departmentHeads, staff } from '#domains/staff/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { todayOf } from '#platform/server/clock.ts';
import { paperDate } from '#platform/server/documents/index.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { everyInstitutionInTheNight } from '#platform/server/work/jobs.ts';
import type { Direction } from '../workflow.ts';
import { tellOf } from './notices.ts';
import { accountsByStaff } from './people.ts';
import { executors, letters, orders } from './tables.ts';

/**
 * Each night: whoever executes is told of what is due by the next working day, once for a date; whoever gave an order, and
 * the head of the department of who answers for it, of what is late; the heads above them up to the rector, of what is so
 * for two working days. Deputies are told with whom they act for. Answers how many orders somebody was told of.
 */
export async function remindOfOrders(kernel: Kernel): Promise<number> {
  let told = 0;
  await everyInstitutionInTheNight(kernel, 'correspondence', async (call) => {
    told += await remind(call);
  });
  return told;
}

/** So many letters of before are looked into each night. */
const lettersOfANight = 500;

/** Files of letters that nobody asked to read, for they were there before files were read. Answers of how many letters. */
export async function readOldFiles(kernel: Kernel): Promise<number> {
  let letters_read = 0;
  await everyInstitutionInTheNight(kernel, 'correspondence', async (call) => {
    const { rows } = await call.db.execute<{ file_ids: number[] }>(
      sql`select l.file_ids from ${letters} l where l.deleted_at is null and l.file_ids <> '{}' and not exists
          (select 1 from ${fileTexts} t where t.file_id = any(l.file_ids)) and exists
          (select 1 from files f where f.id = any(l.file_ids) and ${readableFile}) order by l.id limit ${lettersOfANight}`,
    );
    await readContents(
      call,
      rows.flatMap(({ file_ids }) => file_ids),
    );
    letters_read += rows.length;
  });
  return letters_read;
}

interface Due extends Record<string, unknown> {
  id: number;
  author_id: number;
  due_on: string;
  late: boolean;
  /** Not told of that date before. */
  fresh: boolean;
  high: boolean;
  letter_id: number;
  direction: Direction;
  number: string | null;
  heading: string;
  confidential: boolean;
  /** Of the records of staff. */
  executors: number[];
  heads: number[];
  above: number[];
}

/** So many working days after its date the head of the institution is told. */
const patience = 2;

/** Whoever answers for the order `m`, and the departments from theirs up. */
const responsible = sql`(select x.staff_id from ${executors} x where x.order_id = m.id and x.responsible and x.deleted_at is null)`;
const upwards = sql`with recursive up as (
    select p.id, p.parent_id from ${departments} p join ${staff} s on s.department_id = p.id where s.id in ${responsible}
    union select p.id, p.parent_id from ${departments} p join up on p.id = up.parent_id)`;
const headsOf = (
  condition: SQL,
) => sql`select h.staff_id from ${departmentHeads} h join ${staff} b on b.id = h.staff_id and b.status <> 'LEFT' and b.deleted_at is null
    where h.deleted_at is null and h.staff_id not in ${responsible} and ${condition}`;

async function remind(call: Call): Promise<number> {
  const today = await todayOf(call);
  const soon = await workingDayAfter(call, today, 1);
  const { rows } = await call.db.execute<Due>(sql`
    with due as (
      select o.id, o.due_on < ${today}::date as late, edulab_working_day(o.due_on, ${patience}) <= ${today}::date as high from ${orders} o
       where o.deleted_at is null and o.status = 'OPEN' and o.due_on <= ${soon}::date
         and (case when edulab_working_day(o.due_on, ${patience}) <= ${today}::date then o.raised_for
                   when o.due_on < ${today}::date then o.escalated_for else o.reminded_for end) is distinct from o.due_on for update),
    marked as (
      update ${orders} o set reminded_for = o.due_on, escalated_for = case when d.late then o.due_on else o.escalated_for end,
             raised_for = case when d.high then o.due_on else o.raised_for end
        from due d, ${orders} was where d.id = o.id and was.id = o.id
      returning o.id, o.letter_id, o.author_id, o.due_on, d.late, d.high,
                (case when d.late then was.escalated_for else was.reminded_for end) is distinct from was.due_on as fresh)
    select m.id, m.author_id, m.due_on::text as due_on, m.late, m.high, m.fresh, l.id as letter_id, l.direction, l.number, l.heading, l.confidential,
           array(select x.staff_id from ${executors} x where x.order_id = m.id and x.deleted_at is null) as executors,
           array(${headsOf(sql`h.department_id = (select s.department_id from ${staff} s where s.id in ${responsible})`)}) as heads,
           array(${upwards} ${headsOf(sql`(h.department_id in (select up.id from up) or h.department_id in (select p.id from ${departments} p where p.kind = 'RECTORATE' and p.deleted_at is null))`)}) as above
      from marked m join ${letters} l on l.id = m.letter_id and l.deleted_at is null order by m.id`);
  const accounts = await accountsByStaff(
    call,
    rows.flatMap((row) => [...row.executors, ...row.heads, ...row.above]),
  );
  const of = (ids: readonly number[]) => [...new Set(ids.flatMap((id) => accounts.get(id) ?? []))];
  const leaders = rows.some(({ high }) => high) ? await leadersOf(call) : [];
  for (const row of rows) {
    const { letter_id, author_id, late, high, fresh, due_on, ...letter } = row;
    const about = { ...letter, id: letter_id };
    const day = { day: paperDate(due_on) };
    if (fresh) await tellOf(call, of(row.executors), about, late ? 'late' : 'due', day);
    const next = [...new Set([author_id, ...of(row.heads)])];
    if (fresh && late) await tellOf(call, next, about, 'escalated', day);
    const told = new Set([...next, ...of(row.executors)]);
    if (high)
      await tellOf(
        call,
        [...new Set([...of(row.above), ...leaders])].filter((id) => !told.has(id)),
        about,
        'raised',
        day,
      );
  }
  return rows.length;
}

/** Where the rectorate has no head yet, whoever directs the institution. */
async function leadersOf(call: Call): Promise<number[]> {
  const { rows } = await call.db.execute<{ id: number }>(sql`
    select distinct h.account_id as id from account_roles h join roles r on r.id = h.role_id and r.name = 'DIRECTOR' and r.deleted_at is null
      join accounts a on a.id = h.account_id and a.active and a.deleted_at is null
     where h.institution_id = ${call.institution_id} and not exists
           (select 1 from ${departmentHeads} d join ${departments} p on p.id = d.department_id and p.kind = 'RECTORATE' and p.deleted_at is null
              join ${staff} b on b.id = d.staff_id and b.status <> 'LEFT' and b.deleted_at is null where d.deleted_at is null)`);
  return rows.map(({ id }) => id);
}
