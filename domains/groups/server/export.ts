import { sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { defineExport } from '#platform/server/records/exports.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { ExportColumn } from '#platform/server/spreadsheets.ts';
import { group } from './groups.ts';
import { onDay } from './reach.ts';
import { groupMembers, groups } from './tables.ts';

interface Line extends Record<string, unknown> {
  name: string;
  course: string;
  entry_year: number;
  language: string;
  student_no: string | null;
  full_name: string | null;
  since: string | null;
}

const columns: ExportColumn<Line>[] = [
  { key: 'name', titles: { uz: 'Guruh', ru: 'Группа', en: 'Group' }, format: (row) => row.name },
  {
    key: 'course',
    titles: { uz: 'Yoʻnalish', ru: 'Направление', en: 'Course' },
    width: 40,
    format: (row) => row.course,
  },
  {
    key: 'entry_year',
    titles: { uz: 'Qabul yili', ru: 'Год поступления', en: 'Year of entry' },
    kind: 'number',
    format: (row) => row.entry_year,
  },
  { key: 'language', titles: { uz: 'Til', ru: 'Язык', en: 'Language' }, format: (row) => row.language },
  {
    key: 'student_no',
    titles: { uz: 'Talaba raqami', ru: 'Номер студента', en: 'Student number' },
    format: (row) => row.student_no,
  },
  {
    key: 'full_name',
    titles: { uz: 'F.I.O.', ru: 'Ф.И.О.', en: 'Full name' },
    width: 40,
    format: (row) => row.full_name,
  },
  {
    key: 'since',
    titles: { uz: 'Guruhda', ru: 'В группе с', en: 'In the group since' },
    kind: 'date',
    format: (row) => row.since,
  },
];

const most = 20_000;

const blockOf = 200;

async function* linesOf(call: Call, ids: number[]): AsyncGenerator<Line> {
  for (let at = 0; at < ids.length; at += blockOf) {
    const { rows } = await call.db.execute<Line>(sql`
        select g.name, ${localTitle(sql`c.title`, call.locale)} as course, g.entry_year, g.language, s.student_no, s.full_name, m.starts_on::text as since
          from ${groups} g join ${courses} c on c.id = g.course_id
          left join ${groupMembers} m on m.group_id = g.id and ${onDay()}
          left join ${students} s on s.id = m.student_id and s.deleted_at is null
         where g.id in ${ids.slice(at, at + blockOf)} order by g.name, s.full_name`);
    yield* rows;
  }
}

/** One line for each student of the groups that the same list would show; groups without students have one line too. */
export const groupExport = defineExport('groups.export', async (call: Call, input: Parameters<typeof group.ids>[1]) => {
  const found = await group.ids(call, input, most);
  // By name, so that blocks come one after the other as the file is read.
  const { rows } = found.length
    ? await call.db.execute<{ id: number; members: number }>(sql`
          select g.id, (select count(*)::int from ${groupMembers} m where m.group_id = g.id and ${onDay()}) as members
            from ${groups} g where g.id in ${found} order by g.name, g.id`)
    : { rows: [] };
  return {
    name: 'groups.xlsx',
    count: rows.reduce((sum, { members }) => sum + Math.max(1, members), 0),
    columns,
    rows: linesOf(
      call,
      rows.map(({ id }) => id),
    ),
  };
});
