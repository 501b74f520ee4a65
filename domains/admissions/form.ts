import type { Title } from '#platform/contract/index.ts';

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
  'BOOLEAN',
  'FILE',
  'PHOTO',
] as const;
export type FieldType = (typeof fieldTypes)[number];

export const applicantTypes = ['general', 'transfer', 'secondary-spec', 'master'] as const;
export const levels = ['BACHELOR', 'MASTER', 'MS'] as const;

export interface FormField {
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
}

/** A paper that goes with the application; empty lists mean every applicant type, every level. */
export interface RequiredDocument {
  type: string;
  title: Title;
  applicant_types: (typeof applicantTypes)[number][];
  levels: (typeof levels)[number][];
  required: boolean;
}

export type Answer = string | number | boolean | string[] | null;
export type Answers = Record<string, Answer>;
export interface AnswerFault {
  path: string;
  code: string;
}

const isBlank = (value: Answer | undefined) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether a field is asked, given the answers; what hangs on a field that is not asked is not asked either. */
export function isAsked(fields: readonly FormField[], key: string, answers: Answers): boolean {
  const seen = new Set<string>();
  let field = fields.find((one) => one.key === key);
  while (field?.condition) {
    if (seen.has(field.key)) return false;
    seen.add(field.key);
    const { field: on, in: values } = field.condition;
    const given = [answers[on] ?? ''].flat().map(String);
    if (!given.some((value) => values.includes(value))) return false;
    field = fields.find((one) => one.key === on);
  }
  return true;
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

/**
 * Answers held against the form. A draft may lack what is required, nothing may be wrong. What the form does not ask is
 * dropped from the answers that come back; what it does not know at all is a fault.
 */
export function checkAnswers(
  fields: readonly FormField[],
  given: Answers,
  complete: boolean,
): { answers: Answers; faults: AnswerFault[] } {
  const faults: AnswerFault[] = [];
  const answers: Answers = {};
  for (const key of Object.keys(given))
    if (!fields.some((field) => field.key === key)) faults.push({ path: `answers.${key}`, code: 'ANSWER_UNKNOWN' });
  for (const field of fields) {
    if (!isAsked(fields, field.key, given)) continue;
    const value = given[field.key];
    const path = `answers.${field.key}`;
    if (isBlank(value) || (field.type === 'BOOLEAN' && field.required && complete && value !== true)) {
      if (complete && field.required) faults.push({ path, code: 'form_required' });
      if (value === false) answers[field.key] = false;
      continue;
    }
    const code = faultOf(field, value as Answer);
    if (code) faults.push({ path, code });
    else answers[field.key] = typeof value === 'string' ? value.trim() : (value as Answer);
  }
  return { answers, faults };
}

/** The papers that somebody of this type and level brings. */
export const documentsFor = (
  documents: readonly RequiredDocument[],
  applicantType: string,
  level: string | null,
): RequiredDocument[] =>
  documents.filter(
    (document) =>
      (document.applicant_types.length === 0 || document.applicant_types.some((type) => type === applicantType)) &&
      (document.levels.length === 0 || document.levels.some((one) => one === level)),
  );

/** What of the papers that are asked for stands in the way of finding an application right. */
export interface PaperFault {
  type: string;
  title: Title;
  code: 'PAPER_MISSING' | 'PAPER_NOT_CHECKED' | 'PAPER_DECLINED';
}
export const paperFaults = (
  asked: readonly RequiredDocument[],
  brought: readonly { type: string; status: 'PENDING' | 'ACCEPTED' | 'DECLINED' }[],
): PaperFault[] =>
  asked.flatMap(({ type, title, required }): PaperFault[] => {
    const there = brought.find((one) => one.type === type);
    if (there?.status === 'ACCEPTED' || (!required && there?.status !== 'PENDING')) return [];
    const code = !there ? 'PAPER_MISSING' : there.status === 'DECLINED' ? 'PAPER_DECLINED' : 'PAPER_NOT_CHECKED';
    return [{ type, title, code }];
  });

/** What is wrong with a form itself: keys that stand twice, choices without options, conditions on what comes later or nowhere. */
export function checkFields(fields: readonly FormField[]): AnswerFault[] {
  const faults: AnswerFault[] = [];
  const before = new Map<string, FormField>();
  fields.forEach((field, at) => {
    const path = `fields.${at}`;
    if (before.has(field.key)) faults.push({ path: `${path}.key`, code: 'FIELD_TWICE' });
    if ((field.type === 'SELECT' || field.type === 'MULTISELECT') && !field.options?.length)
      faults.push({ path: `${path}.options`, code: 'form_required' });
    if (field.condition && !before.has(field.condition.field))
      faults.push({ path: `${path}.condition`, code: 'CONDITION_UNKNOWN' });
    if (typeof field.min === 'number' && typeof field.max === 'number' && field.min > field.max)
      faults.push({ path: `${path}.max`, code: 'ANSWER_RANGE' });
    before.set(field.key, field);
  });
  return faults;
}
