import { type SQL, sql } from 'drizzle-orm';
import { groupMembers, groups } from '#domains/groups/server/index.ts';
import { academicYears, departments } from '#domains/institutions/server/index.ts';
import { searchCondition, students, studentsInReach } from '#domains/students/server/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { defineExport } from '#platform/server/records/exports.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { ExportColumn } from '#platform/server/spreadsheets.ts';
import type { contract } from '../contract.ts';
import { achievementRecords as records } from './tables.ts';
import { counts } from './verified.ts';

/** Who has how many points, among those who study now. Whoever has as many shares a place, and the places after it are left out. */

type Query = InputOf<typeof contract.record.rating>;
type Row = OutputOf<typeof contract.record.rating>['content'][number];
type Asked = Pick<Query, 'academic_year_id' | 'type_id'>;

/** Records that count for what is asked, as alias `r`. */
async function countedFor(call: Call, { academic_year_id, type_id }: Asked): Promise<SQL> {
  const year = academic_year_id === undefined ? undefined : await yearBy(call, academic_year_id);
  return sql`${counts(sql`r`)} and r.institution_id = edulab_institution()
    ${year ? sql`and r.achieved_on between ${year.starts_on} and ${year.ends_on}` : sql``}
    ${type_id === undefined ? sql`` : sql`and r.type_id = ${type_id}`}`;
}

async function yearBy(call: Call, id: number): Promise<{ starts_on: string; ends_on: string }> {
  const { rows } = await call.db.execute<{ starts_on: string; ends_on: string }>(
    sql`select y.starts_on::text, y.ends_on::text from ${academicYears} y where y.id = ${id} and y.deleted_at is null`,
  );
  if (!rows[0]) throw fail('NOT_FOUND');
  return rows[0];
}

const here = sql`${students.status} = 'ACTIVE' and ${students.deleted_at} is null`;
/** The main group of a student, as `g`, where there is one. */
const groupOf = sql`left join lateral (select x.id, x.name from ${groupMembers} m join ${groups} x on x.id = m.group_id
  where m.student_id = ${students.id} and m.kind = 'MAIN' and m.ends_on is null and m.deleted_at is null limit 1) g on true`;

/** Everybody who has points, with their place, as a query of its own; the search comes after it, so that it moves no places. */
async function ranked(call: Call, input: Query): Promise<SQL> {
  const counted = await countedFor(call, input);
  const reach = studentsInReach(call, 'achievement.rating');
  return sql`
    select ${students.id}, ${students.department_id}, t.points, t.count, rank() over (order by t.points desc)::int as place
      from (select r.student_id, sum(r.points) as points, count(*)::int as count from ${records} r where ${counted} group by r.student_id) t
      join ${students} on ${students.id} = t.student_id
     where ${here} ${reach ? sql`and ${reach}` : sql``}
       ${input.department_id === undefined ? sql`` : sql`and ${students.department_id} = ${input.department_id}`}
       ${
         input.group_id === undefined
           ? sql``
           : sql`and ${students.id} in (select m.student_id from ${groupMembers} m where m.group_id = ${input.group_id} and m.ends_on is null and m.deleted_at is null)`
       }`;
}

async function pageOf(call: Call, input: Query, most: number, from: number): Promise<{ rows: Row[]; total: number }> {
  const places = await ranked(call, input);
  const found = searchCondition(call, input.search);
  const order = /,desc$/i.test(input.sort ?? '') ? sql`p.place desc, p.id desc` : sql`p.place, p.id`;
  const { rows } = await call.db.execute<
    Omit<Row, 'student'> & Row['student'] & { student_id: number; total: number } & Record<string, unknown>
  >(sql`
    select p.id, p.place, p.points::float8 as points, p.count, p.total, ${students.student_no}, ${students.firstname}, ${students.lastname}, ${students.midname}, ${students.status},
           g.name as group, (select ${localTitle(sql`d.title`, call.locale)} from ${departments} d where d.id = ${students.department_id}) as faculty
      from (select p.*, (count(*) over ())::int as total from (${places}) p
        ${found ? sql`join ${students} on ${students.id} = p.id where ${found}` : sql``}
        order by ${order} limit ${most} offset ${from}) p
      join ${students} on ${students.id} = p.id ${groupOf}
     order by ${order}`);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(
      ({ id, place, points, count, group, faculty, student_no, firstname, lastname, midname, status }) => ({
        id,
        place,
        points,
        count,
        group,
        faculty,
        student: { id, student_no, firstname, lastname, midname, status },
      }),
    ),
  };
}

export async function ratingOf(call: Call, input: Query): Promise<OutputOf<typeof contract.record.rating>> {
  if (input.sort !== undefined && !/^place(,(asc|desc))?$/i.test(input.sort))
    throw failField('sort', 'BAD_REQUEST', { offered: ['place'] });
  const [size, page] = [input.size ?? 10, input.page ?? 0];
  const { rows, total } = await pageOf(call, input, size, page * size);
  const pages = Math.ceil(total / size);
  return {
    content: rows,
    top_content: [],
    size,
    pageable: { pageSize: size, pageNumber: page },
    total_elements: total,
    total_pages: pages,
    total_exact: true,
    last: page >= pages - 1,
    status: 200,
  };
}

const shownUnits = 60;

/** Faculties or groups by what their students have, each beside how many study there: a large one is not the best for being large. */
export async function unitsOf(
  call: Call,
  input: InputOf<typeof contract.record.units>,
): Promise<OutputOf<typeof contract.record.units>> {
  const counted = await countedFor(call, input);
  const reach = studentsInReach(call, 'achievement.rating');
  const byGroup = input.by === 'group';
  const { rows } = await call.db.execute<OutputOf<typeof contract.record.units>[number] & Record<string, unknown>>(sql`
    with reached as (select r.student_id, sum(r.points) as points from ${records} r where ${counted} group by r.student_id),
    people as (
      select ${byGroup ? sql`g.id` : sql`${students.department_id}`} as unit, ${students.id} as student_id from ${students}
        ${byGroup ? sql`join ${groupMembers} m on m.student_id = ${students.id} and m.kind = 'MAIN' and m.ends_on is null and m.deleted_at is null join ${groups} g on g.id = m.group_id` : sql``}
       where ${here} ${reach ? sql`and ${reach}` : sql``}
         ${input.department_id === undefined ? sql`` : sql`and ${students.department_id} = ${input.department_id}`}
         ${input.group_id === undefined ? sql`` : sql`and ${byGroup ? sql`g.id` : sql`${students.id}`} in (${byGroup ? sql`select ${input.group_id}::int` : sql`select m.student_id from ${groupMembers} m where m.group_id = ${input.group_id} and m.ends_on is null and m.deleted_at is null`})`}),
    units as (
      select p.unit as id, coalesce(sum(r.points), 0)::float8 as points, count(r.student_id)::int as students, count(*)::int as people
        from people p left join reached r on r.student_id = p.student_id where p.unit is not null group by p.unit)
    select u.id, ${byGroup ? sql`g.name` : localTitle(sql`d.title`, call.locale)} as title, rank() over (order by u.points / u.people desc)::int as place,
           u.points, u.students, u.people, round((u.points / u.people)::numeric, 2)::float8 as average
      from units u ${byGroup ? sql`join ${groups} g on g.id = u.id` : sql`join ${departments} d on d.id = u.id`}
     where u.students > 0 order by place, title limit ${shownUnits}`);
  return rows;
}

const columns: ExportColumn<Row>[] = [
  { key: 'place', titles: { uz: 'Oʻrin', ru: 'Место', en: 'Place' }, kind: 'number', format: (row) => row.place },
  {
    key: 'student_no',
    titles: { uz: 'Talaba raqami', ru: 'Номер студента', en: 'Student number' },
    format: (row) => row.student.student_no,
  },
  {
    key: 'full_name',
    titles: { uz: 'F.I.O.', ru: 'Ф.И.О.', en: 'Full name' },
    width: 40,
    format: ({ student }) => [student.lastname, student.firstname, student.midname].filter(Boolean).join(' '),
  },
  { key: 'group', titles: { uz: 'Guruh', ru: 'Группа', en: 'Group' }, format: (row) => row.group },
  {
    key: 'faculty',
    titles: { uz: 'Fakultet', ru: 'Факультет', en: 'Faculty' },
    width: 40,
    format: (row) => row.faculty,
  },
  { key: 'points', titles: { uz: 'Ball', ru: 'Баллы', en: 'Points' }, kind: 'number', format: (row) => row.points },
  {
    key: 'count',
    titles: { uz: 'Yutuqlar', ru: 'Достижения', en: 'Achievements' },
    kind: 'number',
    format: (row) => row.count,
  },
];

/** So many are written at most; who stands behind them has next to nothing. */
const most = 20_000;

export const ratingExport = defineExport('achievements.rating', async (call: Call, input: Query) => {
  const { rows } = await pageOf(call, input, most, 0);
  return { name: 'achievement-rating.xlsx', count: rows.length, columns, rows };
});
