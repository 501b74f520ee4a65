import { relative } from 'node:path';

/** What a phase came to. `failures` are the names of what failed, for a person to read. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
}

/** The part of Vitest's JSON report that is read here. */
export interface Report {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/**
 * Sums up a Vitest report. A file that could not be loaded counts as one failed test, and so does a run that ended
 * badly although every test in it passed (an error outside of any test, no test found, no report at all).
 */
export function countReport(report: Report | undefined, exitCode: number, root: string): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const file of report?.testResults ?? []) {
    const path = relative(root, file.name);
    for (const { status, fullName } of file.assertionResults) {
      if (status === 'passed') counts.passed++;
      else if (status === 'failed') {
        counts.failed++;
        counts.failures.push(`${path} > ${fullName}`);
      } else counts.skipped++;
    }
    const anyFailed = file.assertionResults.some(({ status }) => status === 'failed');
    if (file.status === 'failed' && !anyFailed) {
      counts.failed++;
      counts.failures.push(`${path}: ${file.message.split('\n')[0] || 'could not be run'}`);
    }
  }
  if (exitCode !== 0 && counts.failed === 0) {
    counts.failed++;
    counts.failures.push(report ? 'an error outside of any test, or no test at all' : 'it ended without a report');
  }
  return counts;
}
