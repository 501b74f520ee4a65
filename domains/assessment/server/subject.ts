import { sql } from 'drizzle-orm';
import {
  courseField,
  courseModules,
  courses,
  moduleField,
  semesterField,
  studyYearField,
} from '#domains/curriculum/server/index.ts';
import { groupField, joinGroup } from '#domains/groups/server/index.ts';
import { academicYearField, facultyField } from '#domains/institutions/server/index.ts';
import { aboutReached, studentField } from '#domains/students/server/index.ts';
import { defineSubject } from '#platform/server/records/subjects.ts';
import { moduleResults } from './tables.ts';

/** Results of modules as reports see them: whole and published ones, of whose students the caller may read transcripts. */
export const resultSubject = defineSubject({
  name: 'results',
  titles: { uz: 'Modul natijalari', ru: 'Результаты по модулям', en: 'Module results' },
  permission: 'transcript.read',
  table: moduleResults,
  joins: sql`join ${courseModules} on ${courseModules.id} = ${moduleResults.course_module_id} join ${courses} on ${courses.id} = ${courseModules.course_id} ${joinGroup(sql`${moduleResults.student_id}`)}`,
  where: sql`(${moduleResults.complete} and ${moduleResults.status} in ('PUBLISHED', 'CONFIRMED', 'LOCKED'))`,
  reach: (call, permission) => aboutReached(call, permission, moduleResults.student_id),
  person: sql`${moduleResults.student_id}`,
  usual: ['student_id', 'module_id', 'total', 'passed'],
  fields: {
    student_id: studentField(sql`${moduleResults.student_id}`),
    module_id: moduleField(sql`${courseModules.module_id}`),
    group_id: groupField(),
    course_id: courseField(sql`${courseModules.course_id}`),
    department_id: facultyField(sql`${courses.department_id}`),
    academic_year_id: academicYearField(sql`${courseModules.academic_year_id}`),
    semester: semesterField(sql`${courseModules.semester}`),
    study_year: studyYearField(sql`${courseModules.study_year}`),
    total: { titles: { uz: 'Ball', ru: 'Балл', en: 'Total' }, kind: 'number', value: sql`${moduleResults.total}` },
    passed: {
      titles: { uz: 'Oʻzlashtirgan', ru: 'Сдано', en: 'Passed' },
      kind: 'flag',
      value: sql`${moduleResults.passed}`,
    },
    pass_rate: {
      titles: { uz: 'Oʻzlashtirish, %', ru: 'Успеваемость, %', en: 'Pass rate, %' },
      kind: 'number',
      value: sql`(case when ${moduleResults.passed} then 100 else 0 end)`,
    },
    attempt: {
      titles: { uz: 'Urinish', ru: 'Попытка', en: 'Attempt' },
      kind: 'number',
      value: sql`${moduleResults.attempt}`,
    },
  },
});
