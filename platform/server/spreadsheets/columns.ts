import { searchKey } from '../../contract/script.ts';
import type { Cell, TableRow } from './row.ts';

export type Locale = 'uz' | 'ru' | 'en';
export type Titles = Record<Locale, string>;

export type Parsed<T> = { value: T } | { error: string; data?: Record<string, unknown> };

/** Reads one cell that is not blank. `options` lists the words of a closed choice; `kind` sets the look of the column in files. */
export interface Parser<T = unknown> {
  (cell: Cell): Parsed<T>;
  kind?: 'text' | 'date' | 'number' | 'enum';
  options?: { value: string; titles: Titles }[];
}

export interface Column<T = unknown> {
  key: string;
  titles: Titles;
  /** Other headings under which this column comes in. */
  aliases?: string[];
  required?: boolean;
  parse: Parser<T>;
  /** As it would be typed. */
  example: string | number;
  width?: number;
  note?: Titles;
}

/** Record of a row: the key of each column with the type its parser gives. Blank cells are null. */
export type RowOf<C extends readonly Column[]> = {
  [K in C[number] as K['key']]: K extends Column<infer T> ? T | null : never;
};

export interface Fault {
  /** From 1, as the sheet shows it. */
  row: number;
  column: string;
  key: string;
  code: string;
  data?: Record<string, unknown>;
  value: Cell['value'];
}

export interface Match {
  /** Position in the row of each known column. */
  found: { index: number; letter: string; column: Column }[];
  unknown: { letter: string; title: string }[];
  /** Columns without which no row can be complete. */
  missing: Column[];
  /** A second column with the heading of an earlier one. */
  duplicate: { letter: string; key: string }[];
}

/** Throws when two columns could be taken for each other: a mistake of the programmer, found at start. */
export function defineColumns<const C extends readonly Column[]>(columns: C): C {
  const seen = new Map<string, string>();
  for (const column of columns) {
    for (const name of namesOf(column)) {
      const owner = seen.get(headingKey(name));
      if (owner && owner !== column.key)
        throw new Error(`Columns ${owner} and ${column.key} share the heading "${name}"`);
      seen.set(headingKey(name), column.key);
    }
  }
  return columns;
}

const namesOf = (column: Column) => [column.key, ...Object.values(column.titles), ...(column.aliases ?? [])];

/** Headings meet whatever their case, spaces, punctuation, apostrophes and script. */
const headingKey = (title: string) => searchKey(title).replace(/[^\p{L}\p{N}]/gu, '');

/** 0 → A, 26 → AA. */
export function columnLetter(index: number): string {
  let letters = '';
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26))
    letters = String.fromCharCode(65 + ((n - 1) % 26)) + letters;
  return letters;
}

export function matchColumns(header: Cell[], columns: readonly Column[]): Match {
  const byName = new Map<string, Column>();
  for (const column of columns) for (const name of namesOf(column)) byName.set(headingKey(name), column);
  const match: Match = { found: [], unknown: [], missing: [], duplicate: [] };
  header.forEach((cell, index) => {
    if (cell.value === null) return;
    const title = String(cell.value);
    const letter = columnLetter(index);
    // A remark in brackets is no part of a heading: "Phone (mobile)", when "Phone" is the column.
    const column = byName.get(headingKey(title)) ?? byName.get(headingKey(title.replace(/\(.*?\)/g, '')));
    if (!column) match.unknown.push({ letter, title });
    else if (match.found.some((found) => found.column === column)) match.duplicate.push({ letter, key: column.key });
    else match.found.push({ index, letter, column });
  });
  match.missing = columns.filter((column) => column.required && !match.found.some((found) => found.column === column));
  return match;
}

/** The heading among the first rows: titles and dates may stand above it. Undefined when no row names a column. */
export function findHeader(rows: TableRow[], columns: readonly Column[]): { at: number; match: Match } | undefined {
  let best: { at: number; match: Match } | undefined;
  rows.slice(0, 15).forEach((row, at) => {
    const match = matchColumns(row.cells, columns);
    if (match.found.length > (best?.match.found.length ?? 0)) best = { at, match };
  });
  return best;
}

/**
 * Reads the rows under the heading. Each row that has no fault comes back with its number; a row with faults is in
 * `faults`, and what could be read of it in `partly`. Rows left from the template (its example, unchanged) are passed over.
 * Codes of its own: FORMULA, REQUIRED; all others are the parsers'.
 */
export function checkRows<const C extends readonly Column[]>(rows: TableRow[], columns: C, match: Match) {
  const good: { row: number; record: RowOf<C> }[] = [];
  const partly: { row: number; record: RowOf<C> }[] = [];
  const faults: Fault[] = [];
  for (const { row, cells } of rows) {
    if (isExample(cells, match)) continue;
    const record: Record<string, unknown> = {};
    for (const column of columns) record[column.key] = null;
    const before = faults.length;
    for (const { index, letter, column } of match.found) {
      const cell = cells[index] ?? { value: null };
      const fault = (code: string, data?: Record<string, unknown>) =>
        faults.push({ row, column: letter, key: column.key, code, ...(data && { data }), value: cell.value });
      if (cell.formula) fault('FORMULA');
      else if (cell.value === null) {
        if (column.required) fault('REQUIRED');
      } else {
        const parsed = column.parse(cell);
        if ('error' in parsed) fault(parsed.error, parsed.data);
        else record[column.key] = parsed.value;
      }
    }
    (faults.length === before ? good : partly).push({ row, record: record as RowOf<C> });
  }
  return { rows: good, partly, faults };
}

function isExample(cells: Cell[], match: Match): boolean {
  let same = 0;
  for (const { index, column } of match.found) {
    const value = cells[index]?.value;
    if (value === null || value === undefined) continue;
    const examples = [
      column.example,
      ...(column.parse.options ?? []).flatMap((option) => Object.values(option.titles)),
    ];
    if (!examples.some((example) => String(example) === String(value)) && !sameDate(column, value)) return false;
    if (String(column.example) === String(value) || sameDate(column, value)) same++;
  }
  return same >= 3 || (same > 0 && same === match.found.length);
}

function sameDate(column: Column, value: Cell['value']): boolean {
  if (column.parse.kind !== 'date') return false;
  const [a, b] = [column.parse({ value: column.example }), column.parse({ value })];
  return 'value' in a && 'value' in b && a.value === b.value;
}
