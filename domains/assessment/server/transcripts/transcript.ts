import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModules, courses, modules } from '#domains/curriculum/server/index.ts';
import { academicYears, educationForms } from '#domains/institutions/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { toldOf } from '#platform/server/records/as-of.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { transcript, transcriptRow } from '../../shapes-records.ts';
import { recognitionsOf } from '../recognition/records.ts';
import { averageOf, standingOf } from './standing.ts';

/** What a student has reached, semester by semester: published results only, read from the one row that all screens read. */

export type Transcript = z.infer<typeof transcript>;
type Row = z.infer<typeof transcriptRow>;

/** In a language; who may see it has been asked already. */
export async function transcriptOf(call: Call, student_id: number, locale: Locale): Promise<Transcript> {
  const [student] = await call.db
    .select({
      id: students.id,
      account_id: students.account_id,
      name: sql<string>`${locale === 'ru' ? sql`coalesce(nullif(${students.names_cyrillic}, ''), ${students.full_name})` : students.full_name}`,
      student_no: students.student_no,
      birthdate: students.birthdate,
      level: students.level,
      entry_year: students.entry_year,
      study_language: students.study_language,
      status: students.status,
      course: sql<
        string | null
      >`(select ${localTitle(courses.title, locale)} from ${courses} where ${courses.id} = ${students.course_id})`,
      course_code: sql<
        string | null
      >`(select ${courses.code} from ${courses} where ${courses.id} = ${students.course_id})`,
      education_form: sql<
        string | null
      >`(select ${localTitle(educationForms.title, locale)} from ${educationForms} where ${educationForms.id} = ${students.education_form_id})`,
    })
    .from(students)
    .where(eq(students.id, student_id));
  toldOf(call, ['students', 'module_results', 'credit_recognitions']);
  const { rows } = await call.db.execute<Row & { academic_year: string; study_year: number; semester: number }>(sql`
    select r.course_module_id, y.name as academic_year, cm.study_year, cm.semester, m.code, ${localTitle(sql`m.title`, locale)} as title,
           cm.credits::float8 as credits, r.total::float8 as total, r.letter, r.five::float8 as five, r.ects, r.passed, r.attempt, r.status,
           (r.student_id, r.course_module_id) not in (select * from edulab_left_behind(array[${student_id}]::int[]))
             and not exists (select 1 from credit_recognitions c where c.student_id = r.student_id and c.source_course_module_id = r.course_module_id
             and c.withdrawn_at is null and c.deleted_at is null and c.module_id is distinct from cm.module_id) as counts
      from module_results r join ${courseModules} cm on cm.id = r.course_module_id join ${modules} m on m.id = cm.module_id
      join ${academicYears} y on y.id = cm.academic_year_id
     where r.student_id = ${student_id} and r.complete and r.status in ('PUBLISHED', 'CONFIRMED', 'LOCKED')
     order by y.starts_on, cm.semester, cm.study_year, m.code`);
  const semesters: Transcript['semesters'] = [];
  for (const { academic_year, study_year, semester, ...row } of rows) {
    let last = semesters.at(-1);
    if (!last || last.academic_year !== academic_year || last.semester !== semester) {
      last = { academic_year, study_year, semester, rows: [], credits: 0, earned: 0, average: null };
      semesters.push(last);
    }
    last.rows.push(row);
  }
  for (const one of semesters) {
    one.credits = one.rows.reduce((sum, row) => sum + row.credits, 0);
    one.earned = one.rows.reduce((sum, row) => sum + (row.passed && row.counts ? row.credits : 0), 0);
    one.average = averageOf(one.rows.filter((row) => row.counts));
  }
  const { account_id, ...shown } = student!;
  return {
    student: shown,
    semesters,
    recognised: (
      await recognitionsOf(
        call,
        sql`c.student_id = ${student_id} and c.withdrawn_at is null and c.module_id is not null`,
        locale,
      )
    ).map(({ id, module, origin, internal, source_module, source_credits, source_grade, credits, total, counts }) => ({
      id,
      code: module?.code ?? '',
      title: module?.title ?? '',
      origin,
      internal,
      source_module,
      source_credits,
      source_grade,
      credits,
      total,
      counts,
    })),
    ...(await standingOf(call, student_id, locale)),
    unconfirmed: rows.some((row) => row.status === 'PUBLISHED'),
  };
}
