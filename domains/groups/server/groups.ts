import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { fileRecords } from '#domains/files/server/index.ts';
import { academicYears, educationForms } from '#domains/institutions/server/index.ts';
import { branchDepartments, staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Option, PermissionName } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { build, runBuilt } from '#platform/server/database/sql.ts';
import { demandReferences } from '#platform/server/records/references.ts';
import { localTitle, type OptionsQuery, plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { groupReach, groupsOfCourseModules, lockGroups, onDay, taughtGroups } from './reach.ts';
import { groupMembers, groupMentors, groups } from './tables.ts';

/** Groups as people keep them, with their students of today and their mentor. */

export type GroupRow = typeof groups.$inferSelect;

export const group = resource(contract.group, {
  table: groups,
  name: 'name',
  search: [sql`${groups.name}`],
  sorts: {
    name: sql`${groups.name}`,
    entry_year: sql`${groups.entry_year}`,
    id: sql`${groups.id}`,
  },
  defaultSort: 'name',
  optionTitle: () => sql`${groups.name}`,
  visible: (call) => groupReach(call, 'group.read'),
  filters: (input) => [
    input.course_id ? eq(groups.course_id, input.course_id) : undefined,
    input.entry_year ? eq(groups.entry_year, input.entry_year) : undefined,
    input.language ? eq(groups.language, input.language) : undefined,
    input.education_form_id ? eq(groups.education_form_id, input.education_form_id) : undefined,
    input.kind ? eq(groups.kind, input.kind) : undefined,
    input.status ? eq(groups.status, input.status) : undefined,
    input.mentor_id
      ? sql`${groups.id} in (select e.group_id from ${groupMentors} e where e.staff_id = ${input.mentor_id} and e.ends_on is null and e.deleted_at is null)`
      : undefined,
    input.student_id
      ? sql`${groups.id} in (select m.group_id from ${groupMembers} m where m.student_id = ${input.student_id} and ${onDay()})`
      : undefined,
  ],
  present: presentGroups,
  prepare: async (call, input, current, next) => {
    if (current) await lockGroups(call, 'group.manage', [current.id]);
    await demandReferences(call, {
      course_id: [courses, input.course_id],
      education_form_id: [educationForms, input.education_form_id],
      parent_id: [groups, input.parent_id],
    });
    await demandCourseInReach(call, next.course_id);
    if (next.kind === 'SUBGROUP' && !next.parent_id) throw failField('parent_id', 'PARENT_REQUIRED');
    if (current && input.capacity !== undefined) {
      const count = (await countsOf(call, [current.id])).get(current.id) ?? 0;
      if (input.capacity < count) throw failField('capacity', 'CAPACITY_BELOW_STUDENTS', { students: count });
    }
    return input;
  },
  beforeDelete: async (call, row) => {
    await lockGroups(call, 'group.manage', [row.id]);
    const [member] = await call.db
      .select({ id: groupMembers.id })
      .from(groupMembers)
      .where(and(eq(groupMembers.group_id, row.id), isNull(groupMembers.deleted_at)))
      .limit(1);
    if (member) throw fail('GROUP_HAS_STUDENTS');
  },
  beforeRestore: (call, row) => demandCourseInReach(call, row.course_id),
});

/** A dean forms groups of the courses of the own departments alone. */
async function demandCourseInReach(call: Call, course: number): Promise<void> {
  if (scopeOf(call, 'group.manage') === 'institution') return;
  const { rows } = await call.db.execute(
    sql`select 1 from ${courses} c where c.id = ${course} and c.department_id in ${branchDepartments(call)}`,
  );
  if (!rows.length) throw fail('NOT_YOUR_GROUP');
}

/**
 * How many are in each of these groups today (`students`), and who of them keeps the place without studying now, on leave or
 * barred (`away`), by `group_id`; groups without anybody are missing. Mistaken records that were deleted are none. Members
 * are read once for all groups, and of them only those who are not active are looked up: they are few, and hashed.
 */
const membersIn = (ids: readonly number[]): SQL =>
  sql`(with inside as materialized (select m.group_id, m.student_id from ${groupMembers} m where m.group_id = any(${sql.param([...ids])}::int[]) and ${onDay()}),
        apart as materialized (select s.id, s.deleted_at from ${students} s where s.id = any(array(select student_id from inside)) and (s.status <> 'ACTIVE' or s.deleted_at is not null))
        select i.group_id, (count(*) filter (where i.student_id not in (select a.id from apart a where a.deleted_at is not null)))::int as students,
               (count(*) filter (where i.student_id in (select a.id from apart a where a.deleted_at is null)))::int as away
          from inside i group by 1)`;

/** How many are in each group today. */
export async function countsOf(call: Call, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await call.db.execute<{ group_id: number; count: number }>(
    sql`select n.group_id, n.students as count from ${membersIn(ids)} n`,
  );
  return new Map(rows.map((row) => [row.group_id, row.count]));
}

/** What stands beside a group in answers. */
interface Surroundings extends Record<string, unknown> {
  id: number;
  course: Option | null;
  education_form: Option | null;
  study_year: number | null;
  students: number;
  away: number;
  mentor: { staff_id: number; firstname: string; lastname: string; since: string } | null;
  edit: boolean;
  assign: boolean;
  may_mentor: boolean;
}

/** Rows with course, form, mentor, count and rights; one query for however many groups. */
export async function presentGroups(call: Call, rows: GroupRow[]) {
  const about = new Map((await surroundingsOf(call, rows)).map((one) => [one.id, one]));
  return rows.flatMap((row) => {
    const known = about.get(row.id);
    if (!known) return [];
    const { edit, assign, may_mentor: mentor, id: _id, ...rest } = known;
    return { ...plain(row), ...rest, can: { edit, delete: edit, assign, mentor } };
  });
}

function surroundingsOf(call: Call, rows: GroupRow[]): Promise<Surroundings[]> {
  const option = (table: SQL, id: SQL) =>
    sql`(select json_build_object('id', t.id, 'title', ${localTitle(sql`t.title`, call.locale)}) from ${table} t where t.id = ${id})`;
  const ids = rows.map((row) => row.id);
  return runBuilt(
    call.client,
    build(sql`
      select ${groups.id},
             json_build_object('id', c.id, 'title', ${localTitle(sql`c.title`, call.locale)}) as course,
             ${option(sql`${educationForms}`, sql`${groups.education_form_id}`)} as education_form,
             case when y.first - ${groups.entry_year} + 1 between 1 and c.years then y.first - ${groups.entry_year} + 1 end as study_year,
             coalesce(n.students, 0) as students, coalesce(n.away, 0) as away,
             (select json_build_object('staff_id', s.id, 'firstname', s.firstname, 'lastname', s.lastname, 'since', e.starts_on)
                from ${groupMentors} e join ${staff} s on s.id = e.staff_id
               where e.group_id = ${groups.id} and e.ends_on is null and e.deleted_at is null limit 1) as mentor,
             ${reachedBy(call, 'group.manage')} as edit, ${reachedBy(call, 'group.assign')} as assign, ${reachedBy(call, 'group.mentor')} as may_mentor
        from ${groups} left join ${membersIn(ids)} n on n.group_id = ${groups.id}
        left join ${courses} c on c.id = ${groups.course_id}
        left join (select extract(year from starts_on)::int as first from ${academicYears} where current and deleted_at is null) y on true
       where ${groups.id} = any(${sql.param(ids)}::int[])`),
  );
}

/** Whether a permission of the caller reaches the group of the row. */
const reachedBy = (call: Call, permission: PermissionName): SQL => sql`(${groupReach(call, permission) ?? sql`true`})`;

/** The students of these groups on a day, by name; one query. */
export async function membersOf(call: Call, ids: number[], day?: SQL) {
  if (ids.length === 0) return new Map<number, Member[]>();
  const { rows } = await call.db.execute<Member & { group_id: number; photo_file_id: number | null }>(sql`
    select m.group_id, s.id, m.id as membership_id, s.student_no, s.firstname, s.lastname, s.midname, s.gender, s.status,
           s.photo_file_id, m.starts_on::text, m.ends_on::text
      from ${groupMembers} m join ${students} s on s.id = m.student_id
     where m.group_id in ${ids} and s.deleted_at is null and ${onDay(day)}
     order by s.full_name, s.id`);
  const photos = await fileRecords(
    call,
    rows.map((row) => row.photo_file_id),
  );
  const people = rows.map(({ photo_file_id, ...row }) => ({
    ...row,
    photo: photos.get(photo_file_id ?? 0)?.src ?? null,
  }));
  return Map.groupBy(people, (row) => row.group_id) as Map<number, Member[]>;
}
export interface Member extends Record<string, unknown> {
  id: number;
  membership_id: number;
  student_no: string;
  firstname: string;
  lastname: string;
  midname: string | null;
  gender: string | null;
  status: string;
  photo: string | null;
  starts_on: string;
  ends_on: string | null;
}

/** One group with its students. */
export async function getGroup(call: Call, input: { id: string | number }) {
  const found = await group.get(call, input);
  const members = await membersOf(call, [found.id]);
  return { ...found, members: membersShown(members.get(found.id)) };
}
export const membersShown = (members: Member[] | undefined): Member[] =>
  (members ?? []).map(({ group_id, ...rest }: Member & { group_id?: number }) => rest);

/** Options with what a chooser wants to know; only groups in reach. */
async function optionsWhere(call: Call, where: SQL | undefined) {
  const rows = await call.db
    .select()
    .from(groups)
    .where(and(isNull(groups.deleted_at), groupReach(call, 'group.read'), where))
    .orderBy(asc(groups.name), asc(groups.id))
    .limit(1000);
  const counts = await countsOf(
    call,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    id: row.id,
    title: row.name,
    course_id: row.course_id,
    entry_year: row.entry_year,
    language: row.language,
    students: counts.get(row.id) ?? 0,
    capacity: row.capacity,
  }));
}

export async function groupOptions(call: Call, input: OptionsQuery) {
  const found = await group.all(call, input);
  return found.length
    ? optionsWhere(
        call,
        inArray(
          groups.id,
          found.map((row) => row.id),
        ),
      )
    : [];
}

/** Groups to which a course module is taught; of the caller's own modules where none is named. */
export const groupsForAssessment = (call: Call, input: { course_module_id?: number | undefined } | undefined) =>
  optionsWhere(
    call,
    input?.course_module_id
      ? sql`${groups.id} in ${groupsOfCourseModules(sql`(${input.course_module_id})`)}`
      : sql`${groups.id} in ${taughtGroups(call)}`,
  );
