import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { branchDepartments } from '#domains/staff/server/index.ts';
import type { Call } from '#platform/server/context.ts';
import { fail } from '#platform/server/errors.ts';
import type { permissions } from '../permissions.ts';
import { students } from './tables.ts';

export type StudentPermission = keyof typeof permissions;

/** What other domains know about who belongs to whom; each gives a subselect. Where nobody knows, nobody is reached. */
interface Knowledge {
  /** Ids of the students whom the caller teaches or mentors. */
  taught?: (call: Call) => SQL;
  /** Ids of the students of a group. */
  group?: (group: number) => SQL;
}
const knowledge: Knowledge = {};

/** The domains of groups and lessons tell here, once at start, how to find the taught and the members of groups. */
export function tellStudents(more: Knowledge): void {
  Object.assign(knowledge, more);
}

export const inGroup = (group: number): SQL =>
  knowledge.group ? sql`${students.id} in (${knowledge.group(group)})` : sql`false`;

/** Which rows of `students` a permission of the caller reaches; undefined for all of the institution. */
export function reach(call: Call, permission: StudentPermission): SQL | undefined {
  const own = sql`${students.account_id} = ${call.account_id}`;
  switch (call.abilities.get(permission)) {
    case 'institution':
      return undefined;
    case 'branch':
      return sql`${students.department_id} in ${branchDepartments(call)}`;
    case 'taught':
      return knowledge.taught ? sql`${students.id} in (${knowledge.taught(call)})` : sql`false`;
    case 'own':
      return call.account_id ? own : sql`false`;
    default:
      return sql`false`;
  }
}

const right = (call: Call, permission: StudentPermission) => sql<boolean>`(${reach(call, permission) ?? sql`true`})`;
/** Whether each row lies within the reach of each permission that shows in its answer. */
export const rightColumns = (call: Call) => ({
  personal: right(call, 'student.personal'),
  passport: right(call, 'student.passport'),
  passport_manage: right(call, 'student.passport_manage'),
  manage: right(call, 'student.manage'),
  contact: right(call, 'student.contact'),
  documents: right(call, 'student.documents'),
  cards: right(call, 'student.cards'),
  propose_status: right(call, 'student.propose_status'),
  confirm_status: right(call, 'student.confirm_status'),
  status_history: right(call, 'student.status_history'),
  transfer: right(call, 'student.transfer'),
  delete: right(call, 'student.delete'),
  restore: right(call, 'student.restore'),
  history: right(call, 'student.history'),
  sms: right(call, 'student.sms'),
});

export type StudentRow = typeof students.$inferSelect;
export type Rights = Record<keyof ReturnType<typeof rightColumns>, boolean>;
export interface SeenStudent {
  row: StudentRow;
  rights: Rights;
}

/** Rows with the caller's rights on each, one query. Only what `permission` reaches and `where` names. */
export async function seen(call: Call, permission: StudentPermission, where: SQL | undefined): Promise<SeenStudent[]> {
  return (await call.db
    .select({ row: getTableColumns(students), rights: rightColumns(call) })
    .from(students)
    .where(and(where, reach(call, permission)))) as SeenStudent[];
}

/** The id of the caller's own student record, if they are a student. */
export async function ownIdIfAny(call: Call): Promise<number | undefined> {
  const [row] = await call.db
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.account_id, call.account_id), isNull(students.deleted_at)));
  return row?.id;
}

/** The same, and 404 where there is none. */
export async function ownId(call: Call): Promise<number> {
  const id = await ownIdIfAny(call);
  if (id === undefined) throw fail('NO_STUDENT_RECORD');
  return id;
}

/** One student within reach, one's own without an id; 404 otherwise, whether or not there is such a person. `lock` for changes. */
export async function within(
  call: Call,
  permission: StudentPermission,
  id: number | undefined,
  options: { lock?: boolean; deleted?: boolean } = {},
): Promise<StudentRow> {
  const query = call.db
    .select()
    .from(students)
    .where(
      and(
        eq(students.id, id ?? (await ownId(call))),
        options.deleted ? undefined : isNull(students.deleted_at),
        reach(call, permission),
      ),
    );
  const [row] = await (options.lock ? query.for('update') : query);
  if (!row) throw fail('NOT_FOUND');
  return row;
}
