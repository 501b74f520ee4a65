import { isNull, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { cities, departments, educationForms, states } from '#domains/institutions/server/index.ts';
import { today } from '#platform/server/clock.ts';
import { codes, declaredFields, defineSubject, titled } from '#platform/server/records/subjects.ts';
import { studentFields } from '../fields.ts';
import { studentStatuses } from '../workflow.ts';
import { reach } from './records/reach.ts';
import { students } from './tables.ts';

/** Students as reports see them: the fields of their record, the state of their studies, and the age that follows. */
export const studentSubject = defineSubject({
  name: 'students',
  titles: { uz: 'Talabalar', ru: 'Студенты', en: 'Students' },
  permission: 'student.read',
  deleted: 'student.restore',
  table: students,
  where: isNull(students.deleted_at),
  reach,
  person: sql`${students.id}`,
  usual: ['student_no', 'full_name', 'course_id', 'status'],
  fields: {
    full_name: {
      titles: { uz: 'F.I.Sh.', ru: 'Ф.И.О.', en: 'Full name' },
      kind: 'text',
      value: sql`${students.full_name}`,
    },
    status: {
      titles: { uz: 'Holati', ru: 'Статус', en: 'Status' },
      ...codes(
        studentStatuses.filter((status) => status !== 'DELETED'),
        'student_state',
      ),
      value: sql`${students.status}`,
    },
    status_since: {
      titles: { uz: 'Holat sanasi', ru: 'Дата статуса', en: 'Status since' },
      kind: 'date',
      value: sql`${students.status_since}`,
    },
    ...declaredFields(studentFields, students, {
      named: {
        course_id: titled(courses),
        education_form_id: titled(educationForms),
        department_id: titled(departments),
        region_id: titled(states),
        city_id: titled(cities),
      },
    }),
    age: {
      titles: { uz: 'Yoshi (toʻliq yil)', ru: 'Возраст (полных лет)', en: 'Age in full years' },
      kind: 'number',
      value: sql`extract(year from age(${today}, ${students.birthdate}))::int`,
      sees: 'student.personal',
    },
  },
});
