import { sql } from 'drizzle-orm';
import { academicYears } from '#domains/institutions/server/index.ts';
import {
  comingKinds,
  type LifeChange,
  type LifeEffect,
  type LifeKind,
  type LifePerson,
  students,
} from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { changeKept } from '#platform/server/records/kept.ts';
import { closedEarly, type MembershipState } from '../workflow.ts';
import { admitted, readmitted } from './life-coming.ts';
import { type Done, history, makeYears, type NewYear, noteOf, shownDay, yearsOf } from './life-rows.ts';
import { yearsToPlan } from './turn/plan.ts';

/**
 * Years of study follow what becomes of the student: leave suspends them, leaving ends them, coming back restores them or
 * begins anew in the year of study that was left, a transfer moves them to the other course.
 */

const running: MembershipState[] = ['ACTIVE'];
export const unfinished: MembershipState[] = ['PLANNED', 'ACTIVE', 'SUSPENDED'];
const steps: Partial<Record<LifeKind, { from: MembershipState[]; to: MembershipState }>> = {
  LEAVE: { from: running, to: 'SUSPENDED' },
  SUSPENSION: { from: running, to: 'SUSPENDED' },
  WITHDRAWAL: { from: unfinished, to: 'ENDED' },
  EXPULSION: { from: unfinished, to: 'ENDED' },
  TRANSFER_OUT: { from: ['ACTIVE', 'SUSPENDED'], to: 'TRANSFERRED' },
  GRADUATION: { from: running, to: 'COMPLETED' },
  REPEAT_YEAR: { from: running, to: 'REPEATING' },
};

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Suspends, ends or closes what runs. */
async function step(call: Call, change: LifeChange, ids: readonly number[]): Promise<Done> {
  const { from, to } = steps[change.kind]!;
  const { rows } = await call.db.execute<{
    id: number;
    student_id: number;
    starts_on: string;
    ends_on: string;
    status: MembershipState;
  }>(sql`
    select id, student_id, starts_on::text, ends_on::text, status from enrollments
     where student_id = any(${sql.param([...ids])}::int[]) and status = any(${sql.param(from)}::text[]) and deleted_at is null order by id for update`);
  // No earlier than on its first day, where it never began.
  const lastOf = (row: { starts_on: string; ends_on: string }) =>
    closedEarly.includes(to) ? [[change.day, row.starts_on].sort()[1]!, row.ends_on].sort()[0]! : row.ends_on;
  const changes = rows.map((row) => ({ id: row.id, status: to, ends_on: lastOf(row) }));
  const kept = await changeKept(call.client, 'enrollments', changes);
  await history(
    call,
    rows.map((row) => ({ id: row.id, from: row.status, to })),
    noteOf(call, change),
  );
  return {
    kept,
    lines: rows.map((row) => ({ student_id: row.student_id, code: to, values: { until: shownDay(lastOf(row)) } })),
  };
}

/** What changed together with the step that is left goes back, as far as it is not over by now. */
async function restore(call: Call, change: LifeChange, people: readonly LifePerson[]): Promise<Done> {
  const done: Done = { lines: [], kept: [] };
  for (const [left, some] of Map.groupBy(people, ({ before }) => before.status)) {
    const { rows } = await call.db.execute<{
      id: number;
      student_id: number;
      from: MembershipState;
      to: MembershipState;
      ends_on: string;
    }>(sql`
      select e.id, e.student_id, e.status as "from", was.ends_on::text,
             case when was.from_status = 'PLANNED' and e.starts_on <= (select edulab_today()) then 'ACTIVE' else was.from_status end as "to"
        from (select y.id, y.status, h.from_status, coalesce((a.old ->> 'ends_on')::date, y.ends_on) as ends_on
                from enrollments y
                join lateral (select at, from_status, to_status from status_history where entity = 'enrollment' and entity_id = y.id order by id desc limit 1) h
                  on h.to_status = y.status
                join lateral (select at from status_history where entity = 'student' and entity_id = y.student_id and to_status = ${left} order by id desc limit 1) s
                  on s.at = h.at
                left join lateral (select old from audit_log where table_name = 'enrollments' and row_id = y.id and operation = 'UPDATE' and old ? 'status' order by id desc limit 1) a on true
               where y.student_id = any(${sql.param(some.map(({ id }) => id))}::int[]) and y.deleted_at is null and y.status in ('SUSPENDED', 'ENDED', 'TRANSFERRED', 'COMPLETED')) was
        join enrollments e on e.id = was.id
       where was.ends_on >= greatest(${change.day}::date, (select edulab_today()))
         and not exists (select 1 from enrollments o where o.student_id = e.student_id and o.course_id = e.course_id and o.id <> e.id and o.deleted_at is null
                            and daterange(o.starts_on, o.ends_on, '[]') && daterange(e.starts_on, was.ends_on, '[]'))
       order by e.id for update of e`);
    done.kept.push(
      ...(await changeKept(
        call.client,
        'enrollments',
        rows.map((row) => ({ id: row.id, status: row.to, ends_on: row.ends_on })),
      )),
    );
    await history(call, rows, noteOf(call, change));
    done.lines.push(
      ...rows.map((row) => ({
        student_id: row.student_id,
        code: 'RESTORED',
        values: { until: shownDay(row.ends_on) },
      })),
    );
  }
  return done;
}

/** A year that was planned for whoever was away begins with them, where its first day is over by now. */
async function start(call: Call, change: LifeChange, ids: readonly number[]): Promise<Done> {
  const due = (await yearsOf(call, ids, change.day, ['PLANNED'])).filter((row) => row.starts_on <= change.day);
  const kept = await changeKept(
    call.client,
    'enrollments',
    due.map(({ id }) => ({ id, status: 'ACTIVE' })),
  );
  await history(
    call,
    due.map(({ id }) => ({ id, from: 'PLANNED', to: 'ACTIVE' })),
    noteOf(call, change),
  );
  return {
    kept,
    lines: due.map(({ student_id, study_year, starts_on, ends_on }) => ({
      student_id,
      code: 'BEGUN',
      values: { study_year, from: shownDay(starts_on), until: shownDay(ends_on) },
    })),
  };
}

/**
 * A year of study for whoever comes back and has none: the one that was not ended, in whichever programme it was, in the
 * academic year that runs, or, between two of them, in the next.
 */
async function begin(call: Call, change: LifeChange, ids: readonly number[]): Promise<Done> {
  const first = sql`greatest(y.starts_on, ${change.day}::date, last.ends_on + 1)`;
  const { rows } = await call.db.execute<NewYear & Record<string, unknown>>(sql`
    select s.id as student_id, s.course_id, s.education_form_id, y.id as academic_year_id, y.ends_on::text,
           coalesce(${change.target.study_year ?? null}::int, last.study_year + (last.status = 'COMPLETED')::int) as study_year, ${first}::text as starts_on,
           case when ${first} <= ${change.day}::date then 'ACTIVE' else 'PLANNED' end as status
      from ${students} s
      join lateral (select y.id, y.starts_on, y.ends_on from ${academicYears} y where y.deleted_at is null and y.ends_on >= ${change.day}::date
                     order by y.starts_on limit 1) y on true
      join lateral (select e.study_year, e.status, e.ends_on from enrollments e where e.student_id = s.id and e.deleted_at is null
                     order by e.starts_on desc, e.id desc limit 1) last on true
     where s.id = any(${sql.param([...ids])}::int[])
       and not exists (select 1 from enrollments o where o.student_id = s.id and o.status in ('ACTIVE', 'PLANNED') and o.deleted_at is null and o.ends_on >= ${change.day}::date)
       and ${first} <= y.ends_on order by s.id`);
  return makeYears(call, change, rows, 'BEGUN');
}

/** Those who come back and for whom there is no year of study: they are told of, as somebody has to plan it. */
async function without(call: Call, change: LifeChange, ids: readonly number[]): Promise<Done> {
  const have = new Set(
    (await yearsOf(call, ids, change.day, ['ACTIVE', 'PLANNED'])).map(({ student_id }) => student_id),
  );
  const lines = ids.filter((id) => !have.has(id)).map((student_id) => ({ student_id, code: 'NO_NEXT_YEAR' }));
  return { lines, kept: [] };
}

const programmeMoved = ({ before, after }: LifePerson) =>
  before.course_id !== after.course_id || before.education_form_id !== after.education_form_id;

/** A year that is over and that nobody decided about is left with its programme, and the same year of the other begins. */
async function leaveOver(call: Call, change: LifeChange, ids: readonly number[]): Promise<Done> {
  const { rows } = await call.db.execute<{ id: number; student_id: number; ends_on: string }>(sql`
    select id, student_id, ends_on::text from enrollments
     where student_id = any(${sql.param([...ids])}::int[]) and status = 'ACTIVE' and ends_on < ${change.day}::date and deleted_at is null order by id for update`);
  const kept = await changeKept(
    call.client,
    'enrollments',
    rows.map(({ id }) => ({ id, status: 'TRANSFERRED' })),
  );
  await history(
    call,
    rows.map(({ id }) => ({ id, from: 'ACTIVE', to: 'TRANSFERRED' })),
    noteOf(call, change),
  );
  const left = [...new Set(rows.map(({ student_id }) => student_id))];
  const begun = await begin(call, change, left);
  const has = new Set(begun.lines.map(({ student_id }) => student_id));
  return {
    kept: [...kept, ...begun.kept],
    lines: [
      ...rows.map(({ student_id, ends_on }) => ({
        student_id,
        code: 'TRANSFERRED',
        values: { until: shownDay(ends_on) },
      })),
      ...begun.lines,
      ...left.filter((id) => !has.has(id)).map((student_id) => ({ student_id, code: 'NO_NEXT_YEAR' })),
    ],
  };
}

/** The year of the course that is left ends the day before, and the same year of the other course begins. */
async function transfer(call: Call, change: LifeChange, people: readonly LifePerson[]): Promise<Done> {
  const who = new Map(people.filter(programmeMoved).map((one) => [one.id, one]));
  const rows = await yearsOf(call, [...who.keys()], change.day, unfinished);
  const never = rows.filter((row) => row.starts_on >= change.day);
  const were = rows.filter((row) => row.starts_on < change.day);
  const last = dayAfter(change.day, -1);
  const kept = [
    ...(await changeKept(
      call.client,
      'enrollments',
      never.map(({ id }) => ({ id, deleted_at: clock.date().toISOString() })),
    )),
    ...(await changeKept(
      call.client,
      'enrollments',
      were.map(({ id }) => ({ id, status: 'TRANSFERRED', ends_on: last })),
    )),
  ];
  await history(
    call,
    were.map((row) => ({ id: row.id, from: row.status, to: 'TRANSFERRED' })),
    noteOf(call, change),
  );
  const made = await makeYears(
    call,
    change,
    rows.flatMap((row) => {
      const { after } = who.get(row.student_id)!;
      if (after.course_id === null) return [];
      const starts_on = [row.starts_on, change.day].sort()[1]!;
      return [
        {
          ...row,
          course_id: after.course_id,
          education_form_id: after.education_form_id,
          study_year: change.target.study_year ?? row.study_year,
          starts_on,
        },
      ];
    }),
    'BEGUN',
  );
  const running = new Set(rows.map(({ student_id }) => student_id));
  const over = await leaveOver(
    call,
    change,
    [...who.keys()].filter((id) => !running.has(id)),
  );
  return {
    kept: [...kept, ...made.kept, ...over.kept],
    lines: [
      ...were.map((row) => ({ student_id: row.student_id, code: 'TRANSFERRED', values: { until: shownDay(last) } })),
      ...made.lines,
      ...over.lines,
    ],
  };
}

/** The year is closed as repeated, and the same year of study planned for the academic year after it. */
async function repeat(call: Call, change: LifeChange, ids: readonly number[]): Promise<Done> {
  const closed = await step(call, change, ids);
  const repeated = sql`select e.id, e.study_year from enrollments e where e.id = any(${sql.param(closed.kept.map(({ id }) => id))}::int[])`;
  const { rows } = await call.db.execute<NewYear & Record<string, unknown>>(sql`
    select p.student_id, p.course_id, p.education_form_id, p.study_year, p.academic_year_id, p.starts_on::text, p.ends_on::text, 'PLANNED' as status
      from ${yearsToPlan(repeated)} p order by p.student_id`);
  const made = await makeYears(call, change, rows, 'PLANNED');
  const planned = new Set(rows.map((row) => row.student_id));
  return {
    kept: [...closed.kept, ...made.kept],
    lines: [
      ...closed.lines,
      ...made.lines,
      ...closed.lines
        .filter((line) => !planned.has(line.student_id))
        .map(({ student_id }) => ({ student_id, code: 'NO_NEXT_YEAR' })),
    ],
  };
}

/** Whoever is admitted to a later year studies that year from now on. */
async function later(call: Call, change: LifeChange, ids: readonly number[]): Promise<Done> {
  const study_year = change.target.study_year!;
  const rows = await yearsOf(call, ids, change.day, ['PLANNED', 'ACTIVE']);
  const first = [...Map.groupBy(rows, (row) => row.student_id).values()].map((some) => some[0]!);
  const kept = await changeKept(
    call.client,
    'enrollments',
    first.map(({ id }) => ({ id, study_year })),
  );
  return { kept, lines: first.map(({ student_id }) => ({ student_id, code: 'YEAR_SET', values: { study_year } })) };
}

async function membership(call: Call, change: LifeChange, people: readonly LifePerson[]): Promise<Done> {
  const ids = people.map(({ id }) => id);
  if (change.kind === 'TRANSFER') return transfer(call, change, people);
  if (change.kind === 'ADMISSION') return admitted(call, change, ids);
  if (change.kind === 'RESTORATION' && change.target.academic_year_id) return readmitted(call, change, people);
  if (change.kind === 'RECOGNITION' && !change.target.study_year) return { lines: [], kept: [] };
  if (change.kind === 'LATER_YEAR_ADMISSION' || change.kind === 'RECOGNITION') return later(call, change, ids);
  if (change.kind === 'REPEAT_YEAR') return repeat(call, change, ids);
  if (!comingKinds.includes(change.kind)) return step(call, change, ids);
  const restored = await restore(call, change, people);
  const started = await start(call, change, ids);
  const begun = await begin(call, change, ids);
  const found = [...restored.lines, ...started.lines, ...begun.lines];
  const told = new Set(found.map(({ student_id }) => student_id));
  const missing = ids.filter((id) => !told.has(id));
  const lacking = missing.length > 0 ? await without(call, change, missing) : undefined;
  return {
    kept: [...restored.kept, ...started.kept, ...begun.kept],
    lines: [...found, ...(lacking?.lines ?? [])],
  };
}

export const yearsOfLife: LifeEffect = {
  name: 'enrollment.years',
  area: 'membership',
  does: {
    LEAVE: ['SUSPENDED'],
    RETURN: ['RESTORED', 'BEGUN', 'NO_NEXT_YEAR'],
    SUSPENSION: ['SUSPENDED'],
    LIFT: ['RESTORED', 'BEGUN', 'NO_NEXT_YEAR'],
    WITHDRAWAL: ['ENDED'],
    EXPULSION: ['ENDED'],
    TRANSFER_OUT: ['TRANSFERRED'],
    RESTORATION: ['RESTORED', 'BEGUN', 'NO_NEXT_YEAR'],
    GRADUATION: ['COMPLETED'],
    TRANSFER: ['TRANSFERRED', 'BEGUN', 'NO_NEXT_YEAR'],
    LATER_YEAR_ADMISSION: ['YEAR_SET'],
    REPEAT_YEAR: ['REPEATING', 'PLANNED', 'NO_NEXT_YEAR'],
    ADMISSION: ['BEGUN'],
    RECOGNITION: ['YEAR_SET'],
  },
  apply: membership,
  async undone(call, { note }, kept) {
    const stood = kept.filter(({ before }) => before?.status !== undefined);
    const { rows } = await call.client.query<{ id: number; from: MembershipState; to: MembershipState }>(
      `select distinct on (e.id) e.id, h.to_status as "from", e.status as "to" from enrollments e
         join status_history h on h.entity = 'enrollment' and h.entity_id = e.id where e.id = any($1) order by e.id, h.id desc`,
      [stood.map(({ id }) => id)],
    );
    await history(call, rows, note);
  },
};
