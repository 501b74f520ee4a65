import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { languageOf, type ShownLocale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { accounts, sessions } from '#platform/server/database/tables.ts';
import { noteRefusal, noteSecurity } from '#platform/server/run/security.ts';
import { queryCaller, readUserInfo } from '../accounts/user-info.ts';
import { askerOf, passwordFits } from '../passwords/passwords.ts';
import { anyBlocked, blockedFor, countAttempt, type Limit, refuseWhileWaiting, sweepCounters } from './limits.ts';
import { issueSecret } from './secrets.ts';
import { openSession } from './sessions.ts';

interface SignIn {
  username?: string | undefined;
  phone?: string | undefined;
  password: string;
  locale?: ShownLocale | undefined;
  type?: 'PHONE' | 'EMAIL' | 'ID' | undefined;
  remember?: boolean | undefined;
}

type Account = typeof accounts.$inferSelect;

const digitsOf = (value: string) => value.replaceAll(/[\s()+\-.]/g, '');
const withCountry = (digits: string) => (/^\d{9}$/.test(digits) ? `998${digits}` : digits);

/**
 * The living account that somebody means by what they typed: a phone with or without 998, an e-mail, or a username.
 * `waiting` says whether one of the limits waits whose keys `keysFor` gives for its id.
 */
export async function findAccount(
  call: Call,
  typed: string,
  type?: SignIn['type'],
  keysFor: (who: string) => string[] = () => [],
): Promise<(Account & { waiting: boolean }) | undefined> {
  const one = async (where: ReturnType<typeof and>) =>
    (
      await call.db
        .select({ ...getTableColumns(accounts), waiting: blockedFor(accounts.id, keysFor) })
        .from(accounts)
        .where(and(where, isNull(accounts.deleted_at)))
        .limit(1)
    )[0];
  const byUsername = () => one(sql`lower(${accounts.username}) = ${typed.normalize('NFKC').toLowerCase()}`);
  const phone = withCountry(digitsOf(typed));
  if (type === 'PHONE') return one(eq(accounts.phone, phone));
  if (type === 'EMAIL') return one(sql`lower(${accounts.email}) = ${typed.toLowerCase()}`);
  // A username may look like either of the two, so it is asked first.
  return (
    (await byUsername()) ??
    (typed.includes('@')
      ? one(sql`lower(${accounts.email}) = ${typed.toLowerCase()}`)
      : /^\d{12,15}$/.test(phone)
        ? one(eq(accounts.phone, phone))
        : undefined)
  );
}

/**
 * Signs in. An unknown name and a wrong password cost the same and get the same 401 SIGN_IN_REFUSED.
 * Guesses wait longer and longer (429 with seconds): five for one account from one address, and many more for all of
 * an address or all of an account, where those who came in from this address before are not held up by strangers.
 */
export async function signIn(call: Call, input: SignIn) {
  const typed = (input.username || input.phone || '').trim();
  if (!typed) throw fail('BAD_REQUEST', { fields: [{ path: 'username', code: 'form_required' }] });
  const address = call.request.ip;
  const ownOf = (who: string): Limit[] => [{ key: `sign-in ${who} from ${address}`, free: 5 }];
  const sharedOf = (who: string): Limit[] => [
    { key: `sign-in from ${address}`, free: 200 },
    { key: `sign-in ${who}`, free: 100 },
  ];
  const account = await findAccount(call, typed, input.username ? input.type : 'PHONE', (who) =>
    [...ownOf(who), ...sharedOf(who)].map(({ key }) => key),
  );
  const who = account ? String(account.id) : `?${typed.toLowerCase().slice(0, 100)}`;
  const [own, shared] = [ownOf(who), sharedOf(who)];
  // Whether they came in from here before matters only where something waits or goes wrong.
  const limits = async () =>
    account !== undefined && (await cameFrom(call, account.id, address)) ? own : [...own, ...shared];
  /** Of somebody unknown nothing typed is kept: it may be a password in the wrong box. */
  const noteFailure = (code: string) =>
    noteRefusal(call, {
      kind: 'SIGN_IN',
      account_id: account?.id ?? null,
      institution_id: account?.selected_institution ?? null,
      details: { code },
    });
  const refuseWaiting = async () =>
    refuseWhileWaiting(call, await limits()).catch(async (error) => {
      await noteFailure('TOO_MANY_REQUESTS');
      await call.client.query('commit and chain');
      throw error;
    });
  if (account?.waiting ?? (await anyBlocked(call, [...own, ...shared]))) await refuseWaiting();
  const stored = account?.active ? account.password_hash : null;
  if (!(await call.apart(() => passwordFits(stored, input.password, askerOf(call, who)))) || !account) {
    const counted = await limits();
    // Counting commits, and with it what is noted.
    await noteFailure('SIGN_IN_REFUSED');
    await countAttempt(call, counted);
    await sweepCounters(call);
    throw fail('SIGN_IN_REFUSED');
  }
  // Of many guesses at once, a right one that comes after the fifth wrong one is too late.
  return startSession(call, account, {
    remember: input.remember ?? false,
    locale: input.locale,
    guard: { own, all: [...own, ...shared], refuseWaiting },
  });
}

/** Opens the session of somebody who proved who they are, and answers what the browser keeps. */
export async function startSession(
  call: Call,
  account: Account,
  options: {
    remember: boolean;
    locale?: ShownLocale | undefined;
    redirect?: string;
    /** Refuses while a limit waits, and forgets the failures of `own`, which this makes good. */
    guard?: { own: Limit[]; all: Limit[]; refuseWaiting: () => Promise<void> };
  },
) {
  const { guard } = options;
  const open = (unless: Limit[] = []) =>
    openSession(call, account.id, options.remember, {
      // An institution named in the header is a wish here: whoever sits before a browser that somebody else used still comes in.
      wishes: [account.selected_institution, call.institution_id],
      locale: options.locale,
      unless,
      forget: guard?.own ?? [],
    });
  // Nearly always nothing waits, so who they are is asked at once.
  let [token, who] = await Promise.all([open(guard?.all), queryCaller(call)]);
  if (token === undefined && guard) {
    await guard.refuseWaiting();
    [token, who] = await Promise.all([open(), queryCaller(call)]);
  }
  if (token === undefined) throw fail('ACCOUNT_WITHOUT_ROLE');
  const [info] = await Promise.all([
    readUserInfo(options.locale ? Object.assign(call, { locale: languageOf(options.locale) }) : call, who),
    noteSecurity(call, { kind: 'SIGN_IN' }),
  ]);
  const auth = account.required_actions.includes('UPDATE_PASSWORD')
    ? await issueSecret(call, 'password_change', String(account.id), 30)
    : undefined;
  return {
    token,
    user_info: info,
    ...(auth ? { auth } : {}),
    ...(options.redirect ? { redirect: options.redirect } : {}),
  };
}

const cameFrom = async (call: Call, account_id: number, address: string): Promise<boolean> =>
  (
    await call.db
      .select({ id: sessions.id })
      .from(sessions)
      .where(
        and(
          eq(sessions.account_id, account_id),
          eq(sessions.address, address),
          sql`${sessions.created_at} > edulab_now() - interval '90 days'`,
        ),
      )
      .limit(1)
  ).length > 0;
