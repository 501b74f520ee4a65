import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { students, studentsInReach } from '#domains/students/server/index.ts';
import type { InputOf } from '#platform/server/call/context.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { textHolds } from '#platform/server/records/finding.ts';
import { list } from '#platform/server/records/lists.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { contract } from '../contract.ts';
import type * as shapes from '../shapes.ts';
import { censusWorkflow } from '../workflow.ts';
import { breachesOf, type Count, count, type Figures } from './count.ts';
import { censusCells, censuses, censusForms, censusRows } from './tables.ts';

type Row = typeof censuses.$inferSelect;
type Calls = (typeof contract)['census'];

const nextOf = sql<
  number | null
>`(select n.id from censuses n where n.previous_id = ${censuses.id} and n.deleted_at is null)`;

const rowOf = (row: Row, next: number | null): z.infer<typeof shapes.censusRow> => ({
  id: row.id,
  version: row.version,
  form_id: row.form_id,
  form_title: row.counted.title,
  day: row.day,
  known_on: row.known_on,
  edition: row.edition,
  previous_id: row.previous_id,
  next_id: next,
  reason: row.reason,
  status: row.status,
  total: row.total,
  hash: row.hash,
  created_at: row.created_at,
  frozen_at: row.frozen_at,
});

export function listCensuses(call: Call, input: InputOf<Calls['list']>) {
  return list(call, input, {
    from: sql`${censuses}`,
    key: sql`${censuses.id}`,
    table: 'censuses',
    where: [
      isNull(censuses.deleted_at),
      input.form_id ? eq(censuses.form_id, input.form_id) : undefined,
      input.status ? eq(censuses.status, input.status) : undefined,
      textHolds([sql`${censuses.counted} ->> 'title'`], input.search),
    ],
    sorts: { day: sql`${censuses.day}`, id: sql`${censuses.id}` },
    defaultSort: 'day,desc',
    load: async (ids) => {
      const rows = await call.db
        .select({ row: censuses, next: nextOf })
        .from(censuses)
        .where(sql`${censuses.id} = any(${sql.param(ids)}::int[])`);
      return rows.map(({ row, next }) => rowOf(row, next));
    },
  });
}

const living = (id: number) => and(eq(censuses.id, id), isNull(censuses.deleted_at));

async function find(call: Call, id: number): Promise<Row> {
  const [row] = await call.db.select().from(censuses).where(living(id));
  if (!row) throw fail('NOT_FOUND');
  return row;
}

async function figuresOf(call: Call, id: number): Promise<Figures> {
  const rows = await call.db
    .select({
      line: censusCells.line,
      column: censusCells.column,
      n: sql<number>`cardinality(${censusCells.student_ids})`,
    })
    .from(censusCells)
    .where(eq(censusCells.census_id, id));
  const figures: Figures = {};
  for (const { line, column, n } of rows) figures[line] = { ...figures[line], [column]: n };
  return figures;
}

async function present(call: Call, row: Row): Promise<z.infer<typeof shapes.census>> {
  const [figures, [next]] = await Promise.all([
    figuresOf(call, row.id),
    call.db
      .select({ id: censuses.id })
      .from(censuses)
      .where(and(eq(censuses.previous_id, row.id), isNull(censuses.deleted_at))),
  ]);
  const { counted } = row;
  const freezes = may(call, 'census.freeze');
  return {
    ...rowOf(row, next?.id ?? null),
    note: counted.note,
    listed: (counted.listed ?? []).map(({ code, title }) => ({ code, title })),
    lines: counted.lines,
    columns: counted.columns,
    figures,
    breaches: breachesOf(counted, figures),
    can: {
      freeze: freezes && row.status === 'DRAFT',
      check: freezes && row.status === 'FROZEN',
      sign: may(call, 'census.sign') && row.status === 'CHECKED',
      send: may(call, 'census.sign') && row.status === 'SIGNED',
      correct: freezes && row.status !== 'DRAFT' && !next,
      remove: freezes && row.status === 'DRAFT',
      people: may(call, 'census.people') && may(call, 'student.read'),
    },
  };
}

export const getCensus = async (call: Call, { id }: { id: number }) => present(call, await find(call, id));

async function formOf(call: Call, id: number) {
  const [form] = await call.db
    .select()
    .from(censusForms)
    .where(and(eq(censusForms.id, id), isNull(censusForms.deleted_at)));
  if (!form) throw failField('form_id', 'UNKNOWN_REFERENCE');
  return form;
}

async function demandPast(call: Call, field: string, day: string): Promise<void> {
  if (day > (await todayOf(call))) throw failField(field, 'CENSUS_FUTURE');
}

const rowsAtOnce = 10_000;

async function keep(call: Call, id: number, { cells, rows }: Pick<Count, 'cells' | 'rows'>): Promise<void> {
  await call.db.delete(censusCells).where(eq(censusCells.census_id, id));
  await call.db.delete(censusRows).where(eq(censusRows.census_id, id));
  await call.db.execute(sql`
    insert into ${censusCells} (institution_id, census_id, line, "column", student_ids)
    select ${call.institution_id}::int, ${id}::int, c ->> 'line', c ->> 'column', array(select jsonb_array_elements_text(c -> 'student_ids')::int)
      from jsonb_array_elements(${JSON.stringify(cells)}::jsonb) c`);
  // Of a million at once the text would be larger than one statement has the time for.
  for (let before = 0; before < rows.length; before += rowsAtOnce)
    await call.db.execute(sql`
      insert into ${censusRows} (institution_id, census_id, position, student_id, said)
      select ${call.institution_id}::int, ${id}::int, ${before}::int + n, (r ->> 'student_id')::int, r -> 'said'
        from jsonb_array_elements(${JSON.stringify(rows.slice(before, before + rowsAtOnce))}::jsonb) with ordinality x (r, n)`);
}

type Fresh = Pick<Row, 'form_id' | 'day' | 'known_on'> & Partial<Pick<Row, 'edition' | 'previous_id' | 'reason'>>;
async function begin(call: Call, fresh: Fresh) {
  const { counted, total, ...found } = await count(call, await formOf(call, fresh.form_id), fresh.day, fresh.known_on);
  const [row] = await call.db
    .insert(censuses)
    .values({ ...fresh, counted, total })
    .returning();
  await keep(call, row!.id, found);
  await recordTransition(call, censusWorkflow.entity, [{ id: row!.id, from: null }], 'DRAFT', {
    reason: fresh.reason ?? undefined,
  });
  return present(call, row!);
}

export async function makeCensus(call: Call, { form_id, day }: InputOf<Calls['make']>) {
  await demandPast(call, 'day', day);
  return begin(call, { form_id, day, known_on: day });
}

/** Freezing counts once more, so that what is held is what the records say; nobody counts by hand in between. */
export async function stepCensus(call: Call, { id, version, status }: InputOf<Calls['step']>) {
  const row = await loadForChange(call, censuses, undefined, { id, version }, (now) => present(call, now));
  checkTransition(call, censusWorkflow, row.status, status, {});
  const frozen: Partial<Row> = {};
  if (status === 'FROZEN') {
    const { counted, total, hash, ...found } = await count(
      call,
      await formOf(call, row.form_id),
      row.day,
      row.known_on,
    );
    await keep(call, id, found);
    Object.assign(frozen, { counted, total, hash });
  }
  if (status === 'CHECKED') {
    const breaches = breachesOf(row.counted, await figuresOf(call, id));
    if (breaches.length) throw fail('CENSUS_SUMS', { breaches, count: breaches.length });
  }
  const [next] = await call.db
    .update(censuses)
    .set({ ...frozen, status, ...(status === 'FROZEN' ? { frozen_at: sql`edulab_now()` } : {}) })
    .where(eq(censuses.id, id))
    .returning();
  await recordTransition(call, censusWorkflow.entity, [{ id, from: row.status }], status, {});
  return present(call, next!);
}

/** A new edition beside the old one, which stays what it was. Read are the records of today unless another day is said. */
export async function correctCensus(call: Call, { id, reason, known_on }: InputOf<Calls['correct']>) {
  const row = await loadForChange(call, censuses, undefined, { id }, async () => undefined);
  if (row.status === 'DRAFT')
    throw fail('TRANSITION_NOT_ALLOWED', { entity: censusWorkflow.entity, from: 'DRAFT', to: 'DRAFT' });
  const [next] = await call.db
    .select({ id: censuses.id })
    .from(censuses)
    .where(and(eq(censuses.previous_id, id), isNull(censuses.deleted_at)));
  if (next) throw fail('CENSUS_CORRECTED');
  const known = known_on ?? (await todayOf(call));
  await demandPast(call, 'known_on', known);
  if (known < row.day) throw failField('known_on', 'DATES_REVERSED');
  return begin(call, {
    form_id: row.form_id,
    day: row.day,
    known_on: known,
    edition: row.edition + 1,
    previous_id: id,
    reason,
  });
}

export async function removeCensus(call: Call, { id }: { id: number }) {
  const row = await loadForChange(call, censuses, undefined, { id }, async () => undefined);
  if (row.status !== 'DRAFT') throw fail('CENSUS_HOLDS');
  await call.db.update(censuses).set({ deleted_at: sql`edulab_now()` }).where(eq(censuses.id, id));
  return { ok: true as const };
}

const seesPeople = (call: Call) => may(call, 'census.people') && may(call, 'student.read');

export async function difference(call: Call, { id }: { id: number }): Promise<z.infer<typeof shapes.difference>> {
  const row = await find(call, id);
  if (row.previous_id === null) return { cells: [] };
  const { rows } = await call.db.execute<{ line: string; column: string; was: number[]; now: number[] }>(sql`
    select coalesce(n.line, o.line) as line, coalesce(n."column", o."column") as column, coalesce(o.student_ids, '{}') as was, coalesce(n.student_ids, '{}') as now
      from (select * from ${censusCells} where census_id = ${id}) n
      full join (select * from ${censusCells} where census_id = ${row.previous_id}) o on o.line = n.line and o."column" = n."column"
     where n.student_ids is distinct from o.student_ids order by 1, 2`);
  const missing = (from: number[], other: number[]) => {
    const there = new Set(other);
    return from.filter((one) => !there.has(one));
  };
  const everybody = async (census: number) =>
    (
      await call.db.execute<{ id: number }>(
        sql`select distinct unnest(student_ids) as id from ${censusCells} where census_id = ${census} order by 1`,
      )
    ).rows.map((one) => one.id);
  const cells = rows.map(({ line, column, was, now }) => ({
    line,
    column,
    was: was.length,
    now: now.length,
    came: missing(now, was).length,
    gone: missing(was, now).length,
  }));
  if (!seesPeople(call)) return { cells };
  const [now, was] = [await everybody(id), await everybody(row.previous_id)];
  return { cells, came: await named(call, missing(now, was)), gone: await named(call, missing(was, now)) };
}

const personColumns = {
  id: students.id,
  student_no: students.student_no,
  firstname: students.firstname,
  lastname: students.lastname,
  midname: students.midname,
};
/** Whom the caller may see of them; a thousand at most. */
const named = (call: Call, ids: number[]) =>
  call.db
    .select(personColumns)
    .from(students)
    .where(
      and(
        sql`${students.id} = any(${sql.param(ids)}::int[])`,
        isNull(students.deleted_at),
        studentsInReach(call, 'student.read'),
      ),
    )
    .orderBy(students.full_name, students.id)
    .limit(1000);

export async function peopleOfCell(call: Call, input: InputOf<Calls['people']>) {
  if (!seesPeople(call)) throw fail('FORBIDDEN', { permission: 'student.read' });
  return list(call, input, {
    from: sql`${students}`,
    key: sql`${students.id}`,
    table: 'students',
    asks: ['census_cells'],
    where: [
      sql`${students.id} in (select unnest(c.student_ids) from ${censusCells} c where c.census_id = ${input.census_id} and c.line = ${input.line} and c."column" = ${input.column})`,
      isNull(students.deleted_at),
      studentsInReach(call, 'student.read'),
    ],
    sorts: { lastname: sql`${students.full_name}`, student_no: sql`${students.student_no}` },
    defaultSort: 'lastname',
    load: (ids) =>
      call.db
        .select(personColumns)
        .from(students)
        .where(sql`${students.id} = any(${sql.param(ids)}::int[])`),
  });
}
