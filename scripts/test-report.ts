import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What a phase came to. `failures` are the names of what failed and how each began to say why, for a person to read. */
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
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

/** The first lines of a message, without the colours and without where it was thrown: the log above has it whole. */
function beginning(messages: string[] = []): string {
  const lines = stripVTControlCharacters(messages.join('\n'))
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  return lines
    .slice(0, 16)
    .map((line) => `\n      ${line.slice(0, 300)}`)
    .join('');
}

/**
 * Sums up a Vitest report. A file that could not be loaded counts as one failed test, and so does a run that ended
 * badly although every test in it passed (an error outside of any test, no test found, no report at all).
 */
export function countReport(report: Report | undefined, exitCode: number, root: string): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const file of report?.testResults ?? []) {
    const path = relative(root, file.name);
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      if (status === 'passed') counts.passed++;
      else if (status === 'failed') {
        counts.failed++;
        counts.failures.push(`${path} > ${fullName}${beginning(failureMessages)}`);
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
