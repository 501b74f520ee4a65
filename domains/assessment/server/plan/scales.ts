import { eq, sql } from 'drizzle-orm';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/context.ts';
import { fail, failField } from '#platform/server/errors.ts';
import { localTitle, resource } from '#platform/server/resource.ts';
import { degreeClasses, gradeScales } from '../tables.ts';
import { recompute } from './plans.ts';

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
    await recompute(
      call,
      rows.map((row) => row.id),
    );
}

const titles = (table: { title: typeof gradeScales.title | typeof degreeClasses.title }) => [
  sql`${table.title} ->> 'uz'`,
  sql`${table.title} ->> 'ru'`,
  sql`${table.title} ->> 'en'`,
];

export const scale = resource({
  table: gradeScales,
  search: [...titles(gradeScales), sql`${gradeScales.code}`],
  sorts: { code: sql`${gradeScales.code}, ${gradeScales.valid_from}`, id: sql`${gradeScales.id}` },
  defaultSort: 'code',
  optionTitle: (locale: Locale) => localTitle(gradeScales.title, locale),
  filters: (input) => [input.code ? eq(gradeScales.code, input.code) : undefined],
  required: ['code', 'title', 'valid_from', 'bands'],
  prepare: async (call, input, current) => {
    const after = { ...current, ...input } as typeof gradeScales.$inferSelect;
    const falling = after.bands.every((band, at) => at === 0 || band.from < (after.bands[at - 1]?.from ?? 0));
    if (!falling || after.bands.at(-1)?.from !== 0) throw failField('bands', 'BANDS_NOT_FALLING');
    if (after.code === 'FIVE' && after.bands.some((band) => !/^\d{1,2}(\.\d)?$/.test(band.grade)))
      throw failField('bands', 'FIVE_NEEDS_NUMBERS');
    if (current) await demandUnused(call, current.code, current.valid_from);
    await demandUnused(call, after.code, after.valid_from);
    return input;
  },
  written: async (call, row, before) => {
    if (before) await judgeAnew(call, before.code, before.valid_from);
    await judgeAnew(call, row.code, row.valid_from);
  },
  beforeDelete: (call, row) => demandUnused(call, row.code, row.valid_from),
});

export const degreeClass = resource({
  table: degreeClasses,
  search: [...titles(degreeClasses), sql`${degreeClasses.code}`],
  sorts: { minimum_average: sql`${degreeClasses.minimum_average}`, id: sql`${degreeClasses.id}` },
  defaultSort: 'minimum_average,desc',
  optionTitle: (locale: Locale) => localTitle(degreeClasses.title, locale),
  required: ['code', 'title', 'minimum_average'],
});
