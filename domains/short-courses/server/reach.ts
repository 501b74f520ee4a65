import { and, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { staff } from '#domains/staff/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { courseRegistrations, shortCourses } from './tables.ts';

/** Whose courses and listeners a caller sees: the institution's, those that they teach, or what is open and their own. */

const taughtBy = (call: Call, teacher: SQLWrapper): SQL =>
  sql`${teacher} in (select s.id from ${staff} s where s.account_id = ${call.account_id} and s.deleted_at is null)`;

/** Courses in which the caller has a place that is theirs, or waits for one. */
const ownCourses = (call: Call): SQL =>
  sql`(select r.course_id from ${courseRegistrations} r where r.account_id = ${call.account_id} and r.deleted_at is null)`;

/** Undefined for all of the institution. */
export function courseReach(call: Call, permission: PermissionName): SQL | undefined {
  switch (scopeOf(call, permission)) {
    case 'institution':
      return undefined;
    case 'taught':
      return permission === 'short_course.read'
        ? sql`(${shortCourses.status} = 'OPEN' or ${taughtBy(call, shortCourses.teacher_id)} or ${shortCourses.id} in ${ownCourses(call)})`
        : taughtBy(call, shortCourses.teacher_id);
    case 'own':
      return sql`(${shortCourses.status} = 'OPEN' or ${shortCourses.id} in ${ownCourses(call)})`;
    default:
      return sql`false`;
  }
}

/** The same for what belongs to a course, by its column; undefined for all of the institution. */
export function ofReachedCourse(call: Call, permission: PermissionName, course: SQLWrapper): SQL | undefined {
  const reach = courseReach(call, permission);
  return reach && sql`${course} in (select ${shortCourses.id} from ${shortCourses} where ${reach})`;
}

/** Of listeners whoever may see them, and everybody their own. */
export function registrationReach(call: Call): SQL | undefined {
  const own = sql`${courseRegistrations.account_id} = ${call.account_id}`;
  switch (scopeOf(call, 'short_course.listeners')) {
    case 'institution':
      return undefined;
    case 'taught':
      return sql`(${own} or ${courseRegistrations.course_id} in (select c.id from ${shortCourses} c where ${taughtBy(call, sql`c.teacher_id`)}))`;
    default:
      return own;
  }
}

/** Of these courses those whose contents the caller may look into without listening to them: all for an office, for a teacher their own. */
export async function openToLook(call: Call, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const scope = scopeOf(call, 'short_course.read');
  if (scope === 'institution') return new Set(ids);
  if (scope !== 'taught' || ids.length === 0) return new Set();
  const rows = await call.db
    .select({ id: shortCourses.id })
    .from(shortCourses)
    .where(and(inArray(shortCourses.id, [...ids]), taughtBy(call, shortCourses.teacher_id)));
  return new Set(rows.map(({ id }) => id));
}

/** Refuses whoever teaches other courses only. Errors: NOT_YOUR_SHORT_COURSE. */
export async function demandTaught(call: Call, course_id: number): Promise<void> {
  const reach = courseReach(call, 'short_course.teach');
  if (!reach) return;
  const { rowCount } = await call.db.execute(
    sql`select 1 from ${shortCourses} where ${shortCourses.id} = ${course_id} and ${reach}`,
  );
  if (!rowCount) throw fail('NOT_YOUR_SHORT_COURSE');
}
