import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domains } from '#domains/server.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { asActor } from '#platform/server/database/database.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { settings } from '#platform/server/run/settings.ts';
import { demoCodes, forgetDemoCodes } from '#platform/server/work/demo-codes.ts';
import { type Driver, Permanent } from '#platform/server/work/mail.ts';
import { sendMail } from '#platform/server/work/outbox.ts';
import { deliverDue } from '#platform/server/work/outbox-worker.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { hours } from '#tests/support/dates.ts';
import { resetsMailed } from '#tests/support/messages.ts';

/** Whoever may read the outbox must not become somebody else by what was written to them. */

let api: Api;
let readers: Caller[];
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query<any>(text, values)).rows;
beforeAll(async () => {
  api = await startApi();
  readers = await Promise.all(['admin', 'demo_admin', 'admin_samarkand'].map((name) => api.as(name)));
});
afterAll(() => api.close());

/** The tables in which a text stands, whoever may read them. */
async function tablesWith(secret: string): Promise<string[]> {
  const tables: { name: string }[] = await sql(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
  );
  const found: string[] = [];
  for (const { name } of tables)
    if ((await sql(`select 1 from "${name}" t where position($1 in t::text) > 0 limit 1`, [secret])).length)
      found.push(name);
  return found;
}

/** What any call that reads answers to those who may read the outbox. */
async function everythingRead(): Promise<string> {
  const [{ id }] = await sql('select max(id) as id from outbox');
  const [{ id: account }] = await sql("select id from accounts where username = 'super_admin'");
  let told = '';
  for (const { meta } of callsOf(domains)) {
    if (!meta.reads || meta.heavy) continue;
    for (const number of meta.path.includes('{') ? [id, account] : [id])
      for (const reader of readers) {
        const path = meta.path.replaceAll(/\{[^}]+\}/g, String(number));
        const answer = meta.method === 'GET' ? await reader.get(`${path}?size=200`) : await reader.post(path);
        told += answer.raw.toString('latin1');
      }
  }
  return told;
}

it('a reset of the strongest account is asked without a session, and no call tells its token', async () => {
  const [{ email }] = await sql("select email from accounts where username = 'super_admin'");
  expect(
    (await api.anonymous.post('/action_verification_email/reset/password/request', { username: 'super_admin' })).status,
  ).toBe(200);
  const phone = '998901234500';
  expect((await api.anonymous.post('/admission/sms/send', { phone })).status).toBe(200);
  await resetsMailed(api.database.owner);
  const token = /token=(\S{43})/.exec(await api.lastMessage(email))![1]!;
  const code = /\d{6}/.exec(await api.lastMessage(phone))![0];
  expect((await readers[0]!.get('/outbox/')).body.content.map((row: { body: string }) => row.body)).toEqual([
    expect.stringContaining('••••••'),
    expect.stringContaining('••••••'),
  ]);
  expect(await tablesWith(token)).toEqual([]);
  expect(await tablesWith(`code is ${code}`)).toEqual([]);
  const told = await everythingRead();
  expect(told).toContain(email);
  expect(told).not.toContain(token);
  expect(told).not.toContain(`code is ${code}`);
  expect(told).not.toMatch(/reset-password\?token=[\w-]{8}/);
  // The token itself is good: what kept the readers out is that they did not get it.
  expect(
    (await api.anonymous.post('/action_verification_email/reset/password', { token, new_password: 'a-new-one-77' }))
      .status,
  ).toBe(200);
}, 300_000);

it('while it waits no call reads it, and it is wiped when it is sent, given up, or good no longer', async () => {
  const kernel: Kernel = {
    database: api.database,
    settings: { ...settings({ EDULAB_DATA: api.dataDir }, []), smtpUrl: 'smtp://127.0.0.1:1' },
    domains,
  };
  const send = (to: string, code: string, minutes = 10) =>
    asActor(api.database.app, { institution_id: 1, account_id: null, call: 'test' }, (_db, client) =>
      sendMail(
        { kernel, client, institution_id: 1, account_id: 0 },
        {
          to,
          language: 'en',
          subject: 'a',
          text: (values) => `It is ${values.code}`,
          secret: { values: { code }, minutes },
        },
      ),
    );
  const left: string[] = [];
  const mail: Driver = {
    async send({ to, body }) {
      left.push(body);
      // A server that refuses may quote what it was given.
      if (to.startsWith('away')) throw Object.assign(new Error(`421 later: ${body}`), { code: 'ECONNECTION' });
      if (to.startsWith('nobody')) throw new Permanent(`550 no such mailbox: ${body}`);
    },
  };
  const stateOf = async (id: number) => (await sql('select state, body, error from outbox where id = $1', [id]))[0];
  const deliver = () => deliverDue(api.database.owner, { mail, sms: null }, { pauses: [3600] });

  const waiting = await send('away@example.uz', 'wait-4711');
  await expect(api.database.app.query('select body from outbox_deliveries')).rejects.toMatchObject({ code: '42501' });
  await deliver();
  expect(left).toContain('It is wait-4711');
  expect(await stateOf(waiting)).toEqual({ state: 'queued', body: 'It is ••••••', error: 'ECONNECTION' });
  expect(await tablesWith('wait-4711')).toEqual(['outbox_deliveries']);
  const sent = await send('a@example.uz', 'sent-4711');
  const lost = await send('nobody@example.uz', 'lost-4711');
  await deliver();
  expect(await stateOf(sent)).toMatchObject({ state: 'sent', body: 'It is ••••••' });
  expect(await stateOf(lost)).toEqual({ state: 'failed', body: 'It is ••••••', error: 'refused' });
  await sql("update outbox_deliveries set expires_at = edulab_now() - interval '1 second' where outbox_id = $1", [
    waiting,
  ]);
  // Also by a server that has nobody to send it.
  await deliverDue(api.database.owner, { mail: null, sms: null });
  expect(await stateOf(waiting)).toEqual({ state: 'failed', body: 'It is ••••••', error: 'EXPIRED' });
  for (const secret of ['wait-4711', 'sent-4711', 'lost-4711']) expect(await tablesWith(secret)).toEqual([]);
  // What is wiped cannot be sent again.
  const shown = (await readers[0]!.get('/outbox/?state=failed')).body.content;
  expect(shown.map((row: { can: object }) => row.can)).toEqual([{ retry: false }, { retry: false }]);
  expect((await readers[0]!.post(`/outbox/${lost}/retry`)).body.code).toBe('SECRET_WIPED');
});

it('a demo keeps no code of somebody who was typed in later', async () => {
  const reset = async (name: string, email: string) => {
    await api.anonymous.post('/action_verification_email/reset/password/request', { username: name });
    await resetsMailed(api.database.owner);
    const shown = await sql('select body from outbox where recipient = $1 order by id desc limit 1', [email]);
    expect(shown[0].body).toContain('••••••');
    return demoCodes(api.dataDir).some(({ to }) => to === email);
  };
  const root = await api.as('super_admin');
  const person = { username: 'haqiqiy.odam', firstname: 'Nodira', lastname: 'Aliyeva' };
  const made = { ...person, email: 'nodira@example.uz', phone: '998901234777', password: 'olma-daraxti-9' };
  expect((await root.post('/account/', made)).status).toBe(200);
  await sql(
    `insert into account_roles (account_id, role_id, institution_id)
     select a.id, r.id, 1 from accounts a, roles r where a.username = $1 and r.name = 'DEAN' on conflict do nothing`,
    [person.username],
  );
  expect(await reset(person.username, made.email)).toBe(false);
  expect((await api.anonymous.post('/admission/sms/send', { phone: made.phone })).status).toBe(200);
  expect(demoCodes(api.dataDir).some(({ to }) => to === made.phone)).toBe(false);
  // The demo's own people can be tried, and so can the entrance.
  expect(await reset('dean', 'dean@demo.edulab.uz')).toBe(true);
  const phone = '998901234778';
  await api.anonymous.post('/admission/sms/send', { phone });
  const code = /\d{6}/.exec(await api.lastMessage(phone))![0];
  const guest = { phone, code, email: 'mehmon@example.uz', password: 'olma-daraxti-9' };
  expect((await api.anonymous.post('/signup', { ...guest, firstname: 'A', lastname: 'B' })).status).toBe(200);
  expect(await reset(phone, guest.email)).toBe(true);
});

it('a demo keeps codes for the user of its machine alone, for as long as they are good; nothing else keeps them', async () => {
  const file = join(api.dataDir, 'demo-codes.jsonl');
  await api.anonymous.post('/admission/sms/send', { phone: '998901234501' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(demoCodes(api.dataDir).at(-1)).toMatchObject({ to: '998901234501', text: expect.stringMatching(/\d{6}/) });
  const real: Kernel = {
    database: api.database,
    settings: settings({ EDULAB_DATA: api.dataDir }, ['--no-demo']),
    domains,
  };
  const before = demoCodes(api.dataDir).length;
  await asActor(api.database.app, { institution_id: 1, account_id: null, call: 'test' }, (_db, client) =>
    sendMail(
      { kernel: real, client, institution_id: 1, account_id: 0 },
      { to: 'x@y.uz', language: 'en', subject: 'a', text: () => 'real', secret: { values: {}, minutes: 10 } },
    ),
  );
  expect(demoCodes(api.dataDir)).toHaveLength(before);
  await api.setClock(hours(61 / 60));
  forgetDemoCodes(api.dataDir);
  expect(readFileSync(file, 'utf8')).toBe('');
});
