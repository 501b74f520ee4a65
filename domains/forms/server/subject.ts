import { and, isNull, sql } from 'drizzle-orm';
import { studentField } from '#domains/students/server/index.ts';
import { codes, dayOf, defineSubject, titled } from '#platform/server/records/subjects.ts';
import { requestStates } from '../workflow.ts';
import { visible } from './reach.ts';
import { formRequests, formTypes } from './tables.ts';

/** Requests of students as reports see them: which paper, how far, and how long it took. What was answered stays in the request. */
export const requestSubject = defineSubject({
  name: 'requests',
  titles: { uz: 'Talabalar soʻrovlari', ru: 'Обращения студентов', en: 'Requests of students' },
  permission: 'form_request.read',
  table: formRequests,
  where: and(isNull(formRequests.deleted_at), sql`${formRequests.status} <> 'DRAFT'`),
  reach: visible,
  person: sql`${formRequests.student_id}`,
  usual: ['number', 'student_id', 'type_id', 'status', 'submitted_on'],
  fields: {
    number: { titles: { uz: 'Raqami', ru: 'Номер', en: 'Number' }, kind: 'text', value: sql`${formRequests.number}` },
    student_id: studentField(sql`${formRequests.student_id}`),
    type_id: {
      titles: { uz: 'Turi', ru: 'Вид', en: 'Type' },
      kind: 'reference',
      to: titled(formTypes),
      value: sql`${formRequests.type_id}`,
    },
    status: {
      titles: { uz: 'Holati', ru: 'Статус', en: 'Status' },
      ...codes(
        requestStates.filter((state) => state !== 'DRAFT'),
        'form_request_state',
      ),
      value: sql`${formRequests.status}`,
    },
    submitted_on: {
      titles: { uz: 'Yuborilgan sana', ru: 'Дата отправки', en: 'Sent on' },
      kind: 'date',
      value: dayOf(sql`${formRequests.submitted_at}`),
    },
    due_on: {
      titles: { uz: 'Bajarish muddati', ru: 'Срок исполнения', en: 'Due on' },
      kind: 'date',
      value: sql`${formRequests.due_on}`,
    },
    days: {
      titles: { uz: 'Shu holatgacha necha kun', ru: 'Дней до этого статуса', en: 'Days until this state' },
      kind: 'number',
      value: sql`round((extract(epoch from ${formRequests.status_at} - ${formRequests.submitted_at}) / 86400)::numeric, 1)`,
    },
    fee: { titles: { uz: 'Toʻlov', ru: 'Плата', en: 'Fee' }, kind: 'money', value: sql`${formRequests.fee}` },
  },
});
