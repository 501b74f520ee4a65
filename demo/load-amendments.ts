import type pg from 'pg';

/** A few requests to change marks of last spring, each at another point of its way. */

interface Step {
  to: string;
  by: string;
  days: number;
  reason?: string;
}
interface Plan {
  reason_code: string;
  text: string;
  /** Points that the mark moves by; the mark is chosen so that there is room for them. */
  points: number;
  steps: Step[];
}
const asked = (days: number): Step => ({ to: 'REQUESTED', by: 'teacher', days });
const checked = (days: number): Step => ({ to: 'CHECKED', by: 'module_leader', days });
const PLANS: Plan[] = [
  {
    reason_code: 'ENTRY_ERROR',
    text: 'Vedomostdagi baho jurnalga notoʻgʻri koʻchirilgan, asl varaq ilova qilinadi.',
    points: 6,
    steps: [asked(2)],
  },
  {
    reason_code: 'APPEAL',
    text: 'Apellyatsiya hayʼati 3-savol javobini toʻgʻri deb topdi.',
    points: 4,
    steps: [asked(6), checked(4)],
  },
  {
    reason_code: 'CALCULATION_ERROR',
    text: 'Ikkinchi qism ballari yigʻindiga qoʻshilmagan.',
    points: 12,
    steps: [asked(9), checked(8)],
  },
  {
    reason_code: 'LATE_WORK',
    text: 'Ish muddatdan keyin, dekanat ruxsati bilan topshirildi.',
    points: 5,
    steps: [asked(5), { to: 'RETURNED', by: 'module_leader', days: 3, reason: 'Dekanat ruxsatnomasini ilova qiling.' }],
  },
  {
    reason_code: 'OTHER',
    text: 'Talaba bahoni qayta koʻrib chiqishni soʻradi.',
    points: 3,
    steps: [
      asked(20),
      checked(18),
      { to: 'REJECTED', by: 'ar_committee', days: 15, reason: 'Qayta koʻrib chiqishga asos yoʻq.' },
    ],
  },
];

interface Mark {
  mark_id: number;
  student_id: number;
  course_module_id: number;
  before: Outcome;
  standing: Standing;
}
interface Standing {
  average: number | null;
  class: string | null;
}
interface Outcome {
  total: number | null;
  letter: string | null;
  five: number | null;
  passed: boolean | null;
}

/** Needs marks; of a small university also such as fit less well. Answers how many requests there are; none where the demo's teacher gave no mark that is confirmed. */
export async function loadAmendments(client: pg.PoolClient): Promise<number> {
  const { rows: marks } = await client.query<Mark & { at: number }>(
    `with found as (
       select distinct on (m.student_id) m.id, m.student_id, m.course_module_id, m.component_id, m.value between 56 and 80 as fits
         from marks m join assessment_components c on c.id = m.component_id and c.kind = 'EXAM'
        where m.status in ('CONFIRMED', 'LOCKED') and m.attempt = 1 and m.value between 30 and 88
          and m.course_module_id in (select t.course_module_id from course_module_teachers t join staff s on s.id = t.staff_id join accounts a on a.id = s.account_id and a.username = 'teacher')
        order by m.student_id, m.value between 56 and 80 desc, m.course_module_id desc)
     select f.id as mark_id, f.student_id, f.course_module_id, (row_number() over (order by f.fits desc, f.id) - 1)::int as at, ${outcome('r')} as before, ${standing('f.student_id')} as standing
       from found f join module_results r on r.course_module_id = f.course_module_id and r.student_id = f.student_id
      order by f.fits desc, f.id limit ${PLANS.length}`,
  );
  // What each would do is tried out and taken back, by the computation that all totals come from.
  await client.query('savepoint tried');
  await client.query(
    'update marks m set value = m.value + x.points from unnest($1::int[], $2::int[]) x(id, points) where m.id = x.id',
    [marks.map((mark) => mark.mark_id), marks.map((mark) => PLANS[mark.at]!.points)],
  );
  await client.query(
    'select assessment_store(array[course_module_id], array[student_id]) from marks where id = any($1)',
    [marks.map((mark) => mark.mark_id)],
  );
  const { rows: after } = await client.query<{ outcome: Outcome; standing: Standing }>(
    `select ${outcome('r')} as outcome, ${standing('r.student_id')} as standing
       from unnest($1::int[], $2::int[]) with ordinality x(module, student, n) join module_results r on r.course_module_id = x.module and r.student_id = x.student order by x.n`,
    [marks.map((mark) => mark.course_module_id), marks.map((mark) => mark.student_id)],
  );
  await client.query('rollback to savepoint tried');
  await client.query('release savepoint tried');
  const requests = marks.map((mark, at) => {
    const plan = PLANS[mark.at]!;
    const then = after[at]!;
    const flips = mark.before.passed !== then.outcome.passed;
    const status = plan.steps.at(-1)!.to;
    return {
      mark_id: mark.mark_id,
      points: plan.points,
      reason_code: plan.reason_code,
      text: plan.text,
      status,
      approvals: flips || plan.points > 10 ? 2 : 1,
      checked: plan.steps.some((step) => step.to === 'CHECKED'),
      decided: status === 'REJECTED',
      decision: status === 'RETURNED' || status === 'REJECTED' ? plan.steps.at(-1)!.reason : null,
      days: plan.steps[0]!.days,
      steps: plan.steps.map((step, n) => ({ ...step, from: plan.steps[n - 1]?.to ?? null })),
      effect: {
        before: mark.before,
        after: then.outcome,
        flips,
        points: plan.points,
        approvals: flips || plan.points > 10 ? 2 : 1,
        average_before: mark.standing.average,
        average_after: then.standing.average,
        class_before: mark.standing.class,
        class_after: then.standing.class,
        transcripts: 0,
      },
    };
  });
  const { rowCount } = await client.query(
    `with asked as (
       select x.*, m.institution_id, m.course_module_id, m.component_id, m.student_id, m.attempt, m.value
         from jsonb_to_recordset($1::jsonb) x(mark_id int, points int, reason_code text, text text, status text, approvals int, checked boolean, decided boolean, decision text, days int, steps jsonb, effect jsonb)
         join marks m on m.id = x.mark_id),
     made as (
       insert into amendments (institution_id, course_module_id, mark_id, component_id, student_id, attempt, old_value, new_value, reason_code, text, status, effect, approvals,
                               requested_by, checked_by, decided_by, decision, created_at, updated_at)
       select institution_id, course_module_id, mark_id, component_id, student_id, attempt, value, value + points, reason_code, text, status, effect, approvals,
              ${account("'teacher'")}, case when checked then ${account("'module_leader'")} end, case when decided then array[${account("'ar_committee'")}] else '{}' end, decision,
              edulab_now() - make_interval(days => days), edulab_now() - make_interval(days => days)
         from asked order by days desc
       returning id, mark_id, institution_id)
     insert into status_history (institution_id, entity, entity_id, from_status, to_status, reason, account_id, at)
     select d.institution_id, 'amendment', d.id, s.value ->> 'from', s.value ->> 'to', s.value ->> 'reason', ${account("s.value ->> 'by'")}, edulab_now() - make_interval(days => (s.value ->> 'days')::int)
       from made d join asked a on a.mark_id = d.mark_id cross join lateral jsonb_array_elements(a.steps) with ordinality s(value, n) order by d.id, s.n`,
    [JSON.stringify(requests)],
  );
  return rowCount === 0 ? 0 : requests.length;
}

const account = (name: string) => `(select id from accounts where username = ${name})`;
const outcome = (row: string) =>
  `json_build_object('total', ${row}.total, 'letter', ${row}.letter, 'five', ${row}.five, 'passed', ${row}.passed)`;
/** The average and the class of degree that a transcript would say. */
const standing = (student: string) =>
  `(select json_build_object('average', s.average::float8, 'class', s.class ->> 'uz') from edulab_standings(array[${student}]) s)`;
