import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domains } from '#domains/server.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { buildServer } from '#platform/server/run/main.ts';
import { settings } from '#platform/server/run/settings.ts';
import { type Api, startApi } from '#tests/support/api.ts';
import { resetsMailed } from '#tests/support/messages.ts';

/** What a stranger learns at the entrance, and what they can break there for others. */

let api: Api;
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query<any>(text, values)).rows;
const code = async (phone: string) => /(\d{6})/.exec(await api.lastMessage(phone))?.[1] ?? '';
const other = (right: string, i: number) => String((Number(right) + 1 + i) % 1_000_000).padStart(6, '0');
const asked = async (phone: string) => {
  const { body } = await api.anonymous.post('/admission/sms/send', { phone });
  return { asker: body.asker as string, right: await code(phone) };
};

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Every question that requests ask of the database from here on, in order. */
function recorded(): string[] {
  const told: string[] = [];
  const seen = new WeakSet<pg.PoolClient>();
  const pool = api.database.requests;
  const connect = pool.connect.bind(pool);
  // biome-ignore lint/suspicious/noExplicitAny: the many ways to call it do not matter here
  const recording = (client: any) => {
    if (seen.has(client)) return client;
    seen.add(client);
    const query = client.query.bind(client);
    client.query = (...all: [string | { text: string }]) => {
      told.push(typeof all[0] === 'string' ? all[0] : all[0].text);
      return query(...all);
    };
    return client;
  };
  pool.connect = (async () => recording(await connect())) as typeof pool.connect;
  return told;
}

it('a reset asks the database the same for who is known and who is not, until it has answered', async () => {
  const told = recorded();
  const questions = async (username: string) => {
    told.length = 0;
    const { status } = await api.anonymous.post('/action_verification_email/reset/password/request', { username });
    expect(status).toBe(200);
    return told.map((text) => text.replace(/^commit; /, ''));
  };
  const known = await questions('exam_head');
  expect(known.length).toBeGreaterThan(3);
  expect(await questions('nobody_here')).toEqual(known);
  await sql("update accounts set active = false where username = 'archivist'");
  expect(await questions('archivist')).toEqual(known);
  expect(await questions('exam.head@demo.edulab.uz')).toEqual(await questions('nobody.here@demo.edulab.uz'));
  await resetsMailed(api.database.owner);
  expect(await api.lastMessage('exam.head@demo.edulab.uz')).toContain('token=');
  await expect(api.lastMessage('archivist@demo.edulab.uz')).rejects.toThrow('nothing was sent');
});

it('a reset that was asked for outlives a stop, and is mailed once', async () => {
  const again = await startApi();
  const same = {
    database: again.database,
    settings: settings({ EDULAB_DATA: again.dataDir }, []),
    domains,
    logLevel: 'silent',
  };
  const mailed = async () => (await again.database.owner.query('select recipient from outbox')).rows;
  try {
    for (const username of ['dean', 'nobody_here'])
      expect(
        (await again.anonymous.post('/action_verification_email/reset/password/request', { username })).status,
      ).toBe(200);
    // Within the moment that lies between the answer and the mail.
    await again.app.close();
    // Longer than a mail waits for its moment.
    await setTimeout(1_200);
    expect(await mailed()).toEqual([]);
    const servers = await Promise.all([buildServer(same), buildServer(same)]);
    await Promise.all(servers.map((server) => server.ready()));
    await resetsMailed(again.database.owner);
    await Promise.all(servers.map((server) => server.close()));
    expect(await mailed()).toEqual([{ recipient: 'dean@demo.edulab.uz' }]);
    expect((await again.database.owner.query('select 1 from reset_requests')).rowCount).toBe(0);
    expect(await again.lastMessage('dean@demo.edulab.uz')).toContain('token=');
  } finally {
    await again.close();
  }
});

it('thirty wrong guesses of strangers do not end a code for whoever asked for it', async () => {
  const phone = '998935551001';
  const { asker, right } = await asked(phone);
  for (let i = 0; i < 30; i++) {
    const guess = { phone, code: other(right, i), ...(i % 2 ? {} : { asker: 'x'.repeat(22) }) };
    expect((await api.anonymous.post('/check-guest-user', guess)).body).toEqual({ exists: null });
  }
  // The right one came too late for a stranger, and does for nobody who asked.
  expect((await api.anonymous.post('/check-guest-user', { phone, code: right })).body).toEqual({ exists: null });
  expect((await api.anonymous.post('/check-guest-user', { phone, code: right, asker })).body).toEqual({
    exists: false,
  });
  const person = { phone, firstname: 'Oysha', lastname: 'Karimova', password: 'togda-qor-yogdi', asker };
  expect((await api.anonymous.post('/signup', { ...person, code: right })).status).toBe(200);
});

it('who asked has five tries, also where strangers tried nothing; a code that others ask for ends none', async () => {
  const phone = '998935551002';
  const { asker, right } = await asked(phone);
  for (let i = 0; i < 5; i++) await api.anonymous.post('/check-guest-user', { phone, code: other(right, i), asker });
  expect((await api.anonymous.post('/check-guest-user', { phone, code: right, asker })).body).toEqual({ exists: null });

  const second = '998935551003';
  const mine = await asked(second);
  await sql("update secrets set created_at = created_at - interval '2 minutes' where subject = $1", [second]);
  const theirs = await asked(second);
  expect(theirs.asker).not.toBe(mine.asker);
  const check = { phone: second, code: mine.right, asker: mine.asker };
  expect((await api.anonymous.post('/check-guest-user', check)).body).toEqual({ exists: false });
  expect(await sql('select asker_hash from secrets where asker_hash = $1', [mine.asker])).toEqual([]);
});

it('an address with something else than a number where a number stands is found nowhere', async () => {
  const root = await api.as('super_admin');
  const wrong: string[] = [];
  let tried = 0;
  for (const { meta, contract } of callsOf(domains)) {
    if ('public' in meta.access || meta.proof) continue;
    const schema = contract['~orpc'].inputSchema;
    const path = meta.path.replaceAll(/\{[^}]+\}/g, 'no.such-thing!');
    if (!meta.path.includes('{') || !schema) continue;
    const send = { GET: root.get, POST: root.post, PUT: root.put, DELETE: root.delete }[meta.method];
    const { status, body } = await send(path);
    tried++;
    if (status === 400 && body.data?.fields?.some((fault: { path: string }) => meta.path.includes(`{${fault.path}}`)))
      wrong.push(`${meta.method} ${meta.path}: ${status}`);
    if (status >= 500) wrong.push(`${meta.method} ${meta.path}: ${status}`);
  }
  expect(tried).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
  const missing = await root.get('/student/abc');
  expect(missing.body).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect((await root.delete('/user/sessions/abc')).body).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect((await root.get('/student/document?student_id=abc')).body).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
});
