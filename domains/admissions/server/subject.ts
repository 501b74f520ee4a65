import { and, isNull, sql } from 'drizzle-orm';
import { courseField } from '#domains/curriculum/server/index.ts';
import { academicYearField, educationFormField } from '#domains/institutions/server/index.ts';
import { codes, dayOf, defineSubject } from '#platform/server/records/subjects.ts';
import { applicationStates } from '../workflow.ts';
import { applicationReach } from './reach.ts';
import { applications } from './tables.ts';

/** Applications for study as reports see them: what was applied for, how it went, and with how many points. */
export const applicationSubject = defineSubject({
  name: 'applications',
  titles: { uz: 'Arizalar (qabul)', ru: 'Заявления (приём)', en: 'Applications for study' },
  permission: 'application.read',
  table: applications,
  where: and(isNull(applications.deleted_at), sql`${applications.flavour} in ('plain', 'general')`),
  reach: (call) => applicationReach(call, { family: 'application' }),
  person: sql`${applications.guest_id}`,
  usual: ['number', 'applicant_name', 'course_id', 'score', 'status'],
  fields: {
    number: { titles: { uz: 'Raqami', ru: 'Номер', en: 'Number' }, kind: 'text', value: sql`${applications.number}` },
    applicant_name: {
      titles: { uz: 'Abituriyent', ru: 'Абитуриент', en: 'Applicant' },
      kind: 'text',
      value: sql`${applications.applicant_name}`,
    },
    status: {
      titles: { uz: 'Holati', ru: 'Статус', en: 'Status' },
      ...codes(applicationStates, 'application_state'),
      value: sql`${applications.status}`,
    },
    course_id: courseField(sql`${applications.course_id}`),
    academic_year_id: academicYearField(sql`${applications.academic_year_id}`),
    education_form_id: educationFormField(sql`${applications.education_form_id}`),
    language: {
      titles: { uz: 'Taʼlim tili', ru: 'Язык обучения', en: 'Language of study' },
      kind: 'text',
      value: sql`${applications.language}`,
    },
    score: { titles: { uz: 'Ball', ru: 'Балл', en: 'Points' }, kind: 'number', value: sql`${applications.score}` },
    submitted_on: {
      titles: { uz: 'Yuborilgan sana', ru: 'Дата подачи', en: 'Submitted on' },
      kind: 'date',
      value: dayOf(sql`${applications.submitted_at}`),
    },
  },
});
