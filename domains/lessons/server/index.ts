import { sql } from 'drizzle-orm';
import { calendarPart } from '#domains/calendar/server/index.ts';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { deadlineKind } from '#domains/deadlines/server/index.ts';
import { textEditor } from '#domains/files/server/index.ts';
import { lifeEffect } from '#domains/students/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { deadlinesPart } from './calendar.ts';
import { homeworkDeadlines } from './deadlines.ts';
import { homeworkOfLife } from './life.ts';
import { remindOfDeadlines } from './notices.ts';
import { serveContent } from './packages/content.ts';
import { router } from './router.ts';
import { homeworks, lessons, submissions } from './tables.ts';

const handedIn = sql`exists (select 1 from ${submissions} where ${submissions.homework_id} = ${homeworks.id})`;
const lesson = (of: string) => `(select l.title from lessons l where l.id = ${of})`;
const module = (of: string) => `(select l.course_module_id from lessons l where l.id = ${of})`;
const asked = '(select h.lesson_id from lesson_homeworks h where h.id = r.homework_id)';
const student = '(select s.full_name from students s where s.id = r.student_id)';

export { closesAt, lateness } from './late.ts';
export { presentedMaterial, storedMaterial } from './material.ts';
export { missedHomework } from './missed.ts';
export { nothingReached, openPackage, packageStandings, takeReport } from './packages/attempts.ts';
export type { Learner, Named as NamedLearner } from './packages/learner.ts';
export { dropPackage, isPackageDone, packageRow, packagesById, takePackage } from './packages/records.ts';
export { attempts, homeworks, lessons, material, packages, submissions } from './tables.ts';

export default defineServerDomain({
  name: 'lessons',
  contract,
  router,
  permissions,
  errors,
  uses: [
    { of: courseModules, by: lessons.course_module_id },
    // What was handed in stays where it was asked for.
    { of: lessons, by: homeworks.lesson_id, where: handedIn },
  ],
  follows: [
    on(lifeEffect, homeworkOfLife),
    on(calendarPart, deadlinesPart),
    on(deadlineKind, homeworkDeadlines),
    on(textEditor, 'lesson.manage'),
  ],
  messages: new URL('./messages/', import.meta.url),
  history: {
    lessons: { permission: 'lesson.manage', page: 'r.course_module_id' },
    lesson_homeworks: { permission: 'lesson.manage', title: lesson('r.lesson_id'), page: module('r.lesson_id') },
    homework_submissions: {
      permission: 'lesson.assess',
      title: `${lesson(asked)} || ' · ' || ${student}`,
      page: module(asked),
      refers: { homework_id: 'lesson_homeworks' },
    },
    lesson_packages: { permission: 'lesson.manage', page: module('r.lesson_id') },
  },
  start: serveContent,
  nightly: { 'reminding of deadlines': remindOfDeadlines },
});
