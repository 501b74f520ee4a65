import { hash } from '@node-rs/argon2';
import type pg from 'pg';
import { searchBound } from '#domains/students/server/records/search.ts';
import { searchWords } from '#platform/server/records/finding.ts';
import type { Job } from './job.ts';
import { marksJobs } from './marks-jobs.ts';
import { moneyJobs } from './money-jobs.ts';
import { registerJobs } from './register-jobs.ts';
import { teachingJobs } from './teaching-jobs.ts';

export const api = '/edulab/lms/api/v1';
export const password = 'edulab-demo';

const living = 'from students where institution_id = 1 and deleted_at is null';

/**
 * Gives the demo accounts a hash of their password that costs next to nothing, so that what signing in does besides can
 * be seen: hashes of 19 MiB push everything else out of the processor's caches, which makes that look dearer than it is.
 */
async function lighterHashes(client: pg.Client): Promise<() => Promise<unknown>> {
  const which = 'username in (select lower(name) from roles)';
  const { rows: before } = await client.query<{ id: number; password_hash: string }>(
    `select id, password_hash from accounts where ${which}`,
  );
  const light = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  await client.query(`update accounts set password_hash = $1 where ${which}`, [light]);
  return () =>
    client.query(
      'update accounts a set password_hash = b.hash from unnest($1::int[], $2::text[]) b(id, hash) where a.id = b.id',
      [before.map(({ id }) => id), before.map(({ password_hash }) => password_hash)],
    );
}

/** Reads what the jobs need to know of the data: how many students there are and what to search for. */
export async function jobsFor(client: pg.Client): Promise<Job[]> {
  await client.query("select set_config('edulab.institution', '1', false)");
  const {
    rows: [count],
  } = await client.query<{ n: number }>(`select count(*)::int as n ${living}`);
  const total = count?.n ?? 0;
  const { rows: names } = await client.query<{ lastname: string; firstname: string }>(
    `select lastname, firstname ${living} and id % greatest(1, (select max(id) / 500 from students)) = 0 order by id limit 400`,
  );
  // Whole surnames, beginnings of them, and both names together, as people type.
  const words = names.map(({ lastname, firstname }, i) =>
    i % 3 === 0 ? lastname : i % 3 === 1 ? lastname.slice(0, 6) : `${lastname} ${firstname}`,
  );

  const page = (name: string, query: string, order: string, limit: number, offset = 0, rows = limit): Job => ({
    name,
    amount: limit > 10 ? 250 : 500,
    requests: [{ method: 'GET', path: `/student/?size=${limit}${query}` }],
    floor: (connection) => connection.query(`select * ${living} order by ${order} limit ${rows} offset ${offset}`),
  });
  const search = (limit: number): Job => ({
    name: `students, search, ${limit}`,
    amount: words.length,
    requests: words.map((word) => ({
      method: 'GET',
      path: `/student/?size=${limit}&search=${encodeURIComponent(word)}`,
    })),
    floor: async (connection, index) => {
      const parameter = [searchWords(words[index % words.length] ?? '')];
      const { rows } = await connection.query(
        `with found as materialized (select edulab_search_students($1::text[], ${searchBound}) as place)
         select (select count(*)::int from found) as n, students.* ${living} and ctid = any(array(select place from found)) order by full_name, id limit ${limit}`,
        parameter,
      );
      return rows;
    },
  });
  const last = (limit: number) =>
    page(
      `students, last page, ${limit}`,
      `&page=${Math.max(0, Math.ceil(total / limit) - 1)}`,
      'full_name desc, id desc',
      limit,
      0,
      total % limit || limit,
    );
  const { rows: roles } = await client.query<{ username: string }>(
    `select username from accounts where username in (select lower(name) from roles) order by id`,
  );

  const signIns = roles.map(({ username }) => ({
    method: 'POST' as const,
    path: '/signin',
    body: JSON.stringify({ username, password }),
  }));

  return [
    { name: 'sign-in', amount: 100, requests: signIns, floor: 'hashing' },
    {
      name: 'sign-in, all but the hash',
      amount: 250,
      requests: signIns,
      prepare: (connection) => lighterHashes(connection),
      floor: 'hashing',
    },
    page('students, first 10', '', 'full_name, id', 10),
    search(10),
    page('students, by first name, 10', '&sort=firstname', 'firstname, id', 10),
    page('students, newest first, 10', '&sort=created_at,desc', 'created_at desc, id desc', 10),
    page('students, page 3, 10', '&page=2', 'full_name, id', 10, 20),
    last(10),
    page(
      'students, middle page, 10',
      `&page=${Math.floor(total / 20)}`,
      'full_name, id',
      10,
      Math.floor(total / 20) * 10,
    ),
    page('students, first 100', '', 'full_name, id', 100),
    search(100),
    last(100),
    ...(await teachingJobs(client)),
    ...(await registerJobs(client)),
    ...(await marksJobs(client)),
    ...(await moneyJobs(client)),
  ];
}
