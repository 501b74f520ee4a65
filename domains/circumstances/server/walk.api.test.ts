import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { type ClaimScene, claimScene } from '#tests/support/claims.ts';
import { claimStates } from '../workflow.ts';
import { rejectWithoutEvidence } from './nightly.ts';

/** Claims that random people push through their life in any order; what must be true of them is asked at the end. */

const walks = Number(process.env.EDULAB_WALKS ?? 40);
/** By hand it takes as long as it takes. */
const patience = process.env.EDULAB_WALKS ? 0 : 1_800_000;
let scene: ClaimScene;
let works: number[];
beforeAll(async () => {
  scene = await claimScene();
  works = [await scene.homework(1), await scene.homework(2), await scene.homework(20)];
  await scene.office.post('/ec/settings', { self_quota: 20 });
});
afterAll(() => scene?.api.close());

/** The day for evidence goes by. */
async function night(sql: ClaimScene['sql'], kernel: ClaimScene['api']['kernel']) {
  await sql("update ec_claims set evidence_by = evidence_by - 8 where status = 'PENDING'");
  await rejectWithoutEvidence(kernel);
  return { status: 200, body: undefined };
}

const acts = ['step', 'step', 'step', 'paper', 'publish', 'unpublish', 'night', 'save'] as const;
const walk = fc.record({
  self: fc.boolean(),
  file: fc.boolean(),
  works: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 2 }),
  steps: fc.array(
    fc.record({
      who: fc.constantFrom(0, 0, 1, 1, 1, 2, 2, 3, 4),
      act: fc.constantFrom(...acts),
      to: fc.constantFrom(...claimStates),
      likely: fc.constantFrom(true, true, true, false),
      outcome: fc.constantFrom('SUPPORTED', 'REJECTED', 'REJECTED_2'),
      stale: fc.integer({ min: 0, max: 9 }),
    }),
    { minLength: 3, maxLength: 9 },
  ),
});

it(`${walks} walks through the life of a claim leave nothing that must not be`, { timeout: patience }, async () => {
  const { student, officer, head, teacher, sql, api } = scene;
  const [, other] = scene.students;
  const people: Caller[] = [student, officer, head, teacher, other];
  const file = await scene.evidence(student);
  const seen = new Map<number, number>();
  for (const one of fc.sample(walk, { numRuns: walks, seed: 20_261_124 })) {
    const made = await scene.draft(
      student,
      one.works.map((at) => works[at]!),
      { self_certified: one.self, ...(one.file ? { file_ids: [file] } : { evidence_by: scene.day(1) }) },
    );
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    let claim = made.body;
    for (const { who, act, to, likely, outcome, stale } of one.steps) {
      const by = people[who]!;
      const version = stale === 0 ? Math.max(1, claim.version - 1) : claim.version;
      const at = { id: claim.id, version };
      // Most of the steps are those that the screen would offer.
      const offered = act === 'step' && likely ? ((await by.get(`/ec/${claim.id}`)).body.next ?? []) : [];
      const goal = offered.length ? offered[stale % offered.length] : to;
      const paper = claim.papers[stale % claim.papers.length];
      const answer =
        act === 'step'
          ? await scene.step(by, at, goal, { reason: 'Sabab', working_days: 4, evidence_by: scene.day(1) })
          : act === 'paper'
            ? await by.post('/ec/paper', {
                id: paper.id,
                version: paper.version,
                outcome,
                working_days: 3,
                reason: 'Sabab',
              })
            : act === 'publish'
              ? await by.post('/ec/outcome_report/', at)
              : act === 'unpublish'
                ? await by.put('/ec/unpublish', { ...at, reason: 'Sabab' })
                : act === 'save'
                  ? await by.post('/ec/', { ...at, text: 'Boshqa' })
                  : await night(sql, api.kernel);
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      expect([200, 403, 404, 409, 422], JSON.stringify(answer)).toContain(answer.status);
      if (by === teacher && act !== 'night') expect(answer.status).toBe(403);
      if (answer.status === 200) claim = (await student.get(`/ec/${claim.id}`)).body;
    }
  }
  expect(seen.get(200)).toBeGreaterThan(walks / 2);

  const none = async (what: string, query: string) => expect(await sql(query), what).toEqual([]);
  await none(
    'what is in force was supported, published and not taken back',
    `select p.id from ec_papers p join ec_claims c on c.id = p.claim_id where p.effective and (p.outcome is distinct from 'SUPPORTED'
        or c.status not in ('SUPPORTED', 'UPHELD', 'REVIEW_REQUESTED', 'UNDER_REVIEW') or (c.published_at is null and c.review_reason is null))`,
  );
  await none(
    'a date is granted for what is in force and nothing else',
    `select p.id, p.effective, g.id as grant_id from ec_papers p
       left join deadline_decisions d on d.kind = 'circumstance' and d.source_id = p.id
       left join deadline_grants g on g.decision_id = d.id and g.revoked_at is null
      where p.effective <> (g.id is not null)`,
  );
  await none(
    'a decided claim is what its assessments make it',
    `select c.id from ec_claims c join lateral (select bool_or(p.outcome = 'SUPPORTED') as any_supported, bool_or(p.outcome is null) as any_open from ec_papers p where p.claim_id = c.id and p.deleted_at is null) p on true
      where c.status in ('SUPPORTED', 'REJECTED', 'REJECTED_2', 'REJECTED_3') and (p.any_open or (c.status = 'SUPPORTED') <> p.any_supported)`,
  );
  await none(
    'whoever reviewed had not decided before',
    `select h.entity_id from status_history h where h.entity = 'circumstance' and h.from_status = 'REVIEW_REQUESTED' and exists (
       select 1 from status_history b where b.entity = h.entity and b.entity_id = h.entity_id and b.id < h.id and b.account_id = h.account_id
          and b.to_status in ('SUPPORTED', 'REJECTED', 'REJECTED_2', 'REJECTED_3')
          and b.id = (select max(l.id) from status_history l where l.entity = h.entity and l.entity_id = h.entity_id and l.id < h.id and l.to_status in ('SUPPORTED', 'REJECTED', 'REJECTED_2', 'REJECTED_3')))`,
  );
  await none(
    'each step of the history begins where the one before ended, and the last is where the claim stands',
    `select * from (select h.entity_id, h.from_status, lag(h.to_status) over w as before, h.to_status, lead(h.id) over w as after, c.status
         from status_history h join ec_claims c on c.id = h.entity_id where h.entity = 'circumstance' window w as (partition by h.entity_id order by h.id)) h
      where h.from_status is distinct from h.before or (h.after is null and h.to_status <> h.status)`,
  );
  await none(
    'a night rejects once',
    "select entity_id from status_history where entity = 'circumstance' and from_status = 'PENDING' and to_status = 'REJECTED' group by 1 having count(*) > 1",
  );
});
