import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type pg from 'pg';
import { hashToken } from '#platform/server/call/entering.ts';
import { password } from '../jobs.ts';

/** Somebody who comes: with the session of an earlier day, or to sign in. */
export interface Person {
  username: string;
  token?: string | undefined;
}

export interface Account {
  id: number;
  username: string;
}

/** One of so many has no session left and signs in. */
const signsIn = 10;

/**
 * So many people with these accounts, whose owners come with a second device where there are fewer. Sessions are written
 * straight into the database: to sign in ten thousand people would be a load of its own.
 */
export async function peopleOf(client: pg.Client, accounts: readonly Account[], count: number): Promise<Person[]> {
  if (accounts.length === 0) throw new Error('the demo has nobody for this day: take more students');
  const comers = Array.from({ length: count }, (_, at) => ({ account: accounts[at % accounts.length]!, at }));
  const people = comers.map(({ account, at }) => ({
    id: account.id,
    username: account.username,
    token: at % signsIn === 0 ? undefined : randomBytes(32).toString('base64url'),
  }));
  const known = people.filter(({ token }) => token !== undefined);
  await client.query(
    `insert into sessions (account_id, token_hash, expires_at)
     select id, hash, edulab_now() + interval '1 day' from unnest($1::int[], $2::text[]) as t(id, hash)`,
    [known.map(({ id }) => id), known.map(({ token }) => hashToken(token ?? ''))],
  );
  // Hashed as costly as the product does it. One hash serves them all: making it is not what is measured.
  await client.query(`update accounts set password_hash = $2 where id = any($1::int[])`, [
    people.filter(({ token }) => token === undefined).map(({ id }) => id),
    await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
  ]);
  await client.query("update accounts set required_actions = '{}' where id = any($1::int[])", [
    people.map(({ id }) => id),
  ]);
  return people.map(({ username, token }) => ({ username, token }));
}

/** Accounts of students who study. */
export async function studentAccounts(client: pg.Client): Promise<Account[]> {
  const { rows } = await client.query<Account>(
    `select a.id, a.username from students s join accounts a on a.id = s.account_id and a.active and a.deleted_at is null
      where s.institution_id = 1 and s.status = 'ACTIVE' and s.deleted_at is null order by s.id`,
  );
  return rows;
}

/** So many accounts of a role, made where the demo has none: an office is more than one person. */
export async function officeAccounts(client: pg.Client, role: string, count: number): Promise<Account[]> {
  const name = `load-${role.toLowerCase()}-`;
  await client.query(
    `with made as (
       insert into accounts (username, firstname, lastname, selected_institution)
       select $1 || n, 'Yuklama', 'Sinov' || n, 1 from generate_series(1, $2::int) n
        where not exists (select 1 from accounts a where a.username = $1 || n) returning id)
     insert into account_roles (account_id, role_id, institution_id)
     select made.id, r.id, 1 from made cross join roles r where r.name = $3`,
    [name, count, role],
  );
  const { rows } = await client.query<Account>(
    'select id, username from accounts where starts_with(username, $1) order by id limit $2',
    [name, count],
  );
  return rows;
}

export async function todayOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ day: string }>('select edulab_today()::text as day');
  return rows[0]?.day ?? '';
}
