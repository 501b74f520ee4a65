import { and, isNull, sql } from 'drizzle-orm';
import { studentField } from '#domains/students/server/index.ts';
import { scopeOf } from '#platform/server/call/context.ts';
import { codes, dayOf, defineSubject, titled } from '#platform/server/records/subjects.ts';
import { requestStates } from '../workflow.ts';
import { visible } from './reach.ts';
import { formRequests, formTypes } from './tables.ts';

const timed = and(isNull(formRequests.deleted_at), sql`${formRequests.status} <> 'DRAFT'`);
const type_id = {
  titles: { uz: 'Turi', ru: 'Вид', en: 'Type' },
  kind: 'reference',
  to: titled(formTypes),
  value: sql`${formRequests.type_id}`,
} as const;
const status = {
  titles: { uz: 'Holati', ru: 'Статус', en: 'Status' },
  ...codes(
    requestStates.filter((state) => state !== 'DRAFT'),
    'form_request_state',
  ),
  value: sql`${formRequests.status}`,
} as const;
const submitted_on = {
  titles: { uz: 'Yuborilgan sana', ru: 'Дата отправки', en: 'Sent on' },
  kind: 'date',
  value: dayOf(sql`${formRequests.submitted_at}`),
} as const;
const days = {
  titles: { uz: 'Shu holatgacha necha kun', ru: 'Дней до этого статуса', en: 'Days until this status' },
  kind: 'number',
  value: sql`round((extract(epoch from ${formRequests.status_at} - ${formRequests.submitted_at}) / 86400)::numeric, 1)`,
} as const;

/** How long requests take, for those who look after quality: of whom they are is not said. */
export const requestTimesSubject = defineSubject({
  name: 'request_times',
  titles: { uz: 'Soʻrovlar muddati (ismsiz)', ru: 'Сроки обращений (без имён)', en: 'Request times (no names)' },
  permission: 'form_request.times',
  table: formRequests,
  where: timed,
  reach: (call, permission) => (scopeOf(call, permission) === 'institution' ? undefined : sql`false`),
  usual: ['type_id', 'status', 'submitted_on', 'days'],
  fields: { type_id, status, submitted_on, days },
});

/** Requests of students as reports see them: which paper, how far, and how long it took. What was answered stays in the request. */
export const requestSubject = defineSubject({
  name: 'requests',
  titles: { uz: 'Talabalar soʻrovlari', ru: 'Обращения студентов', en: 'Student requests' },
  permission: 'form_request.read',
  // Behind whose own record a request is about.
  reads: ['students'],
  table: formRequests,
  where: timed,
  reach: visible,
  person: sql`${formRequests.student_id}`,
  usual: ['number', 'student_id', 'type_id', 'status', 'submitted_on'],
  fields: {
    number: { titles: { uz: 'Raqami', ru: 'Номер', en: 'Number' }, kind: 'text', value: sql`${formRequests.number}` },
    student_id: studentField(sql`${formRequests.student_id}`),
    type_id,
    status,
    submitted_on,
    due_on: {
      titles: { uz: 'Bajarish muddati', ru: 'Срок исполнения', en: 'Due on' },
      kind: 'date',
      value: sql`${formRequests.due_on}`,
    },
    days,
    fee: { titles: { uz: 'Toʻlov', ru: 'Плата', en: 'Fee' }, kind: 'money', value: sql`${formRequests.fee}` },
  },
});
