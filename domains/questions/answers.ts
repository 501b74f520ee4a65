import type { Title } from '#platform/contract/index.ts';
import { fieldsIn, readFormula, worth } from './formula.ts';

/** What a form asks and whether answers fit it: the same on the server and in the browser. No I/O. */

export const fieldTypes = [
  'TEXT',
  'TEXTAREA',
  'NUMBER',
  'DATE',
  'PHONE',
  'EMAIL',
  'SELECT',
  'MULTISELECT',
  'RECORD',
  'BOOLEAN',
  'FILE',
  'PHOTO',
  'SIGNATURE',
  'FACT',
  'FORMULA',
] as const;
export type FieldType = (typeof fieldTypes)[number];
/** What nobody types: the server writes it. */
export const isWritten = (type: FieldType): boolean => type === 'FACT' || type === 'FORMULA';
/** Whose answer is the number of a file. */
export const isFile = (type: FieldType): boolean => type === 'FILE' || isPicture(type);
export const isPicture = (type: FieldType): boolean => type === 'PHOTO' || type === 'SIGNATURE';

export interface FormField {
  /** Stays with the field through every version, copy and export; answers, conditions and formulas know it by this alone. */
  key: string;
  type: FieldType;
  title: Title;
  hint?: Title | null | undefined;
  required?: boolean | undefined;
  options?: { value: string; title: Title }[] | undefined;
  /** Asked only where another field has one of these values. */
  condition?: { field: string; in: string[] } | null | undefined;
  /** Of numbers the value, of text the length. */
  min?: number | null | undefined;
  max?: number | null | undefined;
  /** Of a FACT: what of the record it shows. */
  fact?: string | null | undefined;
  /** Of a RECORD: from which records one chooses. Whoever asks says what there is, as `options`; the form keeps none. */
  source?: string | null | undefined;
  /** Of a FORMULA: see formula.ts. */
  formula?: string | null | undefined;
}

export type Answer = string | number | boolean | string[] | null;
export type Answers = Record<string, Answer>;
/** What the record says, by the name of the fact. */
export type Facts = Record<string, string | null>;
export interface AnswerFault {
  path: string;
  code: string;
}

const isBlank = (value: Answer | undefined) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const indexes = new WeakMap<readonly FormField[], Map<string, FormField>>();
/** The first field of each key. Remembered with the list: a form may have thousands, and each is looked for from each. */
function byKey(fields: readonly FormField[]): Map<string, FormField> {
  let index = indexes.get(fields);
  if (!index) {
    index = new Map();
    for (const field of fields) if (!index.has(field.key)) index.set(field.key, field);
    indexes.set(fields, index);
  }
  return index;
}

/**
 * Whether a field is asked, given the answers; what hangs on a field that is not asked is not asked either. `known` keeps
 * what was found, for who asks of many fields with the same answers.
 */
export function isAsked(
  fields: readonly FormField[],
  key: string,
  answers: Answers,
  known: Map<string, boolean> = new Map(),
): boolean {
  const index = byKey(fields);
  const passed = new Set<string>();
  let asked = true;
  for (let field = index.get(key); field; field = index.get(field.condition?.field ?? '')) {
    const found = known.get(field.key);
    if (found !== undefined || passed.has(field.key)) {
      asked = found ?? false;
      break;
    }
    passed.add(field.key);
    if (!field.condition) break;
    const given = [answers[field.condition.field] ?? ''].flat().map(String);
    const { in: values } = field.condition;
    if (!given.some((value) => values.includes(value))) asked = false;
    if (!asked) break;
  }
  for (const one of passed) known.set(one, asked);
  return asked;
}

const isCalendarDay = (day: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
const isDay = (value: Answer) => {
  try {
    return typeof value === 'string' && value >= '1900' && value < '2200' && isCalendarDay(value);
  } catch {
    return false;
  }
};
const isSizeAllowed = (field: FormField, size: number) =>
  (field.min === null || field.min === undefined || size >= field.min) &&
  (field.max === null || field.max === undefined || size <= field.max);

/** The code of what is wrong with a value that is there; undefined where it fits. */
function faultOf(field: FormField, value: Answer): string | undefined {
  const known = (one: unknown) => field.options?.some((option) => option.value === one) ?? false;
  switch (field.type) {
    case 'TEXT':
    case 'TEXTAREA':
      if (typeof value !== 'string') return 'ANSWER_INVALID';
      return isSizeAllowed(field, value.trim().length) && value.length <= 10_000 ? undefined : 'ANSWER_RANGE';
    case 'NUMBER':
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'ANSWER_INVALID';
      return isSizeAllowed(field, value) ? undefined : 'ANSWER_RANGE';
    case 'DATE':
      return isDay(value) ? undefined : 'ANSWER_INVALID';
    case 'PHONE':
      return typeof value === 'string' && /^\d{12,15}$/.test(value) ? undefined : 'ANSWER_INVALID';
    case 'EMAIL':
      return typeof value === 'string' && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value) && value.length <= 254
        ? undefined
        : 'ANSWER_INVALID';
    case 'SELECT':
    case 'RECORD':
      return known(value) ? undefined : 'ANSWER_INVALID';
    case 'MULTISELECT':
      return Array.isArray(value) && value.every(known) && new Set(value).size === value.length
        ? undefined
        : 'ANSWER_INVALID';
    case 'BOOLEAN':
      return typeof value === 'boolean' ? undefined : 'ANSWER_INVALID';
    default:
      return typeof value === 'number' && Number.isInteger(value) && value > 0 ? undefined : 'ANSWER_INVALID';
  }
}

const decimalOf = (answer: Answer | undefined): string | null =>
  typeof answer === 'number' || typeof answer === 'string' ? String(answer) : null;

/** The answers with what nobody types written in: facts from the record, formulas from what stands before them. */
export function written(fields: readonly FormField[], given: Answers, facts: Facts): Answers {
  const answers = { ...given };
  // What a formula reads stands before it, with all that it hangs on: written by then.
  const asked = new Map<string, boolean>();
  for (const field of fields) {
    if (field.type === 'FACT') answers[field.key] = facts[field.fact ?? ''] ?? null;
    if (field.type === 'FORMULA')
      answers[field.key] = worth(field.formula ?? '', (key) =>
        isAsked(fields, key, answers, asked) ? decimalOf(answers[key]) : null,
      );
  }
  return answers;
}

/**
 * Answers held against the form. A draft may lack what is required, nothing may be wrong. What the form does not ask is
 * dropped from the answers that come back; what it does not know at all is a fault. Facts and formulas are written here:
 * what was sent for them counts nothing.
 */
export function checkAnswers(
  fields: readonly FormField[],
  given: Answers,
  complete: boolean,
  facts: Facts = {},
): { answers: Answers; faults: AnswerFault[] } {
  const faults: AnswerFault[] = [];
  const answers: Answers = {};
  const keys = new Set(fields.map(({ key }) => key));
  for (const key of Object.keys(given))
    if (!keys.has(key)) faults.push({ path: `answers.${key}`, code: 'ANSWER_UNKNOWN' });
  const all = written(fields, given, facts);
  const asked = new Map<string, boolean>();
  for (const field of fields) {
    if (!isAsked(fields, field.key, all, asked)) continue;
    const value = all[field.key];
    const path = `answers.${field.key}`;
    if (isBlank(value) || (field.type === 'BOOLEAN' && field.required && complete && value !== true)) {
      if (complete && field.required && !isWritten(field.type)) faults.push({ path, code: 'form_required' });
      if (value === false) answers[field.key] = false;
      continue;
    }
    const code = isWritten(field.type) ? undefined : faultOf(field, value as Answer);
    if (code) faults.push({ path, code });
    else answers[field.key] = typeof value === 'string' ? value.trim() : (value as Answer);
  }
  return { answers, faults };
}

/** The keys that a field refers to. */
const refersTo = (field: FormField): string[] => [
  ...(field.condition ? [field.condition.field] : []),
  ...(field.type === 'FORMULA' ? fieldsIn(field.formula ?? '') : []),
];

/** What stays when whatever leads nowhere is taken away, again and again: the keys that lead into a circle. */
function leadingIntoCircles(arrows: ReadonlyMap<string, readonly string[]>): Set<string> {
  const left = new Set(arrows.keys());
  const back = turned(arrows);
  const ends = [...left].filter((key) => !arrows.get(key)?.length);
  const open = new Map([...arrows].map(([key, to]) => [key, to.length]));
  for (let key = ends.pop(); key !== undefined; key = ends.pop()) {
    left.delete(key);
    for (const by of back.get(key) ?? []) {
      const still = (open.get(by) ?? 0) - 1;
      open.set(by, still);
      if (still === 0) ends.push(by);
    }
  }
  return left;
}

function turned(arrows: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const back = new Map<string, string[]>([...arrows.keys()].map((key) => [key, []]));
  for (const [key, to] of arrows) for (const one of to) back.get(one)?.push(key);
  return back;
}

/** The keys in circles of references, or on a way from one circle to another. */
function keysInCircles(fields: readonly FormField[]): Set<string> {
  const known = byKey(fields);
  const arrows = new Map(
    [...known].map(([key, field]) => [key, [...new Set(refersTo(field))].filter((one) => known.has(one))]),
  );
  return leadingIntoCircles(arrows).intersection(leadingIntoCircles(turned(arrows)));
}

/** Fields that are in `before` and not in `after`, although others there still refer to them. */
export function stillReferred(
  before: readonly FormField[],
  after: readonly FormField[],
): { field: FormField; by: FormField[] }[] {
  const keys = new Set(after.map(({ key }) => key));
  const references = after.map((field) => ({ field, on: new Set(refersTo(field)) }));
  return before
    .filter(({ key }) => !keys.has(key))
    .map((field) => ({ field, by: references.filter(({ on }) => on.has(field.key)).map((one) => one.field) }))
    .filter(({ by }) => by.length > 0);
}

/** What of the record a form may show, and from which records it may let somebody choose. */
export interface OfRecord {
  facts?: readonly string[];
  sources?: readonly string[];
}

const deciding: readonly FieldType[] = ['SELECT', 'MULTISELECT'];

/**
 * What is wrong with a form itself: keys that stand twice, choices without options, conditions and formulas on what comes
 * later or nowhere or leads back to them, values that the other field does not offer, facts and records that nobody knows.
 */
export function checkFields(fields: readonly FormField[], { facts = [], sources = [] }: OfRecord = {}): AnswerFault[] {
  const faults: AnswerFault[] = [];
  const before = new Map<string, FormField>();
  const inCircles = keysInCircles(fields);
  fields.forEach((field, at) => {
    const path = `fields.${at}`;
    const fault = (name: string, code: string) => faults.push({ path: `${path}.${name}`, code });
    if (before.has(field.key)) fault('key', 'FIELD_TWICE');
    if (deciding.includes(field.type)) {
      const values = (field.options ?? []).map(({ value }) => value);
      if (!values.length) fault('options', 'form_required');
      else if (new Set(values).size < values.length) fault('options', 'OPTION_TWICE');
    }
    if (field.condition) {
      const on = before.get(field.condition.field);
      if (!on) fault('condition', inCircles.has(field.key) ? 'CONDITION_CIRCLE' : 'CONDITION_UNKNOWN');
      else if (deciding.includes(on.type)) {
        const values = on.options?.map(({ value }) => value) ?? [];
        if (!field.condition.in.every((value) => values.includes(value))) fault('condition', 'CONDITION_VALUE');
      }
    }
    if (field.type === 'FACT' && !facts.includes(field.fact ?? '')) fault('fact', 'FACT_UNKNOWN');
    if (field.type === 'RECORD' && !sources.includes(field.source ?? '')) fault('source', 'SOURCE_UNKNOWN');
    if (field.type === 'FORMULA') {
      if (!readFormula(field.formula ?? '')) fault('formula', 'FORMULA_UNREADABLE');
      else if (inCircles.has(field.key)) fault('formula', 'CONDITION_CIRCLE');
      else if (!fieldsIn(field.formula ?? '').every((key) => isNumber(before.get(key))))
        fault('formula', 'FORMULA_UNKNOWN');
    }
    if (typeof field.min === 'number' && typeof field.max === 'number' && field.min > field.max)
      fault('max', 'ANSWER_RANGE');
    before.set(field.key, field);
  });
  return faults;
}

const isNumber = (field: FormField | undefined) =>
  field !== undefined && (field.type === 'NUMBER' || field.type === 'FORMULA' || field.type === 'FACT');
