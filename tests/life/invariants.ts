import { createHash } from 'node:crypto';
import { verifyLedger } from '#domains/assessment/server/index.ts';
import { calendarOf } from './founding.ts';
import type { AcademicYear, World } from './world.ts';

/** What must be true on every evening. Reads alone: calls as whoever may, and the tables where no call shows enough. */

type Rows = Record<string, unknown>[];
type Check = (world: World) => Promise<string[]>;

const sql = async (world: World, text: string, values: unknown[] = []): Promise<Rows> =>
  (await world.api.database.owner.query(text, values)).rows;
/** Rows that must not be there, each as a line. */
const none =
  (text: string): Check =>
  async (world) =>
    (await sql(world, text)).map((row) => JSON.stringify(row));
const differ = (what: string, numbers: Record<string, number>): string[] =>
  new Set(Object.values(numbers)).size > 1 ? [`${what}: ${JSON.stringify(numbers)}`] : [];
const sum = (numbers: number[]): number => Math.round(numbers.reduce((all, one) => all + one, 0) * 100) / 100;

/** Every row of a list, page by page. */
async function all<T>(read: (page: number) => Promise<{ content: T[]; last: boolean }>): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 0; ; page++) {
    const { content, last } = await read(page);
    rows.push(...content);
    if (last) return rows;
  }
}

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

const looked = new WeakMap<World, Map<string, string>>();
/** Whether something reads otherwise than when it was asked for last. */
function moved(world: World, name: string, read: unknown): boolean {
  const seen = looked.get(world) ?? new Map<string, string>();
  looked.set(world, seen);
  const text = JSON.stringify(read);
  const same = seen.get(name) === text;
  seen.set(name, text);
  return !same;
}

/** What a contract says of its money is what was charged and paid; so say the student's balance and the home of accounting. */
const money: Check = async (world) => {
  const { accounting } = await world.reader('accounting_head');
  const contracts = await all((page) => accounting.contract.list({ size: 200, page }));
  const facts = new Map(
    (
      await sql(
        world,
        `select c.id, c.status, c.amount::float8 / 100 as amount,
                (select coalesce(sum(p.amount), 0)::float8 / 100 from payments p where p.contract_id = c.id and p.deleted_at is null) as paid,
                (select coalesce(sum(d.amount + coalesce((select sum(x.amount) from student_debit_details x where x.debit_id = d.id and x.deleted_at is null), 0)), 0)::float8 / 100
                   from student_debits d where d.contract_id = c.id and d.deleted_at is null) as charged,
                exists (select 1 from student_debits d where d.contract_id = c.id) as has_debits
           from contracts c where c.deleted_at is null`,
      )
    ).map((row) => [row.id as number, row]),
  );
  const lines: string[] = [];
  if (facts.size !== contracts.length)
    lines.push(`contracts: ${facts.size} in the table, ${contracts.length} in the list`);
  for (const { id, number, paid, owed, left, credit, status } of contracts) {
    const fact = facts.get(id);
    if (!fact) continue;
    const said = { paid: Number(paid), owed: Number(owed), left: Number(left), credit: Number(credit) };
    const what = `${number} (${status})`;
    lines.push(
      ...differ(`${what}, paid`, { payments: Number(fact.paid), list: said.paid }),
      ...differ(`${what}, left`, { 'owed less paid': Math.max(0, sum([said.owed, -said.paid])), list: said.left }),
      ...differ(`${what}, credit`, { 'paid less owed': Math.max(0, sum([said.paid, -said.owed])), list: said.credit }),
    );
    if (fact.has_debits) lines.push(...differ(`${what}, owed`, { debits: Number(fact.charged), list: said.owed }));
    if (said.paid < 0) lines.push(`${what}: more was given back than paid, ${JSON.stringify(said)}`);
  }
  const home = await accounting.debit.overview({});
  const late = await all((page) => accounting.contract.list({ late: true, size: 200, page }));
  lines.push(
    ...differ('people who are late', {
      home: home.debtors,
      list: new Set(late.map(({ student_id }) => student_id)).size,
      courses: sum(home.courses.map(({ debtors }) => debtors)),
    }),
    ...differ('what is late', { home: Number(home.overdue), list: sum(late.map(({ overdue }) => Number(overdue))) }),
  );
  const debits = await all((page) => accounting.debit.list({ size: 200, page }));
  for (const [student_id, mine] of Map.groupBy(debits, (debit) => debit.student_id)) {
    if (!moved(world, `debits ${student_id}`, mine)) continue;
    const standing = await accounting.debit.standing({ student_id });
    lines.push(
      ...differ(`debits of student ${student_id}`, {
        list: sum(mine.map(({ total }) => Number(total))),
        standing: Number(standing.total),
      }),
      ...differ(`payments of student ${student_id}`, {
        list: sum(mine.map(({ paid }) => Number(paid))),
        standing: Number(standing.paid),
      }),
    );
  }
  return lines;
};

/** The chain of marks is whole, and has every mark. */
const ledger: Check = async (world) => {
  const client = await world.api.database.owner.connect();
  try {
    const { faults } = await verifyLedger(client, world.api.dataDir);
    return faults.map((fault) => JSON.stringify(fault));
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
const oldYears: Check = async (world) => {
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
    closed.set(year, { checksum, open });
  }
  return lines;
};

const checks: Record<string, Check> = {
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
    // Whoever waits for a decision about the year before is still in that one.
    `select s.id as student, s.status, array_agg(y.name || ' ' || e.study_year || ' ' || e.status || coalesce(' ' || o.outcome || ' ' || o.cause, '') order by e.starts_on) as years
       from students s left join enrollments e on e.student_id = s.id and e.deleted_at is null
       left join academic_years y on y.id = e.academic_year_id left join progression_outcomes o on o.enrollment_id = e.id and not o.undone
      where s.deleted_at is null
      group by 1, 2, s.entry_year
     having (s.status = 'ACTIVE' and count(*) filter (where e.status = 'ACTIVE' and e.starts_on <= edulab_today()) <> 1
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
                         where g.session_id = s.id and m.student_id = a.student_id and s.date >= m.starts_on and s.date <= coalesce(m.ends_on, 'infinity'))`,
  ),
  'no seat of an exam is without its applicant or student': none(
    `select 'entrance' as exam, e.application_id from exam_seats e join applications a on a.id = e.application_id where a.status in ('WITHDRAWN', 'REJECTED') and e.state = 'ASSIGNED'
     union all
     select 'hall', e.student_id from exam_hall_seats e left join students s on s.id = e.student_id and s.deleted_at is null where s.id is null`,
  ),
  'every student came by an enrolment that knows them': none(
    `select a.id as application, a.status, s.id as student from applications a
       full join students s on s.account_id = (select g.account_id from guests g where g.id = a.guest_id)
      where (a.status = 'ENROLLED' and s.id is null) or (s.id is not null and s.deleted_at is null and a.id is null)`,
  ),
  'every change has an author': none(
    `select id, call, table_name, row_id, operation from audit_log
      where account_id is null and call is not null and call not like '%/signup%' and call not like 'nightly %' and at > edulab_now() - interval '1 day' limit 5`,
  ),
  'every step has an author or came with the calendar': none(
    `select id, entity, entity_id, from_status, to_status from status_history
      where account_id is null and at > edulab_now() - interval '1 day'
        and entity not in ('enrollment', 'mark') and not (entity = 'application' and to_status = 'EXPIRED') limit 5`,
  ),
  'every change of a life has a reason, an order and an author': none(
    `select id, kind, reason, order_number, account_id from student_life_changes where reason is null or order_number is null or account_id is null limit 5`,
  ),
  'no work failed': none(
    `select name as work, error from nightly_runs where error is not null union all select kind, error from jobs where state = 'failed'`,
  ),
};

/** What is not as it must be this evening, a line each. */
export async function broken(world: World): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, check] of Object.entries(checks)) {
    // That it cannot be looked at is a fault as well, and no reason not to look at the others.
    const found = await check(world).catch((fault: unknown) => [String(fault)]);
    lines.push(...found.map((line) => `${name}: ${line}`));
  }
  return lines;
}
