import { eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courses } from '#domains/curriculum/server/index.ts';
import { educationForms } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students, studying } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { institutions } from '#platform/server/database/tables.ts';
import { processCache } from '#platform/server/fast/index.ts';
import { hideFew } from '#platform/server/records/few.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { figures as shape } from '../shapes.ts';

/** What an institution shows of itself to the world: how many study what, and who teaches. Counts alone, and none of a few people. */

type Figures = z.infer<typeof shape>;
type Part = Figures['by_level'];

/** Anybody may ask, as often as they like: an answer is kept for ten minutes, so that the counting costs nothing. */
const kept = processCache<{ until: number; figures: Figures }>({ max: 100 });
const keptMs = 600_000;

/** Written out, as a visitor's call is bound to no institution. */
const here = (call: Call): SQL =>
  sql`(${students.institution_id} = ${call.institution_id} and ${students.deleted_at} is null and ${studying})`;

async function parts(call: Call, key: SQL, title: (key: string) => string): Promise<Part> {
  const { rows } = await call.db.execute<{ key: string; count: number }>(
    sql`select ${key} as key, count(*)::int as count from ${students}
         where ${here(call)} and ${key} is not null group by 1 order by 2 desc, 1 limit 20`,
  );
  const { hidden } = hideFew(rows.map(({ count }) => count));
  return rows.map(({ key: code, count }, at) => ({ title: title(code), count: hidden[at] ? null : count }));
}

async function nameOf(call: Call): Promise<string> {
  const [row] = await call.db
    .select({ title: sql<string>`${localTitle(institutions.title, call.locale)}` })
    .from(institutions)
    .where(eq(institutions.id, call.institution_id));
  if (!row) throw fail('NOT_FOUND');
  return row.title;
}

export async function figures(call: Call): Promise<Figures> {
  const name = `${call.institution_id} ${call.locale}`;
  const known = kept.get(call.client, name);
  if (known && known.until > performance.now()) return known.figures;
  // Of an institution that there is; nothing is counted for others.
  const institution = await nameOf(call);
  const form = sql`(select ${localTitle(educationForms.title, call.locale)} from ${educationForms} where ${educationForms.id} = ${students.education_form_id})`;
  const { rows } = await call.db.execute<Record<'students' | 'graduates' | 'staff' | 'programmes', number>>(sql`select
    (select count(*)::int from ${students} where ${here(call)}) as students,
    (select count(*)::int from ${students} where ${students.institution_id} = ${call.institution_id} and ${students.deleted_at} is null and ${students.status} = 'GRADUATED') as graduates,
    (select count(*)::int from ${staff} where ${staff.institution_id} = ${call.institution_id} and ${staff.deleted_at} is null and ${staff.status} <> 'LEFT') as staff,
    (select count(distinct ${students.course_id})::int from ${students} join ${courses} on ${courses.id} = ${students.course_id} where ${here(call)}) as programmes`);
  const [counts] = rows;
  if (!counts) throw new Error('counting answered nothing');
  const found: Figures = {
    institution,
    as_of: await todayOf(call),
    ...counts,
    by_level: await parts(call, sql`${students.level}`, (code) => message(call.locale, `figures_level.${code}`)),
    by_form: await parts(call, form, (title) => title),
    by_entry_year: await parts(call, sql`${students.entry_year}::text`, (year) => year),
  };
  kept.set(call.client, name, { until: performance.now() + keptMs, figures: found });
  return found;
}
