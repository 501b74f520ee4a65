import { expect, test } from 'vitest';
import { countReport, type Report } from './test-report.ts';

const file = (status: string, ...tests: string[]): Report['testResults'][number] => ({
  name: '/house/tests/a.test.ts',
  status,
  message: status === 'failed' && tests.length === 0 ? 'Cannot find b.ts\nat …' : '',
  assertionResults: tests.map((each, index) => ({ status: each, fullName: `test ${index}` })),
});

test('sums up what passed, failed and was skipped', () => {
  const report = { testResults: [file('failed', 'passed', 'failed', 'skipped', 'todo'), file('passed', 'passed')] };
  expect(countReport(report, 1, '/house')).toEqual({
    passed: 2,
    failed: 1,
    skipped: 2,
    failures: ['tests/a.test.ts > test 1'],
  });
});

test('tells how each failure began, as the end of a long log is what one reads first', () => {
  const failed = file('failed', 'failed');
  failed.assertionResults[0]!.failureMessages = [
    '\u001b[31mTimeoutError\u001b[39m: fill\n\n    at a.ts:1:2\nCall log:\n  - waiting',
  ];
  expect(countReport({ testResults: [failed] }, 1, '/house').failures).toEqual([
    'tests/a.test.ts > test 0\n      TimeoutError: fill\n      Call log:\n        - waiting',
  ]);
});

test('counts a file that could not be loaded, and an end that no test explains, as failed', () => {
  const unloaded = countReport({ testResults: [file('failed')] }, 1, '/house');
  expect(unloaded).toMatchObject({ failed: 1, failures: ['tests/a.test.ts: Cannot find b.ts'] });
  expect(countReport({ testResults: [file('passed', 'passed')] }, 1, '/house')).toMatchObject({ passed: 1, failed: 1 });
  expect(countReport(undefined, 1, '/house').failed).toBe(1);
  expect(countReport({ testResults: [] }, 0, '/house').failed).toBe(0);
});
