import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domains } from '#domains/server.ts';
import { type Api, startApi } from '#tests/support/api.ts';

/**
 * Holds the server against the list of calls that stands beside the project. Every domain that stands is held against
 * all of its calls, but for those that wait here by name; whoever makes one strikes it out.
 */
const tool = fileURLToPath(new URL('../../../shared/tools/conformance.mjs', import.meta.url));
const beside = existsSync(tool);
const waiting: Record<string, string> = {
  'POST /report/': 'reports that people put together are not built yet',
  'GET /report/': 'the same',
  'GET /report/{id}': 'the same',
  'GET /report/fields': 'the same',
  'GET /report/fields/filter': 'the same',
  'GET /stats/web': 'numbers for a public site are not built yet',
};
/** The list knows no calls of it: what it does stands in the specification's text. */
const unlisted = [
  'banking',
  'certificates',
  'credentials',
  'deadlines',
  'evaluation',
  'gateways',
  'questions',
  'signatures',
];

interface Row {
  domain: string;
  call: string;
  faults: string[];
}

it.runIf(!beside)('conformance is NOT looked at here: there is no list of calls beside the project', ({ skip }) =>
  skip(`${tool} is absent; of ${domains.length} domains none was held against its calls`),
);

describe.runIf(beside)('conformance with the specified calls', () => {
  let api: Api;
  let rows: Row[];
  beforeAll(async () => {
    api = await startApi();
    const base = await api.app.listen({ port: 0, host: '127.0.0.1' });
    const run = promisify(execFile)(process.execPath, [tool, '--base', base, '--json'], { maxBuffer: 10_000_000 });
    // Exit 1 means faults, which the output names; anything else is a failure of its own.
    const { stdout } = await run.catch((error) => (error.code === 1 ? error : Promise.reject(error)));
    rows = JSON.parse(stdout.split('\n')[0] ?? '') as Row[];
  }, 300_000);
  afterAll(() => api?.close());

  it.each(domains.map(({ name }) => name).filter((name) => !unlisted.includes(name)))('%s', (name) => {
    const own = rows.filter((row) => row.domain === name);
    expect(own.length, 'calls in the list').toBeGreaterThan(0);
    const faults = own.filter((row) => row.faults.length > 0 && !(row.call in waiting));
    expect(faults.map((row) => `${row.call}: ${row.faults.join('; ')}`)).toEqual([]);
  });

  it('says what is not held against the list: calls that wait, domains that do not stand yet', () => {
    const faulty = new Set(rows.filter((row) => row.faults.length > 0).map((row) => row.call));
    expect(
      Object.keys(waiting).filter((call) => !faulty.has(call)),
      'they conform by now',
    ).toEqual([]);
    const standing = domains.map(({ name }) => name);
    const absent = Map.groupBy(
      rows.filter((row) => !standing.includes(row.domain)),
      (row) => row.domain,
    );
    const listed = new Set(rows.map((row) => row.domain));
    expect(
      unlisted.filter((name) => listed.has(name)),
      'the list knows them by now',
    ).toEqual([]);
    console.info(
      [
        ...Object.entries(waiting).map(([call, why]) => `waits: ${call} (${why})`),
        ...[...absent].map(([name, calls]) => `does not stand yet: ${name}, ${calls.length} calls`),
        ...unlisted.map((name) => `not in the list: ${name}`),
      ].join('\n'),
    );
  });
});
