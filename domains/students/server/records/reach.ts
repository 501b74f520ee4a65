import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { branchDepartments } from '#domains/staff/server/index.ts';
import { keptBehind, type Locale, type PermissionName } from '#platform/contract/index.ts';
import { declaredPermissions } from '#platform/server/call/access.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { build, runBuilt } from '#platform/server/database/sql.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { reachOfToday } from '#platform/server/records/as-of.ts';
import { columnsSql, localTitle } from '#platform/server/records/resource.ts';
import { studentFields } from '../../fields.ts';
import type { permissions } from '../../permissions.ts';
import { unlistedFields } from '../../shapes.ts';
import { belonging } from '../hooks.ts';
import { students } from '../tables.ts';

export type StudentPermission = keyof typeof permissions;

/** The tables besides `students` that decide who is in a list of students. */
export const reachTables = (call: Call, permission: StudentPermission, ofGroup = false): string[] =>
  call.abilities.get(permission) === 'institution' && !ofGroup
    ? []
    : ['staff', 'departments', ...followersOf(call.kernel, belonging).flatMap(({ tables }) => tables)];

/** Those whom any of these subselects of ids holds. */
const inAny = (parts: SQL[]): SQL =>
  parts.length ? sql`${students.id} in (${sql.join(parts, sql` union all `)})` : sql`false`;

export const studentsInGroup = (call: Call, group: number): SQL =>
  inAny(followersOf(call.kernel, belonging).map(({ ofGroup }) => ofGroup(group)));

/** The caller's own record and those before it, which they may read but write in no more. */
const ownRecords = (call: Call, permission: PermissionName): SQL =>
  declaredPermissions()[permission]?.reads
    ? sql`${students.id} in (select edulab_own_records(${call.account_id}))`
    : sql`${students.account_id} = ${call.account_id}`;

/** Which rows of `students` a permission of the caller reaches; undefined for all of the institution. */
export const reach = (call: Call, permission: PermissionName): SQL | undefined =>
  reachOfToday(call, sql`${students}`, students.id, reachOf(call, permission));

/** Rows about students whom a permission reaches; undefined for all of the institution. */
export const aboutReached = (call: Call, permission: PermissionName, student_id: SQLWrapper): SQL | undefined =>
  existsReached(call, permission, student_id, sql``);

/**
 * The same for a condition that stands beside an `or`, where no index is used for a subselect. Whoever reaches some is looked
 * up first, as an array. Of a whole branch that would be everybody for a page of ten: an offset keeps the question with its row.
 */
export function eachReached(call: Call, permission: PermissionName, student_id: SQLWrapper): SQL | undefined {
  if (call.abilities.get(permission) === 'branch') return existsReached(call, permission, student_id, sql` offset 0`);
  const reached = reach(call, permission);
  return reached && sql`${student_id} = any(array(select ${students.id} from ${students} where ${reached}))`;
}

function existsReached(call: Call, permission: PermissionName, student_id: SQLWrapper, end: SQL): SQL | undefined {
  const reached = reach(call, permission);
  return reached && sql`exists (select 1 from ${students} where ${students.id} = ${student_id} and ${reached}${end})`;
}

function reachOf(call: Call, permission: PermissionName): SQL | undefined {
  switch (call.abilities.get(permission)) {
    case 'institution':
      return undefined;
    case 'branch':
      return sql`${students.department_id} in ${branchDepartments(call)}`;
    case 'taught':
      return inAny(followersOf(call.kernel, belonging).map(({ taught }) => taught(call)));
    case 'own':
      return call.account_id ? ownRecords(call, permission) : sql`false`;
    default:
      return sql`false`;
  }
}

/** The permissions that show in the answer of each row. */
const shownRights = {
  personal: 'student.personal',
  passport: 'student.passport',
  passport_manage: 'student.passport_manage',
  manage: 'student.manage',
  contact: 'student.contact',
  documents: 'student.documents',
  cards: 'student.cards',
  call_letters: 'student.call_letters',
  propose_status: 'student.propose_status',
  confirm_status: 'student.confirm_status',
  status_history: 'student.status_history',
  transfer: 'student.transfer',
  delete: 'student.delete',
  restore: 'student.restore',
  history: 'student.history',
  sms: 'student.sms',
} as const satisfies Record<string, StudentPermission>;
const rightNames = Object.keys(shownRights) as (keyof Rights)[];
/** The right that shows a field, by the permission of its declaration; whoever reads a student sees the others. */
const rightOf = { 'student.read': null, 'student.personal': 'personal', 'student.passport': 'passport' } as const;
export function seesField(rights: Rights, field: keyof typeof studentFields): boolean {
  const right = rightOf[studentFields[field].sees];
  return right === null || rights[right];
}
/** What whoever lacks a right is not shown. */
export const fieldsByRight = keptBehind(studentFields, 'student.read').map(({ sees, absent }) => ({
  right: rightOf[sees],
  absent,
}));
/** The rights that decide which fields a row of a list has; what may be done is said by the record itself. */
const listedRights: (keyof Rights)[] = fieldsByRight.map(({ right }) => right);

export type StudentRow = typeof students.$inferSelect;
export type Rights = Record<keyof typeof shownRights, boolean>;
export interface SeenStudent {
  row: Omit<StudentRow, 'institution_id' | 'search' | 'succeeded_by_id'> & {
    course: { id: number; code: string; title: string } | null;
  };
  rights: Rights;
}

/** The programme of a student as answers show it; read with the row, so that a list asks once. */
export const courseColumn = (locale: Locale) =>
  sql<{
    id: number;
    code: string;
    title: string;
  } | null>`(select json_build_object('id', c.id, 'code', c.code, 'title', ${localTitle(sql`c.title`, locale)}) from ${courses} c where c.id = ${students.course_id})`;
/** Fields that the answer fills in. They stand in the row from the beginning: an object that grows is slow ever after. */
const madeColumns = sql.raw('null as photo, null as hemis_status');
const unshownColumns = ['institution_id', 'search', 'succeeded_by_id'];
const allColumns = columnsSql(students, unshownColumns);
const listedColumns = columnsSql(students, [...unshownColumns, ...unlistedFields]);
/** Rights that the caller holds over everybody or nobody need no question per row. */
const differsByRow = (call: Call, name: keyof Rights) =>
  !['institution', undefined].includes(call.abilities.get(shownRights[name]));

/** What to select from `students` for `seenOf`; in a list, without what lists do not show. */
export const seenColumns = (call: Call, listed = false) =>
  sql<Record<string, unknown>>`${sql.join(
    [
      listed ? listedColumns : allColumns,
      sql`${courseColumn(call.locale)} as course`,
      madeColumns,
      ...(listed ? listedRights : rightNames)
        .filter((name) => differsByRow(call, name))
        .map((name) => sql`(${reach(call, shownRights[name])}) as ${sql.raw(`right_${name}`)}`),
    ],
    sql`, `,
  )}`;

/** Rows of `seenColumns` with the caller's rights on each. */
export function withRights(call: Call, rows: Record<string, unknown>[], listed = false): SeenStudent[] {
  const same = Object.fromEntries(rightNames.map((name) => [name, call.abilities.has(shownRights[name])])) as Rights;
  const own = (listed ? listedRights : rightNames).filter((name) => differsByRow(call, name));
  return rows.map((row) => {
    const rights = own.length ? { ...same } : same;
    for (const name of own) {
      rights[name] = row[`right_${name}`] === true;
      row[`right_${name}`] = undefined;
    }
    return { row: row as SeenStudent['row'], rights };
  });
}

/** Rows with the caller's rights on each, one query. Only what `permission` reaches and `where` names. */
export async function seenStudents(
  call: Call,
  permission: StudentPermission,
  where: SQL | undefined,
): Promise<SeenStudent[]> {
  const condition = and(where, reach(call, permission)) ?? sql`true`;
  const query = sql`select ${seenColumns(call)} from ${students} where ${condition}`;
  return withRights(call, await runBuilt(call.client, build(query)));
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

/** One student within reach; 404 otherwise, whether or not there is such a person. `lock` for changes. */
export async function studentWithin(
  call: Call,
  permission: StudentPermission,
  id: number,
  options: { lock?: boolean; deleted?: boolean } = {},
): Promise<StudentRow> {
  const query = call.db
    .select()
    .from(students)
    .where(
      and(eq(students.id, id), options.deleted ? undefined : isNull(students.deleted_at), reach(call, permission)),
    );
  const [row] = await (options.lock ? query.for('update') : query);
  if (!row) throw fail('NOT_FOUND');
  return row;
}
