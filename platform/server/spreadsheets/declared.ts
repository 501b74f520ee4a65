import { clock } from '../../contract/clock.ts';
import type { Fields, Reading, Sheet, Words } from '../../contract/fields.ts';
import { type Column, defineColumns, type Parser } from './columns.ts';
import * as parse from './parsers.ts';

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

export const columnOf = <const K extends string, const S extends Sheet & { titles: Words }>(key: K, sheet: S) => {
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
  const later: { after: string; column: DeclaredColumn }[] = [];
  for (const [field, { sheet, titles }] of Object.entries(fields)) {
    if (!sheet) continue;
    const column = { ...columnOf(sheet.key ?? field, { titles, ...sheet }), field };
    if (sheet.after) later.push({ after: sheet.after, column });
    else columns.push(column);
  }
  for (const { after, column } of later) {
    const at = columns.findIndex(({ key }) => key === after);
    if (at < 0) throw new Error(`Column ${column.key} stands behind ${after}, which stands nowhere before it`);
    columns.splice(at + 1, 0, column);
  }
  return defineColumns(columns);
}

/** What the cells of a file refer to: by the key of its column the field that holds the number, and the table. */
export const referencesOf = (fields: Fields): Record<string, { column: string; table: string }> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, { sheet }]) =>
      sheet?.refers ? [[sheet.key ?? field, { column: sheet.refers.of, table: sheet.refers.table }]] : [],
    ),
  );
