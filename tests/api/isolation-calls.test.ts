import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { domains } from '#domains/server.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { callsOf, type DeclaredCall } from '#platform/server/call/routes.ts';
import { asActor } from '#platform/server/database/database.ts';
import { readRows } from '#platform/server/spreadsheets.ts';
import { emit } from '#platform/server/work/events.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { fittingInputsOf } from '#tests/support/random-input.ts';

/**
 * Everything that belongs to institution 1 carries a mark, and somebody with every right in institution 2 tries every
 * call: by id, list, search, export, file and event. The mark must never come out, and nothing marked may change.
 * New tables and new calls are in this test by existing.
 */

const mark = 'OnlyTashkent';
const seed = 20_260_901;

let api: Api;
let outsider: Caller;
/** Ids of rows of institution 1, and words that name them. */
let ids: number[];
let names: string[];

const rows = async <T>(statement: string, values: unknown[] = []) =>
  (await api.database.owner.query(statement, values)).rows as T[];

/** Tables with rows of institution 1, and their columns of text and JSON. */
const belongings = () =>
  rows<{ name: string; columns: { name: string; type: string }[] | null }>(
    `select c.relname as name, json_agg(json_build_object('name', a.attname, 'type', t.typname))
         filter (where t.typname in ('text', 'varchar', 'jsonb') and a.attgenerated = '') as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      group by c.relname having bool_or(a.attname = 'institution_id') order by 1`,
  );
/** People who have nothing to do with institution 2; the name of who changed something there may be read there. */
const strangers = `not exists (select 1 from account_roles r where r.account_id = accounts.id and r.institution_id = 2)
  and not exists (select 1 from status_history h where h.account_id = accounts.id and h.institution_id = 2)`;

/** Writes the mark into whatever takes it; what a check forbids stays as it is. Answers the tables that carry it. */
async function markAll(): Promise<string[]> {
  const marked: string[] = [];
  const tables = await belongings();
  // Triggers rest: the ledger of marks lets nobody change its rows, and this is to mark them.
  const client = await api.database.owner.connect();
  await client.query('set session_replication_role = replica');
  for (const { name, columns, where } of [
    ...tables.map((table) => ({ ...table, where: 'institution_id = 1' })),
    { name: 'accounts', columns: [{ name: 'firstname', type: 'text' }], where: strangers },
  ]) {
    for (const column of columns ?? []) {
      const value =
        column.type !== 'jsonb'
          ? `$1 || coalesce("${column.name}", '')`
          : `case when "${column.name}" ? 'uz' then jsonb_build_object('uz', $1::text, 'ru', $1::text, 'en', $1::text)
                  when jsonb_typeof("${column.name}") = 'object' then "${column.name}" || jsonb_build_object('mark', $1::text)
                  else to_jsonb($1::text) end`;
      const written = await client
        .query(`update ${name} set "${column.name}" = ${value} where ${where}`, [mark])
        .catch(() => undefined);
      if (written?.rowCount) marked.push(name);
    }
  }
  await client.query('reset session_replication_role');
  client.release();
  return [...new Set(marked)];
}

/** One line per table that says what stands in it for institution 1. */
async function digests(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const parts = (await belongings()).map(({ name }) => [name, `${name}`, 'institution_id = 1'] as const);
  for (const [name, from, where] of [...parts, ['accounts', 'accounts', strangers] as const]) {
    const [row] = await rows<{ digest: string }>(
      `select md5(coalesce(string_agg(md5(${from}::text), '' order by md5(${from}::text)), '')) as digest from ${from} where ${where}`,
    );
    found[name] = row?.digest ?? '';
  }
  return found;
}

/** What an answer says, also inside of a workbook. */
async function said(answer: { headers: Record<string, unknown>; body: string; rawPayload: Buffer }): Promise<string> {
  if (!String(answer.headers['content-type']).includes('spreadsheet')) return answer.body;
  return (await readRows(answer.rawPayload)).flatMap((row) => row.cells.map((cell) => String(cell.value))).join(' ');
}

async function ask(call: DeclaredCall, path: string, input: Record<string, unknown>) {
  const inAddress = call.meta.method === 'GET' || call.meta.method === 'DELETE';
  const query = new URLSearchParams(
    Object.entries(input).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  const answer = await api.app.inject({
    method: call.meta.method,
    url: `${apiBase}${path}${inAddress ? `?${query}` : ''}`,
    headers: { authorization: `Bearer ${outsider.token}`, institution: '2', language: 'uz' },
    ...(inAddress ? {} : { payload: input }),
  });
  return { status: answer.statusCode, text: await said(answer) };
}

/** Whether a call takes such a value there; what it does not even know is the same request without it. */
function takes({ contract }: DeclaredCall, key: string, value: string): boolean {
  const schema = contract['~orpc'].inputSchema;
  if (!(schema instanceof z.ZodObject)) return true;
  const part: unknown = schema.shape[key];
  return part instanceof z.ZodType && part.safeParse(value).success;
}

/** The path with something of institution 1 in each blank. */
function pathsOf(call: DeclaredCall): string[] {
  const { path } = call.meta;
  const blanks = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
  if (!blanks.length) return [path];
  // A word where only numbers go is no address of anything.
  const words = blanks.some((blank) => takes(call, blank, 'registrar_head')) ? names : [];
  return [...ids, ...words].map((value) => path.replaceAll(/\{[^}]+\}/g, encodeURIComponent(value)));
}

/** The same input, asking for rows of institution 1 wherever it asks for a row. */
function aimed(input: unknown, pick: () => number): unknown {
  if (Array.isArray(input)) return input.map((value) => aimed(value, pick));
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      /(^|_)ids$/.test(key) ? [pick(), pick()] : /(^|_)id$/.test(key) ? pick() : aimed(value, pick),
    ]),
  );
}

beforeAll(async () => {
  api = await startApi({ students: 60 });
  // Papers of the demo that are still to be drawn change by themselves.
  await vi.waitFor(
    async () => expect((await api.database.owner.query('select 1 from document_drafts')).rowCount).toBe(0),
    { timeout: 60_000, interval: 200 },
  );
  const inside = await api.as('admin', 1);
  await inside.upload('secret.csv', Buffer.from(mark));
  await inside.post('/student/export_data', {});
  await inside.post('/types/secret_list', { code: 'ONE', title: { uz: mark, ru: '', en: '' } });
  const words = { uz: mark, ru: mark, en: mark };
  await inside.post('/email_template/', { title: words, subject: words, body: words });
  // Also what belongs to the same person, who may work in both institutions.
  for (const row of [
    "jobs (institution_id, account_id, kind, state, receipt) select 1, id, 'student.import', 'done', '{\"uz\": \"a\"}'",
    "outbox (institution_id, account_id, channel, recipient, body, state) select 1, id, 'mail', 'a@b.uz', 'a', 'kept'",
    "settings (institution_id, name, value) select 1, 'secret', '\"a\"'",
  ])
    await api.database.owner.query(`insert into ${row} from accounts where username = 'admin_samarkand'`);
  // Whatever a right opens is open to the outsider, at home.
  await api.database.owner.query(
    `insert into account_roles (account_id, role_id, institution_id)
     select a.id, r.id, 2 from accounts a cross join roles r where a.username = 'admin_samarkand' on conflict do nothing`,
  );
  outsider = await api.as('admin_samarkand', 2);
});
afterAll(() => api.close());

it('gives nothing of one institution to a session of the other, and changes nothing there', async () => {
  const marked = await markAll();
  const held: string[] = [];
  const found = new Set<number>();
  for (const { name, columns } of await belongings()) {
    const [own] = await rows<{ first: number | null; last: number | null; count: number }>(
      // What has a random id instead of a number is asked for by no call.
      `select min(id) as first, max(id) as last, count(*)::int as count
         from (select case when to_jsonb(t) ->> 'id' ~ '^[0-9]+$' then (to_jsonb(t) ->> 'id')::int end as id from ${name} t where institution_id = 1) x`,
    );
    if (own?.count && columns) held.push(name);
    for (const id of [own?.first, own?.last]) if (id) found.add(id);
  }
  // Everything with words in it carries the mark: otherwise the walk below would prove nothing about it.
  expect(held.filter((name) => !marked.includes(name))).toEqual([]);
  expect(marked).toEqual(
    expect.arrayContaining(['students', 'staff', 'files', 'jobs', 'outbox', 'audit_log', 'accounts']),
  );
  ids = [...found].sort((a, b) => a - b).slice(0, 12);
  names = ['secret_list', `${mark}secret_list`, 'registrar_head'];

  const before = await digests();
  const leaks: string[] = [];
  const asked = { fine: 0, all: 0 };
  for (const call of callsOf(domains)) {
    if ('public' in call.meta.access || /\/events$/.test(call.meta.path)) continue;
    const schema = call.contract['~orpc'].inputSchema;
    let turn = 0;
    const pick = () => ids[turn++ % ids.length] as number;
    const made = schema ? fc.sample(fittingInputsOf(schema), { numRuns: 6, seed }) : [];
    const inputs = [
      {},
      ...(call.meta.method === 'GET' ? [{ search: mark }, { size: '100' }] : []).filter((input) =>
        Object.entries(input).every(([key, value]) => takes(call, key, value)),
      ),
      ...made.map((input) => aimed(input, pick)),
    ].filter((input): input is Record<string, unknown> => typeof input === 'object' && input !== null);
    for (const path of pathsOf(call)) {
      for (const input of call.meta.path.includes('{') ? inputs.slice(0, 4) : inputs) {
        const { status, text } = await ask(call, path, input);
        asked.all += 1;
        if (status < 300) asked.fine += 1;
        // A fault of ours is one of reading something that was not made for this session.
        if (status >= 500) leaks.push(`${call.meta.method} ${path}: ${status}`);
        if (text.includes(mark) && !JSON.stringify(input).includes(mark))
          leaks.push(
            `${call.meta.method} ${path} ${JSON.stringify(input).slice(0, 200)}: ${text.slice(Math.max(0, text.indexOf(mark) - 150)).slice(0, 300)}`,
          );
        if (status === 401 || /sign-out|password|sessions/.test(call.meta.path))
          outsider = await api.as('admin_samarkand', 2);
      }
    }
  }
  expect(leaks.slice(0, 20)).toEqual([]);
  expect(asked.fine, 'calls that were answered, so that refusals alone cannot pass for isolation').toBeGreaterThan(100);
  const after = await digests();
  expect(Object.keys(before).filter((name) => before[name] !== after[name])).toEqual([]);
}, 300_000);

it('opens a file of one institution to nobody of the other without its signed link', async () => {
  const inside = await api.as('admin', 1);
  const { body } = await inside.upload('another.csv', Buffer.from(mark));
  const [file] = body as { id: number; original_url: string }[];
  const bare = new URL(file?.original_url ?? '', 'http://x').pathname.slice(apiBase.length);
  const answer = await outsider.get(bare);
  expect([answer.status >= 400, String(answer.body).includes(mark)]).toEqual([true, false]);
});

it('carries no live event of one institution into the other', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as AddressInfo;
  const stop = new AbortController();
  const stream = await fetch(`http://127.0.0.1:${port}${apiBase}/events`, {
    headers: { authorization: `Bearer ${outsider.token}`, institution: '2' },
    signal: stop.signal,
  });
  const [account] = await rows<{ id: number }>("select id from accounts where username = 'admin_samarkand'");
  const say = (institution_id: number, text: string) =>
    asActor(api.database.app, { institution_id, account_id: null, call: 'test' }, async (_db, client) => {
      await emit({ client, institution_id }, { type: 'news', to: { permission: 'student.read' }, data: { text } });
      await emit({ client, institution_id }, { type: 'news', to: { account_id: account?.id ?? 0 }, data: { text } });
    });
  await say(1, mark);
  await say(2, 'the end');
  let heard = '';
  const decoder = new TextDecoder();
  for await (const part of stream.body as unknown as AsyncIterable<Uint8Array>) {
    heard += decoder.decode(part, { stream: true });
    if (heard.split('the end').length > 2) break;
  }
  stop.abort();
  expect(heard).not.toContain(mark);
});
