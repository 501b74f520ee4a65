import { type SQL, sql } from 'drizzle-orm';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { router } from './router.ts';
import { arrangements, deadlineGrants } from './tables.ts';

export { arrangementsOn, extraMinutes } from './arrangements.ts';
export {
  type Ask,
  type Due,
  deadlinesOf,
  deferredExams,
  dueFor,
  dueOf,
  movedStudents,
  movesDate,
  movesOf,
} from './due.ts';
export { type Decision, type Grant, grant, revokeGrant } from './grants.ts';
export { type DeadlineKind, type DeadlineMoved, deadlineKind, deadlineMoved } from './hooks.ts';
export { deadlineGrants } from './tables.ts';
export { workingDayAfter, workingDaysEarlier, workingDaysLater } from './working-days.ts';

/** Whoever may follow all changes follows those of dates and arrangements only where they may see these. */
const unlessSeen = (permission: 'deadline.read' | 'exam_arrangement.read', ids: SQL) => (call: Call) =>
  scopeOf(call, permission) === 'institution' ? undefined : ids;

export default defineServerDomain({
  name: 'deadlines',
  contract,
  router,
  permissions,
  errors,
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
  history: {
    exam_arrangements: {
      permission: 'exam_arrangement.manage',
      title: '(select s.full_name from students s where s.id = r.student_id)',
      sealed: unlessSeen('exam_arrangement.read', sql`(select a.id from ${arrangements} a)`),
    },
    deadline_grants: {
      permission: 'deadline.read',
      title: '(select s.full_name from students s where s.id = r.student_id)',
      sealed: unlessSeen('deadline.read', sql`(select g.id from ${deadlineGrants} g)`),
    },
  },
});
