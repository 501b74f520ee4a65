import { and, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { accountRoles, accounts, roles } from '#platform/server/database/tables.ts';
import { noteSecurity, noteSecurityOfEach } from '#platform/server/run/security.ts';
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
  cyrillic?: boolean;
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

interface Listed {
  firstname: string;
  lastname: string;
  midname: string | null;
  /** 12 to 15 digits; that nobody living has it, the caller has asked. */
  phone: string;
  email: string | null;
}

/**
 * The same for many people of one role, who sign in with their phone: a handful of statements whatever their number. Answers
 * their ids by phone. Whoever was made meanwhile with the same phone or address is refused by the database.
 */
export async function createAccounts(
  call: Call,
  people: readonly Listed[],
  role: string,
): Promise<Map<string, number>> {
  if (people.length === 0) return new Map();
  // Somebody who has another phone by now may still be called so.
  const { rows } = await call.client.query<typeof accounts.$inferSelect>(
    `insert into accounts (username, firstname, lastname, midname, phone, email, locale, required_actions, selected_institution)
     select p.phone || case when exists (select 1 from accounts a where lower(a.username) = p.phone)
              then '-' || (select max(coalesce(nullif(substr(a.username, length(p.phone) + 2), ''), '1')::int) + 1 from accounts a
                            where a.username = p.phone or a.username ~ ('^' || p.phone || '-[0-9]{1,6}$'))
              else '' end,
            p.firstname, p.lastname, p.midname, p.phone, p.email, $2, case when p.email is null then '{}' else array['VERIFY_EMAIL'] end, $3
       from jsonb_to_recordset($1::jsonb) as p (firstname text, lastname text, midname text, phone text, email text)
     returning *`,
    [JSON.stringify(people), call.locale, call.institution_id],
  );
  await call.client.query(
    `insert into account_roles (account_id, institution_id, role_id)
     select a, $2, r.id from unnest($1::int[]) a cross join roles r where r.name = $3 and r.deleted_at is null`,
    [rows.map(({ id }) => id), call.institution_id, role],
  );
  await noteSecurityOfEach(
    call,
    'ROLES_OF_ACCOUNT',
    rows.map(({ id }) => ({ account_id: id, given: [role] })),
  );
  for (const account of rows) if (account.email) await sendVerification(call, account);
  return new Map(rows.map(({ id, phone }) => [phone ?? '', id]));
}
