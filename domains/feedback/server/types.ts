import { and, asc, isNull, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { asStored, localTitle, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { feedbackTypes } from './tables.ts';

/** What one may write about, and how long an answer may take. */
export const types = resource(contract.feedback_type, {
  table: feedbackTypes,
  search: [sql`${feedbackTypes.title}::text`],
  sorts: { id: sql`${feedbackTypes.id}` },
  defaultSort: 'id',
  optionTitle: (locale) => localTitle(sql`${feedbackTypes.title}`, locale),
  present: asStored,
  prepare: (_call, input) => input,
});

/** Those that are offered. */
export const offered = (call: Call) =>
  call.db
    .select({
      id: feedbackTypes.id,
      title: sql<string>`${localTitle(sql`${feedbackTypes.title}`, call.locale)}`,
      kind: feedbackTypes.kind,
      answer_days: feedbackTypes.answer_days,
    })
    .from(feedbackTypes)
    .where(and(sql`${feedbackTypes.active}`, isNull(feedbackTypes.deleted_at)))
    .orderBy(asc(feedbackTypes.kind), asc(feedbackTypes.id))
    .limit(200);
