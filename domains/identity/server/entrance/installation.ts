import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { fillInstitution, fillPlaces } from '#domains/institutions/server/index.ts';
import {
  locales,
  roles as roleNames,
  type ShownLocale,
  shortestPassword,
  type Title,
} from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { locks } from '#platform/server/database/locks.ts';
import { accounts, institutions, roles } from '#platform/server/database/tables.ts';
import { createAccount } from '../accounts/account-create.ts';
import { enterAs, inLocale, keptOf } from '../accounts/user-info.ts';
import { demandGoodPassword, passwordPolicy } from '../passwords/passwords.ts';
import { startSession } from './sign-in.ts';

/** Which entrance a visitor came through: the operator may give applicants and transfers host names of their own. */
function hostKind(call: Call): 'ordinary' | 'admission' | 'transfer' {
  const host = call.request.hostname.toLowerCase();
  const { admissionHost, transferHost } = call.kernel.settings;
  return host === admissionHost ? 'admission' : host === transferHost ? 'transfer' : 'ordinary';
}

export async function installation(call: Call) {
  const { settings } = call.kernel;
  const rows = await call.db
    .select({ id: institutions.id, title: institutions.title, short: institutions.short_name })
    .from(institutions)
    .where(isNull(institutions.deleted_at))
    .orderBy(asc(institutions.id));
  const policy = await passwordPolicy(call);
  return {
    empty: rows.length === 0,
    demo: settings.demo,
    locales: [...locales],
    default_locale: 'uz' as const,
    host: hostKind(call),
    support_phone: settings.supportPhone,
    admission_phone: settings.admissionPhone,
    password_policy: {
      minimum: shortestPassword(policy),
      digit: Boolean(policy.digit),
      upper_and_lower: Boolean(policy.upper_and_lower),
      sign: Boolean(policy.sign),
    },
    institutions: rows.map((row) => ({ value: row.id, label: inLocale(row.title, call.locale), short: row.short })),
  };
}

interface First {
  institution: { title: Title; short_name: string; timezone?: string | undefined };
  account: {
    username: string;
    firstname: string;
    lastname: string;
    email?: string | null | undefined;
    phone?: string | null | undefined;
    password: string;
    locale?: ShownLocale | undefined;
  };
}

/** Makes the first institution with the lists it needs and its super administrator, and signs them in. Possible once, while there is none. */
export async function install(call: Call, input: First) {
  await call.client.query('select pg_advisory_xact_lock($1)', [locks.installation]);
  const [house] = await call.db.select({ id: institutions.id }).from(institutions).limit(1);
  if (house) throw fail('ALREADY_INSTALLED');
  const { title, short_name, timezone } = input.institution;
  const [made] = await call.db
    .insert(institutions)
    .values({ title, short_name, ...(timezone ? { timezone } : {}) })
    .returning({ id: institutions.id });
  if (!made) throw new Error('the institution was not inserted');
  await enterAs(call, 0, made.id);
  await fillPlaces(call.client);
  await fillInstitution(call.client, made.id);
  const { password, email = null, phone = null, locale = call.locale, ...names } = input.account;
  await demandGoodPassword(call, 'account.password', password, input.account);
  // Nobody could confirm the address before the mail server is known to work, so it is not asked of the first person.
  const account = await createAccount(call, {
    ...names,
    email,
    phone,
    ...keptOf(locale),
    password,
    roles: [{ institution_id: made.id, role: 'SUPER_ADMIN' }],
    verify: false,
  });
  return startSession(call, account, { remember: false, locale });
}

/** The sign-ins of the demo university, one for each role; 404 where this is no demo. */
export async function demoAccounts(call: Call) {
  if (!call.kernel.settings.demo) throw fail('NOT_FOUND');
  const rows = await call.db
    .select({ username: accounts.username, role: roles.name, title: roles.title })
    .from(accounts)
    .innerJoin(roles, and(sql`lower(${roles.name}) = ${accounts.username}`, eq(roles.built_in, true)))
    .where(
      and(
        isNull(accounts.deleted_at),
        eq(accounts.active, true),
        // As the index has them, or all accounts of an institution would be looked through before anybody signs in.
        inArray(
          sql`lower(${accounts.username})`,
          roleNames.map((name) => name.toLowerCase()),
        ),
      ),
    )
    .orderBy(roles.id);
  return rows.map((row) => ({ username: row.username, role: row.role, title: inLocale(row.title, call.locale) }));
}
