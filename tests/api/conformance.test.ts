import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, startApi } from '#tests/support/api.ts';

/** Holds the server against the list of calls that stands beside the project. Skipped where that list is absent. */
const tool = fileURLToPath(new URL('../../../shared/tools/conformance.mjs', import.meta.url));
const whole = ['identity', 'institutions', 'files', 'messaging', 'staff', 'admissions'];
/** Calls that need marks or money: they come with those domains. */
const later = /transcript|update_mark|allow-exam|create\/invoice|debit_detail|ar_records/;

describe.skipIf(!existsSync(tool))('conformance with the specified calls', () => {
  let api: Api;
  let base = '';
  beforeAll(async () => {
    api = await startApi();
    base = await api.app.listen({ port: 0, host: '127.0.0.1' });
  }, 120_000);
  afterAll(() => api?.close());

  it.each([...whole, 'students', 'assessment'])(
    '%s',
    async (domain) => {
      const run = promisify(execFile)(process.execPath, [tool, '--base', base, '--domain', domain, '--json'], {
        maxBuffer: 10_000_000,
      });
      // Exit 1 means faults, which the output names; anything else is a failure of its own.
      const { stdout } = await run.catch((error) => (error.code === 1 ? error : Promise.reject(error)));
      const rows = JSON.parse(stdout.split('\n')[0] ?? '') as { call: string; faults: string[] }[];
      expect(rows.length).toBeGreaterThan(0);
      expect(
        rows
          .filter((row) => row.faults.length > 0 && !(domain === 'students' && later.test(row.call)))
          .map((row) => `${row.call}: ${row.faults.join('; ')}`),
      ).toEqual([]);
    },
    120_000,
  );
});
