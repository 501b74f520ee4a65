import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { ShownLocale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { lockSpaces } from '#platform/server/database/locks.ts';
import { accounts, institutions } from '#platform/server/database/tables.ts';
import { joinDemo } from '#platform/server/work/demo-codes.ts';
import { sendSms } from '#platform/server/work/outbox.ts';
import { createAccount } from '../accounts/account-create.ts';
import { enterAs, keptOf } from '../accounts/user-info.ts';
import { demandGoodPassword } from '../passwords/passwords.ts';
import { signUps } from '../tables.ts';
import { countAttempt } from './limits.ts';
import { codeFits, endSecrets, issueCodeTo } from './secrets.ts';
import { startSession } from './sign-in.ts';

/** The institution that a visitor speaks to: the wish where there is such a one, else the first. */
async function houseOf(call: Call, wish: number | undefined): Promise<number> {
  const rows = await call.db
    .select({ id: institutions.id })
    .from(institutions)
    .where(isNull(institutions.deleted_at))
    .orderBy(asc(institutions.id));
  const house = rows.find((row) => row.id === wish) ?? rows.find((row) => row.id === call.institution_id) ?? rows[0];
  if (!house) throw fail('NOT_FOUND');
  return house.id;
}

const secondsBetween = 60;

/** Sends a code that proves a phone. One a minute for a phone, and a bounded number from one address: each costs money. */
export async function sendCode(call: Call, input: { phone: string }) {
  const demandPause = async () => {
    const { rows } = await call.client.query<{ seconds: number }>(
      `select ${secondsBetween} - floor(extract(epoch from edulab_now() - max(created_at)))::int as seconds from secrets where kind = 'sms_code' and subject = $1`,
      [input.phone],
    );
    const seconds = rows[0]?.seconds ?? 0;
    if (seconds > 0) throw fail('TOO_MANY_REQUESTS', { seconds });
  };
  await demandPause();
  await countAttempt(call, [
    { key: `sms to ${input.phone}`, free: 5 },
    { key: `sms from ${call.request.ip}`, free: 60 },
  ]);
  // Of two who ask at once, such as a double click, the second finds what the first has sent.
  await call.client.query('select pg_advisory_xact_lock($1, hashtext($2))', [lockSpaces.codeSent, input.phone]);
  await demandPause();
  await enterAs(call, 0, await houseOf(call, undefined));
  const { code, asker } = await issueCodeTo(call, 'sms_code', input.phone, 10);
  await sendSms(call, {
    to: input.phone,
    language: call.locale,
    text: (values) => message(call.locale, 'sms_code', values),
    secret: { values: { code }, minutes: 10 },
  });
  return { ok: true as const, seconds: secondsBetween, asker };
}

const livingWithPhone = async (call: Call, phone: string): Promise<boolean> =>
  (
    await call.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.phone, phone), isNull(accounts.deleted_at)))
      .limit(1)
  ).length > 0;

/** Tells whether a phone has an account, but only to whoever can read its SMS: otherwise this would list our people. */
export async function checkGuest(
  call: Call,
  input: { phone: string; code?: string | undefined; asker?: string | undefined },
) {
  if (!input.code) return { exists: null };
  await countAttempt(call, [{ key: `code from ${call.request.ip}`, free: 100 }]);
  return {
    exists: (await codeFits(call, 'sms_code', input.phone, input.code, { use: false, asker: input.asker }))
      ? await livingWithPhone(call, input.phone)
      : null,
  };
}

interface SignUp {
  phone: string;
  code: string;
  asker?: string | undefined;
  password: string;
  firstname: string;
  lastname: string;
  midname?: string | null | undefined;
  email?: string | null | undefined;
  locale?: ShownLocale | undefined;
  source?: string | undefined;
  branch?: number | undefined;
}

/** The phone itself; with a number behind it where somebody who has another phone by now is still called so. */
async function freeUsername(call: Call, phone: string): Promise<string> {
  const rows = await call.db
    .select({ username: accounts.username })
    .from(accounts)
    .where(sql`${accounts.username} = ${phone} or ${accounts.username} like ${`${phone}-%`}`);
  const taken = new Set(rows.map((row) => row.username));
  let name = phone;
  for (let i = 2; taken.has(name); i++) name = `${phone}-${i}`;
  return name;
}

/** Makes an applicant's account for whoever has the code of the phone, and signs them in. */
export async function signUp(call: Call, input: SignUp) {
  const house = await houseOf(call, input.branch);
  await countAttempt(call, [{ key: `code from ${call.request.ip}`, free: 100 }]);
  await enterAs(call, 0, house);
  // Before the code is looked at, so that a weak password does not use it up.
  await demandGoodPassword(call, 'password', input.password, input);
  if (!(await codeFits(call, 'sms_code', input.phone, input.code, { asker: input.asker })))
    throw failField('code', 'CODE_REFUSED');
  await endSecrets(call, input.phone, ['sms_code']);
  await enterAs(call, 0, house);
  const account = await createAccount(call, {
    username: await freeUsername(call, input.phone),
    firstname: input.firstname,
    lastname: input.lastname,
    midname: input.midname ?? null,
    email: input.email ?? null,
    phone: input.phone,
    locale: call.locale,
    ...keptOf(input.locale),
    password: input.password,
    roles: [{ institution_id: house, role: 'GUEST_USER' }],
  });
  await call.db
    .insert(signUps)
    .values({ account_id: account.id, source: input.source ?? null, branch: input.branch ?? null });
  await joinDemo(call, account.id);
  await call.db.execute(sql`delete from attempt_counters where key = ${`sms to ${input.phone}`}`);
  return startSession(call, account, { remember: false, locale: input.locale });
}
