import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetAnswers } from '#platform/server/call/idempotency.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/** What is kept so that a repeated request gets the first answer, read by somebody who stole the table. */

let api: Api;
let root: Caller;
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query<any>(text, values)).rows;
beforeAll(async () => {
  api = await startApi();
  root = await api.as('super_admin');
});
afterAll(() => api.close());

it('holds no password that was made, and the second request is told that the answer was given', async () => {
  const key = { 'idempotency-key': 'reset-1' };
  const reset = () => root.put('/account/password/reset', { username: 'dean' }, key);
  const first = await reset();
  expect(first.body.password).toEqual(expect.any(String));
  expect(await sql("select answer from idempotency_keys where key = 'reset-1'")).toEqual([{ answer: null }]);
  const second = await reset();
  expect([second.status, second.body.code]).toEqual([409, 'ANSWER_GIVEN']);
  expect(second.body.message).toMatch(/shown only once/);
  // The first password is still the one that opens.
  const signIn = await api.anonymous.post('/signin', { username: 'dean', password: first.body.password });
  expect(signIn.status).toBe(200);
});

it('holds no token of a session, though one who is signed in signs in with a key', async () => {
  const key = { 'idempotency-key': 'sign-in-1' };
  const body = { username: 'teacher', password: 'edulab-demo' };
  const [one, two] = [await root.post('/signin', body, key), await root.post('/signin', body, key)];
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(two.body.token).not.toBe(one.body.token);
  expect(await sql('select 1 from idempotency_keys where position($1 in answer::text) > 0', [one.body.token])).toEqual(
    [],
  );
});

it('cannot be guessed from: the digest of a request with a password needs a secret of the installation', async () => {
  const path = '/account/password/reset';
  const body = { username: 'archivist', new_password: 'guess-me-once-9' };
  expect((await root.put(path, body, { 'idempotency-key': 'reset-2' })).status).toBe(200);
  const [{ request_hash: kept }] = await sql("select request_hash from idempotency_keys where key = 'reset-2'");
  const plain = `PUT /edulab/lms/api/v1${path} 1\n${JSON.stringify(body)}`;
  for (const text of [plain, `request ${plain}`])
    for (const encoding of ['hex', 'base64url'] as const)
      expect(kept).not.toBe(createHash('sha256').update(text).digest(encoding));
});

it('goes after a day', async () => {
  await sql("update idempotency_keys set created_at = edulab_now() - interval '25 hours' where key = 'reset-1'");
  await forgetAnswers(api.database.owner);
  expect(await sql("select key from idempotency_keys where key like 'reset%'")).toEqual([{ key: 'reset-2' }]);
});
