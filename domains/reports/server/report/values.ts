import { and, inArray, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { idsIn, likeLiteral } from '#platform/server/records/resource.ts';
import type { contract } from '../../contract.ts';
import { fieldFor, reached, subjectFor } from './plan.ts';

const most = 100;

/** Values by which a field can be filtered: its codes, or what it names; texts as they occur in rows that the caller sees. */
export async function valuesOf(call: Call, input: InputOf<typeof contract.report.filter>) {
  const subject = subjectFor(call, input.subject);
  const field = fieldFor(call, subject, input.field);
  const typed = input.search?.toLowerCase();
  if (field.kind === 'code')
    return field.codes
      .map((code) => ({ id: code, title: field.say(code, call.locale) }))
      .filter(({ id, title }) =>
        input.ids ? input.ids.split(',').includes(id) : !typed || title.toLowerCase().includes(typed),
      );
  // Who or what nobody may see row by row is named to nobody as a choice either.
  if (field.kind === 'reference' && !subject.countsOnly) {
    const { table } = field.to;
    const title = field.to.title(call.locale);
    const ids = idsIn(input.ids);
    const named = sql`${table.id} in (select ${field.value} from ${subject.table} ${subject.joins ?? sql``} where ${reached(call, subject, field.sees ? [field.sees] : []) ?? sql`true`})`;
    const rows = await call.db
      .select({ id: table.id, title: sql<string>`${title}` })
      .from(table as PgTable)
      .where(
        and(
          ids ? inArray(table.id, ids) : undefined,
          typed ? sql`${title} ilike ${`%${likeLiteral(typed)}%`}` : undefined,
          named,
        ),
      )
      .orderBy(sql`2, 1`)
      .limit(most);
    return rows.map(({ id, title: said }) => ({ id: String(id), title: said }));
  }
  return [];
}
