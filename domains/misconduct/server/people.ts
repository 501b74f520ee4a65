import { inArray, sql } from 'drizzle-orm';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { Offence } from './reach.ts';

/** Names of those who have to do with cases. */

export async function namesOf(
  call: Call,
  ids: readonly (number | null)[],
): Promise<Map<number, { id: number; name: string }>> {
  const found = await titlesOf(call, accounts, ids, sql`${accounts.lastname} || ' ' || ${accounts.firstname}`);
  return new Map([...found].map(([id, { title }]) => [id, { id, name: title }]));
}

export async function studentRefs(call: Call, ids: readonly number[]) {
  const rows = ids.length
    ? await call.db
        .select({ id: students.id, name: students.full_name, student_no: students.student_no })
        .from(students)
        .where(inArray(students.id, [...new Set(ids)]))
    : [];
  return new Map(rows.map((row) => [row.id, row]));
}

/** To whom the letters of a case go, in which language, and what its module is called there. */
export async function studentsToWrite(call: Pick<Call, 'db'>, row: Offence) {
  const { rows } = await call.db.execute<{
    id: number;
    name: string;
    email: string | null;
    locale: Locale;
    account_id: number | null;
  }>(sql`
    select s.id, s.full_name as name, s.email, coalesce(a.locale, s.study_language) as locale, s.account_id
      from ${students} s left join ${accounts} a on a.id = s.account_id where s.id = ${row.student_id}`);
  const found = rows[0]!;
  const { rows: titles } = await call.db.execute<{ title: string }>(sql`
    select m.code || ' ' || ${localTitle(sql`m.title`, found.locale)} as title
      from ${courseModules} c join ${modules} m on m.id = c.module_id where c.id = ${row.course_module_id}`);
  return {
    to: {
      student_id: found.id,
      account_id: found.account_id,
      name: found.name,
      email: found.email,
      locale: found.locale,
    },
    module: titles[0]?.title ?? '',
  };
}

export async function moduleTitles(call: Call, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await call.db.execute<{ id: number; title: string }>(sql`
    select c.id, m.code || ' ' || ${localTitle(sql`m.title`, call.locale)} as title
      from ${courseModules} c join ${modules} m on m.id = c.module_id where c.id = any(${sql.param([...ids])}::int[])`);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
