import { and, eq, inArray, isNull } from 'drizzle-orm';
import { claimPicture, receiveFiles } from '#domains/files/server/index.ts';
import type { ShownLocale } from '#platform/contract/index.ts';
import { type Call, demand, demandProof } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { noteSecurity } from '#platform/server/run/security.ts';
import type { RequiredAction } from '../../contract.ts';
import { countAttempt } from '../entrance/limits.ts';
import { tellOwner } from '../entrance/mails.ts';
import { demandPassword } from '../entrance/proof.ts';
import { codeFits } from '../entrance/secrets.ts';
import { endSession, listSessions, revokeSessions } from '../entrance/sessions.ts';
import { askerOf, demandGoodPassword, hashPassword, makePassword } from '../passwords/passwords.ts';
import { demandPowerOver } from '../roles/powers.ts';
import { demandFree } from './account-create.ts';
import { type Account, find, ofHouse, presentOne } from './account-records.ts';
import { type Save, write } from './accounts.ts';
import { avatarsOf, enterAs, keptOf, readUserInfo } from './user-info.ts';

export async function passwordReset(
  call: Call,
  input: { id?: number | undefined; username?: string | undefined; new_password?: string | undefined },
) {
  if (input.id === undefined && !input.username)
    throw fail('BAD_REQUEST', { fields: [{ path: 'id', code: 'form_required' }] });
  const account = await find(call, input.id ?? input.username ?? '', true, input.id === undefined);
  if (account.id === call.account_id) throw fail('OWN_ACCOUNT');
  await demandPowerOver(call, [account.id]);
  if (input.new_password !== undefined) await demandGoodPassword(call, 'new_password', input.new_password, account);
  const password = input.new_password ?? (await makePassword(call, account));
  await call.db
    .update(accounts)
    .set({
      password_hash: await hashPassword(password, askerOf(call)),
      required_actions: [...new Set([...account.required_actions, 'UPDATE_PASSWORD'])],
    })
    .where(eq(accounts.id, account.id));
  await revokeSessions(call, account.id);
  await noteSecurity(call, { kind: 'PASSWORD', details: { account_id: account.id } });
  await tellOwner(call, account, 'password');
  return { ok: true as const, password: input.new_password === undefined ? password : null };
}

/** An account whose sessions the caller may see and end. */
async function keptAccount(call: Call, id: number): Promise<number> {
  const account = await find(call, id);
  await demandPowerOver(call, [account.id]);
  return account.id;
}

export const sessionsOf = async (call: Call, input: { id: number }) =>
  listSessions(call, (await find(call, input.id)).id);

export const endSessionOf = async (call: Call, input: { id: number; session_id: number }) =>
  endSession(call, input.session_id, await keptAccount(call, input.id));

export async function endSessionsOf(call: Call, input: { id: number }) {
  const id = await keptAccount(call, input.id);
  // Nobody shuts the door on themselves here.
  const kept = id === call.account_id ? call.session_id : null;
  return { ok: true as const, ended: await revokeSessions(call, id, kept) };
}

interface Actions {
  id?: number | undefined;
  ids?: number[] | undefined;
  required_actions?: RequiredAction[] | undefined;
  add?: RequiredAction[] | undefined;
  remove?: RequiredAction[] | undefined;
}

export async function setRequiredActions(call: Call, input: Actions) {
  const ids = [...new Set([...(input.ids ?? []), ...(input.id === undefined ? [] : [input.id])])];
  if (!ids.length) throw fail('BAD_REQUEST', { fields: [{ path: 'ids', code: 'form_required' }] });
  const rows = await call.db
    .select()
    .from(accounts)
    .where(and(inArray(accounts.id, ids), isNull(accounts.deleted_at), ofHouse(call)))
    .orderBy(accounts.id)
    .for('update');
  if (rows.length !== ids.length) throw fail('NOT_FOUND');
  if (ids.includes(call.account_id)) throw fail('OWN_ACCOUNT');
  await demandPowerOver(call, ids);
  let changed = 0;
  for (const row of rows) {
    const next = [...new Set([...(input.required_actions ?? row.required_actions), ...(input.add ?? [])])].filter(
      (action) => !input.remove?.includes(action as RequiredAction),
    );
    if (next.length === row.required_actions.length && next.every((action) => row.required_actions.includes(action)))
      continue;
    await call.db.update(accounts).set({ required_actions: next }).where(eq(accounts.id, row.id));
    changed++;
  }
  return { ok: true as const, changed };
}

const asText = (value: string | null | undefined) => (value ?? '').toLowerCase();

/** One's own address or phone opens the account when its password is forgotten, so a new one asks for that of now. */
async function demandOwnPassword(
  call: Call,
  contact: { email?: string | null | undefined; phone?: string | null | undefined },
  auth: string | undefined,
): Promise<void> {
  const [now] = await call.db
    .select({ email: accounts.email, phone: accounts.phone })
    .from(accounts)
    .where(eq(accounts.id, call.account_id));
  const moves = (['email', 'phone'] as const).some(
    (key) => contact[key] !== undefined && asText(contact[key]) !== asText(now?.[key]),
  );
  if (!moves) return;
  if (!auth) throw failField('auth', 'form_required');
  await demandPassword(call, auth, 'auth');
}

/** The account that a call about a profile changes: the caller's own, or another where the caller may manage it. */
async function profileForChange(
  call: Call,
  { id = call.account_id, version }: { id?: number | undefined; version?: number | undefined },
): Promise<Account> {
  const own = id === call.account_id;
  if (!own) {
    demand(call, 'account.manage');
    demandProof(call);
  }
  const reach = own ? undefined : ofHouse(call);
  const account = await loadForChange(call, accounts, reach, { id, version }, (now) => presentOne(call, now));
  if (!own) await demandPowerOver(call, [id]);
  return account;
}

export async function setPicture(
  call: Call,
  input: { id?: number | undefined; file_id?: number | null | undefined; file?: { id: number } | null | undefined },
) {
  const account = await profileForChange(call, { id: input.id });
  // The picture itself, a file that was uploaded before, or null to take the picture away.
  const [sent] = call.request.isMultipart() ? await receiveFiles(call, 'photo') : [];
  const named = input.file_id === undefined ? (input.file === null ? null : input.file?.id) : input.file_id;
  const file_id = sent ? sent.id : named;
  if (file_id === undefined) throw failField('file_id', 'form_required');
  if (file_id !== null) await claimPicture(call, 'file_id', file_id, account.avatar_file_id);
  await call.db.update(accounts).set({ avatar_file_id: file_id }).where(eq(accounts.id, account.id));
  return { ok: true as const, avatar: (await avatarsOf(call, [file_id]))(file_id) };
}

/** A new phone of one's own is one that one holds: contracts are accepted by it. Errors: PHONE_TAKEN, CODE_REFUSED. */
async function demandOwnPhone(
  call: Call,
  phone: string | null | undefined,
  { code, asker }: { code?: string | undefined; asker?: string | undefined },
): Promise<void> {
  if (!phone) return;
  const { account_id, institution_id } = call;
  const [now] = await call.db.select({ phone: accounts.phone }).from(accounts).where(eq(accounts.id, account_id));
  if (now?.phone === phone) return;
  await demandFree(call, { phone }, account_id);
  // Both count in a transaction of their own, so that a wrong try is not forgotten.
  await countAttempt(call, [{ key: `phone of ${account_id}`, free: 20 }]);
  const fits = await codeFits(call, 'sms_code', phone, code ?? '', { asker });
  await enterAs(call, account_id, institution_id);
  if (!fits) throw failField('code', 'CODE_REFUSED');
}

export async function saveProfile(
  call: Call,
  input: Omit<Save, 'username' | 'locale' | 'active' | 'roles' | 'password' | 'required_actions'> & {
    locale?: ShownLocale | undefined;
    code?: string | undefined;
    asker?: string | undefined;
    auth?: string | undefined;
  },
) {
  const { id, version, firstname, lastname, midname, code, asker, auth, locale, ...contact } = input;
  if (id === undefined || id === call.account_id) {
    await demandOwnPassword(call, contact, auth);
    await demandOwnPhone(call, contact.phone, { code, asker });
  }
  const account = await profileForChange(call, { id, version });
  const names = { firstname, lastname, midname };
  const renamed = Object.entries(names).some(
    ([key, value]) => value !== undefined && value !== account[key as keyof typeof names],
  );
  // Names come from documents, so nobody corrects their own without the right to.
  if (renamed) demand(call, 'account.manage');
  await demandFree(call, contact, account.id);
  await write(call, account, { ...names, ...contact, ...keptOf(locale) });
  return { ok: true as const, user_info: await readUserInfo(call) };
}
