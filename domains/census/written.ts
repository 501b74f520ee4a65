import {
  type Cell,
  type Column,
  type Control,
  cellOf,
  columnOf,
  control,
  type Line,
  lineOf,
  type Where,
  where,
} from './shapes.ts';

/**
 * Forms as the office writes them, one thing a line: `01 | All | gender=FEMALE; year=1,2` for lines and columns,
 * `01 = 03 + 04` for sums, `C7 TOTAL 01`, `C7 * 01` or `B2 DAY` for cells. What is not understood is answered by its line.
 */

export class NotUnderstood extends Error {
  line: string;
  constructor(line: string) {
    super(line);
    this.line = line;
  }
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
const partsOf = (text: string, by: string | RegExp) =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean);
function understood<T>(line: string, read: { success: true; data: T } | { success: false }): T {
  if (!read.success) throw new NotUnderstood(line);
  return read.data;
}

const many = new Set(['level', 'status', 'year', 'language', 'form']);
const numbers = new Set(['year', 'age_from', 'age_to']);

export function readWhere(text: string): Where {
  const said: Record<string, unknown> = {};
  for (const part of partsOf(text, ';')) {
    const [key = '', given = ''] = partsOf(part, '=');
    const values = partsOf(given, ',').map((value) => (numbers.has(key) ? Number(value) : value));
    said[key] = many.has(key) ? values : values[0];
  }
  return understood(text, where.safeParse(said));
}
export const writeWhere = (said: Where): string =>
  Object.entries(said)
    .map(([key, value]) => `${key}=${[value].flat().join(',')}`)
    .join('; ');

const readHead = (line: string) => {
  const [code, title, ...conditions] = line.split('|').map((part) => part.trim());
  return { code, title, said: conditions.join(';') };
};
export const readLines = (text: string): Line[] =>
  linesOf(text).map((line) => {
    const { code, title, said } = readHead(line);
    return understood(line, lineOf.safeParse({ code, title, where: readWhere(said) }));
  });
/** Of a list of students a column is written `PINFL | JShShIR | says=PINFL`. */
export const readColumns = (text: string): Column[] =>
  linesOf(text).map((line) => {
    const { code, title, said } = readHead(line);
    const [, says] = /^says=(\w+)$/.exec(said) ?? [];
    return understood(
      line,
      columnOf.safeParse({ code, title, where: says ? {} : readWhere(said), ...(says ? { says } : {}) }),
    );
  });
export const writeLines = (lines: readonly Column[]): string =>
  lines
    .map(({ code, title, where: said, says }) =>
      [code, title, says ? `says=${says}` : writeWhere(said)].filter(Boolean).join(' | '),
    )
    .join('\n');

export const readControls = (text: string): Control[] =>
  linesOf(text).map((line) => {
    const sign = line.includes('>=') ? '>=' : '=';
    const [left = '', right = ''] = line.split(sign);
    return understood(line, control.safeParse({ left: partsOf(left, '+'), sign, right: partsOf(right, '+') }));
  });
export const writeControls = (controls: readonly Control[]): string =>
  controls.map(({ left, sign, right }) => `${left.join(' + ')} ${sign} ${right.join(' + ')}`).join('\n');

export const readCells = (text: string): Cell[] =>
  linesOf(text).map((written) => {
    const [cell, first, column, ...rest] = written.split(/\s+/);
    if (rest.length) throw new NotUnderstood(written);
    return understood(
      written,
      cellOf.safeParse(
        column === undefined ? { cell, text: first } : { cell, column, ...(first === '*' ? {} : { line: first }) },
      ),
    );
  });
export const writeCells = (cells: readonly Cell[]): string =>
  cells
    .map(({ cell, line, column, text }) => (text ? `${cell} ${text}` : `${cell} ${line ?? '*'} ${column}`))
    .join('\n');
