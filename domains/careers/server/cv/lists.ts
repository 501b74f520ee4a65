import { sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { defineExport } from '#platform/server/records/exports.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { ExportColumn } from '#platform/server/spreadsheets.ts';
import type { contract } from '../../contract.ts';
import { careerProfiles, cvs } from '../tables.ts';
import { cv } from './cvs.ts';

/** Those that wait for the career centre, and all of a list as a file. */

/** The oldest first: whoever waits longest is next. */
export const forCurator = (
  call: Call,
  { waiting = true, ...input }: InputOf<typeof contract.cv.curator>,
): Promise<OutputOf<typeof contract.cv.curator>> =>
  cv.list(call, { sort: 'submitted_at', ...input, ...(waiting ? { status: ['SUBMITTED'] } : {}) });

interface Line extends Record<string, unknown> {
  student_no: string;
  full_name: string;
  course: string | null;
  status: string;
  need: string | null;
  submitted: string | null;
  approved: boolean;
}
const columns: ExportColumn<Line>[] = [
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
    key: 'course',
    titles: { uz: 'Yoʻnalish', ru: 'Направление', en: 'Course' },
    width: 40,
    format: (row) => row.course,
  },
  {
    key: 'status',
    titles: { uz: 'Holati', ru: 'Статус', en: 'Status' },
    width: 24,
    format: (row, locale) => message(locale, `cv_state.${row.status}`),
  },
  {
    key: 'approved',
    titles: { uz: 'Tasdiqlangan nusxasi bor', ru: 'Есть утверждённая версия', en: 'A version is approved' },
    format: (row, locale) => message(locale, row.approved ? 'careers.yes' : 'careers.no'),
  },
  {
    key: 'need',
    titles: { uz: 'Ish qidirishi', ru: 'Поиск работы', en: 'Looks for work' },
    width: 28,
    format: (row) => row.need,
  },
  {
    key: 'submitted',
    titles: { uz: 'Topshirilgan', ru: 'Отправлено', en: 'Handed in' },
    kind: 'date',
    format: (row) => row.submitted,
  },
];
const most = 20_000;
const blockOf = 500;

async function* linesOf(call: Call, ids: readonly number[]): AsyncGenerator<Line> {
  for (let at = 0; at < ids.length; at += blockOf) {
    const { rows } = await call.db.execute<Line>(sql`
      select s.student_no, s.full_name, ${localTitle(sql`c.title`, call.locale)} as course, v.status, v.approved_version_id is not null as approved,
             (select ${localTitle(sql`o.title`, call.locale)} from option_types o where o.variable = 'need_for_job_status' and o.code = p.status and o.deleted_at is null limit 1) as need,
             v.submitted_at::date::text as submitted
        from ${cvs} v join ${students} s on s.id = v.student_id left join ${courses} c on c.id = s.course_id
        left join ${careerProfiles} p on p.student_id = s.id and p.deleted_at is null
       where v.id = any(${sql.param(ids.slice(at, at + blockOf))}::int[]) order by s.full_name, v.id`);
    yield* rows;
  }
}

export const cvExport = defineExport('careers.cvs', async (call: Call, input: InputOf<typeof contract.cv.export>) => {
  const ids = await cv.ids(call, input, most);
  return { name: 'cvs.xlsx', count: ids.length, columns, rows: linesOf(call, ids) };
});
