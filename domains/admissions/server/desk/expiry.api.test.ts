import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Kernel } from '#platform/server/kernel.ts';
import { type AdmissionScene, admissionScene } from '#tests/support/admission.ts';
import { expireOffers } from './expiry.ts';

let scene: AdmissionScene;
let kernel: Kernel;
beforeAll(async () => {
  scene = await admissionScene();
  ({ kernel } = scene.api);
});
afterAll(() => scene?.api.close());

const applied = async (campaign: number, status: string, more: Record<string, unknown> = {}) => {
  const who = await scene.applicant();
  const { id } = (await scene.apply(who.caller, { campaign_id: campaign })).body;
  const facts = { status, ...more };
  await scene.sql(
    `update applications set ${Object.keys(facts)
      .map((key, at) => `${key} = $${at + 2}`)
      .join(', ')} where id = $1`,
    [id, ...Object.values(facts)],
  );
  return { ...who, id: id as number };
};
const statusOf = async (id: number) =>
  (await scene.sql('select status from applications where id = $1', [id]))[0].status;

it('an offer that nobody took in time ends by the clock, and its place goes to whoever waits first', async () => {
  const { campaign } = await scene.intake({ grant: 1, contract: 2 });
  const [yesterday, today] = [scene.day(-1), scene.day(0)];
  const contract = { decision: 'RECOMMENDED', decision_tuition: 'CONTRACT' };
  const late = await applied(campaign, 'OFFERED', { ...contract, deadline_on: yesterday });
  const still = await applied(campaign, 'CONTRACT_ACCEPTED', { ...contract, deadline_on: today });
  const grant = await applied(campaign, 'CONTRACT_ACCEPTED', {
    decision: 'RECOMMENDED',
    decision_tuition: 'GRANT',
    deadline_on: yesterday,
  });
  const second = await applied(campaign, 'WAITING_LIST', { decision: 'WAITING_LIST', decision_rank: 2 });
  const first = await applied(campaign, 'WAITING_LIST', { decision: 'WAITING_LIST', decision_rank: 1 });
  expect(await expireOffers(kernel)).toBe(1);
  expect(await Promise.all([late, still, grant, first, second].map(({ id }) => statusOf(id)))).toEqual([
    'EXPIRED',
    'CONTRACT_ACCEPTED',
    'CONTRACT_ACCEPTED',
    'RECOMMENDED',
    'WAITING_LIST',
  ]);
  const [why] = await scene.sql(
    `select reason, account_id from status_history where entity = 'application' and entity_id = $1 and to_status = 'EXPIRED'`,
    [late.id],
  );
  expect(why).toEqual({
    reason: `Taklif ${yesterday.split('-').reverse().join('.')} gacha amal qilgan`,
    account_id: null,
  });
  expect((await late.caller.get('/notice/')).body.content.length).toBeGreaterThan(0);
  // The second server of the night finds nothing left to do.
  expect(await expireOffers(kernel)).toBe(0);
});

it('what was done to many is taken back by whoever did it: a step, and a move to another course', async () => {
  const { moderator, second } = scene;
  const { campaign } = await scene.intake();
  const people = [await applied(campaign, 'SUBMITTED'), await applied(campaign, 'SUBMITTED')];
  const ids = people.map((one) => one.guest);
  const statuses = () => Promise.all(people.map(({ id }) => statusOf(id)));
  await moderator.put('/user/guest/change/status', { ids, status: 'DOCUMENTS_CHECK' });
  const other = await second.put('/user/guest/change/undo', { ids });
  expect([other.status, await statuses()]).toEqual([422, ['DOCUMENTS_CHECK', 'DOCUMENTS_CHECK']]);
  const undone = await moderator.put('/user/guest/change/undo', { ids });
  expect([undone.body.changed, await statuses()]).toEqual([2, ['SUBMITTED', 'SUBMITTED']]);
  const to = await scene.intake();
  for (const id of ids) await moderator.put('/user/guest/reset/course', { id, campaign_id: to.campaign, reason: 'x' });
  const campaigns = async () =>
    (
      await scene.sql('select campaign_id from applications where id = any($1) order by id', [
        people.map((one) => one.id),
      ])
    ).map((row) => row.campaign_id);
  expect(await campaigns()).toEqual([to.campaign, to.campaign]);
  expect((await moderator.put('/user/guest/change/undo', { ids })).body.changed).toBe(2);
  expect(await campaigns()).toEqual([campaign, campaign]);
});
