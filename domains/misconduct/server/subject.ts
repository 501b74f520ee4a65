import { and, isNull, sql } from 'drizzle-orm';
import { courseModules, courses } from '#domains/curriculum/server/index.ts';
import { facultyField } from '#domains/institutions/server/index.ts';
import { codes, defineSubject, titled } from '#platform/server/records/subjects.ts';
import { conclusions } from '../shapes.ts';
import { offenceStates } from '../workflow.ts';
import { offences, offenceTypes } from './tables.ts';

/** Cases in numbers alone: how many, of what, where; never whose. */
export const offenceSubject = defineSubject({
  name: 'offences',
  titles: { uz: 'Qoidabuzarlik ishlari (sonlarda)', ru: 'Дела о нарушениях (в числах)', en: 'Misconduct in numbers' },
  permission: 'offence.statistics',
  table: offences,
  joins: sql`join ${courseModules} on ${courseModules.id} = ${offences.course_module_id} join ${courses} on ${courses.id} = ${courseModules.course_id}`,
  where: and(isNull(offences.deleted_at), sql`${offences.status} <> 'DRAFT'`),
  reach: (call, permission) => (call.abilities.get(permission) === 'institution' ? undefined : sql`false`),
  person: sql`${offences.student_id}`,
  countsOnly: true,
  usual: ['type_id'],
  fields: {
    type_id: {
      titles: { uz: 'Turi', ru: 'Вид', en: 'Type' },
      kind: 'reference',
      to: titled(offenceTypes),
      value: sql`${offences.type_id}`,
    },
    status: {
      titles: { uz: 'Holati', ru: 'Статус', en: 'Status' },
      ...codes(
        offenceStates.filter((state) => state !== 'DRAFT'),
        'offence_state',
      ),
      value: sql`${offences.status}`,
    },
    conclusion: {
      titles: { uz: 'Xulosa', ru: 'Заключение', en: 'Conclusion' },
      ...codes(conclusions, 'offence_conclusion'),
      value: sql`${offences.conclusion}`,
    },
    department_id: facultyField(sql`${courses.department_id}`),
    occurred_on: {
      titles: { uz: 'Sodir boʻlgan sana', ru: 'Дата события', en: 'Occurred on' },
      kind: 'date',
      value: sql`${offences.occurred_on}`,
    },
  },
});
