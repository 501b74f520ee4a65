import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { domains } from '#domains/server.ts';
import { callsOf, type DeclaredCall } from '#platform/server/call/routes.ts';
import { repositoryFiles } from './files.ts';

/** Calls that read like heavy ones and are not, with the reason. */
const light: Record<string, string> = {
  'GET /offence-letter/{id}/{letter_id}': 'a paper that is made already',
  'POST /contract/agreement/preview': 'the text of one contract',
  'POST /assessment/preview': 'arithmetic over the plan of one module',
  'POST /student/life/preview': 'the same as the change itself, taken back',
  'POST /person/merge/preview': 'one pair, taken back',
  'POST /amendment/preview': 'the marks of one student',
  'POST /job_offer/send/preview': 'names of at most a thousand, in one question',
  'POST /email_template/preview': 'one text for one reader',
  'POST /early_warning/rules/preview': 'starts a job',
  'POST /timetable/generate': 'starts a job',
  'POST /exam_period/generate': 'starts a job',
  'GET /file/{id}/{name}': 'sends what is kept; its small pictures are drawn in the pool',
  'GET /ec/outcome_report/{id}': 'sends what is kept',
  'GET /issued-document/{id}/file': 'sends what is kept',
  'GET /job/{id}/file': 'sends what a job has written',
  'GET /achievement_records/supplement/{id}': 'sends what is kept',
  'GET /achievement_records/badge/{id}': 'sends what is kept',
  'POST /achievement_records/verify/preview': 'two hundred rows at most, in a few queries',
  'POST /achievement_records/verify': 'the same rows, changed in one statement; papers are drawn afterwards',
};

const heavyWords = /^(export(_data)?|preview|import([-_]\w+)?|faults|template|print|compare|generate|verify)$/;

function looksHeavy({ meta, contract }: DeclaredCall): boolean {
  const parts = meta.path.split('/').filter((part) => !part.startsWith('{'));
  const says = (contract['~orpc'].outputSchema as z.ZodType | undefined)?.description ?? '';
  return heavyWords.test(parts.at(-1) ?? '') || /\bfile\b|PDF/.test(says);
}

describe('what is heavy', () => {
  const calls = callsOf(domains);

  test('says so in its contract, so that it stands in the line', () => {
    const silent = calls
      .filter((call) => looksHeavy(call) && !call.meta.heavy)
      .map(({ meta }) => `${meta.method} ${meta.path}`)
      .filter((name) => light[name] === undefined);
    expect(silent).toEqual([]);
    // The rule finds something.
    expect(calls.filter(looksHeavy).length).toBeGreaterThan(50);
  });

  test('is known by a reason where it only looks so', () => {
    const known = new Set(calls.filter(({ meta }) => !meta.heavy).map(({ meta }) => `${meta.method} ${meta.path}`));
    expect(Object.keys(light).filter((name) => !known.has(name))).toEqual([]);
  });

  test('is done in a process that can be stopped: the server imports no library that decodes or draws', () => {
    const inside =
      /^platform\/server\/(heavy\/(pictures|sheets)|documents\/(maker|fonts)|spreadsheets\/(write|fill))\.ts$/;
    const found = [...repositoryFiles()]
      .filter(([path]) => /^(platform\/server|domains\/[^/]+\/server)\/.*\.ts$/.test(path) && !/\.test\.ts$/.test(path))
      .filter(([path]) => !inside.test(path))
      .filter(([, source]) =>
        /^import (?!type)[^;]*from '(sharp|pdfmake|exceljs)'|import\('(sharp|pdfmake|exceljs)'\)|from '[^']*(documents\/(draw|draw-sheet|maker)|heavy\/(pictures|sheets))\.ts'/m.test(
          source,
        ),
      )
      .map(([path]) => path)
      .filter((path) => path !== 'platform/server/documents/draw.ts');
    expect(found).toEqual([]);
  });

  test('a new call that answers a file without saying that it is heavy is found', () => {
    const meta = {
      method: 'GET',
      path: '/thing/export',
      access: { public: 'x' },
      aliases: [],
      errors: [],
      reads: true,
      rank: 'read',
    } as const;
    expect(looksHeavy({ domain: 'thing', name: 'export', meta, contract: { '~orpc': {} } })).toBe(true);
  });
});
