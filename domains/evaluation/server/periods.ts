import { randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { marksAreFinal } from '#domains/assessment/server/index.ts';
import { courseModules, courseModuleTeachers } from '#domains/curriculum/server/index.ts';
import { modulesTakenInYear } from '#domains/groups/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { today, todayOf } from '#platform/server/clock.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { localTitle, resource } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import { contract, type PeriodAnswer } from '../contract.ts';
import { leastVoters, periodWorkflow } from '../workflow.ts';
import { closePeriod } from './closing.ts';
import { remindAsked, tellAsked, tellReleased } from './notices.ts';
import { fieldsOf } from './questionnaires.ts';
import { periods, questionnaires, seals, units } from './tables.ts';

/** Periods: planned, started, reminded of, released. */

type PeriodRow = typeof periods.$inferSelect;

export const period = resource(contract.period, {
  table: periods,
  search: [sql`${periods.title}::text`],
  sorts: { starts_on: sql`${periods.starts_on}`, id: sql`${periods.id}` },
  defaultSort: 'starts_on,desc',
  optionTitle: (locale) => localTitle(sql`${periods.title}`, locale),
  filters: (input) => [
    input.status ? eq(periods.status, input.status) : undefined,
    input.academic_year_id ? eq(periods.academic_year_id, input.academic_year_id) : undefined,
  ],
  present,
  prepare: (_call, input, current, next) => {
    if (current && current.status !== 'PLANNED') throw fail('EVALUATION_BEGUN');
    if (next.ends_on < next.starts_on) throw failField('ends_on', 'EVALUATION_DATES');
    return { ...input, threshold: input.threshold ?? current?.threshold ?? leastVoters };
  },
  written: async (call, row, before) => {
    if (!before) await recordTransition(call, periodWorkflow.entity, [{ id: row.id, from: null }], row.status, {});
  },
  beforeDelete: (_call, row) => {
    if (row.status !== 'PLANNED') throw fail('EVALUATION_BEGUN');
    return Promise.resolve();
  },
});

async function present(call: Call, rows: PeriodRow[]): Promise<PeriodAnswer[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [sheets, years, { rows: counted }] = await Promise.all([
    titlesOf(
      call,
      questionnaires,
      rows.map(({ questionnaire_id }) => questionnaire_id),
    ),
    titlesOf(
      call,
      academicYears,
      rows.map(({ academic_year_id }) => academic_year_id),
      sql`${academicYears.name}`,
    ),
    call.db.execute<{ id: number; units: number; invited: number; voted: number; released: number; ready: number }>(sql`
      select ${units.period_id} as id, count(*)::int as units, sum(${units.invited})::int as invited,
             (sum(${units.voted}) + (select count(*) from evaluation_participations v join ${units} w on w.id = v.unit_id where w.period_id = ${units.period_id}))::int as voted,
             (count(*) filter (where ${units.released_on} is not null))::int as released,
             (count(*) filter (where ${units.released_on} is null and ${marksAreFinal(units.course_module_id)}))::int as ready
        from ${units} where ${inArray(units.period_id, ids)} and ${units.deleted_at} is null group by 1`),
  ]);
  const counts = new Map(counted.map((one) => [one.id, one]));
  return rows.map(({ institution_id: _i, deleted_at: _d, sections: _s, ...row }): PeriodAnswer => {
    const { id: _, ...found } = counts.get(row.id) ?? { id: 0, units: 0, invited: 0, voted: 0, released: 0, ready: 0 };
    return {
      ...row,
      ...found,
      ready: row.status === 'CLOSED' ? found.ready : 0,
      questionnaire: sheets.get(row.questionnaire_id) ?? { id: row.questionnaire_id, title: '' },
      academic_year: years.get(row.academic_year_id) ?? { id: row.academic_year_id, title: '' },
      can: { edit: row.status === 'PLANNED', delete: row.status === 'PLANNED' },
    };
  });
}

export async function changeStatus(call: Call, input: InputOf<typeof contract.period.status>) {
  const row = await loadForChange(call, periods, undefined, input, ({ id }) => period.get(call, { id }));
  checkTransition(call, periodWorkflow, row.status, input.status, input);
  if (input.status === 'RUNNING') await start(call, row);
  else await closePeriod(call, row.id, input.reason);
  return period.get(call, { id: row.id });
}

/** Writes down about whom is asked: each module of the semester with each of its teachers, where enough people were taught. */
async function start(call: Call, row: PeriodRow): Promise<void> {
  const [asked] = await call.db.select().from(questionnaires).where(eq(questionnaires.id, row.questionnaire_id));
  if (!asked || fieldsOf(asked.sections).length === 0) throw failField('questionnaire_id', 'EVALUATION_EMPTY');
  if (row.ends_on < (await todayOf(call))) throw failField('ends_on', 'EVALUATION_DATES');
  const { rowCount } = await call.db.execute(sql`
    insert into ${units} (period_id, course_module_id, staff_id, invited)
    select ${row.id}, cm.id, t.staff_id, taken.people
      from ${courseModules} cm
      join (select x.course_module_id, count(*)::int as people from ${modulesTakenInYear(row.academic_year_id)} x group by 1) taken on taken.course_module_id = cm.id
      join (select distinct course_module_id, staff_id from ${courseModuleTeachers}) t on t.course_module_id = cm.id
      join ${staff} s on s.id = t.staff_id and s.deleted_at is null
     where cm.academic_year_id = ${row.academic_year_id} and cm.semester = ${row.semester} and cm.deleted_at is null and taken.people >= ${row.threshold}`);
  if (!rowCount) throw fail('EVALUATION_NOBODY');
  await call.db.insert(seals).values({ period_id: row.id, salt: randomBytes(32).toString('hex') });
  await call.db.update(periods).set({ status: 'RUNNING', sections: asked.sections }).where(eq(periods.id, row.id));
  await recordTransition(call, periodWorkflow.entity, [{ id: row.id, from: row.status }], 'RUNNING', {});
  // Where it begins later, the night before its first day tells them.
  if (row.starts_on <= (await todayOf(call))) await tellAsked(call, row);
}

/** Once a day, and to all. */
export async function remind(call: Call, { id }: { id: number }) {
  const row = await period.find(call, id);
  const day = await todayOf(call);
  if (row.status !== 'RUNNING' || day < row.starts_on || day > row.ends_on) throw fail('EVALUATION_NOT_OPEN');
  const people = await remindAsked(call, row);
  if (people === null) throw fail('EVALUATION_REMINDED');
  return { people };
}

/** All whose marks are out; the others wait for theirs. */
export async function releaseReady(call: Call, { id }: { id: number }) {
  const row = await period.find(call, id);
  if (row.status !== 'CLOSED') throw fail('EVALUATION_NOT_RELEASED');
  const waiting = and(eq(units.period_id, row.id), isNull(units.released_on), isNull(units.deleted_at));
  const out = await call.db
    .update(units)
    .set({ released_on: sql`${today}` })
    .where(and(waiting, marksAreFinal(units.course_module_id)))
    .returning({ staff_id: units.staff_id });
  await tellReleased(
    call,
    out.map(({ staff_id }) => staff_id),
  );
  const [left] = await call.db.select({ n: sql<number>`count(*)::int` }).from(units).where(waiting);
  return { released: out.length, waiting: left?.n ?? 0 };
}
