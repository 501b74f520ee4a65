import { type SQL, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { hasMessage, message } from '#platform/server/call/messages.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { typedWords } from '#platform/server/records/finding.ts';
import { likeLiteral } from '#platform/server/records/resource.ts';
import type { PersonEvidence, PersonRole, PersonsCompared } from '../../contract/persons.ts';
import { type PersonPart, personPart } from '../hooks.ts';
import { personDecisions } from '../tables.ts';

/**
 * Who stands here twice. Asked anew each time, of the institution alone: row-level security keeps everybody else's
 * people out, so nobody learns from this list who is known elsewhere.
 */

/** How alike two names must be, from 0 to 1, by their trigrams as search keys: one letter or another script apart. */
const alike = 0.5;
const shown = 100;

/** A record as it stands in the database. */
export interface PersonRow {
  who: string;
  ref: string;
  /** `account`: one that has no record at all, known by its name and phone alone. */
  role: PersonRole | 'account';
  id: number;
  account_id: number | null;
  lastname: string;
  firstname: string;
  midname: string | null;
  birthdate: string | null;
  pinfl: string | null;
  passport_id: string | null;
  phone: string | null;
  number: string | null;
  status: string | null;
  created_at: string;
}

export const personParts = (call: Call): PersonPart[] => followersOf(call.kernel, personPart);

/**
 * Every record of a person, and every account without one, with the person that it stands for (`who`): of these persons
 * alone where some are named, so that each is looked up and not all are read.
 */
function people(call: Call, refs?: readonly string[]): SQL {
  const kept = personParts(call).flatMap(({ records }) => records ?? []);
  const named = (role: PersonRow['role']) =>
    sql.param((refs ?? []).flatMap((ref) => (ref.startsWith(`${role}:`) ? [Number(ref.slice(role.length + 1))] : [])));
  const rows = ({ query }: (typeof kept)[number]) =>
    sql`(${query}) as r (role, id, account_id, lastname, firstname, midname, birthdate, pinfl, passport_id, phone, number, status, created_at, search)`;
  const queries = kept.map(
    (one) =>
      sql`select * from ${rows(one)}${refs ? sql` where account_id = any(${named('account')}::int[]) or id = any(${named(one.role)}::int[])` : sql``}`,
  );
  return sql`(
    select x.*, role || ':' || id as ref, coalesce('account:' || account_id, role || ':' || id) as who from (
      ${sql.join(queries, sql` union all `)} union all
      select 'account', a.id, a.id, a.lastname, a.firstname, a.midname, null::date, null, null, a.phone, null, null, a.created_at,
             edulab_search_key(a.lastname || ' ' || a.firstname)
        from accounts a where a.deleted_at is null ${refs ? sql`and a.id = any(${named('account')}::int[])` : sql``}
         and exists (select 1 from account_roles r where r.account_id = a.id and r.institution_id = ${call.institution_id})
         ${sql.join(
           kept.map((one) => sql`and not exists (select 1 from ${rows(one)} where r.account_id = a.id)`),
           sql` `,
         )}) x)`;
}

export interface Suspicion {
  one: string;
  other: string;
  evidence: PersonEvidence[];
}

/**
 * Whose names are compared with those of others. All names of a million records with all were not compared within the
 * minute that a question has, so in a house of more than `records` it is done for those that somebody searches for, and
 * for no more than `found` of them.
 */
export const comparable = { records: 100_000, found: 200 };

/** Pairs that may be one person, each once, but for those of which somebody said that they are two. */
export async function suspicions(
  call: Call,
  input: { role?: PersonRole | undefined; search?: string | undefined } = {},
): Promise<{ total: number; pairs: Suspicion[]; compared: PersonsCompared }> {
  const words = typedWords(input.search ?? '');
  const {
    rows: [size],
  } = await call.db.execute<{ many: boolean }>(sql`
    select count(*) > ${comparable.records} as many from (select from ${people(call)} x limit ${comparable.records + 1}) x`);
  const many = size?.many ?? false;
  const meant = (text: SQL) =>
    words.length
      ? sql.join(
          words.map((word) => sql`${text} like ${`%${likeLiteral(word)}%`}`),
          sql` and `,
        )
      : sql`true`;
  // Two numbers that differ are two people: of that the office needs no list. Papers that are one are shown even then.
  const apart = sql`(a.pinfl = b.pinfl) is false`;
  const pair = sql`select least(a.who, b.who) as one, greatest(a.who, b.who) as other,`;
  // Of all with all, each pair once; of a few with all, whichever comes first.
  const others = many ? sql`a.who <> b.who` : sql`a.who < b.who`;
  const { rows } = await call.db.execute<{ one: string; other: string; evidence: PersonEvidence[]; total: number }>(sql`
    with p as materialized (
      select role, ref, who, lastname || ' ' || firstname as name, midname, birthdate, pinfl, passport_id, phone, search from ${people(call)} x),
    q as ${many ? sql`not materialized` : sql`materialized`} (select *, edulab_search_key(name) as key from p),
    near as materialized (
      select * from q ${many ? sql`where ${words.length ? meant(sql`search`) : sql`false`} order by who limit ${comparable.found}` : sql``}),
    found as (
      ${pair} 'PINFL' as why, 2::real as near from p a join p b on a.pinfl = b.pinfl and a.who < b.who
      union all
      ${pair} 'PASSPORT', 2 from p a join p b on substr(a.passport_id, 3) = substr(b.passport_id, 3) and a.who < b.who
       where a.passport_id = b.passport_id or a.birthdate = b.birthdate
      union all
      ${pair} 'NAME', similarity(a.key, b.key) from near a join q b on a.birthdate = b.birthdate and ${others} and not ${apart}
       where similarity(a.key, b.key) > ${alike}
      union all
      ${pair} 'PHONE', similarity(a.key, b.key) from near a join q b on a.phone = b.phone and ${others} and not ${apart}
       where similarity(a.key, b.key) > ${alike} and (a.birthdate = b.birthdate) is not false
      union all
      -- Namesakes are many; of an account that says nothing else the whole name must be the same.
      ${pair} 'ACCOUNT', 0 from near a join ${many ? sql`(select * from q where role = 'account')` : sql`q`} b on a.key = b.key and ${others}
       where 'account' in (a.role, b.role) and (edulab_search_key(a.midname) = edulab_search_key(b.midname)) is not false
         and (a.phone = b.phone) is not false),
    pairs as (select one, other, array_agg(distinct why) as evidence, max(near) as near from found group by one, other),
    two as (
      select least(x.who, y.who) as one, greatest(x.who, y.who) as other
        from ${personDecisions} d join p x on x.ref = d.one join p y on y.ref = d.other where d.deleted_at is null),
    asked as materialized (
      select who from ${many ? sql`p` : sql`q`} where ${input.role ? sql`role = ${input.role}` : sql`true`}),
    meant as materialized (select who from ${many ? sql`p` : sql`q`} where ${meant(many ? sql`search` : sql`key`)})
    select one, other, evidence, count(*) over ()::int as total from pairs
     where not exists (select 1 from two where two.one = pairs.one and two.other = pairs.other)
       ${input.role ? sql`and (one in (select who from asked) or other in (select who from asked))` : sql``}
       ${words.length ? sql`and (one in (select who from meant) or other in (select who from meant))` : sql``}
     order by near desc, one, other limit ${shown}`);
  return {
    total: rows[0]?.total ?? 0,
    pairs: rows.map(({ one, other, evidence }) => ({ one, other, evidence })),
    compared: many ? (words.length ? 'FOUND' : 'CERTAIN') : 'ALL',
  };
}

/** The records of these persons, by person. */
export async function recordsOf(call: Call, refs: readonly string[]): Promise<Map<string, PersonRow[]>> {
  const { rows } = await call.db.execute<PersonRow & Record<string, unknown>>(sql`
    select who, ref, role, id, account_id, lastname, firstname, midname, birthdate::text, pinfl, passport_id, phone, number, status,
           to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
      from ${people(call, refs)} p where who = any(${sql.param([...refs])}::text[]) order by created_at, role, id`);
  return Map.groupBy(rows, (row) => row.who);
}

interface AccountRow {
  id: number;
  username: string;
  active: boolean;
  created_at: string;
  last_sign_in_at: string | null;
  roles: string[];
  name: string;
}

const nameOf = (row: Pick<PersonRow, 'lastname' | 'firstname' | 'midname'>) =>
  [row.lastname, row.firstname, row.midname].filter(Boolean).join(' ');
const tail = (value: string | null) => value && `…${value.slice(-4)}`;

/** Persons as an officer compares them: enough of a number to see that it is another, and no more. */
export async function presentPersons(call: Call, refs: readonly string[], records?: Map<string, PersonRow[]>) {
  const [standing, { rows: accounts }] = await Promise.all([
    records ?? recordsOf(call, refs),
    call.db.execute<AccountRow & Record<string, unknown>>(sql`
      select a.id, a.username, a.active, a.created_at, a.last_sign_in_at, concat_ws(' ', a.lastname, a.firstname, a.midname) as name,
             array(select coalesce(nullif(r.title ->> ${call.locale}, ''), r.title ->> 'uz') from account_roles x join roles r on r.id = x.role_id
                    where x.account_id = a.id and x.institution_id = ${call.institution_id} order by r.id) as roles
        from accounts a where 'account:' || a.id = any(${sql.param([...refs])}::text[]) and a.deleted_at is null`),
  ]);
  const states = new Map<string, string | undefined>(
    personParts(call).flatMap(({ records }) => (records ? [[records.role, records.states] as const] : [])),
  );
  const stateOf = ({ role, status }: Pick<PersonRow, 'role' | 'status'>) => {
    const key = `${states.get(role)}.${status}`;
    return status && hasMessage(key) ? message(call.locale, key) : null;
  };
  return new Map(
    [...standing].map(([ref, rows]) => {
      const found = accounts.find(({ id }) => ref === `account:${id}`);
      const { name = nameOf(rows[0]!), ...account } = found ?? {};
      return [
        ref,
        {
          ref,
          name,
          account: found
            ? {
                ...(account as AccountRow),
                created_at: iso(found.created_at),
                last_sign_in_at: found.last_sign_in_at && iso(found.last_sign_in_at),
              }
            : null,
          records: rows
            .flatMap(({ role, ...row }) => (role === 'account' ? [] : [{ role, ...row }]))
            .map((row) => ({
              role: row.role,
              id: row.id,
              name: nameOf(row),
              number: row.number,
              status: stateOf(row),
              birthdate: row.birthdate,
              pinfl: tail(row.pinfl),
              passport: tail(row.passport_id),
              phone: tail(row.phone),
              since: row.created_at,
            })),
        },
      ];
    }),
  );
}
const iso = (at: string) => new Date(at).toISOString();

/** Whether what both have of this is the same; null where one of them has none. */
export function sameField(
  one: readonly PersonRow[],
  other: readonly PersonRow[],
  of: (row: PersonRow) => string | null | undefined,
): boolean | null {
  const [mine, theirs] = [one, other].map((rows) => new Set(rows.flatMap((row) => of(row) || [])));
  if (!mine?.size || !theirs?.size) return null;
  return mine.isSubsetOf(theirs) || theirs.isSubsetOf(mine);
}

/** Passports are renewed; other letters before one number are a slip of the pen where the birthday is the same. */
export const samePassport = (one: readonly PersonRow[], other: readonly PersonRow[]): boolean | null => {
  const birthdate = sameField(one, other, (row) => row.birthdate);
  return sameField(one, other, (row) => (birthdate ? row.passport_id?.slice(2) : row.passport_id));
};

/** Who works here stays before who studies, who studies before who applies; of two such the account that is older. */
const weight = (side: { records: readonly { role: PersonRole }[]; account: { id: number } | null }): number[] => [
  side.account ? 0 : 1,
  // An account without a record comes last.
  Math.min(...side.records.map(({ role }) => ['staff', 'student', 'applicant'].indexOf(role))),
  side.account?.id ?? 0,
];

export async function listPairs(call: Call, input: { role?: PersonRole | undefined; search?: string | undefined }) {
  const { total, pairs, compared } = await suspicions(call, input);
  const refs = [...new Set(pairs.flatMap(({ one, other }) => [one, other]))];
  const records = await recordsOf(call, refs);
  const sides = await presentPersons(call, refs, records);
  return {
    total,
    compared,
    pairs: pairs.flatMap(({ one, other, evidence }) => {
      const [a, b] = [sides.get(one), sides.get(other)];
      const [mine, theirs] = [records.get(one), records.get(other)];
      if (!a || !b || !mine || !theirs) return [];
      const [first, second] = [weight(a), weight(b)];
      const at = first.findIndex((value, index) => value !== second[index]);
      const turned = at >= 0 && first[at]! > second[at]!;
      return [
        {
          key: `${one} ${other}`,
          certain: evidence.some((why) => why === 'PINFL' || why === 'PASSPORT'),
          evidence,
          same: {
            pinfl: sameField(mine, theirs, (row) => row.pinfl),
            passport: samePassport(mine, theirs),
            birthdate: sameField(mine, theirs, (row) => row.birthdate),
          },
          sides: turned ? [b, a] : [a, b],
        },
      ];
    }),
  };
}
