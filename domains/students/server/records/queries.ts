import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { closeness, nameHolds } from '#platform/server/records/finding.ts';
import { list as page } from '#platform/server/records/lists.ts';
import { type OptionsQuery, plain } from '#platform/server/records/resource.ts';
import type { studentFilters, studentList } from '../../shapes.ts';
import { nextStatuses, type StatusPage, type StudentStatus, statusPages } from '../../workflow.ts';
import { belonging, type GroupName } from '../hooks.ts';
import { otherRecords } from '../status/readmission.ts';
import { studentGuardians, studentStatusRequests, students } from '../tables.ts';
import { presentStudent, presentStudents } from './present.ts';
import {
  reach,
  reachTables,
  type SeenStudent,
  seenColumns,
  seenStudents,
  studentsInGroup,
  withRights,
} from './reach.ts';
import { searchBound, searchCondition, searchOf, unboundedSearch } from './search.ts';

type Filters = { [K in keyof typeof studentFilters]?: z.infer<(typeof studentFilters)[K]> | undefined } & {
  search?: string | undefined;
};

/** Statuses that the words mean; undefined for everybody who is not deleted. */
export function statusesOf(words: readonly (StudentStatus | StatusPage)[] | undefined): StudentStatus[] | undefined {
  if (!words?.length) return undefined;
  return [
    ...new Set(
      words.flatMap((word): readonly StudentStatus[] =>
        Object.hasOwn(statusPages, word) ? statusPages[word as StatusPage] : [word as StudentStatus],
      ),
    ),
  ];
}

function statusCondition(call: Call, words: Filters['status']): SQL | undefined {
  const statuses = statusesOf(words);
  if (!statuses) return isNull(students.deleted_at);
  if (
    statuses.includes('DELETED') &&
    !(['student.delete', 'student.restore', 'student.history'] as const).some((permission) =>
      call.abilities.has(permission),
    )
  )
    throw fail('FORBIDDEN', { permission: 'student.delete' });
  const gone = statusPages['inactive-students'];
  // Written as its index has it, so that the page of everybody who left needs no sorting.
  if (statuses.length === gone.length && gone.every((status) => statuses.includes(status)))
    return sql`${students.deleted_at} is null and ${students.status} <> 'ACTIVE'`;
  const [only] = statuses;
  const named = statuses.length === 1 && only ? eq(students.status, only) : inArray(students.status, statuses);
  return statuses.includes('DELETED') ? named : and(named, isNull(students.deleted_at));
}

const anyOf = <T>(column: Parameters<typeof inArray>[0], values: T[] | undefined): SQL | undefined =>
  !values ? undefined : values.length === 1 ? sql`${column} = ${values[0]}` : inArray(column, values);

/** Everything but the search. */
function filters(call: Call, input: Filters): (SQL | undefined)[] {
  return [
    statusCondition(call, input.status),
    reach(call, 'student.read'),
    input.id === undefined ? undefined : eq(students.id, input.id),
    input.ids ? (input.ids.length ? inArray(students.id, input.ids) : sql`false`) : undefined,
    input.username === undefined ? undefined : sql`lower(${students.username}) = lower(${input.username})`,
    anyOf(students.course_id, input.course_id),
    anyOf(students.level, input.level),
    anyOf(students.education_form_id, input.education_form_id),
    anyOf(students.study_language, input.study_language),
    input.gender ? eq(students.gender, input.gender) : undefined,
    anyOf(students.entry_year, input.entry_year),
    anyOf(students.region_id, input.region_id),
    input.tuition ? eq(students.tuition, input.tuition) : undefined,
    anyOf(students.department_id, input.department_id),
    input.status_until_from ? sql`${students.status_until} >= ${input.status_until_from}` : undefined,
    input.status_until_to ? sql`${students.status_until} <= ${input.status_until_to}` : undefined,
    input.group === undefined ? undefined : studentsInGroup(call, input.group),
  ];
}

/** The deleted are few and not in the index of the living, so they are searched by name alone. */
const amongDeleted = (input: Filters) => statusesOf(input.status)?.includes('DELETED') === true;

/** Conditions of the list, the selector and the export alike. */
export const studentConditions = (call: Call, input: Filters): (SQL | undefined)[] => [
  ...filters(call, input),
  amongDeleted(input) ? nameHolds(sql`${students.full_name}`, input.search) : searchCondition(call, input.search),
];

export const sorts: Record<string, SQL> = {
  lastname: sql`${students.full_name}`,
  firstname: sql`${students.firstname}`,
  student_no: sql`${students.student_no}`,
  id: sql`${students.id}`,
  created_at: sql`${students.created_at}`,
  status: sql`${students.status}`,
  status_since: sql`${students.status_since}`,
  entry_year: sql`${students.entry_year}`,
  course_id: sql`${students.course_id}`,
  level: sql`${students.level}`,
};

export async function listStudents(call: Call, input: z.infer<typeof studentList>) {
  const narrower = filters(call, input);
  // What is left of the hits must be all that there is: those beyond the bound could be the ones that the filter wants.
  const narrowed = input.status !== undefined || narrower.filter(Boolean).length > 1;
  const plainly = amongDeleted(input) || call.asOf !== undefined;
  return page(call, input, {
    from: sql`${students}`,
    key: sql`${students.id}`,
    table: 'students',
    asks: reachTables(call, 'student.read', input.group !== undefined),
    where: plainly ? studentConditions(call, input) : narrower,
    search: plainly ? undefined : searchOf(call, input.search, narrowed ? unboundedSearch : searchBound),
    sorts:
      call.abilities.get('student.personal') === 'institution'
        ? { ...sorts, birthdate: sql`${students.birthdate}` }
        : sorts,
    defaultSort: 'lastname',
    closeness: closeness(
      call.asOf ? sql`edulab_search_key(${students.full_name})` : sql`${students.search}`,
      input.search,
    ),
    columns: seenColumns(call, true),
    load: async (ids, rows) => {
      const [answers, groups] = await Promise.all([
        presentStudents(call, withRights(call, rows, true)),
        input.groups && !call.asOf ? groupsOf(call, ids) : undefined,
      ]);
      return groups ? answers.map((row) => Object.assign(row, { group: groups.get(row.id) ?? null })) : answers;
    },
  });
}

async function groupsOf(call: Call, ids: number[]): Promise<Map<number, GroupName>> {
  const found = await Promise.all(followersOf(call.kernel, belonging).map((one) => one.groupsOf(call, ids)));
  return new Map(found.flatMap((some) => [...some]));
}

/** Groups for the filter of the list; those who tell them say which the caller may see. */
export async function groupOptions(call: Call, asked: OptionsQuery): Promise<GroupName[]> {
  const found = await Promise.all(followersOf(call.kernel, belonging).map(({ groups }) => groups(call, asked)));
  return found.flat();
}

/** Options for selectors, at most 1,000. */
export async function allStudents(call: Call, input: Pick<Filters, 'search' | 'ids' | 'status' | 'group'>) {
  return call.db
    .select({
      id: students.id,
      title: sql<string>`${students.full_name}`,
      firstname: students.firstname,
      lastname: students.lastname,
      midname: students.midname,
      username: students.username,
      student_no: students.student_no,
    })
    .from(students)
    .where(and(...studentConditions(call, input)))
    .orderBy(closeness(sql`${students.search}`, input.search) ?? sql`0::int`, students.full_name, students.id)
    .limit(1000);
}

/** One student whole: guardians, what may follow, the open proposal. Deleted ones only for those who may restore or look back. */
export async function findProfile(call: Call, id: number) {
  call.asOf?.tables.add('students');
  const [found] = await seenStudents(call, 'student.read', eq(students.id, id));
  if (
    !found ||
    (found.row.deleted_at !== null && !found.rights.restore && !found.rights.history && !found.rights.delete)
  )
    throw fail('NOT_FOUND');
  return studentDetails(call, found);
}

export async function studentDetails(call: Call, found: SeenStudent) {
  const guards = found.rights.personal
    ? (
        await call.db
          .select()
          .from(studentGuardians)
          .where(and(eq(studentGuardians.student_id, found.row.id), isNull(studentGuardians.deleted_at)))
          .orderBy(studentGuardians.id)
      ).map((row) => ({ ...plain(row), can: { edit: found.rights.contact } }))
    : undefined;
  const [open] = await call.db
    .select({ id: studentStatusRequests.id })
    .from(studentStatusRequests)
    .where(and(eq(studentStatusRequests.student_id, found.row.id), eq(studentStatusRequests.state, 'PROPOSED')));
  const [answer] = await presentStudent(call, [found]);
  return {
    ...answer!,
    ...(guards ? { guards } : {}),
    next_statuses: nextStatuses(found.row.status, found.rights),
    open_request_id: open?.id ?? null,
    others: await otherRecords(call, found.row.id),
  };
}

export async function byUsername(call: Call, input: { username: string }) {
  const [found] = await seenStudents(
    call,
    'student.read',
    and(sql`lower(${students.username}) = lower(${input.username})`, isNull(students.deleted_at)),
  );
  if (!found) throw fail('NOT_FOUND');
  return (await presentStudent(call, [found]))[0]!;
}

/** A living student of the institution, whoever asks: for other domains. */
export async function studentById(call: Pick<Call, 'db'>, id: number): Promise<typeof students.$inferSelect> {
  const [row] = await call.db
    .select()
    .from(students)
    .where(and(eq(students.id, id), isNull(students.deleted_at)));
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/** These students within the caller's reach, with their accounts. 404 names nobody. */
export async function recipientsOf(
  call: Call,
  ids: readonly number[],
): Promise<{ student_id: number; account_id: number | null }[]> {
  const wanted = [...new Set(ids)];
  const rows = await call.db
    .select({ student_id: students.id, account_id: students.account_id })
    .from(students)
    .where(and(inArray(students.id, wanted), isNull(students.deleted_at), reach(call, 'student.read')));
  if (rows.length !== wanted.length) throw fail('NOT_FOUND');
  return rows;
}

/** Who stands beside records of theirs, and whether it is the caller; one question for however many. */
export async function studentsBeside(call: Call, ids: readonly number[]) {
  const people = await call.db
    .select({
      id: students.id,
      student_no: students.student_no,
      firstname: students.firstname,
      lastname: students.lastname,
      midname: students.midname,
      status: students.status,
      account_id: students.account_id,
    })
    .from(students)
    .where(inArray(students.id, [...ids]));
  return new Map(
    people.map(({ account_id, ...student }) => [student.id, { student, own: account_id === call.account_id }]),
  );
}
