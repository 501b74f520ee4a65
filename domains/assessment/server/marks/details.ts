import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { students } from '#domains/students/server/index.ts';
import type { ErrorCode } from '#platform/contract/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { codeRow, criterionMarksInput, detailsAnswer, detailsQuery } from '../../shapes-marks.ts';
import { shownStates } from '../../workflow.ts';
import { sealedStudent } from '../cases/sealed.ts';
import { componentDue } from '../deadlines.ts';
import { demandModule, moduleRefs, ownRecords, ownStudents } from '../modules.ts';
import { assessmentComponents, assessmentCriteria, criterionMarks, marks } from '../tables.ts';
import { blindIn, blindPoints, noneBlind } from './blind.ts';
import { cellsOf, resultsOf } from './cells.ts';
import { codeOf, codeSecret } from './codes.ts';
import { frameOf, gridComponents } from './frame.ts';
import { dayOf, groupNameOn, rosterOf } from './roster.ts';
import { saveMarks } from './save.ts';

/** What is not told of a mark to whom its second value is asked of. */
const hiddenValues = { value: null, special: null, comment: null, first_value: null, marked_by: null } as const;

/** One student in one module, with every attempt and criterion; and marking by criteria. */

type Answer = z.infer<typeof detailsAnswer>;
type Component = Answer['components'][number];

const instantOf = (at: string | null | undefined) => (at ? new Date(at).toISOString() : null);

export async function details(call: Call, input: z.infer<typeof detailsQuery>): Promise<Answer> {
  const module = await moduleOf(call, input);
  const own = !may(call, 'mark.read');
  const { rows: people } = await call.db.execute<Answer['student'] & Record<string, unknown>>(sql`
    select s.id, s.full_name as name, s.student_no from ${students} s
     where s.deleted_at is null and ${own && input.student_id === undefined ? sql`s.id in ${ownStudents(call)}` : sql`s.id = ${input.student_id ?? 0}`} ${own ? sql`and s.id in ${ownRecords(call)}` : sql``} limit 1`);
  const [student] = people;
  if (!student) throw fail('NOT_FOUND');
  if (!own) await demandModule(call, 'mark.read', module);
  const shown = own ? sql`and m.status in ${[...shownStates]}` : sql``;
  const { rows: found } = await call.db.execute<
    { component_id: number } & Component['marks'][number] & Record<string, unknown>
  >(sql`
    select m.component_id, m.id, m.attempt, ${own ? sql`case when z.student_id is null then m.value else 0 end` : sql`m.value`}::float8 as value,
           ${own ? sql`case when z.student_id is null then m.special end` : sql`m.special`} as special, z.student_id is not null and not (${own ? sql`false` : sealedStudent(call, sql`m.student_id`)}) as penalised, m.version, m.status, m.comment, m.first_value::float8 as first_value, m.second_value::float8 as second_value,
           case when a.id is not null then json_build_object('id', a.id, 'name', concat_ws(' ', a.lastname, a.firstname)) end as marked_by,
           case when b.id is not null then json_build_object('id', b.id, 'name', concat_ws(' ', b.lastname, b.firstname)) end as second_marker, m.marked_at, m.held_from
      from ${marks} m left join accounts a on a.id = m.marked_by left join accounts b on b.id = m.second_marker
      left join edulab_zeroed(array[${module}::int]) z on z.component_id = m.component_id and z.student_id = m.student_id and z.attempt = m.attempt
     where m.course_module_id = ${module} and m.student_id = ${student.id} ${shown} order by m.attempt`);
  if (own && found.length === 0) await demandModule(call, 'assessment_plan.read', module);
  const { rows: criteria } = await call.db.execute<
    { component_id: number; given: number | null } & Component['criteria'][number] & Record<string, unknown>
  >(sql`
    select k.component_id, k.id, ${localTitle(sql`k.title`, call.locale)} as title, k.weight::float8 as weight, k.levels, p.points::float8 as points, p.level, p.comment, p.id as given
      from ${assessmentCriteria} k join ${assessmentComponents} c on c.id = k.component_id and c.course_module_id = ${module} and c.deleted_at is null
      left join ${criterionMarks} p on p.criterion_id = k.id and p.student_id = ${student.id}
       and p.attempt = (select max(q.attempt) from ${criterionMarks} q where q.criterion_id = k.id and q.student_id = ${student.id})
     where k.deleted_at is null order by k.position, k.id`);
  const components = await gridComponents(call, module);
  const concealed = (row: (typeof components)[number]) =>
    !own && row.anonymous && !row.shown && !may(call, 'mark.codes');
  const due = componentDue(sql`${student.id}::int`, sql`1`);
  const { rows: dates } = await call.db.execute<{ id: number; exam_date: string | null; due_at: string | null }>(
    sql`select c.id, c.exam_date::text as exam_date, ${due} as due_at from ${assessmentComponents} c where c.course_module_id = ${module} and c.deleted_at is null`,
  );
  const datesOf = new Map(dates.map((row) => [row.id, row]));
  const visible = new Set(found.map((row) => row.component_id));
  const [sum] = await resultsOf(call, module, [student.id]);
  const blind = own ? noneBlind : await blindIn(call, module);
  const kept = { student_id: student.id };
  const told = own
    ? sum !== undefined && shownStates.some((state) => state === sum.status)
    : !components.some(concealed) && !blind.total(student.id);
  const points = own ? new Set<number>() : await blindPoints(call, module, student.id);
  return {
    student,
    course_module: (await moduleRefs(call, [module])).get(module)!,
    components: components.map((row) => ({
      id: row.id,
      parent_id: row.parent_id,
      code: row.code,
      title: row.title,
      kind: row.kind,
      weight: row.weight,
      minimum: row.minimum,
      leaf: row.leaf,
      due_at: instantOf(datesOf.get(row.id)?.due_at),
      exam_date: datesOf.get(row.id)?.exam_date ?? null,
      marks: concealed(row)
        ? []
        : found
            .filter((mark) => mark.component_id === row.id)
            .map(({ component_id, ...mark }) => ({
              ...mark,
              ...(blind.mark({ ...kept, component_id, attempt: mark.attempt }) ? hiddenValues : {}),
              marked_at: new Date(mark.marked_at).toISOString(),
              // Who marked and what they thought before they agreed stays among the markers.
              ...(own
                ? { first_value: null, second_value: null, marked_by: null, second_marker: null, held_from: null }
                : {}),
            })),
      criteria: criteria
        .filter((criterion) => criterion.component_id === row.id)
        .map(({ component_id, given, ...criterion }) =>
          concealed(row) || (own && !visible.has(row.id)) || points.has(given ?? 0)
            ? { ...criterion, points: null, level: null, comment: null }
            : criterion,
        ),
    })),
    result: told && sum ? (({ student_id, ...rest }) => rest)(sum) : null,
  };
}

async function moduleOf(call: Call, input: z.infer<typeof detailsQuery>): Promise<number> {
  if (input.course_module_id !== undefined) return input.course_module_id;
  if (input.component_id === undefined) throw failField('course_module_id', 'form_required');
  const { rows } = await call.db.execute<{ module: number }>(
    sql`select course_module_id as module from ${assessmentComponents} where id = ${input.component_id} and deleted_at is null`,
  );
  if (!rows[0]) throw fail('NOT_FOUND');
  return rows[0].module;
}

/** Points by criterion; once every criterion has them, the mark of the component follows, rounded half up. */
export async function saveCriterionMarks(call: Call, input: z.infer<typeof criterionMarksInput>) {
  const module = await moduleOf(call, { component_id: input.component_id });
  await demandModule(call, 'mark.enter', module);
  const { version, points, ...key } = input;
  const [cell] = await cellsOf(call, module, await frameOf(call, module), [key]);
  const { rows: known } = await call.db.execute<{ id: number }>(
    sql`select id from ${assessmentCriteria} where component_id = ${input.component_id} and deleted_at is null`,
  );
  const strange = points.findIndex((point) => !known.some((row) => row.id === point.criterion_id));
  if (strange >= 0 || new Set(points.map((point) => point.criterion_id)).size < points.length)
    throw fail('BAD_REQUEST', {
      fields: [{ path: `points.${Math.max(strange, 0)}.criterion_id`, code: 'UNKNOWN_REFERENCE' }],
    });
  // The mark first: where it is closed or somebody was quicker, the points are not written either.
  const { rows } = await call.client.query<{ mark: number; missing: number }>(
    `select case when sum(k.weight) > 0 then (div(2 * sum(coalesce(x.points, p.points, 0) * k.weight * 10) + sum(k.weight), 2 * sum(k.weight)) / 10)::float8 else 0 end as mark,
            count(*) filter (where x.points is null and p.points is null)::int as missing
       from assessment_criteria k left join jsonb_to_recordset($2::jsonb) as x(criterion_id int, points numeric) on x.criterion_id = k.id
       left join criterion_marks p on p.criterion_id = k.id and p.student_id = $3 and p.attempt = $4
      where k.component_id = $1 and k.deleted_at is null`,
    [input.component_id, JSON.stringify(points), cell!.student_id, cell!.attempt],
  );
  const whole = rows[0]!.missing === 0;
  const answer = await saveMarks(call, {
    course_module_id: module,
    marks: [{ ...key, ...(whole ? { value: rows[0]!.mark } : {}), version: version ?? null }],
  });
  const [conflict] = answer.conflicts;
  if (conflict) throw fail('STALE', { current: conflict.current, by: conflict.current.name, at: conflict.current.at });
  const [refused] = answer.refused;
  if (refused) throw fail(refused.fault as ErrorCode, { status: refused.status });
  await call.client.query(
    `insert into criterion_marks (criterion_id, student_id, attempt, points, level, comment, marked_by)
     select x.criterion_id, $2, $3, x.points, x.level, x.comment, $4 from jsonb_to_recordset($1::jsonb) as x(criterion_id int, points numeric, level smallint, comment text)
     on conflict (criterion_id, student_id, attempt) do update set points = excluded.points, level = excluded.level, comment = excluded.comment, marked_by = excluded.marked_by`,
    [JSON.stringify(points), cell!.student_id, cell!.attempt, call.account_id],
  );
  return answer;
}

/** Whose code is whose, for envelopes and lists of the office. */
export async function codes(call: Call, component_id: number): Promise<z.infer<typeof codeRow>[]> {
  const module = await moduleOf(call, { component_id });
  await demandModule(call, 'mark.codes', module);
  const day = await dayOf(call, module);
  const { rows } = await call.db.execute<Omit<z.infer<typeof codeRow>, 'code'> & Record<string, unknown>>(sql`
    select s.id as student_id, s.full_name as name, s.student_no, ${groupNameOn(sql`s.id`, day)} as "group"
      from ${students} s where s.id in (select r.id from ${rosterOf(module, day)} r) order by s.full_name, s.id`);
  const secret = codeSecret(call);
  return rows.map((row) => ({ ...row, code: codeOf(secret, component_id, row.student_id) }));
}
