import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { hashToken } from '#platform/server/call/entering.ts';
import { startDatabase } from '#platform/server/embedded/postgres.ts';
import { familyMs, processMs } from './cpu.ts';
import { api } from './jobs.ts';
import { startServer } from './server.ts';

/**
 * The last hour of a campaign, as `npm run bench -- --campaign 2000`: so many applicants send their applications, then all
 * of them ask for a seat of an exam that has fewer. Says how long that took, and throws where an application is lost or a
 * seat is sold twice.
 */

const CONNECTIONS = 64;
/** A client waits longer than the server keeps anybody waiting for the database: it then answers 503, "try again shortly". */
const PATIENCE_S = 30;
/** Seats for so many of a hundred: the rest must be told that it is full. */
const SEATED = 75;

interface Phase {
  wall_s: number;
  server_ms: number;
  database_ms: number;
  p50: number;
  p99: number;
  /** How often which status was answered. */
  answers: Record<string, number>;
}

export async function campaign(count: number): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'edulab-campaign-'));
  const first = await startServer({ EDULAB_DATA: data }, 100);
  await first.stop();
  const database = await startDatabase({ dataDir: data });
  const running = await startServer({ EDULAB_DATA: data, DATABASE_URL: database.ownerUrl }, 100);
  const client = new pg.Client({ connectionString: database.ownerUrl, options: '-c timezone=UTC' });
  await client.connect();
  try {
    const { tokens, form, intakes, sessions } = await prepareCampaign(client, count);
    let next = 0;
    const everybody = Array.from({ length: count }, (_, at) => at);
    const phase = async (
      method: 'POST' | 'PUT',
      path: string,
      body: (at: number) => object,
      whose: readonly number[] = everybody,
    ): Promise<Phase> => {
      next = 0;
      const before = [processMs(running.pid), familyMs(database.pid)] as const;
      const answers: Record<string, number> = {};
      const result = await autocannon({
        url: running.base,
        connections: CONNECTIONS,
        amount: whose.length,
        timeout: PATIENCE_S,
        requests: [
          {
            method,
            path: api + path,
            setupRequest: (request) => {
              const at = whose[next++ % whose.length]!;
              return {
                ...request,
                headers: {
                  authorization: `Bearer ${tokens[at]}`,
                  institution: '1',
                  language: 'uz',
                  'content-type': 'application/json',
                },
                body: JSON.stringify(body(at)),
              };
            },
          },
        ],
      });
      for (const [code, { count: times }] of Object.entries(result.statusCodeStats ?? {})) answers[code] = times ?? 0;
      if (result.errors) answers.errors = result.errors;
      return {
        wall_s: result.duration,
        server_ms: processMs(running.pid) - before[0],
        database_ms: familyMs(database.pid) - before[1],
        p50: result.latency.p50,
        p99: result.latency.p99,
        answers,
      };
    };
    const send = (at: number) => ({
      form_id: form,
      campaign_id: intakes[at % intakes.length],
      answers: { school: `${at}-maktab`, finished: 2026 },
      submit: true,
    });
    const sent = await phase('POST', '/application/', send);
    print(`${count} applications sent`, count, sent);
    // Whoever was told to come again shortly does.
    const { rows: waiting } = await client.query<{ at: number }>(
      `select substr(a.username, 8)::int - 1 as at from accounts a join guests g on g.account_id = a.id
        where a.username like 'yuklama%' and not exists (select 1 from applications p where p.guest_id = g.id) order by 1`,
    );
    if (waiting.length) {
      const again = await phase(
        'POST',
        '/application/',
        send,
        waiting.map(({ at }) => at),
      );
      print(`${waiting.length} of them once more`, waiting.length, again);
    }
    const { rows: kept } = await client.query<{ status: string; n: number }>(
      "select status, count(*)::int as n from applications where search like '%yuklama%' group by 1",
    );
    if (kept.length !== 1 || kept[0]?.status !== 'SUBMITTED' || kept[0].n !== count)
      throw new Error(`not every application arrived once: ${JSON.stringify([sent.answers, kept])}`);
    const { rows: own } = await client.query<{ id: number }>(
      "update applications set status = 'VERIFIED' where search like '%yuklama%' returning id, guest_id",
    );
    const { rows: order } = await client.query<{ id: number }>(
      'select a.id from applications a join guests g on g.id = a.guest_id where a.id = any($1) order by g.account_id',
      [own.map((row) => row.id)],
    );
    const taken = await phase('POST', '/admission/session/choose', (at) => ({
      application_id: order[at]!.id,
      session_id: sessions[at % sessions.length],
    }));
    print(`${count} seats asked for`, count, taken);
    const { rows: seats } = await client.query<{ seats: number; people: number }>(
      `select count(*)::int as seats, count(distinct application_id)::int as people,
              session_id from exam_seats where session_id = any($1) and deleted_at is null group by session_id`,
      [sessions],
    );
    const places = Math.floor((count * SEATED) / 100 / sessions.length);
    if (
      seats.length !== sessions.length ||
      seats.some((row) => row.seats !== places || row.people !== places) ||
      taken.answers['200'] !== places * sessions.length ||
      taken.answers['409'] !== count - places * sessions.length
    )
      throw new Error(`seats were sold twice or not at all: ${JSON.stringify([taken.answers, seats, places])}`);
    console.log(
      `${places * sessions.length} seats given once each, ${count - places * sessions.length} told that it is full.`,
    );
  } finally {
    await client.end();
    await running.stop();
    await database.stop();
    await rm(data, { recursive: true, force: true });
  }
}

function print(what: string, count: number, { wall_s, server_ms, database_ms, p50, p99, answers }: Phase): void {
  const ms = (value: number) => `${(value / count).toFixed(1)} ms`;
  console.log(
    `${what}: ${wall_s.toFixed(1)} s wall at ${CONNECTIONS} connections, ${((server_ms + database_ms) / 1000).toFixed(1)} s CPU ` +
      `(${ms(server_ms)} server + ${ms(database_ms)} database each), p50 ${p50} ms, p99 ${p99} ms, answers ${JSON.stringify(answers)}`,
  );
}

/**
 * Applicants with sessions of their own, an open form that asks for these papers, and exam sessions that have a seat for
 * most of them.
 */
export async function prepareCampaign(client: pg.Client, count: number, papers: object[] = []) {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  // No number begins with 00, so none is anybody's of the demo.
  await client.query(
    `insert into accounts (username, firstname, lastname, phone, selected_institution)
     select 'yuklama' || n, 'Yuklama', 'Sinov' || n, '99800' || (1000000 + n), 1 from generate_series(1, $1) n`,
    [count],
  );
  await client.query(
    `insert into account_roles (account_id, role_id, institution_id) select a.id, r.id, 1 from accounts a, roles r where a.username like 'yuklama%' and r.name = 'GUEST_USER' order by a.id`,
  );
  await client.query(
    `update guests g set passport_id = 'AY' || (1000000 + g.id), birthdate = '2008-05-01', gender = 'FEMALE' from accounts a where a.id = g.account_id and a.username like 'yuklama%'`,
  );
  await client.query(
    `insert into sessions (account_id, token_hash, expires_at)
     select a.id, t.hash, edulab_now() + interval '1 hour' from (select id, row_number() over (order by id) as n from accounts where username like 'yuklama%') a
       join unnest($1::text[]) with ordinality as t(hash, n) on t.n = a.n`,
    [tokens.map(hashToken)],
  );
  // A published form holds, by a rule of the database that rests for this.
  await client.query('set session_replication_role = replica');
  const { rows: forms } = await client.query<{ id: number; academic_year_id: number }>(
    `update application_forms set opens_on = edulab_today() - 1, closes_on = edulab_today() + 30, documents = $1
      where institution_id = 1 and flavour = 'plain' and status = 'PUBLISHED' returning id, academic_year_id`,
    [JSON.stringify(papers)],
  );
  await client.query('set session_replication_role = origin');
  const { rows: intakes } = await client.query<{ id: number }>(
    `update course_campaigns set opens_on = edulab_today() - 1, closes_on = edulab_today() + 30, status = 'OPEN'
      where institution_id = 1 and academic_year_id = $1 returning id`,
    [forms[0]!.academic_year_id],
  );
  const { rows: sessions } = await client.query<{ id: number }>(
    `insert into exam_sessions (institution_id, place_id, academic_year_id, day, starts_at, ends_at, capacity)
     select 1, (select id from exam_places where institution_id = 1 order by id limit 1), $1, edulab_today() + n, '09:00', '11:00', $2 from generate_series(10, 14) n returning id`,
    [forms[0]!.academic_year_id, Math.floor((count * SEATED) / 100 / 5)],
  );
  await client.query('vacuum analyze');
  return {
    tokens,
    form: forms[0]!.id,
    intakes: intakes.map((row) => row.id),
    sessions: sessions.map((row) => row.id),
  };
}
