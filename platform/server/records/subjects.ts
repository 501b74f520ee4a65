import { type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Field, Locale, PermissionName, StoredField } from '#platform/contract/index.ts';
import { message } from '../call/messages.ts';
import { localZone } from '../clock.ts';
import type { FieldBase, NamedRecord, Subject, SubjectField } from '../kernel.ts';
import { localTitle } from './resource.ts';

/**
 * What can be reported: a domain declares each kind of its records as a subject in its `subjects`, with the fields that may
 * be shown, filtered, grouped and reckoned with, and who sees which. Reports are made of these declarations alone, so that
 * no report knows a table and none shows what its reader may not see.
 */

export const defineSubject = (subject: Subject): Subject => subject;

/** Words of codes that stand in the server's texts: `student_state.ACTIVE`. */
export const codes = (list: readonly string[], words: string) => ({
  kind: 'code' as const,
  codes: list,
  say: (code: string, locale: Locale) => message(locale, `${words}.${code}`),
});

/** Names of a record by a column that holds its title in each language. */
export const titled = (table: PgTable & { id: PgColumn; title: PgColumn }): NamedRecord => ({
  table,
  title: (locale) => localTitle(table.title, locale),
});

/** The day of an instant by the clocks of the institution. */
export const dayOf = (instant: SQL): SQL => sql`(${instant} at time zone ${localZone})::date`;

/** Fields of a record as its `fields.ts` declares them; what names records says where those stand, what is left out is not reported. */
export function declaredFields(
  fields: Readonly<Record<string, Field<string, PermissionName>>>,
  table: PgTable,
  {
    named = {},
    words = {},
    without = [],
  }: {
    named?: Readonly<Record<string, NamedRecord>>;
    /** Where the server's texts have the words of codes that the declaration of the field does not say. */
    words?: Readonly<Record<string, string>>;
    without?: readonly string[];
  },
): Record<string, SubjectField> {
  const { name: from, columns } = getTableConfig(table);
  const known = new Set(columns.map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (!field.out || !known.has(name) || without.includes(name)) return [];
      const shown = ofControl(field, named[name], words[name]);
      const common: FieldBase = {
        titles: field.titles,
        value: sql.raw(`"${from}"."${name}"`),
        sees: field.sees,
      };
      return shown ? [[name, { ...common, ...shown }]] : [];
    }),
  );
}

type Kind = SubjectField extends infer F ? (F extends FieldBase ? Omit<F, keyof FieldBase> : never) : never;
function ofControl(
  { control, sheet }: StoredField,
  named: NamedRecord | undefined,
  words: string | undefined,
): Kind | undefined {
  switch (control.kind) {
    case 'number':
      return { kind: 'number' };
    case 'switch':
      return { kind: 'flag' };
    case 'date':
      return { kind: 'date' };
    case 'reference':
      return named && { kind: 'reference', to: named };
    case 'select': {
      if (words) return codes(control.codes, words);
      const read = sheet?.read;
      if (read?.as !== 'code') return { kind: 'text' };
      const at = { uz: 0, ru: 1, en: 2 } as const;
      return { kind: 'code', codes: control.codes, say: (code, locale) => read.words[code]?.[at[locale]] ?? code };
    }
    default:
      return { kind: 'text' };
  }
}
