import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { domains } from '#domains/server.ts';
import { callsOf, type DeclaredCall } from '#platform/server/call/routes.ts';
import { repositoryFiles } from './files.ts';

/** Whoever is given a document about a person stands in the security log: by `evidenceRecords`, or by `logged` in the contract. */

const photo = 'a face beside a name, in lists that all work with';
const study = 'what a class reads and hands in, seen by its teachers every day';
/** Where links to files are given out unlogged: how often, and which files they are. */
const links: Record<string, readonly [times: number, why: string]> = {
  'domains/admissions/server/applications/applications.ts': [1, photo],
  'domains/admissions/server/guests/guests.ts': [1, photo],
  'domains/admissions/server/applications/application-details.ts': [1, photo],
  'domains/attendance/server/register.ts': [1, photo],
  'domains/careers/server/cv/cvs.ts': [1, photo],
  'domains/census/server/forms.ts': [2, 'empty forms of the state'],
  'domains/certificates/server/templates.ts': [1, 'stamps and signatures that stand on papers'],
  'domains/curriculum/server/plan.ts': [2, 'photos of teachers, and the sheet of a retake for everybody who retakes'],
  'domains/groups/server/groups.ts': [1, photo],
  'domains/identity/server/accounts/user-info.ts': [1, photo],
  'domains/institutions/server/resources.ts': [1, 'logos of institutions'],
  'domains/lessons/server/homework.ts': [2, study],
  'domains/lessons/server/lessons.ts': [1, study],
  'domains/lessons/server/packages/records.ts': [1, study],
  'domains/library/server/items.ts': [1, 'books and their covers'],
  'domains/library/server/papers.ts': [1, 'papers of modules and rules of the house'],
  'domains/short-courses/server/chapters.ts': [1, study],
  'domains/short-courses/server/courses.ts': [1, 'covers of courses'],
  'domains/short-courses/server/registrations.ts': [1, 'covers of courses'],
  'domains/staff/server/present.ts': [1, photo],
  'domains/students/server/records/family.ts': [1, photo],
  'domains/students/server/records/present.ts': [1, photo],
};

const empty = 'a form without anybody in it';
const sentByCaller = 'what the caller has just sent, with what is wrong in it';
/** Calls that answer a file unlogged, with the reason. */
const files: readonly (readonly [path: RegExp, why: string])[] = [
  [/\/import\/template$|\/import_fine\/template$|\/short_term_course\/group\/template$/, empty],
  [/\/faults$/, sentByCaller],
  [/^\/timetable\/print$/, 'lessons of a week, which hang on the wall'],
  [/^\/timetable_(requirement|room|way)\/export$/, 'modules, rooms and distances'],
  [/^\/accounting\/(contract|invoice)\/\{id\}\/file$/, 'answers a link, which is logged where it is made'],
  [
    /^\/certificate_template\/preview$/,
    'a page that is being placed, with the name of a student whom the caller sees anyway',
  ],
  [/^\/job\/\{id\}\/file$/, 'logged when it was asked for; goes to whoever asked alone'],
  [/^\/file(\/\{id\})?$/, 'the list of one’s own uploads'],
  [/^\/file\/\{id\}\/\{name\}$/, 'a link was given before, which is logged where it matters'],
];

const says = ({ contract }: DeclaredCall): string =>
  (contract['~orpc'].outputSchema as z.ZodType | undefined)?.description ?? '';
const answersFile = (call: DeclaredCall): boolean =>
  /\/(export|export_data|print|file|minutes|template|faults)(\/\{\w+\})?$/.test(call.meta.path) ||
  /\/file\/\{id\}\//.test(call.meta.path) ||
  /\bfile\b|PDF/.test(says(call));

describe('documents about persons', () => {
  const calls = callsOf(domains);

  test('are given out as links by the one function that has it logged, where no reason is known', () => {
    const found: Record<string, number> = {};
    for (const [path, source] of repositoryFiles()) {
      if (!/^domains\/(?!files\/)[^/]+\/server\/.*\.ts$/.test(path) || /\.test\.ts$/.test(path)) continue;
      const times = source.match(/\bfileRecords\(/g)?.length ?? 0;
      if (times) found[path] = times;
    }
    expect(found).toEqual(Object.fromEntries(Object.entries(links).map(([path, [times]]) => [path, times])));
  });

  test('are logged by the contract where a call answers the file itself', () => {
    const silent = calls
      .filter((call) => answersFile(call) && !call.meta.logged)
      .map(({ meta }) => `${meta.method} ${meta.path}`)
      .filter((name) => !files.some(([path]) => path.test(name.split(' ')[1] ?? '')));
    expect(silent).toEqual([]);
    expect(calls.filter((call) => answersFile(call) && call.meta.logged).length).toBeGreaterThan(8);
  });

  test('are excused only where there is something to excuse', () => {
    const unlogged = calls.filter((call) => answersFile(call) && !call.meta.logged).map(({ meta }) => meta.path);
    expect(files.filter(([path]) => !unlogged.some((one) => path.test(one))).map(([path]) => path.source)).toEqual([]);
  });
});
