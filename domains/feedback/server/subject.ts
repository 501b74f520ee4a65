import { and, isNull, sql } from 'drizzle-orm';
import { academicYears } from '#domains/institutions/server/index.ts';
import { codes, defineSubject, titled } from '#platform/server/records/subjects.ts';
import { feedbackKinds, feedbackModes, feedbackThemes } from '../shapes.ts';
import { feedbackStates } from '../workflow.ts';
import { feedback, feedbackTypes } from './tables.ts';

/**
 * Complaints and suggestions in numbers alone, of the academic year that runs: as its own statistics tell a year, for what
 * is hidden in one of two tables of different times could be reckoned from the other.
 */
export const feedbackSubject = defineSubject({
  name: 'feedback',
  titles: {
    uz: 'Shikoyat va takliflar (joriy oʻquv yili, sonlarda)',
    ru: 'Жалобы и предложения (текущий учебный год, в числах)',
    en: 'Complaints and suggestions of this year in numbers',
  },
  permission: 'feedback.statistics',
  table: feedback,
  joins: sql`join ${feedbackTypes} on ${feedbackTypes.id} = ${feedback.type_id}`,
  where: and(
    isNull(feedback.deleted_at),
    sql`exists (select 1 from ${academicYears} y where y.current and y.deleted_at is null and ${feedback.filed_on} between y.starts_on and y.ends_on)`,
  ),
  reach: (call, permission) => (call.abilities.get(permission) === 'institution' ? undefined : sql`false`),
  // Each letter without a sender counts as somebody of their own.
  person: sql`coalesce(${feedback.account_id}, -${feedback.id})`,
  countsOnly: true,
  usual: ['theme'],
  fields: {
    kind: {
      titles: { uz: 'Turi', ru: 'Вид', en: 'Kind' },
      ...codes(feedbackKinds, 'feedback_kind'),
      value: sql`${feedbackTypes.kind}`,
    },
    type_id: {
      titles: { uz: 'Mavzu turi', ru: 'Тип', en: 'Type' },
      kind: 'reference',
      to: titled(feedbackTypes),
      value: sql`${feedback.type_id}`,
    },
    theme: {
      titles: { uz: 'Nima haqida', ru: 'О чём', en: 'About what' },
      ...codes(feedbackThemes, 'feedback_theme'),
      value: sql`${feedback.theme}`,
    },
    mode: {
      titles: { uz: 'Qanday yozilgan', ru: 'Как написано', en: 'How it was sent' },
      ...codes(feedbackModes, 'feedback_mode'),
      value: sql`${feedback.mode}`,
    },
    status: {
      titles: { uz: 'Holati', ru: 'Статус', en: 'Status' },
      ...codes(feedbackStates, 'feedback_state'),
      value: sql`${feedback.status}`,
    },
    in_time: {
      titles: { uz: 'Muddatida javob berilgan', ru: 'Ответ в срок', en: 'Answered in time' },
      kind: 'flag',
      value: sql`${feedback.in_time}`,
    },
  },
});
