import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { domains } from '#domains/server.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { callsOf } from '#platform/server/call/routes.ts';
import { togetherBounds } from '#platform/server/call/together.ts';
import { SharedRead } from '#platform/server/fast/index.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/** What is asked together is answered as it is alone: the same, to the same people, with the same kept of it. */

let api: Api;
beforeAll(async () => {
  api = await startApi({ students: 60 });
}, 180_000);
afterAll(() => api.close());

interface Line {
  index: number;
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  body: any;
}

async function together(who: Caller, calls: readonly string[], headers?: Record<string, string>): Promise<Line[]> {
  const { status, body } = await who.post<string>('/together', { calls }, headers);
  expect(status).toBe(200);
  return body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
    .sort((a, b) => a.index - b.index);
}

const gets = () => callsOf(domains).filter(({ meta }) => meta.method === 'GET' && !meta.path.endsWith('/events'));
/** Numbers that a demo university has, or not: both are answers. */
const addressOf = (path: string) => path.replaceAll(/\{[^}]+\}/g, '1');
/** Links to files say until when they hold. */
const settled = (body: unknown) => JSON.stringify(body ?? null).replaceAll(/token=[\w.~%-]+/g, 'token=');

describe.each(['super_admin', 'bachelor_student', 'teacher', 'registrar_head', 'guest_user', ''])('as %s', (name) => {
  it('every GET is answered as it is alone, or is to be asked alone', { timeout: 180_000 }, async () => {
    const who = name ? await api.as(name) : api.anonymous;
    const calls = gets();
    const different: string[] = [];
    let answered = 0;
    for (let from = 0; from < calls.length; from += togetherBounds.calls) {
      const part = calls.slice(from, from + togetherBounds.calls);
      const lines = await together(
        who,
        part.map(({ meta }) => addressOf(meta.path)),
      );
      expect(lines.map(({ index }) => index)).toEqual(part.map((_, index) => index));
      for (const [index, { meta }] of part.entries()) {
        const { status, body } = lines[index]!;
        const own = Boolean(meta.logged || meta.heavy || meta.proof || meta.secret);
        if (status === 421) {
          expect(body.code).toBe('ASK_ALONE');
          continue;
        }
        if (own) different.push(`${meta.path} was not left alone`);
        answered += 1;
        const alone = await who.get(addressOf(meta.path));
        if (status !== alone.status || settled(body) !== settled(alone.body))
          different.push(
            `${meta.path}: ${status} ${settled(body).slice(0, 200)} | ${alone.status} ${settled(alone.body).slice(0, 200)}`,
          );
      }
    }
    expect(different).toEqual([]);
    expect(answered).toBeGreaterThan(150);
  });
});
