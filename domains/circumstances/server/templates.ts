import { and, asc, isNull, sql } from 'drizzle-orm';
import { inLocale } from '#domains/identity/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { asGiven, asStored, localTitle, type OptionsQuery, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { templates } from './tables.ts';

/** What decisions often say. */

export const template = resource(contract.ec_template, {
  table: templates,
  search: [sql`${templates.title}::text`, sql`${templates.text}::text`],
  sorts: { created_at: sql`${templates.created_at}`, id: sql`${templates.id}` },
  defaultSort: 'created_at',
  optionTitle: (locale) => localTitle(templates.title, locale),
  present: asStored,
  prepare: asGiven,
});

/** All of them with their words, for the decision at hand. */
export async function templateOptions(call: Call, _input: OptionsQuery) {
  const rows = await call.db
    .select()
    .from(templates)
    .where(and(isNull(templates.deleted_at)))
    .orderBy(asc(templates.id))
    .limit(200);
  return rows.map(({ id, title, text, outcome }) => ({
    id,
    title: inLocale(title, call.locale),
    text: inLocale(text, call.locale),
    outcome,
  }));
}
