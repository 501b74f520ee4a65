import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { apiBase } from '#platform/server/call/http.ts';
import type { DeclaredCall } from '#platform/server/call/routes.ts';
import { inputsOf } from '#tests/support/random-input.ts';

/** One request of the fuzzer, complete but for the token of whoever sends it. Plain JSON, so that it can be kept as a case. */
export interface Shot {
  method: string;
  /** With the base of the API and the query. */
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** A value as it stands in an address. */
const written = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

const json = { 'content-type': 'application/json' };

/** What goes wrong around a request rather than in its fields. */
const mishaps: ((shot: Shot) => Shot)[] = [
  (shot) => ({ ...shot, body: '{"a":', headers: { ...shot.headers, ...json } }),
  (shot) => ({ ...shot, body: '['.repeat(5_000), headers: { ...shot.headers, ...json } }),
  (shot) => ({ ...shot, body: `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`, headers: { ...shot.headers, ...json } }),
  (shot) => ({ ...shot, body: '--x\r\n\r\n', headers: { ...shot.headers, 'content-type': 'multipart/form-data' } }),
  (shot) => ({
    ...shot,
    body: '--x\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-',
    headers: { ...shot.headers, 'content-type': 'multipart/form-data; boundary=x' },
  }),
  (shot) => ({ ...shot, body: 'a=1&b[]=2', headers: { ...shot.headers, 'content-type': 'text/plain' } }),
  (shot) => ({ ...shot, headers: { ...shot.headers, institution: '999999999' } }),
  (shot) => ({ ...shot, headers: { ...shot.headers, institution: '2' } }),
  (shot) => ({ ...shot, headers: { ...shot.headers, language: '"; drop' } }),
  (shot) => ({ ...shot, headers: { ...shot.headers, 'idempotency-key': 'the same' } }),
  (shot) => ({ ...shot, url: `${shot.url}${shot.url.includes('?') ? '&' : '?'}%00=%ff&size=-1&page=1e9` }),
];

/** The request that carries these fields. */
function shotOf(call: DeclaredCall, input: unknown): Shot {
  const { method } = call.meta;
  const fields =
    typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : {};
  const path = call.meta.path.replaceAll(
    /\{([^}]+)\}/g,
    (_, name) => encodeURIComponent(written(fields[name] ?? '1').slice(0, 300)) || '1',
  );
  const headers: Record<string, string> = { institution: '1', language: 'en' };
  if (method === 'GET' || method === 'DELETE') {
    const query = Object.entries(fields).map(([key, value]) => [key, written(value).slice(0, 2_000)]);
    return { method, url: `${apiBase}${path}?${new URLSearchParams(query)}`, headers };
  }
  return { method, url: apiBase + path, headers: { ...headers, ...json }, body: JSON.stringify(input ?? null) };
}

/** A number that always follows from the seed and what it is for. */
export const numberFor = (seed: number, ...what: (string | number)[]): number =>
  createHash('sha256')
    .update([seed, ...what].join(' '))
    .digest()
    .readInt32BE();

/** Requests of one call: the same for the same seed and round. One of twelve meets a mishap. */
export function shotsFor(call: DeclaredCall): (seed: number, round: number, count: number) => Shot[] {
  const arbitrary = fc.tuple(inputsOf(call.contract['~orpc'].inputSchema), fc.nat({ max: mishaps.length * 12 }));
  return (seed, round, count) =>
    fc
      .sample(arbitrary, { numRuns: count, seed: numberFor(seed, call.meta.method, call.meta.path, round) })
      .map(([input, chance]) => {
        const shot = shotOf(call, input);
        return mishaps[chance]?.(shot) ?? shot;
      });
}
