import { clock } from '../../contract/clock.ts';
import type { Fields, Reading, Sheet, Words } from '../../contract/fields.ts';
import { type Column, defineColumns, type Parser } from './columns.ts';
import * as parse from './parsers.ts';
import type { ExportColumn } from './write.ts';

/* Columns of files, from the declaration of a record's fields. */

const tomorrow = () => new Date(clock.now() + 86_400_000).toISOString().slice(0, 10);

function parserOf(read: Reading): Parser<string> | Parser<number> {
  switch (read.as) {
    case 'text':
      return parse.text(read.max);
    case 'name':
      return parse.latinOrCyrillicName(read.max);
    case 'date':
      return parse.date({ ...(read.min ? { min: read.min } : {}), ...(read.until ? { max: tomorrow } : {}) });
    case 'integer':
      return parse.integer(read);
    case 'code':
      return parse.enumOf(read.words);
    case 'phone':
      return parse.phone();
    case 'email':
      return parse.email();
    case 'passport':
      return parse.passport();
    case 'pinfl':
      return parse.pinfl();
    case 'money':
      return parse.money();
  }
}

/** What the parser of a declared column gives. */
type ReadAs<S> = S extends { read: { as: 'integer' } }
  ? number
  : S extends { read: { as: 'code'; words: infer W } }
    ? keyof W & string
    : string;
/** A column of the declaration. `field`: whose it is. */
type DeclaredColumn<K extends string = string, N extends string = string, T = unknown> = Column<T> & {
  key: K;
  field: N;
};

const columnOf = <const K extends string, const S extends Sheet & { titles: Words }>(key: K, sheet: S) => {
  const { read, titles, aliases, required, example, note } = sheet;
  return {
    key,
    titles,
    ...(aliases ? { aliases: [...aliases] } : {}),
    ...(required ? { required } : {}),
    parse: parserOf(read) as Parser<ReadAs<S>>,
    example,
    ...(note ? { note } : {}),
  };
};

type KeyOf<K, S> = S extends { key: infer Other extends string } ? Other : K & string;
/** The columns of a declaration, each with what its cells are read as. */
export type ColumnsOf<F> = readonly {
  [K in keyof F & string]: F[K] extends { sheet: infer S } ? DeclaredColumn<KeyOf<K, S>, K, ReadAs<S>> : never;
}[keyof F & string][];

/** In the order in which the fields are declared, but for those that say behind which they stand. */
export function columnsOf<const F extends Fields>(fields: F): ColumnsOf<F>;
export function columnsOf(fields: Fields): readonly Column[] {
  const columns: DeclaredColumn[] = [];
  let later: { after: string; column: DeclaredColumn }[] = [];
  for (const [field, { sheet, titles }] of Object.entries(fields)) {
    if (!sheet) continue;
    const column = { ...columnOf(sheet.key ?? field, { titles, ...sheet }), field };
    if (sheet.after) later.push({ after: sheet.after, column });
    else columns.push(column);
  }
  while (later.length) {
    // One may stand behind another that waits for its place itself.
    const waiting = later.filter(({ after, column }) => {
      const at = columns.findIndex(({ key }) => key === after);
      if (at >= 0) columns.splice(at + 1, 0, column);
      return at < 0;
    });
    if (waiting.length === later.length)
      throw new Error(
        waiting.map(({ after, column }) => `Column ${column.key} has no ${after} to stand behind`).join(),
      );
    later = waiting;
  }
  return defineColumns(columns);
}

/** What the cells of a file refer to: by the key of its column the field that holds the number, and the table. */
export const referencesOf = (fields: Fields): Record<string, { column: string; table: string; where?: string }> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, { sheet }]) => {
      if (!sheet?.refers) return [];
      const { of, ...refers } = sheet.refers;
      return [[sheet.key ?? field, { column: of, ...refers }]];
    }),
  );

/**
 * The columns of an import as those of an export, so that a list that went out can come back in. `value`: what stands
 * under a field; words stand for codes by themselves.
 */
export const exportedColumns = <R, N extends string>(
  columns: readonly (Column & { field: N })[],
  value: (record: R, field: N) => string | number | boolean | null | undefined,
): ExportColumn<R>[] =>
  columns.map(({ key, field, titles, parse }) => ({
    key,
    titles,
    kind: parse.kind,
    format: (record, locale) => {
      const found = value(record, field);
      return parse.options?.find((option) => option.value === found)?.titles[locale] ?? found;
    },
  }));
