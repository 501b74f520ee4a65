import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { marksAreFinal } from '#domains/assessment/server/index.ts';
import { courseModules, courses, modules } from '#domains/curriculum/server/index.ts';
import { groups } from '#domains/groups/server/index.ts';
import { academicYears, departments } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { type Call, type InputOf, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { today, todayOf } from '#platform/server/clock.ts';
import { planOnce } from '#platform/server/fast/index.ts';
import { defineExport } from '#platform/server/records/exports.ts';
import { fewest } from '#platform/server/records/few.ts';
import { keyHolds } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import type { ExportColumn } from '#platform/server/spreadsheets.ts';
import type { contract, ResultAnswer, ResultRow } from '../contract.ts';
import { isScale } from '../shapes.ts';
import { tellReleased } from './notices.ts';
import { fieldsOf } from './questionnaires.ts';
import { ownStaff, visible } from './reach.ts';
import { answers, periods, units } from './tables.ts';
import { named } from './voting.ts';

/** What was found, for those who may read it; of too few nothing. */

type UnitRow = typeof units.$inferSelect;

type Query = Omit<InputOf<typeof contract.result.list>, 'page' | 'size' | 'sort'>;
const conditions = (call: Call, input: Query) => [
  sql`${units.deleted_at} is null`,
  visible(call),
  input.period_id ? eq(units.period_id, input.period_id) : undefined,
  input.staff_id ? eq(units.staff_id, input.staff_id) : undefined,
  input.academic_year_id
    ? sql`${units.period_id} in (select p.id from ${periods} p where p.academic_year_id = ${input.academic_year_id})`
    : undefined,
  input.released === undefined ? undefined : sql`(${units.released_on} is not null) = ${input.released}`,
  input.department_id
    ? sql`${units.course_module_id} in (select cm.id from ${courseModules} cm join ${courses} c on c.id = cm.course_id where c.department_id = ${input.department_id})`
    : undefined,
  input.search
    ? sql`(${units.staff_id} in (select s.id from ${staff} s where ${keyHolds(sql`s.search`, input.search) ?? sql`false`})
            or ${units.course_module_id} in (select cm.id from ${courseModules} cm join ${modules} m on m.id = cm.module_id where m.title::text ilike ${`%${input.search.replaceAll(/[%_\\]/g, '\\$&')}%`}))`
    : undefined,
];

export const listResults = (call: Call, input: InputOf<typeof contract.result.list>) =>
  list(call, input, {
    from: sql`${units}`,
    key: sql`${units.id}`,
    table: 'evaluation_units',
    asks: ['evaluation_periods', 'module_results'],
    columns: sql<UnitRow>`${units}.*`,
    where: conditions(call, input),
    // Those without a mean stand at the end, whichever way.
    sorts: {
      mean: input.sort?.endsWith(',desc') ? sql`coalesce(${units.mean}, 0)` : sql`${units.mean}`,
      voted: sql`${units.voted}`,
      id: sql`${units.id}`,
    },
    defaultSort: 'id,desc',
    load: (_ids, rows) => {
      planOnce(call.client);
      return presentUnits(call, rows);
    },
  });

const most = 20_000;
const blockOf = 500;
async function* linesOf(call: Call, ids: readonly number[]): AsyncGenerator<ResultRow> {
  for (let at = 0; at < ids.length; at += blockOf)
    yield* await presentUnits(
      call,
      await call.db
        .select()
        .from(units)
        .where(inArray(units.id, ids.slice(at, at + blockOf))),
    );
}
const columns: ExportColumn<ResultRow>[] = [
  { key: 'module', titles: { uz: 'Fan', ru: 'Модуль', en: 'Module' }, width: 40, format: (row) => row.module },
  {
    key: 'course',
    titles: { uz: 'Yoʻnalish', ru: 'Направление', en: 'Course' },
    width: 30,
    format: (row) => row.course,
  },
  {
    key: 'teacher',
    titles: { uz: 'Oʻqituvchi', ru: 'Преподаватель', en: 'Teacher' },
    width: 30,
    format: (row) => row.teacher,
  },
  { key: 'year', titles: { uz: 'Oʻquv yili', ru: 'Учебный год', en: 'Academic year' }, format: (row) => row.year },
  { key: 'period', titles: { uz: 'Davr', ru: 'Период', en: 'Period' }, width: 24, format: (row) => row.period },
  {
    key: 'invited',
    titles: { uz: 'Soʻralgan', ru: 'Опрошено', en: 'Asked' },
    kind: 'number',
    format: (row) => row.invited,
  },
  {
    key: 'voted',
    titles: { uz: 'Javob bergan', ru: 'Ответили', en: 'Answered' },
    kind: 'number',
    format: (row) => row.voted,
  },
  {
    key: 'dropped',
    titles: { uz: 'Ovozsiz ketgan', ru: 'Выбыли без ответа', en: 'Left without a vote' },
    kind: 'number',
    format: (row) => row.dropped,
  },
  { key: 'rate', titles: { uz: 'Ulushi, %', ru: 'Доля, %', en: 'Rate, %' }, kind: 'number', format: (row) => row.rate },
  { key: 'mean', titles: { uz: 'Oʻrtacha', ru: 'Среднее', en: 'Mean' }, kind: 'number', format: (row) => row.mean },
  {
    key: 'spread',
    titles: { uz: 'Tarqoqlik', ru: 'Разброс', en: 'Spread' },
    kind: 'number',
    format: (row) => row.spread,
  },
];

/** The results that the list shows; of too few the figures stay empty. */
export const resultsExport = defineExport(
  'evaluation.export',
  async (call: Call, input: InputOf<typeof contract.result.export>) => {
    const found = await call.db
      .select({ id: units.id })
      .from(units)
      .where(and(...conditions(call, input)))
      .orderBy(asc(units.id))
      .limit(most);
    return {
      name: 'evaluation.xlsx',
      count: found.length,
      columns,
      rows: linesOf(
        call,
        found.map(({ id }) => id),
      ),
    };
  },
);

async function presentUnits(call: Call, rows: UnitRow[]): Promise<ResultRow[]> {
  if (rows.length === 0) return [];
  const beside = await call.db
    .select({
      id: units.id,
      ...named(call),
      period: sql<string>`${localTitle(sql`${periods.title}`, call.locale)}`,
      threshold: periods.threshold,
      year: academicYears.name,
      department: sql<
        string | null
      >`(select ${localTitle(sql`d.title`, call.locale)} from ${courseModules} cm join ${courses} c on c.id = cm.course_id join ${departments} d on d.id = c.department_id where cm.id = ${units.course_module_id})`,
      marks_final: sql<boolean>`${marksAreFinal(units.course_module_id)}`,
      own: sql<boolean>`${units.staff_id} in ${ownStaff(call)}`,
    })
    .from(units)
    .innerJoin(periods, eq(periods.id, units.period_id))
    .innerJoin(academicYears, eq(academicYears.id, periods.academic_year_id))
    .where(sql`${units.id} = any(${sql.param(rows.map(({ id }) => id))}::int[])`);
  const known = new Map(beside.map((one) => [one.id, one]));
  return rows.map((row): ResultRow => {
    const { threshold, own, id: _, ...found } = known.get(row.id)!;
    const enough = row.voted >= threshold;
    return {
      id: row.id,
      version: row.version,
      created_at: row.created_at,
      updated_at: row.updated_at,
      ...found,
      period_id: row.period_id,
      staff_id: row.staff_id,
      course_module_id: row.course_module_id,
      invited: row.invited,
      voted: row.voted,
      dropped: row.dropped,
      rate: row.invited ? Math.round((100 * row.voted) / row.invited) : 0,
      enough,
      mean: enough ? number(row.mean) : null,
      spread: enough ? number(row.spread) : null,
      released_on: row.released_on,
      replied: row.reply !== null,
      can: {
        release: may(call, 'evaluation.manage'),
        reply: own && row.released_on !== null && may(call, 'evaluation.reply'),
      },
    };
  });
}
/** As lists read columns without Drizzle, numbers of a set precision come as text. */
const number = (value: unknown) => (value === null || value === undefined ? null : Number(value));

async function find(call: Call, id: number): Promise<UnitRow> {
  const [row] = await call.db
    .select()
    .from(units)
    .where(and(eq(units.id, id), sql`${units.deleted_at} is null`, visible(call)));
  if (!row) throw fail('NOT_FOUND');
  return row;
}

export async function openResult(call: Call, { id }: { id: number }): Promise<ResultAnswer> {
  const row = await find(call, id);
  const [shown] = await presentUnits(call, [row]);
  const [of] = await call.db.select().from(periods).where(eq(periods.id, row.period_id));
  if (!shown || !of) throw fail('NOT_FOUND');
  const manages = may(call, 'evaluation.manage');
  const fields = fieldsOf(of.sections);
  const scales = fields.filter(isScale).map(({ key }) => key);
  const [counted, texts, besides, trend] = await Promise.all([
    // Of too few not even what was counted leaves the database.
    call.db.execute<{ question: string; value: string; n: number }>(sql`
      select a.question, a.value, count(*)::int as n from ${answers} a
       where a.unit_id = ${row.id} and ${shown.enough} and a.question = any(${sql.param(
         fields.filter(({ type }) => type !== 'TEXTAREA').map(({ key }) => key),
       )}::text[]) group by 1, 2`),
    call.db
      .select({ id: answers.id, question: answers.question, text: answers.value, shown: answers.shown })
      .from(answers)
      .where(
        and(
          eq(answers.unit_id, row.id),
          sql`${shown.enough}`,
          sql`${answers.question} = any(${sql.param(
            fields.filter(({ type }) => type === 'TEXTAREA').map(({ key }) => key),
          )}::text[])`,
          manages ? undefined : eq(answers.shown, true),
        ),
      )
      // Random ids: an order that says nothing.
      .orderBy(asc(answers.question), asc(answers.id))
      .limit(1000),
    call.db.execute<{ mean: string | null; spread: string | null; units: number }>(sql`
      select round(avg(u.mean), 2) as mean, round(avg(u.spread), 2) as spread, count(*)::int as units
        from ${units} u join ${courseModules} cm on cm.id = u.course_module_id join ${courses} c on c.id = cm.course_id
       where u.period_id = ${row.period_id} and u.mean is not null and u.deleted_at is null
         and c.department_id is not distinct from (select d.department_id from ${courseModules} x join ${courses} d on d.id = x.course_id where x.id = ${row.course_module_id})`),
    call.db.execute<{ year: string; period: string; mean: string; voted: number }>(sql`
      select y.name as year, ${localTitle(sql`p.title`, call.locale)} as period, round(avg(u.mean), 2) as mean, sum(u.voted)::int as voted
        from ${units} u join ${periods} p on p.id = u.period_id join ${academicYears} y on y.id = p.academic_year_id
        join ${courseModules} cm on cm.id = u.course_module_id
       where u.staff_id = ${row.staff_id} and u.mean is not null and u.deleted_at is null and p.status = 'CLOSED'
         and cm.module_id = (select x.module_id from ${courseModules} x where x.id = ${row.course_module_id})
         and (${manages} or u.released_on is not null)
       group by p.id, y.name, y.starts_on, p.title, p.starts_on order by y.starts_on, p.starts_on limit 20`),
  ]);
  const [near] = besides.rows;
  const threshold = of.threshold;
  return {
    ...shown,
    threshold,
    // Of few units one would see what was said about a colleague.
    beside:
      near?.mean && near.units >= fewest
        ? { mean: Number(near.mean), spread: Number(near.spread ?? 0), units: near.units }
        : null,
    questions: fields
      .filter(({ type }) => type !== 'TEXTAREA')
      .map((field) => {
        const found = counted.rows.filter(({ question }) => question === field.key);
        const answered = row.answered[field.key] ?? 0;
        const enough = shown.enough && answered >= threshold;
        const numbers = scales.includes(field.key) ? found : [];
        const mean = numbers.length
          ? numbers.reduce((sum, { value, n }) => sum + Number(value) * n, 0) / answered
          : null;
        return {
          key: field.key,
          title: field.title,
          answered: enough ? answered : null,
          mean: enough && mean !== null ? rounded(mean) : null,
          spread:
            enough && mean !== null
              ? rounded(
                  Math.sqrt(numbers.reduce((sum, { value, n }) => sum + n * (Number(value) - mean) ** 2, 0) / answered),
                )
              : null,
          options: enough
            ? (field.options ?? []).map(({ value, title }) => ({
                value,
                title,
                count: found.find((one) => one.value === value)?.n ?? 0,
              }))
            : null,
        };
      }),
    breakdown: shown.enough ? await withTitles(call, row.breakdown) : { groups: [], languages: [] },
    texts: texts.map(({ question, ...one }) => ({
      ...one,
      question: fields.find(({ key }) => key === question)?.title ?? { uz: question, ru: '', en: '' },
    })),
    trend: trend.rows.map((one) => ({ ...one, mean: Number(one.mean) })),
    reply: row.reply,
    replied_on: row.replied_on,
  };
}
async function withTitles(call: Call, { groups: parts, languages }: UnitRow['breakdown']) {
  const titles = await titlesOf(
    call,
    groups,
    parts.map(({ id }) => id),
    sql`${groups.name}`,
  );
  return { groups: parts.map((one) => ({ ...one, title: titles.get(one.id)?.title ?? '' })), languages };
}
const rounded = (value: number) => Math.round(value * 100) / 100;

const load = (call: Call, input: { id: number; version: number }): Promise<UnitRow> =>
  loadForChange(call, units, visible(call), input, ({ id }) => openResult(call, { id }));

export async function release(call: Call, input: InputOf<typeof contract.result.release>) {
  const row = await load(call, input);
  if (input.released) {
    const { rows } = await call.db.execute(sql`select 1 where ${marksAreFinal(sql`${row.course_module_id}::int`)}`);
    if (rows.length === 0) throw fail('EVALUATION_MARKS_OPEN');
  } else if (!input.reason) throw failField('reason', 'REASON_REQUIRED');
  await call.db
    .update(units)
    .set({ released_on: input.released ? sql`${today}` : null })
    .where(eq(units.id, row.id));
  if (input.released) await tellReleased(call, [row.staff_id]);
  return openResult(call, { id: row.id });
}

export async function review(call: Call, input: InputOf<typeof contract.result.review>) {
  const row = await find(call, input.unit_id);
  const found = await call.db
    .update(answers)
    .set({ shown: input.shown })
    .where(and(eq(answers.id, input.id), eq(answers.unit_id, row.id)))
    .returning({ id: answers.id });
  if (found.length === 0) throw fail('NOT_FOUND');
  return openResult(call, { id: row.id });
}

export async function reply(call: Call, input: InputOf<typeof contract.result.reply>) {
  const row = await load(call, input);
  const { rows } = await call.db.execute(sql`select 1 where ${row.staff_id}::int in ${ownStaff(call)}`);
  if (rows.length === 0) throw fail('EVALUATION_NOT_YOURS');
  if (row.released_on === null) throw fail('EVALUATION_NOT_RELEASED');
  await call.db
    .update(units)
    .set({ reply: input.text, replied_on: await todayOf(call) })
    .where(eq(units.id, row.id));
  return openResult(call, { id: row.id });
}
