import type pg from 'pg';
import { brokenOf, type Rule } from './invariants.ts';
import type { World } from './world.ts';

/** Faults that each rule of the invariants must see, planted by SQL past everything that keeps them out, and taken back. */

type Undo = () => Promise<unknown>;
type Values = Record<string, unknown>;
type Plant = (garden: Garden) => Promise<void>;

/** The same row in every run: where rows lie on their pages is another thing each time. */
const first = "order by (to_jsonb(t) ->> 'id')::bigint nulls last, t::text limit 1";

/** Writes without triggers, and remembers the way back. */
class Garden {
  readonly #client: pg.ClientBase;
  readonly #undo: Undo[] = [];
  constructor(client: pg.ClientBase) {
    this.#client = client;
  }
  async ask(text: string, values: unknown[] = []): Promise<Values[]> {
    return (await this.#client.query(text, values)).rows;
  }
  /** Writes over columns of one row; `loud` with its triggers, where lists must know of it. */
  async change(table: string, where: string, values: Values, how: 'quiet' | 'loud' = 'quiet'): Promise<void> {
    const columns = Object.keys(values);
    const write = (set: unknown, ctid: unknown) =>
      this.ask(
        `update ${table} t set ${columns.map((column) => `${column} = v.${column}`).join(', ')}
           from jsonb_populate_record(null::${table}, $1) v where t.ctid = $2::tid returning t.ctid::text`,
        [JSON.stringify(set), ctid],
      );
    const [row] = await this.ask(`select t.ctid::text, to_jsonb(t) as was from ${table} t where ${where} ${first}`);
    if (!row) throw new Error(`nothing of ${table} is ${where}`);
    await this.ask(`set session_replication_role = ${how === 'quiet' ? 'replica' : 'origin'}`);
    const [now] = await write(values, row.ctid);
    this.#undo.push(async () => {
      await this.ask(`set session_replication_role = ${how === 'quiet' ? 'replica' : 'origin'}`);
      await write(row.was, now!.ctid);
    });
  }
  /** One more row, like another one but for some columns. */
  async copy(table: string, where: string, values: Values): Promise<void> {
    const columns = await this.ask(
      `select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
      [table],
    );
    const names = columns.map(({ name }) => String(name));
    await this.ask('set session_replication_role = replica');
    const [made] = await this.ask(
      `insert into ${table} (${names.join(', ')}) select ${names.map((name) => `v.${name}`).join(', ')}
         from (select t.* from ${table} t where ${where} ${first}) t
         cross join lateral jsonb_populate_record(null::${table}, to_jsonb(t) || $1) v
       returning ctid::text`,
      [JSON.stringify(values)],
    );
    if (!made) throw new Error(`nothing of ${table} is ${where}`);
    this.#undo.push(() => this.ask(`delete from ${table} where ctid = $1::tid`, [made.ctid]));
  }
  async clear(): Promise<void> {
    for (const undo of this.#undo.toReversed()) await undo();
    await this.ask('set session_replication_role = origin');
  }
}

const nobody = 999_999;
/** Who studies, has a place in a group, and a year of study that was not ended. */
const somebody = `id = (
  select min(s.id) from students s join group_members m on m.student_id = s.id and m.kind = 'MAIN' and m.ends_on is null and m.deleted_at is null
    join enrollments e on e.student_id = s.id and e.status = 'ACTIVE' and e.deleted_at is null where s.status = 'ACTIVE')`;
const plants: Record<Rule, Plant> = {
  'counts agree': async (garden) => {
    // Of whom nobody would know any more that they wait for a group.
    const [who] = await garden.ask(`select id from students where ${somebody}`);
    await garden.change(
      'group_members',
      `student_id = ${who?.id} and ends_on is null and kind = 'MAIN'`,
      {
        deleted_at: '2020-01-01',
      },
      'loud',
    );
    await garden.change('students', `id = ${who?.id}`, { course_id: null }, 'loud');
  },
  'money adds up': (garden) =>
    garden.change('student_debits', 'total > 0 and contract_id is not null and deleted_at is null', { total: 1 }),
  'every mark is in the ledger': (garden) => garden.change('marks', 'value > 1', { value: 1 }),
  // Of a year that was closed when it was looked at first: the earliest that ended so.
  'old years are unchanged': (garden) =>
    garden.change(
      'enrollments',
      `id = (select h.entity_id from status_history h join enrollments e on e.id = h.entity_id and e.status = h.to_status and e.deleted_at is null
              where h.entity = 'enrollment' and h.to_status in ('COMPLETED', 'REPEATING') order by h.id limit 1)`,
      { order_number: '?' },
      'loud',
    ),
  'nobody is in two groups of one kind': async (garden) => {
    const [other] = await garden.ask(
      `select g.id from groups g where g.kind = 'MAIN' and g.deleted_at is null
          and not exists (select 1 from group_members m where m.group_id = g.id and m.student_${somebody}) order by g.id limit 1`,
    );
    // The database itself would refuse a second place of that kind.
    await garden.copy(
      'group_members',
      `student_${somebody} and kind = 'MAIN' and ends_on is null and deleted_at is null`,
      {
        kind: 'SUBGROUP',
        group_id: other?.id,
      },
    );
  },
  'whoever left has no place in a group': (garden) => garden.change('students', `${somebody}`, { status: 'WITHDRAWN' }),
  'who studies has one year of study that runs': async (garden) => {
    // A life ends in summer, when no year runs that anybody would have to be in.
    await garden.change('academic_years', 'starts_on = (select max(starts_on) from academic_years)', {
      ends_on: '2100-01-01',
    });
    await garden.change('enrollments', `student_${somebody} and status = 'ACTIVE'`, { status: 'ENDED' });
  },
  'no register is without its lesson, no cell without its student': (garden) =>
    garden.copy('attendance', 'true', { student_id: nobody }),
  'the groups of a lesson know its day': (garden) =>
    garden.change('class_session_groups', 'true', { date: '2020-01-01' }),
  'no seat of an exam is without its applicant or student': (garden) =>
    garden.copy('exam_hall_seats', 'true', { student_id: nobody, seat_row: 77 }),
  'everybody who takes a published exam has one seat, and one exam at a time': (garden) =>
    garden.change('exam_hall_seats', 'true', { student_id: nobody }),
  'nothing is booked for what is not there': (garden) =>
    garden.copy('class_bookings', "kind = 'ROOM'", { session_id: nobody, exam_hall_id: null, what: nobody }),
  'no work is handed in, no attempt made by nobody': (garden) => garden.change('marks', 'attempt = 1', { attempt: 9 }),
  'nobody has two open attempts of one module': async (garden) => {
    for (const attempt of [8, 9])
      await garden.copy('assessment_retakes', 'id = (select min(id) from assessment_retakes)', {
        attempt,
        state: 'REGISTERED',
        deleted_at: null,
      });
  },
  'modules of choice have no more than their places, and nobody who left': async (garden) => {
    const module = '(select min(course_module_id) from module_choices)';
    await garden.change('course_modules', `id = ${module}`, { capacity: 1 });
    for (const student_id of [nobody, nobody + 1])
      await garden.copy('module_choices', `course_module_id = ${module}`, {
        student_id,
        state: 'CHOSEN',
        deleted_at: null,
      });
  },
  'nobody who left holds the role of a student': (garden) =>
    garden.change('students', somebody, { status: 'GRADUATED' }),
  'numbers of documents have no gaps': (garden) =>
    garden.change('issued_documents', "kind = 'ORDER'", { number: 'BQ-2027-000999' }),
  'an order that was written here is the document that it says': (garden) =>
    garden.change('student_life_changes', 'document_id is not null', { order_number: '?' }),
  'what a notice names is found': (garden) =>
    garden.copy('notices', 'true', { title: { uz: 'K-2027-999999', ru: '', en: '' }, created_at: '2100-01-01' }),
  'every payment is what it paid for, or waits as credit': (garden) =>
    garden.change('student_debits', 'contract_id is not null', { paid: 9e12 }),
  'every student came by an enrolment that knows them': (garden) =>
    garden.change('students', somebody, { account_id: null }),
  'every change has an author': (garden) =>
    garden.copy('audit_log', 'true', { account_id: null, call: 'POST /student', at: '2100-01-01' }),
  'every step has an author or came with the calendar': (garden) =>
    garden.copy('status_history', "entity = 'student'", { account_id: null, at: '2100-01-01' }),
  'every change of a life has a reason, an order and an author': (garden) =>
    garden.change('student_life_changes', 'true', { reason: null }),
  'no work failed': (garden) => garden.change('nightly_runs', 'true', { error: 'Planted' }),
};

/** Plants every fault, one after the other; answers the rules that did not see theirs, or saw it when it was gone. */
export async function unseen(world: World): Promise<string[]> {
  const lines: string[] = [];
  for (const [rule, plant] of Object.entries(plants)) {
    const look = () => brokenOf(world, rule);
    const named = await withPlanted(world, plant, look).catch((fault: unknown) => String(fault));
    const left = await look();
    if (typeof named === 'string' || named.length === 0 || left.length)
      lines.push(`${rule}: ${JSON.stringify({ named, left })}`);
  }
  return lines;
}

/** Plants a fault, does something, and takes the fault away. */
async function withPlanted<T>(world: World, plant: Plant, act: () => Promise<T>): Promise<T> {
  const client = await world.api.database.owner.connect();
  const garden = new Garden(client);
  try {
    await plant(garden);
    return await act();
  } finally {
    await garden.clear();
    client.release();
  }
}
