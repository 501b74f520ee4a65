import { and, eq, sql } from 'drizzle-orm';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { undelete } from '#platform/server/records/deletion.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { noteSecurity } from '#platform/server/run/security.ts';
import type { RequiredAction } from '../../contract.ts';
import { tellOwner } from '../entrance/mails.ts';
import { endSecrets } from '../entrance/secrets.ts';
import { revokeSessions } from '../entrance/sessions.ts';
import { sendInvitation, sendVerification } from '../entrance/verification.ts';
import { askerOf, demandGoodPassword, hashPassword } from '../passwords/passwords.ts';
import { demandAnotherSuperAdmin, demandPowerOver } from '../roles/powers.ts';
import { createAccount, demandFree } from './account-create.ts';
import { type Account, find, get, ofHouse, type Presented, presentOne } from './account-records.ts';
import { giveRoles, type WantedRole } from './account-roles.ts';

/** Addresses of calls: `/account/all` is no account. */
const reservedNames = new Set(['all', 'types', 'password', 'profile', 'profile_pic', 'required_action', 'overview']);

export interface Save {
  id?: number | undefined;
  version?: number | undefined;
  username?: string | undefined;
  firstname?: string | undefined;
  lastname?: string | undefined;
  midname?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  locale?: Locale | undefined;
  active?: boolean | undefined;
  required_actions?: RequiredAction[] | undefined;
  password?: string | undefined;
  roles?: WantedRole[] | undefined;
}

export async function save(call: Call, input: Save): Promise<Presented> {
  const { id, version, roles: wanted, password, ...fields } = input;
  if (password && id === undefined) await demandGoodPassword(call, 'password', password, fields);
  if (fields.username && reservedNames.has(fields.username.toLowerCase()))
    throw failField('username', 'RESERVED_NAME', { name: fields.username });
  if (id === undefined) {
    const missing = (['username', 'firstname', 'lastname'] as const).filter((field) => !fields[field]);
    if (missing.length) throw fail('BAD_REQUEST', { fields: missing.map((path) => ({ path, code: 'form_required' })) });
    const {
      username = '',
      firstname = '',
      lastname = '',
      active = true,
      required_actions = [],
      midname = null,
      email = null,
      phone = null,
      locale = call.locale,
    } = fields;
    const account = await createAccount(call, {
      username,
      firstname,
      lastname,
      midname,
      email,
      phone,
      locale,
      password: password ?? null,
      required_actions: [...new Set<RequiredAction>(['UPDATE_PASSWORD', ...required_actions])],
      roles: [],
    });
    if (!active) await call.db.update(accounts).set({ active }).where(eq(accounts.id, account.id));
    await noteSecurity(call, { kind: 'ACCOUNT', details: { account_id: account.id, created: true } });
    await giveRoles(call, account.id, wanted ?? []);
    if (!password && email) await sendInvitation(call, account);
    return presentOne(call, await find(call, account.id));
  }
  const read = { id, version: version ?? 0 };
  const current = await loadForChange(call, accounts, ofHouse(call), read, (now) => presentOne(call, now));
  await demandPowerOver(call, [id]);
  if (fields.active === false) await demandCanClose(call, id);
  if (password) await demandGoodPassword(call, 'password', password, { ...current, ...fields });
  // Of oneself the profile asks for the present password, and the new phone for its code; here nothing would.
  const ownData =
    password !== undefined ||
    (['email', 'phone', 'username'] as const).some((key) => fields[key] !== undefined && fields[key] !== current[key]);
  if (id === call.account_id && ownData) throw fail('OWN_ACCOUNT');
  await demandFree(call, fields, id);
  await write(call, current, {
    ...fields,
    ...(password === undefined
      ? {}
      : {
          password_hash: await hashPassword(password, askerOf(call)),
          required_actions: [...new Set([...(fields.required_actions ?? current.required_actions), 'UPDATE_PASSWORD'])],
        }),
  });
  if (wanted) await giveRoles(call, id, wanted);
  if (fields.active === false || password !== undefined) await revokeSessions(call, id);
  if (password !== undefined) {
    await noteSecurity(call, { kind: 'PASSWORD', details: { account_id: id } });
    await tellOwner(call, current, 'password');
  }
  if (fields.active !== undefined && fields.active !== current.active)
    await noteSecurity(call, { kind: 'ACCOUNT', details: { account_id: id, active: fields.active } });
  return presentOne(call, await find(call, id));
}

/** Writes fields; a new e-mail must be confirmed, and the owner is told where they were reached before. */
export async function write(
  call: Call,
  current: Account,
  fields: Partial<{ [K in keyof Account]: Account[K] | undefined }>,
): Promise<void> {
  const known = Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => value !== undefined && value !== current[key as keyof Account]),
  ) as Partial<Account>;
  const moved = 'email' in known;
  if (moved) {
    const others = (known.required_actions ?? current.required_actions).filter((action) => action !== 'VERIFY_EMAIL');
    Object.assign(known, {
      email_verified_at: null,
      required_actions: known.email ? ['VERIFY_EMAIL', ...others] : others,
    });
  }
  if (!Object.keys(known).length) return;
  const [row] = await call.db.update(accounts).set(known).where(eq(accounts.id, current.id)).returning();
  // A link in the old mailbox opens nothing any more.
  if (moved) await endSecrets(call, String(current.id), ['password_reset']);
  if (moved && row?.email) await sendVerification(call, row);
  for (const what of ['email', 'phone', 'username'] as const) {
    if (!(what in known)) continue;
    await noteSecurity(call, { kind: securityKindOf[what], details: { account_id: current.id } });
    await tellOwner(call, current, what);
  }
}
const securityKindOf = { email: 'EMAIL', phone: 'PHONE', username: 'USERNAME' } as const;

async function demandCanClose(call: Call, id: number): Promise<void> {
  if (id === call.account_id) throw fail('OWN_ACCOUNT');
  await demandAnotherSuperAdmin(call, id);
}

export async function remove(call: Call, input: { id: string }): Promise<{ ok: true }> {
  const account = await find(call, input.id, true);
  await demandPowerOver(call, [account.id]);
  await demandCanClose(call, account.id);
  await call.db.update(accounts).set({ deleted_at: sql`edulab_now()` }).where(eq(accounts.id, account.id));
  await revokeSessions(call, account.id);
  await noteSecurity(call, { kind: 'ACCOUNT', details: { account_id: account.id, deleted: true } });
  return { ok: true };
}

/** Takes back that an account was deleted; its holder signs in anew. RESTORE_TAKEN where its e-mail or phone is another's now. */
export async function restore(call: Call, input: { id: number }) {
  const [account] = await call.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, input.id), ofHouse(call)))
    .for('update');
  if (!account) throw fail('NOT_FOUND');
  if (account.deleted_at !== null) {
    await demandPowerOver(call, [account.id]);
    await undelete(call, accounts, account.id);
    await noteSecurity(call, { kind: 'ACCOUNT', details: { account_id: account.id, deleted: false } });
  }
  return get(call, { id: String(account.id) });
}
