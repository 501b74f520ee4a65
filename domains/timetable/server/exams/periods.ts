import { and, desc, eq, inArray, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import { assessmentComponents, retakesToSit } from '#domains/assessment/server/index.ts';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { deferredExams } from '#domains/deadlines/server/index.ts';
import { groupMembers, groups, onDay, studentsOfCourseModule } from '#domains/groups/server/index.ts';
import { academicYears, semesters } from '#domains/institutions/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../../contract.ts';
import type { Bell } from '../../shapes.ts';
import { semesterOf } from '../inputs.ts';
import { stateOfSearch, titlesOfSemesters } from '../runs.ts';
import type { Period } from './plan.ts';
import { examPeriods, exams, needsPlace } from './tables.ts';

/** Periods of exams: their days, when exams begin, and how far they are. */

const mostDays = 70;
const usualSittings: Bell[] = [
  { starts_at: '09:00', ends_at: '12:00' },
  { starts_at: '13:00', ends_at: '16:00' },
  { starts_at: '16:30', ends_at: '19:30' },
];

const { running } = stateOfSearch(examPeriods);

/** Drafts are for those who make them. */
export const visiblePeriods = (call: Call) =>
  may(call, 'exam_period.manage') ? undefined : eq(examPeriods.state, 'PUBLISHED');

export const periods = resource(contract.exam_period, {
  table: examPeriods,
  search: [sql`${examPeriods.title}`],
  sorts: {
    starts_on: sql`${examPeriods.starts_on}`,
    created_at: sql`${examPeriods.created_at}`,
    title: sql`${examPeriods.title}`,
    id: sql`${examPeriods.id}`,
  },
  defaultSort: 'starts_on,desc',
  optionTitle: () => sql`${examPeriods.title}`,
  visible: visiblePeriods,
  filters: (input) => [
    input.semester_id ? eq(examPeriods.semester_id, input.semester_id) : undefined,
    input.state ? eq(examPeriods.state, input.state) : undefined,
  ],
  present: presentPeriods,
  prepare: async (call, input, current, next) => {
    if (current) await lockDraftPeriod(call, current.id);
    // Its exams and who takes them came of the attempt, the groups and the modules.
    const { attempt, group_ids, course_module_ids, ...rest } = input;
    const { starts_on, ends_on, semester_id, sittings = usualSittings } = next;
    const semester = await semesterOf(call, semester_id ?? (await lastBegun(call, starts_on)));
    if (ends_on < starts_on) throw fail('DATES_REVERSED');
    if (Date.parse(ends_on) - Date.parse(starts_on) > (mostDays - 1) * 86_400_000)
      throw fail('PERIOD_TOO_LONG', { most: mostDays });
    await demandInYear(call, semester.academic_year_id, next);
    // What ends has to begin before, and the next begins when it is over.
    const times = sittings.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]);
    if (times.some((time, at) => at > 0 && time <= times[at - 1]! && !(at % 2 === 0 && time === times[at - 1])))
      throw fail('SITTINGS_CROSS');
    const of = current
      ? {}
      : { attempt: attempt ?? 1, group_ids: group_ids ?? [], course_module_ids: course_module_ids ?? [] };
    await demandReferences(call, {
      group_ids: [groups, group_ids],
      course_module_ids: [courseModules, course_module_ids],
    });
    return { ...rest, ...of, semester_id: semester.id, sittings };
  },
  written: async (call, row, before) => {
    if (!before) await collectExams(call, row);
    // What is now beyond its days or sittings has no place any more.
    else {
      // What had the usual length has that of the new sittings.
      const usual = usualExamMinutes(row);
      await call.db
        .update(exams)
        .set({ minutes: usual })
        .where(and(eq(exams.period_id, row.id), eq(exams.minutes, usualExamMinutes(before)), ne(exams.minutes, usual)));
      await call.db.execute(sql`
        with lost as (update ${exams} set date = null, sitting = null where period_id = ${row.id}
           and (date not between ${row.starts_on} and ${row.ends_on} or sitting > ${row.sittings.length}) returning 1)
        delete from exam_halls where period_id = ${row.id} and (date not between ${row.starts_on} and ${row.ends_on} or sitting > ${row.sittings.length})`);
    }
  },
  beforeDelete: async (call, row) => void (await lockDraftPeriod(call, row.id)),
  beforeRestore: async () => undefined,
});

/** The semester whose exams are then: the last that has begun, even where its lessons are over. */
async function lastBegun(call: Call, on: string): Promise<number | undefined> {
  const [semester] = await call.db
    .select({ id: semesters.id })
    .from(semesters)
    .where(and(isNull(semesters.deleted_at), lte(semesters.starts_on, on)))
    .orderBy(desc(semesters.starts_on))
    .limit(1);
  return semester?.id;
}

/** Exams and resits come after the last lessons too, but not beyond the academic year of their semester. */
async function demandInYear(call: Call, academic_year_id: number, period: Pick<Period, 'starts_on' | 'ends_on'>) {
  const [year] = await call.db
    .select({ name: academicYears.name, starts_on: academicYears.starts_on, ends_on: academicYears.ends_on })
    .from(academicYears)
    .where(eq(academicYears.id, academic_year_id));
  if (!year) return;
  for (const field of ['starts_on', 'ends_on'] as const)
    if (period[field] < year.starts_on || period[field] > year.ends_on)
      throw failField(field, 'PERIOD_OUTSIDE_YEAR', year);
}

/** The usual length of an exam, but never more than the longest sitting, in minutes. */
export const usualExamMinutes = ({ sittings }: { sittings: readonly Bell[] }): number =>
  Math.min(120, Math.max(...sittings.map(({ starts_at, ends_at }) => clockMinutes(ends_at) - clockMinutes(starts_at))));
const clockMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Whether the period is for the student in this column: where it names groups, for theirs alone. */
export const isPeriodFor = ({ group_ids, starts_on }: Pick<Period, 'group_ids' | 'starts_on'>, student: SQL): SQL =>
  group_ids.length === 0
    ? sql`true`
    : sql`${student} in (select m.student_id from ${groupMembers} m where m.group_id = any(${sql.param(group_ids)}::int[]) and ${onDay(sql`${starts_on}::date`)})`;

/** Sat, after an exam was deferred and before a day: this was the next sitting, and later ones are not. */
const satBefore = (day: string): SQL => sql`exists (
  select 1 from exam_hall_seats x join ${exams} e on e.id = x.exam_id and e.course_module_id = d.course_module_id and e.deleted_at is null
    join ${examPeriods} q on q.id = e.period_id and q.state = 'PUBLISHED' and q.deleted_at is null
   where x.student_id = d.student_id and e.date > d.deferred_from and e.date < ${day}::date)`;

/** Exams `d` that were deferred and whose next sitting is in this period. */
const deferredTo = ({ attempt, starts_on }: Sitting): SQL =>
  sql`${deferredExams} d where d.attempt <= ${attempt}::int and d.deferred_from < ${starts_on}::date and not ${satBefore(starts_on)}`;

type Sitting = Pick<Period, 'attempt' | 'starts_on'>;

/**
 * Ids of the students who take a module in this period, or registered for a later attempt in it, as an array: without those
 * whose exam was deferred from it, with those for whom it is the next sitting. `module` is a column.
 */
export const takersOf = (module: SQL, period: Sitting, within: SQL = sql`true`): SQL => {
  const { attempt, starts_on } = period;
  const who =
    attempt === 1
      ? studentsOfCourseModule(module)
      : sql`(select r.student_id from ${retakesToSit} and r.attempt = ${attempt}::int and r.course_module_id = ${module})`;
  return sql`coalesce((select array_agg(s.id order by s.id) from ${students} s where (s.id in ${who} and not exists (
      select 1 from ${deferredExams} d where d.student_id = s.id and d.course_module_id = ${module} and d.attempt = ${attempt}::int and d.deferred_from >= ${starts_on}::date)
      or s.id in (select d.student_id from ${deferredTo(period)} and d.course_module_id = ${module})) and s.deleted_at is null and s.status = 'ACTIVE' and ${within}), '{}')`;
};

/** The exams that the plans of the semester's modules have, and who takes them; those that are there stay. */
export async function collectExams(call: Call, period: Period): Promise<void> {
  // A later attempt is of whatever module somebody registered for; the first of those that the semester's plans examine.
  const wanted =
    period.attempt === 1
      ? sql`t.id = ${period.semester_id} and c.active
       and exists (select 1 from ${assessmentComponents} a where a.course_module_id = c.id and a.kind = 'EXAM' and a.deleted_at is null)`
      : sql`t.institution_id = c.institution_id and (exists (select 1 from ${retakesToSit} and r.attempt = ${period.attempt}::int and r.course_module_id = c.id)
       or exists (select 1 from ${deferredTo(period)} and d.course_module_id = c.id))`;
  await call.client.query("select set_config('edulab.audit', 'off', true)");
  await call.db.execute(sql`
    insert into ${exams} (period_id, course_module_id, minutes, student_ids)
    select ${period.id}, c.id, ${usualExamMinutes(period)}::int, k.takers
      from ${courseModules} c join ${semesters} t on t.academic_year_id = c.academic_year_id and t.number = c.semester
      cross join lateral (select ${takersOf(sql`c.id`, period, isPeriodFor(period, sql`s.id`))} as takers) k
     where ${wanted} and c.deleted_at is null
       ${period.course_module_ids.length ? sql`and c.id = any(${sql.param(period.course_module_ids)}::int[])` : sql``}
       ${period.group_ids.length ? sql`and k.takers <> '{}'` : sql``}
       and not exists (select 1 from ${exams} e where e.period_id = ${period.id} and e.course_module_id = c.id)
     order by c.id`);
  await call.client.query("select set_config('edulab.audit', '', true)");
}

/**
 * Refuses a period in which nobody would sit anything, by its cause: no module has an exam, nobody registered, nobody takes
 * those modules, or nobody who does is admitted.
 */
export async function demandExamTakers(call: Call, { id, attempt }: Period, barred: number): Promise<void> {
  const found = await call.db
    .select({ empty: sql<boolean>`${exams.student_ids} = '{}'` })
    .from(exams)
    .where(and(eq(exams.period_id, id), isNull(exams.deleted_at)));
  if (found.some(({ empty }) => !empty)) return;
  if (barred > 0) throw fail('NOBODY_ADMITTED', { count: barred });
  if (attempt > 1) throw fail('NOBODY_REGISTERED', { attempt });
  throw fail(found.length === 0 ? 'NO_EXAMS_PLANNED' : 'NO_EXAM_TAKERS');
}

/** A period that may be changed, locked until the end of the call. */
export async function lockDraftPeriod(call: Call, id: number): Promise<Period> {
  const period = await lockPeriod(call, id);
  if (period.state !== 'DRAFT') throw fail('EXAMS_CLOSED');
  return period;
}

/** Errors: TIMETABLE_RUNNING while a search is at work on it. */
export async function lockPeriod(call: Call, id: number): Promise<Period> {
  const [row] = await call.db
    .select({ row: examPeriods, running })
    .from(examPeriods)
    .where(and(eq(examPeriods.id, id), isNull(examPeriods.deleted_at)))
    .for('update');
  if (!row) throw fail('NOT_FOUND');
  if (row.running) throw fail('TIMETABLE_RUNNING');
  return row.row;
}

/** The period, where the caller may see it; without a number the newest that is published. */
export async function periodById(call: Call, id: number | undefined): Promise<Period | undefined> {
  const [row] = await call.db
    .select()
    .from(examPeriods)
    .where(
      and(
        isNull(examPeriods.deleted_at),
        visiblePeriods(call),
        id ? eq(examPeriods.id, id) : eq(examPeriods.state, 'PUBLISHED'),
      ),
    )
    .orderBy(sql`${examPeriods.starts_on} desc, ${examPeriods.id} desc`)
    .limit(1);
  if (id && !row) throw fail('NOT_FOUND');
  return row;
}

export async function presentPeriods(call: Call, rows: readonly Period[]) {
  const ids = rows.map(({ id }) => id);
  const counts = new Map(
    (
      await call.db
        .select({
          id: examPeriods.id,
          exams: sql<number>`(select count(*)::int from ${exams} e where e.period_id = exam_periods.id and e.deleted_at is null)`,
          students: sql<number>`(select coalesce(sum(cardinality(e.student_ids)), 0)::int from ${exams} e where e.period_id = exam_periods.id and e.deleted_at is null)`,
          unplaced: sql<number>`(select count(*)::int from ${exams} e where e.period_id = exam_periods.id and e.deleted_at is null and ${needsPlace})`,
          ...stateOfSearch(examPeriods),
        })
        .from(examPeriods)
        .where(inArray(examPeriods.id, ids))
    ).map((row) => [row.id, row]),
  );
  const terms = await titlesOfSemesters(call, rows);
  const named = await titlesOf(
    call,
    groups,
    rows.flatMap((row) => row.group_ids),
    sql`${groups.name}`,
  );
  return rows.map((row) => {
    const { published_by, ...shown } = plain(row) as Period;
    const {
      exams: number = 0,
      students: seats = 0,
      unplaced = 0,
      running: busy = false,
      error = null,
    } = counts.get(row.id) ?? {};
    const edit = may(call, 'exam_period.manage') && row.state === 'DRAFT' && !busy;
    return {
      ...shown,
      semester: terms.get(row.semester_id) ?? { id: row.semester_id, title: '' },
      groups: row.group_ids.flatMap((id) => named.get(id) ?? []),
      exams: number,
      students: seats,
      unplaced,
      running: busy,
      error,
      can: {
        edit,
        delete: edit,
        move: may(call, 'exam_period.manage') && !busy,
        publish: may(call, 'exam_period.publish') && row.state === 'DRAFT' && !busy,
        unpublish: may(call, 'exam_period.publish') && row.state === 'PUBLISHED',
      },
    };
  });
}

/** A period as it is shown, where the caller may see it. */
export const shownPeriod = async (call: Call, id: number) =>
  (await presentPeriods(call, [(await periodById(call, id))!]))[0]!;
