import { currentShownLocale, inScript } from './i18n.tsx';

type Parts = Record<string, unknown>;
const isText = (value: unknown): value is string => typeof value === 'string';

/** Names of people stand as they are in the records, so references to people do as well. */
const people = new Set(
  'co_teachers invigilators mentor person persons stand_ins student students teacher teachers validator'.split(' '),
);

/** What a record refers to: a number and a title, with a code at most. Only its number is ever sent back. */
const isReference = (value: Parts) =>
  typeof value.id === 'number' &&
  isText(value.title) &&
  Object.keys(value).every((key) => key === 'id' || key === 'title' || key === 'code');

/** A row about a module, by its code and title, with its course or its number. What is saved has a version. */
const isOfModule = (value: Parts) =>
  isText(value.code) &&
  isText(value.title) &&
  !('version' in value) &&
  (isText(value.course) || typeof (value.course_module_id ?? value.module_id) === 'number');

/** What the calendar shows of other parts: a record of theirs, not of the calendar. */
const isElsewhere = (value: Parts) => value.version === null && value.id === null && isText(value.title);

/** A fault that the server found, with its sentence. */
const isFault = (value: Parts) => isText(value.code) && isText(value.message);

const isParts = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const saidIn = (value: Parts): string[] =>
  isReference(value)
    ? ['title']
    : isOfModule(value)
      ? ['title', 'course']
      : isElsewhere(value)
        ? ['title', 'description']
        : isFault(value)
          ? ['message']
          : [];

function write(value: unknown): void {
  if (Array.isArray(value)) for (const one of value) write(one);
  else if (isParts(value)) {
    for (const key of saidIn(value)) {
      const text = value[key];
      if (isText(text)) value[key] = inScript(text);
    }
    for (const [key, part] of Object.entries(value)) if (!people.has(key)) write(part);
  }
}

/**
 * An answer as it came, with what the server says in Uzbek in the script that is read: titles of what records refer to,
 * and sentences of faults. All else is what somebody wrote and may be saved again, so it stays.
 */
export function said<T>(answer: T): T {
  if (currentShownLocale() === 'uz-Cyrl') write(answer);
  return answer;
}
