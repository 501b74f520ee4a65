import { sql } from 'drizzle-orm';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import { educationPlaces } from '#domains/institutions/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Locale, Title } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { today } from '#platform/server/clock.ts';
import type { SessionRow } from './reach.ts';
import { rollOf } from './roll.ts';

/** What people know of a lesson beforehand. */
const known = ['date', 'starts_at', 'ends_at', 'room_id', 'staff_id', 'co_staff_ids', 'state'] as const;
const said = (row: SessionRow, field: (typeof known)[number]): string =>
  field === 'starts_at' || field === 'ends_at' ? row[field].slice(0, 5) : String(row[field]);

/** Whether those who have or give the lesson have to know of the change. */
export const isChanged = (before: SessionRow, after: SessionRow): boolean =>
  known.some((field) => said(before, field) !== said(after, field));

type Known = Pick<SessionRow, 'date' | 'starts_at' | 'ends_at' | 'room_id' | 'staff_id'>;
const dayOf = (date: string) => date.split('-').reverse().join('.');

/** What is different about each of these lessons, from what to what: `time 09:00–10:20, now 11:00–12:20; room 301, now 302`. */
export async function changesOf(call: Call, pairs: readonly { before: Known; after: Known }[]): Promise<Title[]> {
  const ids = (of: (row: Known) => number | null) =>
    pairs.flatMap(({ before, after }) => [of(before) ?? 0, of(after) ?? 0]);
  const { rows } = await call.db.execute<{ kind: string; id: number; name: string }>(sql`
    select 'room' as kind, p.id, p.name from ${educationPlaces} p where p.id = any(${sql.param(ids((row) => row.room_id))}::int[])
    union all select 'teacher', t.id, t.lastname || ' ' || t.firstname from ${staff} t where t.id = any(${sql.param(ids((row) => row.staff_id))}::int[])`);
  const named = (kind: string, id: number | null) =>
    rows.find((row) => row.kind === kind && row.id === id)?.name ?? '—';
  const parts: [string, (row: Known) => string][] = [
    ['date', (row) => dayOf(row.date)],
    ['time', (row) => `${row.starts_at.slice(0, 5)}–${row.ends_at.slice(0, 5)}`],
    ['room', (row) => named('room', row.room_id)],
    ['teacher', (row) => named('teacher', row.staff_id)],
  ];
  return pairs.map(({ before, after }) => {
    const said = parts.flatMap(([part, of]) => {
      const [from, to] = [of(before), of(after)];
      return from === to ? [] : [titleOf(`attendance.notice.part.${part}`, { from, to })];
    });
    return {
      uz: said.map(({ uz }) => uz).join('; '),
      ru: said.map(({ ru }) => ru).join('; '),
      en: said.map(({ en }) => en).join('; '),
    };
  });
}

/** A text that names a lesson and what is different about it, in the three languages. */
export const changedTitle = (key: string, module: Title, date: string, changes: Title): Title => {
  const of = (locale: Locale) =>
    message(locale, key, { module: module[locale] || module.uz, date: dayOf(date), changes: changes[locale] });
  return { uz: of('uz'), ru: of('ru'), en: of('en') };
};

/** Titles of the modules of these course modules, by id. */
export async function moduleTitles(call: Call, ids: readonly number[]): Promise<Map<number, Title>> {
  const { rows } = await call.db.execute<{ id: number; title: Title }>(
    sql`select cm.id, m.title from ${courseModules} cm join ${modules} m on m.id = cm.module_id where cm.id = any(${sql.param([...ids])}::int[])`,
  );
  return new Map(rows.map((row) => [row.id, row.title]));
}

/** Tells those who have or give a lesson to come that it has changed or does not take place; whoever changed it knows. */
export async function tellChanged(call: Call, before: SessionRow, after: SessionRow): Promise<void> {
  const teachers = [before, after].flatMap((row) => [row.staff_id ?? 0, ...row.co_staff_ids]);
  const { rows } = await call.db.execute<{ id: number }>(sql`
    select account_id as id from (
      select t.account_id from ${staff} t where t.id = any(${sql.param(teachers)}::int[]) and t.deleted_at is null
      union select s.account_id from ${rollOf([after.id])} r join ${students} s on s.id = r.student_id) people
     where account_id <> ${call.account_id} and greatest(${before.date}::date, ${after.date}::date) >= ${today}`);
  const [changes] = await changesOf(call, [{ before, after }]);
  const key =
    after.state === 'CANCELLED'
      ? 'cancelled'
      : before.state === 'CANCELLED'
        ? 'reinstated'
        : changes?.uz
          ? 'changed'
          : 'beside';
  const module = (await moduleTitles(call, [after.course_module_id])).get(after.course_module_id);
  if (!module || !changes) return;
  const title = changedTitle(`attendance.notice.${key}`, module, before.date, changes);
  const people = rows.map(({ id }) => id);
  await notify(call, people, { type: 'timetable', title, link: '/calendar' });
}
