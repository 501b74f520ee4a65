import { createHash } from 'node:crypto';
import { verifyLedger } from '#domains/assessment/server/index.ts';
import { all } from './calls.ts';
import { calendarOf } from './founding.ts';
import { type Check, differ, moved, none, sql, sum } from './looking.ts';
import { money } from './money.ts';
import type { AcademicYear, World } from './world.ts';

/** What must be true on every evening. Reads alone: calls as whoever may, and the tables where no call shows enough. */

/** People are as many in the home of the office, in lists, in years of study and in groups. */
const counts: Check = async (world) => {
  const office = await world.reader('registrar_head');
  const { by_status } = await office.students.overview();
  const told = Object.fromEntries(by_status.map(({ status, count }) => [status as string, count]));
  const lines: string[] = [];
  for (const { status, count } of by_status) {
    const { total_elements } = await office.students.list({ status: [status], size: 1 });
    lines.push(...differ(`students who are ${status}`, { home: count, list: total_elements }));
  }
  const everybody = (await office.students.list({ size: 1 })).total_elements;
  lines.push(...differ('all students', { home: sum(Object.values(told)), list: everybody }));
  const groups = await all((page) => office.groups.group.list({ kind: 'MAIN', size: 200, page }));
  const without = sum((await office.groups.group.waiting({})).map(({ students }) => students));
  const seated = sum(groups.map(({ students, away }) => students - away));
  lines.push(...differ('who study', { home: told.ACTIVE ?? 0, 'in groups and waiting for one': seated + without }));
  const away = { home: (told.GAP_YEAR ?? 0) + (told.INACTIVE ?? 0), groups: sum(groups.map((group) => group.away)) };
  lines.push(...differ('who are away and keep a place', away));
  return lines;
};

/** The chain of marks is whole, and has every mark; on ordinary evenings those of the modules that grew. */
const ledger: Check = async (world, whole) => {
  const heads = await sql(world, 'select course_module_id as id, seq from ledger_heads order by 1');
  const grown = heads.filter(({ id, seq }) => moved(world, `ledger ${id}`, seq));
  const client = await world.api.database.owner.connect();
  try {
    const lines: string[] = [];
    for (const id of whole ? [undefined] : grown.map((head) => Number(head.id))) {
      const { faults } = await verifyLedger(client, world.api.dataDir, id);
      lines.push(...faults.map((fault) => JSON.stringify(fault)));
    }
    return lines;
  } finally {
    client.release();
  }
};

interface Closed {
  checksum: string;
  /** Years of study about which nobody had decided yet, as those of people on leave: they are closed later. */
  open: ReadonlySet<number>;
}
const closed = new WeakMap<AcademicYear, Closed>();
const undecided = ['ACTIVE', 'SUSPENDED', 'PLANNED'];
/** What the office reads of a year that is closed is on every later day what it was on the first. */
const oldYears: Check = async (world, whole) => {
  if (!whole) return [];
  const lines: string[] = [];
  for (const year of world.years) {
    if (world.day < calendarOf(year.first).closed) continue;
    const { assessment, enrollment } = await world.reader('registrar_head');
    const of = { academic_year_id: year.id, size: 200 };
    const results = await all((page) => assessment.mark.history({ ...of, page }));
    const years = await all((page) => enrollment.enrollment.list({ ...of, page }));
    const boards = await all((page) => assessment.release.board.list({ ...of, page }));
    const decided = await all((page) => enrollment.turn.students({ ...of, page }));
    const before = closed.get(year);
    const open = before?.open ?? new Set(years.filter(({ status }) => undecided.includes(status)).map(({ id }) => id));
    const rows = [
      results.map(({ id, student, total, letter, passed, attempt }) => [
        id,
        student.id,
        total,
        letter,
        passed,
        attempt,
      ]),
      years
        .filter(({ id }) => !open.has(id))
        .map(({ id, student, course, study_year, starts_on, ends_on, order_number, status }) => [
          id,
          student.id,
          course.id,
          study_year,
          starts_on,
          ends_on,
          order_number,
          status,
        ]),
      boards.map(({ id, number, confirmed }) => [id, number, confirmed]),
      decided
        .filter(({ id, applied }) => applied && !open.has(id))
        .map(({ id, outcome, cause, earned }) => [id, outcome, cause, earned]),
    ].map((some) => some.map((row) => JSON.stringify(row)).sort());
    const checksum = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
    if (before && before.checksum !== checksum)
      lines.push(`${year.first}/${year.first + 1} reads otherwise than before`);
    if (!before) closed.set(year, { checksum, open });
  }
  return lines;
};

const checks = {
  'counts agree': counts,
  'money adds up': money,
  'every mark is in the ledger': ledger,
  'old years are unchanged': oldYears,
  'nobody is in two groups of one kind': none(
    `select a.student_id, a.group_id, b.group_id as other from group_members a join groups g on g.id = a.group_id
       join group_members b on b.student_id = a.student_id and b.id > a.id join groups h on h.id = b.group_id and h.kind = g.kind
      where a.deleted_at is null and b.deleted_at is null and g.kind = 'MAIN'
        and daterange(a.starts_on, a.ends_on, '[]') && daterange(b.starts_on, b.ends_on, '[]')`,
  ),
  'whoever left has no place in a group': none(
    `select s.id, s.status, m.group_id, m.starts_on, m.ends_on from students s join group_members m on m.student_id = s.id and m.deleted_at is null
      where s.status in ('WITHDRAWN', 'GRADUATED', 'TRANSFERRED_OUT') and coalesce(m.ends_on, 'infinity') >= edulab_today()`,
  ),
  'who studies has one year of study that runs': none(
    // Whoever waits for a decision about the year before is still in that one; whoever waits for the degree has none.
    `select s.id as student, s.status, array_agg(y.name || ' ' || e.study_year || ' ' || e.status || coalesce(' ' || o.outcome || ' ' || o.cause, '') order by e.starts_on) as years
       from students s left join enrollments e on e.student_id = s.id and e.deleted_at is null
       left join academic_years y on y.id = e.academic_year_id left join progression_outcomes o on o.enrollment_id = e.id and not o.undone
      where s.deleted_at is null
      group by 1, 2, s.entry_year
     having (s.status = 'ACTIVE' and count(*) filter (where e.status = 'ACTIVE' and e.starts_on <= edulab_today()) <> 1
               and not (count(*) filter (where e.status in ('ACTIVE', 'PLANNED', 'SUSPENDED')) = 0
                        and coalesce((array_agg(o.outcome = 'GRADUATES_NEXT' order by e.starts_on desc, e.id desc))[1], false))
               and exists (select 1 from academic_years t where edulab_today() between t.starts_on and t.ends_on and extract(year from t.starts_on) >= s.entry_year))
         or (s.status in ('GAP_YEAR', 'INACTIVE') and count(*) filter (where e.status = 'ACTIVE') > 0)
         or (s.status in ('WITHDRAWN', 'TRANSFERRED_OUT', 'GRADUATED') and count(*) filter (where e.status in ('ACTIVE', 'PLANNED', 'SUSPENDED')) > 0)`,
  ),
  'no register is without its lesson, no cell without its student': none(
    `select a.session_id, a.student_id from attendance a left join class_sessions s on s.id = a.session_id and s.deleted_at is null
       left join students t on t.id = a.student_id and t.deleted_at is null where s.id is null or t.id is null
     union all
     select a.session_id, a.student_id from attendance a join class_sessions s on s.id = a.session_id
      where exists (select 1 from class_session_groups g where g.session_id = s.id)
        and not exists (select 1 from class_session_groups g join group_members m on m.group_id = g.group_id and m.deleted_at is null
                         where g.session_id = s.id and m.student_id = a.student_id and s.date >= m.starts_on
                           -- Whoever left during the day had been called before.
                           and s.date <= coalesce(m.ends_on + 1, 'infinity'))`,
  ),
  'the groups of a lesson know its day': none(
    'select s.id, s.date, g.group_id, g.date as known from class_session_groups g join class_sessions s on s.id = g.session_id where g.date <> s.date',
  ),
  'no seat of an exam is without its applicant or student': none(
    `select 'entrance' as exam, e.application_id from exam_seats e join applications a on a.id = e.application_id where a.status in ('WITHDRAWN', 'REJECTED') and e.state = 'ASSIGNED'
     union all
     select 'hall', e.student_id from exam_hall_seats e left join students s on s.id = e.student_id and s.deleted_at is null where s.id is null`,
  ),
  'everybody who takes a published exam has one seat, and one exam at a time': none(
    `select e.id as exam, t.student as without from exams e join exam_periods p on p.id = e.period_id and p.state = 'PUBLISHED' and p.deleted_at is null
       cross join unnest(e.student_ids) t(student)
      where e.deleted_at is null and e.date >= edulab_today()
        and not exists (select 1 from exam_hall_seats s where s.exam_id = e.id and s.student_id = t.student)
     union all
     select s.exam_id, s.student_id from exam_hall_seats s join exams e on e.id = s.exam_id where not s.student_id = any(e.student_ids)
     union all
     select a.exam_id, a.student_id from exam_hall_seats a join exam_halls h on h.id = a.hall_id
       join exam_hall_seats b on b.student_id = a.student_id and b.id > a.id join exam_halls k on k.id = b.hall_id and k.date = h.date and k.sitting = h.sitting
       join exams x on x.id = a.exam_id join exam_periods p on p.id = x.period_id and p.state = 'PUBLISHED' and p.deleted_at is null
       join exams z on z.id = b.exam_id join exam_periods q on q.id = z.period_id and q.state = 'PUBLISHED' and q.deleted_at is null`,
  ),
  'nothing is booked for what is not there': none(
    `select b.kind, b.what, b.session_id, b.exam_hall_id from class_bookings b
       left join class_sessions s on s.id = b.session_id and s.deleted_at is null and s.state <> 'CANCELLED'
       left join exam_halls h on h.id = b.exam_hall_id
      where s.id is null and h.id is null`,
  ),
  'no work is handed in, no attempt made by nobody': none(
    `select 'homework' as what, w.id from homework_submissions w left join lesson_homeworks h on h.id = w.homework_id and h.deleted_at is null
       left join students s on s.id = w.student_id and s.deleted_at is null where h.id is null or s.id is null
     union all
     select 'retake', r.id from assessment_retakes r left join students s on s.id = r.student_id and s.deleted_at is null
       left join course_modules m on m.id = r.course_module_id and m.deleted_at is null
      where r.deleted_at is null and (s.id is null or m.id is null)
     union all
     select 'mark of an attempt that nobody registered', k.id from marks k
      where k.attempt > 1 and not exists (select 1 from assessment_retakes r where r.course_module_id = k.course_module_id
        and r.student_id = k.student_id and r.attempt = k.attempt and r.deleted_at is null)`,
  ),
  'nobody has two open attempts of one module': none(
    `select course_module_id, student_id, array_agg(attempt order by attempt) as attempts from (
       select r.course_module_id, r.student_id, r.attempt from assessment_retakes r
        where r.state = 'REGISTERED' and r.deleted_at is null
          and not exists (select 1 from marks k where k.course_module_id = r.course_module_id and k.student_id = r.student_id and k.attempt = r.attempt and k.status in ('CONFIRMED', 'LOCKED'))
       union
       select k.course_module_id, k.student_id, k.attempt from marks k where k.attempt > 1 and k.status not in ('CONFIRMED', 'LOCKED')
         and not (k.value is null and k.special is null)) open
      group by 1, 2 having count(*) > 1`,
  ),
  'modules of choice have no more than their places, and nobody who left': none(
    `select c.course_module_id, count(*)::int as chosen, m.capacity from module_choices c join course_modules m on m.id = c.course_module_id
      where c.state = 'CHOSEN' and c.deleted_at is null group by 1, m.capacity having count(*) > m.capacity
     union all
     select c.course_module_id, c.student_id, null from module_choices c join students s on s.id = c.student_id
       join course_modules m on m.id = c.course_module_id join academic_years y on y.id = m.academic_year_id and y.ends_on >= edulab_today()
      where c.state <> 'WITHDRAWN' and c.deleted_at is null and s.status in ('WITHDRAWN', 'GRADUATED', 'TRANSFERRED_OUT')`,
  ),
  'nobody who left holds the role of a student': none(
    `select s.id, s.status, r.name from students s join account_roles a on a.account_id = s.account_id and a.institution_id = s.institution_id
       join roles r on r.id = a.role_id and r.name in ('BACHELOR_STUDENT', 'MASTER_STUDENT', 'MS_STUDENT')
      where s.status in ('WITHDRAWN', 'GRADUATED', 'TRANSFERRED_OUT') and s.deleted_at is null
        and not exists (select 1 from students o where o.account_id = s.account_id and o.deleted_at is null and o.status in ('ACTIVE', 'GAP_YEAR', 'INACTIVE'))
     union all
     select s.id, s.status, null from students s
      where s.status in ('ACTIVE', 'GAP_YEAR', 'INACTIVE') and s.deleted_at is null and s.account_id is not null
        and not exists (select 1 from account_roles a join roles r on r.id = a.role_id where a.account_id = s.account_id and r.name in ('BACHELOR_STUDENT', 'MASTER_STUDENT', 'MS_STUDENT'))`,
  ),
  'numbers of documents have no gaps': none(
    `select kind, split_part(number, '-', 2) as year, count(*)::int as documents, max(split_part(number, '-', 3)::int) as last
       from issued_documents group by 1, 2 having count(*) <> max(split_part(number, '-', 3)::int)`,
  ),
  'an order that was written here is the document that it says': none(
    `select c.id, c.order_number, d.number from student_life_changes c left join issued_documents d on d.id = c.document_id and d.kind = 'ORDER'
      where c.document_id is not null and d.number is distinct from c.order_number`,
  ),
  'what a notice names is found': none(
    `select n.id, n.title ->> 'uz' as title, w.number from notices n
      cross join lateral (select m[1] as number from regexp_matches(n.title ->> 'uz', '([A-Z]{1,4}-[0-9]{4}-[0-9]{5,})', 'g') m) w
      where n.created_at > edulab_now() - interval '40 days'
        and not exists (select 1 from contracts c where c.number = w.number and c.deleted_at is null)
        and not exists (select 1 from issued_documents d where d.number = w.number)
        and not exists (select 1 from applications a where a.number = w.number)
      limit 5`,
  ),
  'every payment is what it paid for, or waits as credit': none(
    `select c.number, p.paid, d.covered, p.paid - d.covered as over from contracts c
      cross join lateral (select coalesce(sum(amount), 0) as paid from payments where contract_id = c.id and deleted_at is null) p
      cross join lateral (select coalesce(sum(paid), 0) as covered from student_debits where contract_id = c.id and deleted_at is null) d
      where c.deleted_at is null and (d.covered > p.paid or d.covered < 0)
        and exists (select 1 from student_debits x where x.contract_id = c.id)`,
  ),
  'every student came by an enrolment that knows them': none(
    `select a.id as application, a.status, s.id as student from applications a
       full join students s on s.account_id = (select g.account_id from guests g where g.id = a.guest_id)
      where (a.status = 'ENROLLED' and s.id is null) or (s.id is not null and s.deleted_at is null and a.id is null)`,
  ),
  'every change has an author': none(
    `select id, call, table_name, row_id, operation from audit_log
      where account_id is null and call is not null and call not like '%/signup%' and call not like 'night%' and at > edulab_now() - interval '1 day' limit 5`,
  ),
  'every step has an author or came with the calendar': none(
    `select id, entity, entity_id, from_status, to_status from status_history
      where account_id is null and at > edulab_now() - interval '1 day'
        and entity not in ('enrollment', 'mark') and not (entity = 'application' and to_status = 'EXPIRED')
        and not (entity = 'contract' and from_status = 'DRAFT' and to_status = 'ISSUED')
        and not (entity = 'risk_case' and (from_status is null or to_status = 'CLOSED'))
        and not (entity = 'cv' and to_status = 'ARCHIVED') limit 5`,
  ),
  'every change of a life has a reason, an order and an author': none(
    `select id, kind, reason, order_number, account_id from student_life_changes where reason is null or order_number is null or account_id is null limit 5`,
  ),
  'no work failed': none(
    `select name as work, error from nightly_runs where error is not null union all select kind, error from jobs where state = 'failed'`,
  ),
} satisfies Record<string, Check>;

export type Rule = keyof typeof checks;
const checkOf: Readonly<Record<string, Check>> = checks;
/** Their names. */
export const rules: readonly string[] = Object.keys(checks);

/** What is not as one of them says. That it cannot be looked at is a fault as well, and no reason not to look at the others. */
export async function brokenOf(world: World, rule: string, whole = true): Promise<string[]> {
  const found = await checkOf[rule]!(world, whole).catch((fault: unknown) => [String(fault)]);
  return found.map((line) => `${rule}: ${line}`);
}

/** What is not as it must be this evening, a line each. */
export async function broken(world: World, whole: boolean, took: Record<string, number> = {}): Promise<string[]> {
  const lines: string[] = [];
  for (const rule of rules) {
    const began = performance.now();
    lines.push(...(await brokenOf(world, rule, whole)));
    took[rule] = (took[rule] ?? 0) + performance.now() - began;
  }
  return lines;
}
