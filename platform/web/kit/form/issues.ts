import type { z } from 'zod';
import type { MessageId, NameIn } from '../../i18n.tsx';
import { boundsOf, lengthsOf, valueAt } from './schema.ts';

/** A text of `messages/*.json` with its values. */
export interface ErrorText {
  id: MessageId;
  values?: Record<string, string | number>;
}

const text = (name: NameIn<'kit.error'>, values?: Record<string, string | number>): ErrorText => ({
  id: `kit.error.${name}`,
  ...(values ? { values } : {}),
});

/** Codes that schemas and the server give, and the text of each. `form_required`, `number_range` and `asciiError` are the product's own names. */
const byCode: Record<string, NameIn<'kit.error'>> = {
  form_required: 'required',
  required: 'required',
  REQUIRED: 'required',
  asciiError: 'latin',
  ascii: 'latin',
  latin: 'latin',
  phone: 'phone',
  email: 'email',
  url: 'url',
  code: 'code',
  username: 'username',
  username_script: 'usernameScript',
  role_name: 'roleName',
  money: 'money',
  amount_positive: 'amountPositive',
  amount_too_large: 'amountTooLarge',
  date_range: 'date',
  birthdate_ahead: 'birthdateAhead',
  passwords_differ: 'passwords',
  password_mismatch: 'passwords',
  password: 'password',
  choose_one: 'chooseOne',
  assessment_required: 'assessmentRequired',
  zip: 'zip',
  unprintable: 'unprintable',
};

export const textOfCode = (code: string): ErrorText | undefined => (byCode[code] ? text(byCode[code]) : undefined);

const formats: Record<string, NameIn<'kit.error'>> = { email: 'email', url: 'url', date: 'date', datetime: 'date' };

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** The sentence for one fault that a schema found; `values` are the form's, `schema` tells the other bound of a range. */
export function textOfIssue(issue: z.core.$ZodIssue, values: unknown, schema?: z.ZodType): ErrorText {
  const path = issue.path.map(String).join('.');
  const value = valueAt(values, path);
  const known = textOfCode(issue.message);
  if (issue.message === 'number_range' && schema) {
    const { min = 0, max = 0 } = boundsOf(schema, path);
    return text('range', { min, max });
  }
  if (issue.code === 'too_small' && issue.origin === 'array')
    return issue.minimum > 1 ? text('chooseMore', { min: Number(issue.minimum) }) : text('chooseOne');
  if (issue.code === 'too_big' && issue.origin === 'array') return text('chooseFewer', { max: Number(issue.maximum) });
  // The product's own words where nothing but a group is missing.
  if (isEmpty(value)) return text(/(^|\.)group_id$/.test(path) ? 'group' : 'required');
  if (known) return known;
  switch (issue.code) {
    case 'invalid_value':
      // A box that must be ticked is a literal true.
      return text(value === false ? 'required' : 'format');
    case 'too_small':
    case 'too_big': {
      const limit = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum);
      if (issue.origin === 'string') {
        if (issue.exact) return text('exact', { n: limit });
        const { least, most } = schema ? lengthsOf(schema, path) : {};
        // Bounds of a length are told as those that it must not reach.
        if (least !== undefined && least > 1 && most !== undefined && !/(^|\.)password$/.test(path))
          return text('range', { min: least - 1, max: most + 1 });
        return issue.code === 'too_small' ? text('shorter', { min: limit }) : text('longer', { max: limit });
      }
      const { min, max } = schema ? boundsOf(schema, path) : {};
      if (!issue.inclusive && min !== undefined && max !== undefined) return text('range', { min, max });
      if (issue.code === 'too_small') return text(issue.inclusive ? 'min' : 'minExclusive', { min: limit });
      return text(issue.inclusive ? 'max' : 'maxExclusive', { max: limit });
    }
    case 'invalid_format':
      return text(formats[issue.format] ?? 'format');
    default:
      return text('format');
  }
}

/** First fault of each field: dotted path → text. The empty path holds a fault of the whole form. */
export function textsOfIssues(
  issues: readonly z.core.$ZodIssue[],
  values: unknown,
  schema?: z.ZodType,
): Record<string, ErrorText> {
  const result: Record<string, ErrorText> = {};
  for (const issue of issues) {
    const path = issue.path.map(String).join('.');
    result[path] ??= textOfIssue(issue, values, schema);
  }
  return result;
}

export interface ServerFault {
  path: string;
  code: string;
  message: string;
}

export interface ServerError {
  status: number;
  code: string;
  message: string;
  fields: ServerFault[];
  /** the row as it is now, when the answer was 409 STALE */
  current: Record<string, unknown> | undefined;
  /** who made it so, and when, where the server knows */
  by: string | undefined;
  at: string | undefined;
}

/** Reads whatever a call threw: `{status, code, message, data}` or anything else. */
export function readServerError(error: unknown): ServerError {
  const at = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const data = (typeof at.data === 'object' && at.data !== null ? at.data : {}) as Record<string, unknown>;
  const fields = Array.isArray(data.fields)
    ? data.fields.filter(
        (fault): fault is ServerFault =>
          typeof fault === 'object' && fault !== null && typeof (fault as ServerFault).path === 'string',
      )
    : [];
  return {
    status: typeof at.status === 'number' ? at.status : 0,
    code: typeof at.code === 'string' ? at.code : '',
    message: typeof at.message === 'string' ? at.message : '',
    fields,
    current:
      typeof data.current === 'object' && data.current !== null ? (data.current as Record<string, unknown>) : undefined,
    by: typeof data.by === 'string' ? data.by : undefined,
    at: typeof data.at === 'string' ? data.at : undefined,
  };
}

export interface Differences {
  /** changed by both, to different values: a person has to choose */
  both: string[];
  /** changed by me alone: mine stays */
  mine: string[];
  /** changed by the other alone: theirs stays, as I never touched it */
  theirs: string[];
}

/** What two people did to one record: my values, theirs, and what it was when I opened the form. */
export function differences(
  before: Record<string, unknown>,
  mine: Record<string, unknown>,
  theirs: Record<string, unknown>,
  keys: readonly string[],
): Differences {
  const differs = (a: unknown, b: unknown) => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null);
  const result: Differences = { both: [], mine: [], theirs: [] };
  for (const key of keys) {
    if (key === 'version' || key === 'id' || !(key in mine) || !differs(mine[key], theirs[key])) continue;
    const [byMe, byThem] = [differs(mine[key], before[key]), differs(theirs[key], before[key])];
    if (byMe && byThem) result.both.push(key);
    else if (byMe) result.mine.push(key);
    else if (byThem) result.theirs.push(key);
  }
  return result;
}
