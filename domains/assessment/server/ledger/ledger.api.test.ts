import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';
import { exportLedger } from './export.ts';
import { checkExport } from './exported.ts';
import { signAll } from './sign.ts';
import { type Fault, verifyLedger } from './verify.ts';

/** The ledger grows by itself, and whatever is touched in it, with the owner's SQL, is named. */

let scene: TeachingScene;
let owner: pg.PoolClient;
let component = 0;

beforeAll(async () => {
  scene = await teachingScene();
  const saved = await scene.office.post('/assessment/', {
    course_module_id: scene.plan,
    state: 'ACTIVE',
    components: [{ code: 'EX', title: { uz: 'Imtihon', ru: '', en: '' }, kind: 'EXAM', weight: 100 }],
  });
  component = saved.body.components[0].id;
  owner = await scene.api.database.owner.connect();
  const [account] = await scene.sql("select id from accounts where username = 'teacher'");
  await owner.query("select set_config('edulab.account', $1, false), set_config('edulab.reason', '', false)", [
    String(account.id),
  ]);
  await owner.query(
    `insert into marks (institution_id, course_module_id, component_id, student_id, value, status)
     select 1, $1, $2, s, 70.5, 'DRAFT' from unnest($3::int[]) s`,
    [scene.plan, component, scene.people],
  );
  await owner.query("update marks set status = 'SUBMITTED'");
  await owner.query("select set_config('edulab.reason', 'Oʻqituvchi adashgan: \"71\"', false)");
  await owner.query("update marks set status = 'DRAFT' where student_id = $1", [scene.people[0]]);
  await owner.query("select set_config('edulab.reason', '', false)");
  await owner.query("update marks set value = 71, status = 'SUBMITTED' where student_id = $1", [scene.people[0]]);
});
afterAll(async () => {
  owner?.release();
  await scene?.api.close();
});

const verify = () => verifyLedger(owner, scene.api.dataDir);
const events = async () => (await owner.query('select * from mark_events order by seq')).rows;
/** Does what the owner of the tables can do, looks, and takes it back. */
async function tampered(...statements: string[]): Promise<Fault[]> {
  await owner.query('begin');
  try {
    for (const table of ['mark_events', 'ledger_heads', 'ledger_signatures', 'marks'])
      await owner.query(`alter table ${table} disable trigger user`);
    for (const statement of statements) await owner.query(statement);
    return (await verify()).faults;
  } finally {
    await owner.query('rollback');
  }
}
const rehashed = (seq: number) =>
  `update mark_events e set hash = sha256(e.previous || convert_to(edulab_mark_event_text(e), 'UTF8')) where seq = ${seq}`;
const relinked = (seq: number) =>
  `update mark_events e set previous = (select p.hash from mark_events p where p.course_module_id = e.course_module_id and p.seq = ${seq - 1}) where seq = ${seq}`;

describe('events', () => {
  it('are written by whatever statement changes marks, with who, why, and both values', async () => {
    const rows = await events();
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
    expect(rows.map(({ kind }) => kind)).toEqual([
      ...Array(5).fill('ENTERED'),
      ...Array(5).fill('SUBMITTED'),
      'SENT_BACK',
      'SUBMITTED',
    ]);
    expect(rows[10]).toMatchObject({
      old_status: 'SUBMITTED',
      new_status: 'DRAFT',
      reason: 'Oʻqituvchi adashgan: "71"',
    });
    expect(rows[11]).toMatchObject({ old_value: '70.5', new_value: '71.0', actor: rows[0].actor });
    expect(rows[0].actor).toBeGreaterThan(0);
    expect(await verify()).toMatchObject({ events: 12, modules: 1, faults: [] });
  });

  it('say nothing where nothing changed', async () => {
    await owner.query('update marks set comment = $1', ['x']);
    expect(await events()).toHaveLength(12);
  });

  it('can be read as canonical JSON', async () => {
    const { rows } = await owner.query('select edulab_mark_event_text(e) as text from mark_events e where seq = 11');
    const read = JSON.parse(rows[0].text);
    expect(Object.keys(read)).toEqual(Object.keys(read).sort());
    expect(read).toMatchObject({ reason: 'Oʻqituvchi adashgan: "71"', new_value: 70.5, seq: 11 });
  });

  it('are refused to be changed: for the application, and for the owner', async () => {
    for (const table of ['mark_events', 'ledger_heads', 'ledger_signatures']) {
      await expect(owner.query(`delete from ${table}`)).rejects.toThrow(/only added to/);
      await expect(owner.query(`truncate ${table}`)).rejects.toThrow(/only added to/);
    }
    await expect(owner.query('update mark_events set seq = 1')).rejects.toThrow(/only added to/);
    const app = scene.api.database.app;
    await expect(app.query('update mark_events set seq = 1')).rejects.toThrow(/permission denied/);
    await expect(app.query('insert into ledger_heads select * from ledger_heads')).rejects.toThrow(/permission denied/);
    await expect(app.query('select edulab_ledger_write(null)')).rejects.toThrow(/permission denied/);
    await expect(owner.query('update marks set student_id = student_id + 1')).rejects.toThrow(/stays with its student/);
  });
});

describe('tampering', () => {
  const fields: Record<string, string> = {
    institution_id: '2',
    at: "at + interval '1 microsecond'",
    actor: 'null',
    kind: "'AMENDED'",
    mark_id: 'mark_id + 1000',
    component_id: 'component_id + 1000',
    student_id: 'student_id + 1000',
    attempt: '2',
    old_value: '1',
    old_special: "'ABSENT'",
    old_status: "'MODERATED'",
    new_value: '99.9',
    new_special: "'ABSENT'",
    new_status: "'LOCKED'",
    reason: "'another'",
    previous: "'\\x00'",
    hash: "'\\x00'",
    admitted: `'{"by": 1}'`,
  };

  it('has a case for every field', async () => {
    const { rows } = await owner.query(
      "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'mark_events'",
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...Object.keys(fields), 'course_module_id', 'seq'].sort());
  });

  for (const [field, value] of Object.entries(fields))
    for (const seq of [1, 6, 12])
      it(`with ${field} of event ${seq} is named`, async () => {
        const faults = await tampered(`update mark_events set ${field} = ${value} where seq = ${seq}`);
        expect(faults.filter(({ seq }) => seq !== null && faults.length > 0)).toContainEqual(
          expect.objectContaining({ kind: 'ALTERED', course_module_id: scene.plan, seq }),
        );
        // No other event is accused.
        expect(faults.filter((fault) => fault.kind !== 'MARK' && fault.kind !== 'UNRECORDED')).toHaveLength(1);
      });

  it('by removing an event, in the middle or at the end, is named', async () => {
    for (const seq of [1, 6, 12])
      expect(await tampered(`delete from mark_events where seq = ${seq}`)).toContainEqual(
        expect.objectContaining({ kind: 'MISSING', seq }),
      );
    expect((await tampered('delete from mark_events')).filter(({ kind }) => kind === 'MISSING')).toHaveLength(12);
  });

  it('by moving an event to another module or place is named', async () => {
    expect(await tampered('update mark_events set course_module_id = 999999 where seq = 6')).toContainEqual(
      expect.objectContaining({ kind: 'MISSING', course_module_id: scene.plan, seq: 6 }),
    );
    expect(await tampered('update mark_events set seq = 40 where seq = 12')).toContainEqual(
      expect.objectContaining({ kind: 'ALTERED', seq: 40 }),
    );
  });

  it('by an event that was written anew with its hash is named', async () => {
    for (const seq of [1, 6, 12])
      expect(await tampered(`update mark_events set new_value = 99 where seq = ${seq}`, rehashed(seq))).toContainEqual(
        expect.objectContaining({ kind: 'REWRITTEN', seq }),
      );
  });

  it('by a forged event after the end is named', async () => {
    const faults = await tampered(
      'insert into mark_events select course_module_id, 13, institution_id, at, actor, kind, mark_id, component_id, student_id, attempt, old_value, old_special, old_status, 100, new_special, new_status, reason, hash, hash from mark_events where seq = 12',
      rehashed(13),
    );
    expect(faults).toContainEqual(expect.objectContaining({ kind: 'HEAD', seq: 13 }));
  });

  it('with a mark itself, past its triggers, is named', async () => {
    const [mark] = await scene.sql('select id from marks order by id limit 1');
    expect(await tampered(`update marks set value = 100 where id = ${mark.id}`)).toEqual([
      expect.objectContaining({ kind: 'MARK', mark_id: mark.id }),
    ]);
    expect(await tampered(`delete from marks where id = ${mark.id}`)).toEqual([
      expect.objectContaining({ kind: 'MARK', mark_id: mark.id }),
    ]);
  });

  it('with a mark itself, through its triggers, stands in the ledger as nobody’s', async () => {
    await owner.query('begin');
    await owner.query("select set_config('edulab.account', '', true)");
    await owner.query('update marks set value = 100 where student_id = $1', [scene.people[1]]);
    const { rows } = await owner.query('select * from mark_events order by seq desc limit 1');
    expect(rows[0]).toMatchObject({ actor: null, new_value: '100.0' });
    await owner.query('rollback');
  });
});

describe('a signed head', () => {
  beforeEach(async () => {
    await signAll(scene.api.database.owner, scene.api.dataDir);
  });
  /** The whole chain from here on, head included, as somebody would who can write every table. */
  const rewritten = (from: number) => [
    `update mark_events set new_value = 99 where seq = ${from}`,
    rehashed(from),
    ...Array.from({ length: 12 - from }, (_, at) => [relinked(from + at + 1), rehashed(from + at + 1)]).flat(),
    'update ledger_heads h set hash = (select e.hash from mark_events e where e.course_module_id = h.course_module_id and e.seq = h.seq)',
  ];

  it('is signed once, until something is added', async () => {
    expect(await signAll(scene.api.database.owner, scene.api.dataDir)).toBe(0);
    expect(await verify()).toMatchObject({ signatures: 1, unsigned: 0, faults: [] });
  });

  it('finds a chain that was written anew as a whole', async () => {
    expect(await tampered(...rewritten(6))).toContainEqual(
      expect.objectContaining({ kind: 'REWRITTEN', seq: 1, until: 12 }),
    );
  });

  it('finds it also where the signatures were taken away, from the file outside the database', async () => {
    expect(await tampered(...rewritten(6), 'delete from ledger_signatures')).toContainEqual(
      expect.objectContaining({ kind: 'REWRITTEN', seq: 1, until: 12 }),
    );
    expect(await tampered('delete from ledger_signatures')).toEqual([
      expect.objectContaining({ kind: 'SIGNATURE', seq: 12 }),
    ]);
  });

  it('finds that the end was cut off together with the head', async () => {
    const faults = await tampered(
      'delete from mark_events where seq > 10',
      'update ledger_heads h set seq = 10, hash = (select e.hash from mark_events e where e.course_module_id = h.course_module_id and e.seq = 10)',
    );
    expect(faults).toContainEqual(expect.objectContaining({ kind: 'MISSING', seq: 12 }));
  });

  it('cannot be forged or changed, field by field', async () => {
    const forged = randomBytes(64).toString('base64url');
    for (const change of [
      `signature = '${forged}'`,
      "key_id = '0000000000000000'",
      "text = replace(text, '12', '13')",
      'seq = 11',
    ])
      expect(await tampered(`update ledger_signatures set ${change}`)).toContainEqual(
        expect.objectContaining({ kind: 'SIGNATURE' }),
      );
  });

  it('is believed by its signature alone: a line that somebody adds to the file proves nothing', async () => {
    const file = path.join(scene.api.dataDir, 'ledger', 'heads.jsonl');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, `${before}${before.replaceAll('"seq":12', '"seq":13')}not json\n`);
    expect((await verify()).faults).toEqual([]);
    writeFileSync(file, before);
  });
});

describe('an export', () => {
  const lines = async () => {
    let text = '';
    for await (const piece of exportLedger(owner, scene.api.dataDir)) text += piece;
    return text.trim().split('\n');
  };

  it('is found whole with no database, and its keys are told', async () => {
    await signAll(scene.api.database.owner, scene.api.dataDir);
    expect(await checkExport(await lines())).toEqual({
      events: 12,
      modules: 1,
      signatures: 1,
      keys: [expect.stringMatching(/^[0-9a-f]{16}$/)],
      faults: [],
    });
  });

  it('names the line of every altered, lost or moved event', async () => {
    const whole = await lines();
    const changed = (at: number, from: string, to: string) =>
      whole.map((line, place) => (place === at ? line.replace(from, to) : line));
    expect((await checkExport(changed(6, '70.5', '90.5'))).faults).toEqual([
      { line: 7, what: 'HASH', module: scene.plan, seq: 6 },
    ]);
    expect((await checkExport(whole.toSpliced(6, 1))).faults.map(({ what, line }) => [what, line])).toContainEqual([
      'ORDER',
      7,
    ]);
    expect((await checkExport(whole.toSpliced(12, 1))).faults.map(({ what }) => what)).toEqual(['SIGNED_OTHER']);
    const signed = whole.length - 1;
    expect(
      (await checkExport(changed(signed, 'edulab-ledger-1', 'edulab-ledger-2'))).faults.map(({ what }) => what),
    ).toEqual(['SIGNATURE']);
    // Another key under the same name.
    const other = randomBytes(32).toString('base64url');
    const forged = JSON.parse(whole[0]!);
    forged.keys[0].public_key = other;
    expect((await checkExport([JSON.stringify(forged), ...whole.slice(1)])).faults.map(({ what }) => what)).toEqual([
      'SIGNATURE',
    ]);
  });
});
