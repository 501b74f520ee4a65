import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clock } from '#platform/contract/clock.ts';
import { demoCodes } from '#platform/server/work/demo-codes.ts';
import { type Edulab, embeddedUrl, filledFolder, query, startEdulab } from './edulab.ts';

/** The log of a run in which things fail: it says what failed, and nothing of whom it was about. */

let dataDir: string;
let edulab: Edulab;
let token: string;
const api = '/edulab/lms/api/v1';
beforeAll(async () => {
  // A server with mail takes no moved clock, and what the demo keeps is read here by the same one.
  clock.setAhead(0);
  dataDir = filledFolder(mkdtempSync(join(tmpdir(), 'edulab-logs-')));
  edulab = await startEdulab({ dataDir, env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  token = (await ask('/signin', { username: 'super_admin', password: 'edulab-demo' })).body.token;
});
afterAll(async () => {
  await edulab?.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

async function ask(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${edulab.url}${api}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      language: 'en',
      institution: '1',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  return { status: answer.status, body: (await answer.json()) as any };
}
const sql = (text: string) => query(embeddedUrl(dataDir), text);
const person = {
  firstname: 'Zulfizarxon',
  lastname: 'Qosimjonova',
  passport_id: 'AB7654321',
  pinfl: '41203951234567',
  phone: '998977654321',
  email: 'zulfizarxon.q@example.uz',
};

it('of refused rows, failed calls, mails, messages and jobs has codes and places, and no name, number or secret', async () => {
  const staff = { ...person, gender: 'FEMALE', birthdate: '1995-03-12', staff_no: 'X-7654321' };
  // A rule that nobody foresaw: the database answers with the whole row.
  await sql(`alter table accounts add constraint nobody_foresaw check (firstname not like 'Zulf%') not valid`);
  const account = { username: 'zulfizarxon', password: 'a-secret-of-hers-9', ...person };
  const failed = await ask('/account/', account);
  expect([failed.status, failed.body.code]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
  await sql('alter table accounts drop constraint nobody_foresaw');
  const made = await ask('/account/', account);
  expect([made.status, made.body]).toMatchObject([200, {}]);
  // Twice the same: a refusal, not a fault.
  expect((await ask('/account/', account)).status).toBe(409);
  await ask('/staff/', staff);
  await ask('/student/', { ...person, contact_phone: person.phone });
  // A query that cannot run at all, with what somebody searched for.
  await sql('alter table outbox rename column recipient to away');
  await ask('/admission/sms/send', { phone: person.phone });
  const unread = await fetch(`${edulab.url}${api}/outbox/?search=${person.lastname}`, {
    headers: { authorization: `Bearer ${token}`, institution: '1' },
  });
  expect(unread.status).toBe(500);
  // A job that fails in the middle.
  const words = { uz: person.lastname, ru: '', en: '' };
  const template = await ask('/email_template/', { title: words, subject: words, body: words });
  const sent = await ask('/email_template/send-message', { id: template.body.id, emails: [person.email] });
  expect(sent.status).toBe(200);
  await expect.poll(() => edulab.output(), { timeout: 60_000 }).toContain('(email.send) failed');
  await sql('alter table outbox rename column away to recipient');
  // A mail whose server is away, and a code that nobody carries.
  await ask('/action_verification_email/reset/password/request', { username: 'zulfizarxon' });
  await ask('/admission/sms/send', { phone: person.phone });
  // Of somebody typed in the demo keeps no code; one of its own shows that codes are looked for.
  await ask('/admission/sms/send', { phone: '998901230099' });
  await ask('/signin', { username: 'zulfizarxon', password: 'a wrong secret of hers' });
  await ask('/signin', '{"username": "Qosimjonova' as unknown as object);
  await expect
    .poll(() => sql("select error from outbox where recipient like 'zulf%' and error is not null"), { timeout: 60_000 })
    .not.toEqual([]);

  const log = edulab.output() + readFileSync(join(dataDir, 'postgres/postgres.log'), 'utf8');
  // It says enough to find the fault.
  expect(log).toContain(failed.body.data.error_id);
  expect(log).toMatch(/"code":"23514"[^\n]*"constraint":"nobody_foresaw"/);
  expect(log).toMatch(/"code":"42703"/);
  expect(log).toMatch(/at .*account-create\.ts:\d+/);
  const codes = demoCodes(dataDir).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
  expect(codes.length).toBeGreaterThan(0);
  for (const value of [...Object.values(person), ...codes, 'zulfizarxon', 'secret of hers', 'secret-of-hers', token])
    expect(log.toLowerCase()).not.toContain(value.toLowerCase());
});
