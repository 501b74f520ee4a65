import type pg from 'pg';
import { type Signed, verifyText } from '#platform/server/disk/signing-keys.ts';
import { headsInFile, type SignedHead } from './sign.ts';

/**
 * Whether the ledger is what it was, found from the rows alone. One statement per question, each over whole tables, so a
 * million events take seconds. Sees what its connection sees: the owner all institutions, the application one.
 */
export type FaultKind =
  /** The row was changed: it does not give its own hash. */
  | 'ALTERED'
  /** The row is gone. */
  | 'MISSING'
  /** The row was written anew together with its hash: what comes after it, or a signature, stands on another one. */
  | 'REWRITTEN'
  /** The end of the chain that the module's head names is not its last row. */
  | 'HEAD'
  /** A signature that none of our keys made, or that was changed. */
  | 'SIGNATURE'
  /** The mark is not what its last event says: it was changed while its triggers rested. */
  | 'MARK'
  /** A mark without any event. */
  | 'UNRECORDED';

export interface Fault {
  kind: FaultKind;
  course_module_id: number;
  /** The event; null for marks. With `until`: one of these, the signature does not say which. */
  seq: number | null;
  until: number | null;
  mark_id: number | null;
  student_id: number | null;
  component_id: number | null;
}

export interface Verification {
  events: number;
  modules: number;
  signatures: number;
  /** Events after the last signature of their module; a whole chain could be written anew there. */
  unsigned: number;
  seconds: number;
  /** At most 1,000. */
  faults: Fault[];
}

interface Found {
  course_module_id: number;
  seq: number;
}
const mostFaults = 1000;

/** `module` narrows it to one. */
export async function verifyLedger(client: pg.ClientBase, dataDir: string, module?: number): Promise<Verification> {
  const began = performance.now();
  const one = [module ?? null];
  const ask = async <T extends pg.QueryResultRow>(text: string): Promise<T[]> =>
    (await client.query<T>(text, one)).rows;
  const altered = await ask<Found>(
    `select e.course_module_id, e.seq from mark_events e
      where ($1::int is null or e.course_module_id = $1)
        and e.hash is distinct from sha256(e.previous || convert_to(edulab_mark_event_text(e), 'UTF8')) order by 1, 2 limit ${mostFaults}`,
  );
  const broken = await ask<Found & { last: number; linked: boolean; end: boolean }>(
    `select * from (
       select e.course_module_id, e.seq, coalesce(lag(e.seq) over w, 0) as last,
              e.previous = coalesce(lag(e.hash) over w, edulab_ledger_start(e.course_module_id)) as linked, false as "end"
         from mark_events e where $1::int is null or e.course_module_id = $1
       window w as (partition by e.course_module_id order by e.seq)) x
      where x.seq <> x.last + 1 or not x.linked order by 1, 2 limit ${mostFaults}`,
  );
  const ends = await ask<Found & { last: number | null; same: boolean | null }>(
    `select h.course_module_id, h.seq, l.seq as last, l.hash = h.hash as same
       from ledger_heads h left join lateral (select e.seq, e.hash from mark_events e where e.course_module_id = h.course_module_id order by e.seq desc limit 1) l on true
      where ($1::int is null or h.course_module_id = $1) and (l.seq is distinct from h.seq or l.hash is distinct from h.hash) limit ${mostFaults}`,
  );
  const headless = await ask<Found>(
    `select e.course_module_id, max(e.seq) as seq from mark_events e
      where ($1::int is null or e.course_module_id = $1) and not exists (select 1 from ledger_heads h where h.course_module_id = e.course_module_id)
      group by 1 limit ${mostFaults}`,
  );
  const signed = await checkSignatures(client, dataDir, module ?? null);
  const marks = await ask<{
    course_module_id: number;
    mark_id: number;
    student_id: number;
    component_id: number;
    seq: number | null;
  }>(
    `select coalesce(m.course_module_id, e.course_module_id) as course_module_id, coalesce(m.id, e.mark_id) as mark_id,
            coalesce(m.student_id, e.student_id) as student_id, coalesce(m.component_id, e.component_id) as component_id, e.seq
       from (select * from marks m where $1::int is null or m.course_module_id = $1) m
       full join (select distinct on (mark_id) * from mark_events e where $1::int is null or e.course_module_id = $1 order by mark_id, seq desc) e on e.mark_id = m.id
      where (m.value, m.special, m.status, m.component_id, m.student_id, m.attempt, m.course_module_id)
            is distinct from (e.new_value, e.new_special, e.new_status, e.component_id, e.student_id, e.attempt, e.course_module_id)
      order by 1, 2 limit ${mostFaults}`,
  );
  const [sizes] = await ask<{ events: number; modules: number; unsigned: number }>(
    `select count(*)::int as events, count(distinct e.course_module_id)::int as modules,
            (count(*) filter (where e.seq > coalesce(s.seq, 0)))::int as unsigned
       from mark_events e left join (select course_module_id, max(seq) as seq from ledger_signatures group by 1) s using (course_module_id)
      where $1::int is null or e.course_module_id = $1`,
  );
  const faults = chainFaults(altered, broken, ends, headless);
  const told = new Set(
    faults.flatMap(({ course_module_id, seq }) => (seq === null ? [] : [`${course_module_id}.${seq}`])),
  );
  faults.push(
    ...signed.faults.filter(({ course_module_id, seq, until }) => {
      for (let at = seq ?? 0; at <= (until ?? seq ?? 0); at++) if (told.has(`${course_module_id}.${at}`)) return false;
      return true;
    }),
    ...marks.map((row) => ({
      ...noPlace,
      ...row,
      kind: row.seq === null ? ('UNRECORDED' as const) : ('MARK' as const),
    })),
  );
  return {
    events: sizes!.events,
    modules: sizes!.modules,
    signatures: signed.count,
    unsigned: sizes!.unsigned,
    seconds: Math.round(performance.now() - began) / 1000,
    faults: faults.slice(0, mostFaults),
  };
}

const noPlace = { seq: null, until: null, mark_id: null, student_id: null, component_id: null };
const faultAt = (kind: FaultKind, { course_module_id, seq }: Found): Fault => ({
  ...noPlace,
  kind,
  course_module_id,
  seq,
});

/** From what does not fit to the rows that were touched. */
function chainFaults(
  altered: Found[],
  broken: (Found & { last: number; linked: boolean })[],
  ends: (Found & { last: number | null; same: boolean | null })[],
  headless: Found[],
): Fault[] {
  const faults = altered.map((row) => faultAt('ALTERED', row));
  const touched = new Set(altered.map(({ course_module_id, seq }) => `${course_module_id}.${seq}`));
  const isTouched = (module: number, seq: number) => touched.has(`${module}.${seq}`);
  const add = (kind: FaultKind, row: Found) => {
    if (isTouched(row.course_module_id, row.seq)) return;
    touched.add(`${row.course_module_id}.${row.seq}`);
    faults.push(faultAt(kind, row));
  };
  for (const { course_module_id, seq, last, linked } of broken) {
    if (seq > last + 1) for (let gone = last + 1; gone < seq; gone++) add('MISSING', { course_module_id, seq: gone });
    // A row below 1 or a second one in a place; the key refuses the latter.
    else if (seq <= last) add('REWRITTEN', { course_module_id, seq });
    // The link does not fit: either end of it may have been touched. A row that no longer gives its own hash is told already.
    else if (!linked && !isTouched(course_module_id, seq) && !isTouched(course_module_id, last))
      add('REWRITTEN', { course_module_id, seq: Math.max(last, 1) });
  }
  for (const { course_module_id, seq, last, same } of ends) {
    if (last === null || last < seq)
      for (let gone = (last ?? 0) + 1; gone <= seq; gone++) add('MISSING', { course_module_id, seq: gone });
    else if (last > seq) add('HEAD', { course_module_id, seq: last });
    else if (!same && !isTouched(course_module_id, last)) add('REWRITTEN', { course_module_id, seq: last });
  }
  for (const row of headless) add('HEAD', row);
  return faults;
}

/** Heads that were signed, in the database and in the file, against the rows that they name. */
async function checkSignatures(
  client: pg.ClientBase,
  dataDir: string,
  module: number | null,
): Promise<{ count: number; faults: Fault[] }> {
  const { rows } = await client.query<SignedHead & { there: Buffer | null }>(
    `select s.course_module_id, s.seq, s.text, s.key_id, s.signature, e.hash as there
       from ledger_signatures s left join mark_events e on e.course_module_id = s.course_module_id and e.seq = s.seq
      where $1::int is null or s.course_module_id = $1 order by 1, 2`,
    [module],
  );
  // What is only in the file has lost its row; the modules of other institutions are not to be seen from here.
  const known = new Set(rows.map((row) => `${row.course_module_id} ${row.signature}`));
  const filed = headsInFile(dataDir).filter(
    (row) =>
      !known.has(`${row.course_module_id} ${row.signature}`) && (module === null || row.course_module_id === module),
  );
  const visible = await client.query<{ id: number }>('select id from course_modules where id = any($1)', [
    [...new Set(filed.map((row) => row.course_module_id))],
  ]);
  const seen = new Set(visible.rows.map(({ id }) => id));
  const lost = filed.filter((row) => seen.has(row.course_module_id));
  const hashes = new Map(
    (
      await client.query<Found & { hash: Buffer }>(
        `select e.course_module_id, e.seq, e.hash from mark_events e
           join unnest($1::int[], $2::int[]) as f (m, s) on f.m = e.course_module_id and f.s = e.seq`,
        [lost.map((row) => row.course_module_id), lost.map((row) => row.seq)],
      )
    ).rows.map((row) => [`${row.course_module_id}.${row.seq}`, row.hash]),
  );
  const all = [
    ...rows.map((row) => ({ ...row, inDatabase: true })),
    ...lost.map((row) => ({
      ...row,
      there: hashes.get(`${row.course_module_id}.${row.seq}`) ?? null,
      inDatabase: false,
    })),
  ].sort((a, b) => a.course_module_id - b.course_module_id || a.seq - b.seq);
  const faults: Fault[] = [];
  const good = new Map<number, number>();
  for (const row of all) {
    const fault = (kind: FaultKind, seq: number, until: number | null = null) =>
      faults.push({ ...faultAt(kind, { course_module_id: row.course_module_id, seq }), until });
    const said = signedHead(dataDir, row);
    // A line of the file proves something only where the signature is ours.
    if (!said || said.module !== row.course_module_id || said.seq !== row.seq) {
      if (row.inDatabase) fault('SIGNATURE', row.seq);
      continue;
    }
    if (!row.inDatabase) fault('SIGNATURE', row.seq);
    const before = good.get(row.course_module_id) ?? 0;
    if (row.there === null) fault('MISSING', row.seq);
    else if (row.there.toString('hex') !== said.hash) fault('REWRITTEN', before + 1, row.seq);
    else good.set(row.course_module_id, row.seq);
  }
  return { count: rows.length, faults };
}

function signedHead(
  dataDir: string,
  row: Signed & { text: string },
): { module: number; seq: number; hash: string } | null {
  if (!verifyText(dataDir, row.text, row)) return null;
  return JSON.parse(row.text) as { module: number; seq: number; hash: string };
}
