import { and, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { accountRoles, accounts, roles } from '#platform/server/database/tables.ts';
import { noteSecurity } from '#platform/server/run/security.ts';
import type { RequiredAction } from '../../contract.ts';
import { sendVerification } from '../entrance/verification.ts';
import { askerOf, hashPassword } from '../passwords/passwords.ts';

export interface NewAccount {
  username: string;
  firstname: string;
  lastname: string;
  midname?: string | null;
  email?: string | null;
  /** 12 to 15 digits. */
  phone?: string | null;
  locale?: string;
  password?: string | null;
  required_actions?: RequiredAction[];
  roles: { institution_id: number; role: string }[];
  /** Whether a mail asks to confirm the address; yes unless told. */
  verify?: boolean;
}

/** Refuses with 409 where another living account has the username, e-mail or phone; `path` names the field. */
export async function demandFree(
  call: Call,
  fields: { username?: string | undefined; email?: string | null | undefined; phone?: string | null | undefined },
  except = 0,
): Promise<void> {
  const taken = async (where: ReturnType<typeof sql>, dead = false) =>
    (
      await call.db
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(where, ne(accounts.id, except), dead ? undefined : isNull(accounts.deleted_at)))
        .limit(1)
    ).length > 0;
  // A username is never given twice, nor one that looks like it: the history names people by it.
  if (fields.username && (await taken(sql`edulab_look(${accounts.username}) = edulab_look(${fields.username})`, true)))
    throw failField('username', 'USERNAME_TAKEN');
  if (fields.email && (await taken(sql`lower(${accounts.email}) = ${fields.email.toLowerCase()}`)))
    throw failField('email', 'EMAIL_TAKEN');
  if (fields.phone && (await taken(sql`${accounts.phone} = ${fields.phone}`))) throw failField('phone', 'PHONE_TAKEN');
}

/**
 * Makes an account with its roles, in the caller's transaction. For domains whose records come with an account: they
 * decide which roles that is, so nothing is checked here against what the caller may. Throws 409 where a name is taken.
 */
export async function createAccount(call: Call, input: NewAccount): Promise<typeof accounts.$inferSelect> {
  await demandFree(call, input);
  const { roles: given, password, verify = true, ...fields } = input;
  const actions = new Set<string>(input.required_actions ?? []);
  if (fields.email && verify) actions.add('VERIFY_EMAIL');
  const [account] = await call.db
    .insert(accounts)
    .values({
      ...fields,
      password_hash: password ? await hashPassword(password, askerOf(call)) : null,
      required_actions: [...actions],
      selected_institution: given[0]?.institution_id ?? call.institution_id,
    })
    .returning();
  if (!account) throw new Error('the account was not inserted');
  const names = await call.db
    .select({ id: roles.id, name: roles.name })
    .from(roles)
    .where(and(inArray(roles.name, ['', ...given.map((row) => row.role)]), isNull(roles.deleted_at)));
  const rows = given.map((row) => ({
    account_id: account.id,
    institution_id: row.institution_id,
    role_id: names.find((role) => role.name === row.role)?.id ?? 0,
  }));
  if (rows.some((row) => row.role_id === 0)) throw failField('roles', 'UNKNOWN_REFERENCE');
  if (rows.length) await call.db.insert(accountRoles).values(rows);
  for (const { institution_id, role } of given)
    await noteSecurity(call, {
      kind: 'ROLES_OF_ACCOUNT',
      institution_id,
      details: { account_id: account.id, given: [role] },
    });
  if (fields.email && verify) await sendVerification(call, account);
  return account;
}
