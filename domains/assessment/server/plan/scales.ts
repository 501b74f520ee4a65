import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { asGiven, asStored, localTitle, resource } from '#platform/server/records/resource.ts';
import { bandFault } from '../../bands.ts';
import { contract } from '../../contract.ts';
import { scaleCodes, type scaleInForce } from '../../shapes.ts';
import { degreeClasses, gradeScales } from '../tables.ts';
import { recomputeResults } from './plans.ts';

/** How totals and degrees are called. */

/** Course modules of the years in which a scale from this day holds, as SQL. */
const judgedBy = (code: string, day: string) => sql`
  select cm.id from course_modules cm join academic_years y on y.id = cm.academic_year_id
   where y.starts_on >= ${day}::date
     and not exists (select 1 from grade_scales later where later.code = ${code} and later.deleted_at is null and later.valid_from > ${day}::date and later.valid_from <= y.starts_on)`;

/** Refuses where the board has confirmed totals by this scale: a new one from a later day is the way. */
async function demandUnused(call: Call, code: string, day: string): Promise<void> {
  const { rows } = await call.db.execute(
    sql`select 1 from marks m where m.status in ('CONFIRMED', 'LOCKED') and m.course_module_id in (${judgedBy(code, day)}) limit 1`,
  );
  if (rows.length) throw fail('SCALE_IN_USE');
}

async function judgeAnew(call: Call, code: string, day: string): Promise<void> {
  const { rows } = await call.db.execute<{ id: number }>(
    sql`select distinct r.course_module_id as id from module_results r where r.course_module_id in (${judgedBy(code, day)}) order by 1`,
  );
  if (rows.length)
    await recomputeResults(
      call,
      rows.map((row) => row.id),
    );
}

const titles = (table: { title: typeof gradeScales.title | typeof degreeClasses.title }) => [
  sql`${table.title} ->> 'uz'`,
  sql`${table.title} ->> 'ru'`,
  sql`${table.title} ->> 'en'`,
];

export const scale = resource(contract.scale, {
  table: gradeScales,
  search: [...titles(gradeScales), sql`${gradeScales.code}`],
  sorts: { code: [sql`${gradeScales.code}`, sql`${gradeScales.valid_from}`], id: sql`${gradeScales.id}` },
  defaultSort: 'code',
  optionTitle: (locale: Locale) => localTitle(gradeScales.title, locale),
  filters: (input) => [input.code ? eq(gradeScales.code, input.code) : undefined],
  prepare: async (call, input, current, next) => {
    const fault = bandFault(next.code, next.bands);
    if (fault) throw failField('bands', fault.code, { ...fault });
    if (current) await demandUnused(call, current.code, current.valid_from);
    await demandUnused(call, next.code, next.valid_from);
    return input;
  },
  written: async (call, row, before) => {
    if (before) await judgeAnew(call, before.code, before.valid_from);
    await judgeAnew(call, row.code, row.valid_from);
  },
  beforeDelete: (call, row) => demandUnused(call, row.code, row.valid_from),
  present: asStored,
});

/**
 * What totals are called in the academic year that holds on `day`, today unless told: the institution's own scales, or
 * the usual ones of the country, of which no record is kept.
 */
export async function scalesInForce(call: Call, { day }: { day?: string | undefined }) {
  const asked = day ?? (await todayOf(call));
  const { rows } = await call.db.execute(sql`
    with year as (
      select coalesce(max(y.starts_on), ${asked}::date) as day from academic_years y where y.deleted_at is null and y.starts_on <= ${asked}::date)
    select c.code, s.id, s.title, s.valid_from, edulab_grade_bands(${call.institution_id}, c.code, year.day) as bands
      from year cross join unnest(${sql.param([...scaleCodes])}::text[]) with ordinality as c (code, place)
      left join lateral (
        select g.id, g.title, g.valid_from::text from grade_scales g
         where g.code = c.code and g.valid_from <= year.day and g.deleted_at is null
         order by g.valid_from desc limit 1) s on true
     order by c.place`);
  return rows as z.infer<typeof scaleInForce>[];
}

export const degreeClass = resource(contract.degree_class, {
  table: degreeClasses,
  search: [...titles(degreeClasses), sql`${degreeClasses.code}`],
  sorts: { minimum_average: sql`${degreeClasses.minimum_average}`, id: sql`${degreeClasses.id}` },
  defaultSort: 'minimum_average,desc',
  optionTitle: (locale: Locale) => localTitle(degreeClasses.title, locale),
  present: asStored,
  prepare: asGiven,
});
