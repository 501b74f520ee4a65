import { sql } from 'drizzle-orm';
import { courseField, courseModules, modules } from '#domains/curriculum/server/index.ts';
import { academicYearField } from '#domains/institutions/server/index.ts';
import { studentField, students, studentsInReach } from '#domains/students/server/index.ts';
import { defineSubject, titled } from '#platform/server/records/subjects.ts';
import { moduleResults } from './tables.ts';

/** Results of modules as reports see them: whole and published ones, of whose students the caller may read transcripts. */
export const resultSubject = defineSubject({
  name: 'results',
  titles: { uz: 'Fan natijalari', ru: 'Результаты по предметам', en: 'Results of modules' },
  permission: 'transcript.read',
  table: moduleResults,
  joins: sql`join ${courseModules} on ${courseModules.id} = ${moduleResults.course_module_id}`,
  where: sql`(${moduleResults.complete} and ${moduleResults.status} in ('PUBLISHED', 'CONFIRMED', 'LOCKED'))`,
  reach: (call, permission) => {
    const reached = studentsInReach(call, permission);
    return reached && sql`${moduleResults.student_id} in (select ${students.id} from ${students} where ${reached})`;
  },
  person: sql`${moduleResults.student_id}`,
  usual: ['student_id', 'module_id', 'total', 'passed'],
  fields: {
    student_id: studentField(sql`${moduleResults.student_id}`),
    module_id: {
      titles: { uz: 'Fan', ru: 'Предмет', en: 'Module' },
      kind: 'reference',
      to: titled(modules),
      value: sql`${courseModules.module_id}`,
    },
    course_id: courseField(sql`${courseModules.course_id}`),
    academic_year_id: academicYearField(sql`${courseModules.academic_year_id}`),
    semester: {
      titles: { uz: 'Semestr', ru: 'Семестр', en: 'Semester' },
      kind: 'number',
      value: sql`${courseModules.semester}`,
    },
    study_year: {
      titles: { uz: 'Kurs', ru: 'Курс', en: 'Year of study' },
      kind: 'number',
      value: sql`${courseModules.study_year}`,
    },
    total: { titles: { uz: 'Ball', ru: 'Балл', en: 'Total' }, kind: 'number', value: sql`${moduleResults.total}` },
    passed: {
      titles: { uz: 'Oʻzlashtirgan', ru: 'Сдано', en: 'Passed' },
      kind: 'flag',
      value: sql`${moduleResults.passed}`,
    },
    attempt: {
      titles: { uz: 'Urinish', ru: 'Попытка', en: 'Attempt' },
      kind: 'number',
      value: sql`${moduleResults.attempt}`,
    },
  },
});
