import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MarksScene, marksScene } from '#tests/support/marks.ts';

/** The computation of the database against exact rationals. */

let scene: MarksScene;
beforeAll(async () => {
  scene = await marksScene();
});
afterAll(() => scene?.api.close());

interface Leaf {
  weight: number;
  minimum: number | null;
  /** Tenths, or a special, or nothing yet. */
  mark: number | 'ABSENT' | 'EXEMPT' | 'NOT_SUBMITTED' | null;
}
interface Part {
  weight: number;
  minimum: number | null;
  leaves: Leaf[];
  split: boolean;
}

/** Weights in hundredths of a percent that make 100 together. */
const weights = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: count - 1, maxLength: count - 1 }).map((cuts) => {
    const sorted = [0, ...cuts.sort((a, b) => a - b), 10_000];
    return sorted.slice(1).map((cut, at) => cut - sorted[at]!);
  });
const mark = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 1000 }) },
  { weight: 1, arbitrary: fc.constantFrom('ABSENT' as const, 'EXEMPT' as const, 'NOT_SUBMITTED' as const) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const minimum = fc.option(fc.integer({ min: 0, max: 700 }), { freq: 3 });
const leaves = fc
  .integer({ min: 2, max: 4 })
  .chain((count) =>
    fc
      .tuple(weights(count), fc.array(fc.record({ mark, minimum }), { minLength: count, maxLength: count }))
      .map(([shares, rows]) => rows.map((row, at): Leaf => ({ ...row, weight: shares[at]! }))),
  );
const plan = fc.integer({ min: 1, max: 5 }).chain((count) =>
  fc
    .tuple(
      weights(count),
      fc.array(fc.record({ split: fc.boolean(), leaves, minimum }), { minLength: count, maxLength: count }),
    )
    .map(([shares, parts]) =>
      parts.map(
        (part, at): Part => ({
          ...part,
          weight: shares[at]!,
          leaves: part.split ? part.leaves : [{ ...part.leaves[0]!, weight: 10_000, minimum: part.minimum }],
        }),
      ),
    ),
);

type Fraction = readonly [bigint, bigint];
const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const over = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d, b * c];

/** The rules in words of rationals: exempt leaves give their weight to their siblings, specials count 0, rounding comes last. */
function oracle(parts: Part[], pass: number) {
  const all = parts.flatMap((part) => part.leaves);
  const complete = all.every((leaf) => leaf.mark !== null);
  const points = (leaf: Leaf) => (typeof leaf.mark === 'number' ? BigInt(leaf.mark) : 0n);
  let sum: Fraction = [0n, 1n];
  let whole: Fraction = [0n, 1n];
  let below = false;
  for (const part of parts) {
    // A part whose remaining weights are nothing leaves its weight as well.
    const counting = part.leaves.filter((leaf) => leaf.mark !== 'EXEMPT');
    const weight = counting.reduce((total, leaf) => total + BigInt(leaf.weight), 0n);
    below ||= counting.some(
      (leaf) => leaf.mark !== null && leaf.minimum !== null && points(leaf) < BigInt(leaf.minimum),
    );
    if (weight === 0n) continue;
    const value: Fraction = [counting.reduce((total, leaf) => total + points(leaf) * BigInt(leaf.weight), 0n), weight];
    const marked = part.leaves.every((leaf) => leaf.mark !== null);
    if (part.split && marked && part.minimum !== null) below ||= value[0] < BigInt(part.minimum) * value[1];
    sum = add(sum, [value[0] * BigInt(part.weight), value[1]]);
    whole = add(whole, [BigInt(part.weight), 1n]);
  }
  const nothing = whole[0] === 0n;
  const [n, d] = nothing ? ([0n, 1n] as const) : over(sum, whole);
  const total = (2n * n + d) / (2n * d);
  return {
    total: Number(total) / 10,
    complete,
    passed: complete ? nothing || (Number(total) >= pass && !below) : null,
    anything: all.some((leaf) => leaf.mark !== null),
  };
}

it('totals are those of exact arithmetic, rounded half up once', async () => {
  const { sql, plan: module, people } = scene;
  await sql('update assessment_components set deleted_at = edulab_now() where course_module_id = $1', [module]);
  await fc.assert(
    fc.asyncProperty(plan, fc.integer({ min: 0, max: 1000 }), async (parts, pass) => {
      const client = await scene.api.database.owner.connect();
      try {
        await client.query('begin');
        await client.query('update assessment_plans set pass_mark = $2 where course_module_id = $1', [
          module,
          pass / 10,
        ]);
        const insert = async (
          code: string,
          weight: number,
          low: number | null,
          parent: number | null,
        ): Promise<number> =>
          (
            await client.query(
              `insert into assessment_components (institution_id, course_module_id, parent_id, code, title, kind, weight, minimum, position)
               values (1, $1, $2, $3, '{"uz":"x","ru":"","en":""}', 'OTHER', $4, $5, 1) returning id`,
              [module, parent, code, weight / 100, low === null ? null : low / 10],
            )
          ).rows[0].id;
        const ids: [number, Leaf][] = [];
        for (const [at, part] of parts.entries()) {
          const top = await insert(`A${at}`, part.weight, part.minimum, null);
          for (const [place, leaf] of part.leaves.entries())
            ids.push([part.split ? await insert(`B${place}`, leaf.weight, leaf.minimum, top) : top, leaf]);
        }
        for (const [id, leaf] of ids)
          if (leaf.mark !== null)
            await client.query(
              'insert into marks (institution_id, course_module_id, component_id, student_id, value, special) values (1, $1, $2, $3, $4, $5)',
              [
                module,
                id,
                people[0],
                typeof leaf.mark === 'number' ? leaf.mark / 10 : null,
                typeof leaf.mark === 'number' ? null : leaf.mark,
              ],
            );
        const { rows } = await client.query(
          'select total::float8 as total, complete, passed from module_results where course_module_id = $1',
          [module],
        );
        const { anything, ...expected } = oracle(parts, pass);
        expect(rows).toEqual(anything ? [expected] : []);
      } finally {
        await client.query('rollback');
        client.release();
      }
    }),
    { numRuns: 150, seed: 4 },
  );
});

it('a better retake counts once it is published, capped unless a claim takes the cap away', async () => {
  const { sql, plan: module, people, office, student } = scene;
  await sql('update assessment_components set deleted_at = null where course_module_id = $1', [module]);
  const rows = await sql(
    "select id, code from assessment_components where course_module_id = $1 and code in ('P1', 'P2', 'EX')",
    [module],
  );
  const exam = rows.find((row) => row.code === 'EX').id;
  await sql('update assessment_plans set retake_cap = 60 where course_module_id = $1', [module]);
  for (const { id } of rows)
    await sql(
      "insert into marks (institution_id, course_module_id, component_id, student_id, value, status) values (1, $1, $2, $3, 40, 'PUBLISHED')",
      [module, id, people[1]],
    );
  const total = async () =>
    (
      await sql(
        'select total::float8 as total, passed, attempt from module_results where course_module_id = $1 and student_id = $2',
        [module, people[1]],
      )
    )[0];
  expect(await total()).toEqual({ total: 40, passed: false, attempt: 1 });
  expect((await student.post('/assessment/retake', { course_module_id: module, student_id: people[1] })).status).toBe(
    403,
  );
  const retake = await office.post('/assessment/retake', {
    course_module_id: module,
    student_id: people[1],
    component_ids: [exam],
  });
  expect(retake.body).toMatchObject({ attempt: 2, state: 'REGISTERED', capped: true });
  // Whoever left meanwhile has no cell to fill, and keeps nobody waiting.
  const again = async () => {
    const { body } = await office.get(`/assessment/gradebook?course_module_id=${module}&attempt=2`);
    const states: Record<string, number>[] = body.components.map(
      (row: { states: Record<string, number> }) => row.states,
    );
    const open = states.reduce((sum, { NOT_MARKED = 0 }) => sum + NOT_MARKED, 0);
    return { left: body.students.map((row: { left: boolean }) => row.left), open };
  };
  expect(await again()).toEqual({ left: [false], open: 1 });
  await sql("update students set status = 'WITHDRAWN' where id = $1", [people[1]]);
  expect(await again()).toEqual({ left: [true], open: 0 });
  await sql("update students set status = 'ACTIVE' where id = $1", [people[1]]);
  await sql(
    "insert into marks (institution_id, course_module_id, component_id, student_id, attempt, value, status) values (1, $1, $2, $3, 2, 95, 'DRAFT')",
    [module, exam, people[1]],
  );
  expect(await total()).toEqual({ total: 40, passed: false, attempt: 1 });
  await sql("update marks set status = 'PUBLISHED' where attempt = 2");
  expect(await total()).toEqual({ total: 60, passed: true, attempt: 2 });
  await office.post('/assessment/retake', { id: retake.body.id, version: 1, capped: false });
  expect(await total()).toEqual({ total: 73, passed: true, attempt: 2 });
  expect((await office.post('/assessment/retake', { course_module_id: module, student_id: people[1] })).body.code).toBe(
    'ALREADY_PASSED',
  );
});
