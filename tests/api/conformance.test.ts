import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domains } from '#domains/server.ts';
import { type Api, startApi } from '#tests/support/api.ts';

/**
 * Holds the server against the list of calls that stands beside the project. Every domain is held against
 * all of its calls.
 */
const tool = fileURLToPath(new URL('../../../shared/tools/conformance.mjs', import.meta.url));
const beside = existsSync(tool);
/** The list knows no calls of it: what it does stands in the specification's text. */
const unlisted = [
  'banking',
  'census',
  'certificates',
  'credentials',
  'deadlines',
  'early-warning',
  'evaluation',
  'gateways',
  'questions',
  'signatures',
  'views',
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
    const faults = own.filter((row) => row.faults.length > 0);
    expect(faults.map((row) => `${row.call}: ${row.faults.join('; ')}`)).toEqual([]);
  });

  it('every call of the list is somebody’s, and what the list does not know is named', () => {
    const standing = domains.map(({ name }) => name);
    expect(rows.filter((row) => !standing.includes(row.domain)).map((row) => row.call)).toEqual([]);
    const listed = new Set(rows.map((row) => row.domain));
    expect(
      unlisted.filter((name) => listed.has(name)),
      'the list knows them by now',
    ).toEqual([]);
  });
});
