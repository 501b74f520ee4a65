import { type SQL, sql } from 'drizzle-orm';
import { courseModules, taughtCourseModules } from '#domains/curriculum/server/index.ts';
import { groupMembers, groups, onDay, ownCourses, ownGroups, taughtGroups } from '#domains/groups/server/index.ts';
import { students, studentsInReach } from '#domains/students/server/index.ts';
import { groups as roleGroups } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { accountRoles, roles } from '#platform/server/database/tables.ts';
import { calendarEvents as e } from './tables.ts';

/** Whose calendar it is, as conditions on events. Each part is asked once per query, not once per event. */
export interface Whom {
  /** Names of roles, an array. */
  roles: SQL;
  groups: SQL;
  courses: SQL;
  /** Whether what is for everybody is for them. */
  everybody: SQL;
  /** Sees what is for them alone, and what they entered for others. */
  person: number | null;
}

const rolesOf = (call: Call): SQL => sql`array(select r.name from ${accountRoles} a join ${roles} r on r.id = a.role_id
    where a.account_id = ${call.account_id} and a.institution_id = ${call.institution_id} and r.deleted_at is null)`;

/**
 * Whether the caller belongs to the institution. Applicants, listeners and those who were students do not: their dates are
 * those of their own courses.
 */
export const belongs = (call: Call): SQL =>
  scopeOf(call, 'calendar.read') === 'institution'
    ? sql`true`
    : sql`not ${rolesOf(call)} <@ ${sql.param([...roleGroups.outsiders, ...roleGroups.former])}::text[]`;

/** The caller, with what they learn, teach and look after. Whoever has a calendar of their own alone teaches nobody. */
export function forWhom(call: Call): Whom {
  const teaches = scopeOf(call, 'calendar.read') === 'institution';
  const taught = sql`select cm.course_id from ${courseModules} cm where cm.id in ${taughtCourseModules(call)}`;
  return {
    roles: rolesOf(call),
    groups: teaches
      ? sql`(select * from ${ownGroups(call)} o union select * from ${taughtGroups(call)} t)`
      : ownGroups(call),
    courses: teaches ? sql`(select * from ${ownCourses(call)} o union ${taught})` : ownCourses(call),
    everybody: belongs(call),
    person: call.account_id,
  };
}

/** What this person's calendar holds; with `all` also what is for groups, courses and roles of others. */
export const inCalendarOf = (whom: Whom, all = false): SQL => {
  const person =
    whom.person === null
      ? sql`false`
      : sql`(${e.created_by} = ${whom.person} or (${e.audience} = 'PERSON' and ${e.account_id} = ${whom.person}))`;
  if (all) return sql`(${e.audience} <> 'PERSON' or ${person})`;
  return sql`((${e.audience} = 'EVERYBODY' and ${whom.everybody}) or ${person}
    or (${e.audience} = 'ROLES' and ${e.roles} && ${whom.roles})
    or (${e.audience} = 'GROUP' and ${e.group_id} in ${whom.groups})
    or (${e.audience} = 'COURSE' and ${e.course_id} in ${whom.courses}))`;
};

/** What the caller sees: staff everything but what is for single people, students what is for them. */
export const visible = (call: Call, whom: Whom, mine = false): SQL =>
  inCalendarOf(whom, !mine && scopeOf(call, 'calendar.read') === 'institution');

/** What a student's calendar holds but for what they keep for themselves. */
export async function forStudent(call: Call, id: number): Promise<Whom> {
  const rows = await call.db
    .select({ id: students.id, account_id: students.account_id })
    .from(students)
    .where(
      sql`${students.id} = ${id} and ${students.deleted_at} is null and ${studentsInReach(call, 'student.read') ?? sql`true`}`,
    );
  if (!rows[0]) throw fail('NOT_FOUND');
  const member = sql`${groupMembers} m where m.student_id = ${id} and ${onDay()}`;
  return {
    ...forWhom({ ...call, account_id: rows[0].account_id ?? 0 }),
    groups: sql`(select m.group_id from ${member})`,
    courses: sql`(select g.course_id from ${groups} g where g.id in (select m.group_id from ${member}))`,
    everybody: sql`true`,
    person: null,
  };
}

/** What students see at all. */
export const forAnyStudent = (): SQL =>
  sql`(${e.audience} in ('EVERYBODY', 'COURSE', 'GROUP') or (${e.audience} = 'ROLES' and ${e.roles} && ${sql.param([...roleGroups.students])}::text[]))`;
