import { specialLetters, stateLetters } from '../shapes-marks.ts';
import type { MarkState } from '../workflow.ts';
import type { Bulk, Gradebook, GridStudent } from './api.ts';

/** Cells of the grid: what is typed, sent, shown and taken over. Texts are `85.5`, `A`, `E`, `N` or nothing. */

type Special = keyof typeof specialLetters;
const specialOf: Record<string, Special> = { A: 'ABSENT', E: 'EXEMPT', N: 'NOT_SUBMITTED' };
/** The same letters where the keyboard is Cyrillic, by look or by sound. */
const alike: Record<string, string> = { А: 'A', Е: 'E', Э: 'E', Н: 'N' };
const stateOf = Object.fromEntries(Object.entries(stateLetters).map(([state, letter]) => [letter, state]));

/** `percent`: a sign was left out that the person typed, which must be said. */
export type Typed = { text: string; percent?: true } | { fault: 'mark_number' | 'mark_range' | 'mark_step' };

/** What somebody typed or pasted: a comma is a point, letters are special marks. */
export function readMark(typed: string): Typed {
  const text = typed.trim();
  const letter = text.toUpperCase();
  if (text === '') return { text: '' };
  const special = alike[letter] ?? letter;
  if (specialOf[special]) return { text: special };
  const plain = text.replace(/\s*%$/, '').replace(',', '.');
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(plain)) return { fault: /^-\d/.test(plain) ? 'mark_range' : 'mark_number' };
  const value = Number(plain);
  if (value > 100) return { fault: 'mark_range' };
  if (Math.abs(value * 10 - Math.round(value * 10)) > 1e-9) return { fault: 'mark_step' };
  return { text: String(value), ...(text.endsWith('%') ? { percent: true as const } : {}) };
}

/** A text as the call takes it. */
export const toValue = (text: string): { value: number | null; special: Special | null } =>
  specialOf[text]
    ? { value: null, special: specialOf[text] }
    : { value: text === '' ? null : Number(text), special: null };
export const textOf = ({ value, special }: { value: number | null; special: Special | null }): string =>
  special ? specialLetters[special] : value === null ? '' : String(value);
/** A text as people read it in their language. */
export const showMark = (text: string, locale: string): string =>
  // At most a hundred, so that only the point differs; hundreds of cells are shown at once.
  locale.startsWith('en') ? text : text.replace('.', ',');

/** Names a row: the student, or the code of anonymous marking. */
export const rowKeyOf = ({ id, code }: { id: number | null; code: string | null }): string =>
  id === null ? `~${code}` : String(id);
export const cellKeyOf = (row: string, component: number | string) => `${row}:${component}`;
export const partsOf = (cell: string) => {
  const at = cell.lastIndexOf(':');
  const row = cell.slice(0, at);
  const who = row.startsWith('~') ? { code: row.slice(1) } : { student_id: Number(row) };
  return { row, component_id: Number(cell.slice(at + 1)), who };
};

export interface Cell {
  text: string;
  version: number | null;
  state: MarkState;
  /** 2, B, G, X, Y, N or a dot; see the shape of the grid. */
  flag: string;
  /** What the caller has marked is for others to moderate. */
  own: boolean;
}
const opened = new WeakMap<GridStudent, { values: string[]; versions: string[] }>();
/** The numbers of a row, taken apart once: a row that changes is another object. */
function numbersOf(student: GridStudent) {
  const known = opened.get(student) ?? { values: student.values.split(','), versions: student.versions.split(',') };
  opened.set(student, known);
  return known;
}
/** The value in a place, where there is one. */
export function markAt(student: GridStudent, at: number): number | undefined {
  const text = numbersOf(student).values[at];
  return text ? Number(text) : undefined;
}

/** One cell of the packed grid; `at` is the place of its component among the leaves. */
export function cellOf(student: GridStudent, at: number): Cell {
  const letter = student.specials[at];
  const value = markAt(student, at);
  return {
    text: letter && letter !== '.' ? letter : value === undefined ? '' : String(value),
    version: Number(numbersOf(student).versions[at]) || null,
    state: (stateOf[student.states[at] ?? '.'] ?? 'NOT_MARKED') as MarkState,
    flag: student.flags[at] ?? '.',
    own: student.own[at] === 'O',
  };
}

const put = (letters: string, at: number, letter: string) => letters.slice(0, at) + letter + letters.slice(at + 1);
const putNumber = (numbers: string, at: number, number: number | null) =>
  numbers
    .split(',')
    .with(at, String(number ?? ''))
    .join(',');

/** The grid with what a save answered: values, versions, states, totals; other rows stay the same objects. */
export function takeOver(
  book: Gradebook,
  answer: Pick<Bulk, 'saved' | 'results'>,
  as: 'FIRST' | 'SECOND' | 'AGREED',
): Gradebook {
  const places = new Map(book.leaves.map((leaf, at) => [leaf, at]));
  const saved = new Map<string, Bulk['saved']>();
  for (const one of answer.saved) {
    const key = rowKeyOf({ id: one.student_id, code: one.code });
    saved.set(key, [...(saved.get(key) ?? []), one]);
  }
  const results = new Map(answer.results.map((one) => [one.student_id, one]));
  const students = book.students.map((student) => {
    const cells = saved.get(rowKeyOf(student)) ?? [];
    const result = student.id === null ? undefined : results.get(student.id);
    if (cells.length === 0 && !result) return student;
    const next = { ...student };
    for (const cell of cells) {
      const at = places.get(cell.component_id);
      if (at === undefined || cell.attempt !== book.attempt) continue;
      next.versions = putNumber(next.versions, at, cell.version);
      next.states = put(next.states, at, stateLetters[cell.status]);
      if (as === 'SECOND') next.flags = put(next.flags, at, 'B');
      else if (as === 'AGREED' && (markAt(student, at) ?? null) !== cell.value) next.flags = put(next.flags, at, 'G');
      next.values = putNumber(next.values, at, cell.value);
      next.specials = put(next.specials, at, cell.special ? specialLetters[cell.special] : '.');
    }
    return result ? { ...next, result } : next;
  });
  return { ...book, students };
}

/** Marks of a component that have come at least this far, of all that it should have. */
export function progressOf(
  book: Gradebook,
  leaf: number,
): { done: number; all: number; states: [MarkState, number][] } {
  const at = book.leaves.indexOf(leaf);
  const states = new Map<MarkState, number>();
  let all = 0;
  for (const student of book.students) {
    if (student.left || student.flags[at] === 'X' || student.flags[at] === 'N') continue;
    all++;
    const { state } = cellOf(student, at);
    states.set(state, (states.get(state) ?? 0) + 1);
  }
  return { done: all - (states.get('NOT_MARKED') ?? 0), all, states: [...states] };
}
