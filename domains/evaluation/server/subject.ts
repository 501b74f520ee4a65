import { isNull, sql } from 'drizzle-orm';
import { courseField, courseModules, courses, moduleField } from '#domains/curriculum/server/index.ts';
import { academicYearField, facultyField } from '#domains/institutions/server/index.ts';
import { teacherField } from '#domains/staff/server/index.ts';
import { defineSubject, titled } from '#platform/server/records/subjects.ts';
import { visible } from './reach.ts';
import { periods, units } from './tables.ts';

/** What evaluations of teaching found, module by module with its teacher: as their list shows it, and of too few no mean. */
export const evaluationSubject = defineSubject({
  name: 'evaluations',
  titles: { uz: 'Oʻqitishni baholash natijalari', ru: 'Результаты оценки преподавания', en: 'Teaching evaluation' },
  permission: 'evaluation.read',
  table: units,
  joins: sql`join ${periods} on ${periods.id} = ${units.period_id} join ${courseModules} on ${courseModules.id} = ${units.course_module_id} join ${courses} on ${courses.id} = ${courseModules.course_id}`,
  where: isNull(units.deleted_at),
  reach: visible,
  usual: ['period_id', 'module_id', 'staff_id', 'voted', 'mean'],
  fields: {
    period_id: {
      titles: { uz: 'Davr', ru: 'Период', en: 'Period' },
      kind: 'reference',
      to: titled(periods),
      value: sql`${units.period_id}`,
    },
    academic_year_id: academicYearField(sql`${periods.academic_year_id}`),
    module_id: moduleField(sql`${courseModules.module_id}`),
    staff_id: teacherField(sql`${units.staff_id}`),
    course_id: courseField(sql`${courseModules.course_id}`),
    department_id: facultyField(sql`${courses.department_id}`),
    invited: {
      titles: { uz: 'Soʻralgan', ru: 'Опрошено', en: 'Asked' },
      kind: 'number',
      value: sql`${units.invited}`,
    },
    voted: {
      titles: { uz: 'Javob bergan', ru: 'Ответили', en: 'Answered' },
      kind: 'number',
      value: sql`${units.voted}`,
    },
    mean: {
      titles: { uz: 'Oʻrtacha baho', ru: 'Средняя оценка', en: 'Mean' },
      kind: 'number',
      value: sql`(case when ${units.voted} >= ${periods.threshold} then ${units.mean} end)`,
    },
    enough: {
      titles: { uz: 'Javoblar yetarli', ru: 'Ответов достаточно', en: 'Enough answers' },
      kind: 'flag',
      value: sql`(${units.voted} >= ${periods.threshold})`,
    },
  },
});
