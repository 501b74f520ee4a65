import { type Answer, type Answers, checkAnswers, type FormField } from '#domains/questions/contract.ts';

/** What somebody typed into an application and the server does not have yet. No I/O: use-draft.ts keeps and sends it. */

export interface Unsent {
  /** By key; null empties an answer. */
  answers: Answers;
  /** What the server had when the typing began: another device may have written since. */
  before: Answers;
  /** Went off without an answer: the server may have these, so not even taking them back is nothing to send. */
  tried: readonly string[];
}

export const nothingUnsent: Unsent = { answers: {}, before: {}, tried: [] };

export interface Clash {
  key: string;
  mine: Answer;
  /** What another device sent meanwhile. */
  theirs: Answer;
}

const isBlank = (value: Answer | undefined) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
/** Blank answers are all alike, and so are texts that differ in the spaces around them. */
const isSameAnswer = (a: Answer | undefined, b: Answer | undefined) =>
  (isBlank(a) && isBlank(b)) || JSON.stringify(trimmed(a)) === JSON.stringify(trimmed(b));
const trimmed = (value: Answer | undefined) => (typeof value === 'string' ? value.trim() : value);
const withoutKeys = (unsent: Unsent, keys: readonly string[]): Unsent => {
  const keep = (all: Answers) => Object.fromEntries(Object.entries(all).filter(([key]) => !keys.includes(key)));
  const answers = keep(unsent.answers);
  if (Object.keys(answers).length === 0) return nothingUnsent;
  return { answers, before: keep(unsent.before), tried: unsent.tried.filter((key) => !keys.includes(key)) };
};

/** One more thing typed; back to what the server has leaves nothing to send. */
export function withTyped(unsent: Unsent, saved: Answers, key: string, value: Answer): Unsent {
  const before = key in unsent.before ? unsent.before[key] : saved[key];
  if (isSameAnswer(value, before) && isSameAnswer(value, saved[key]) && !unsent.tried.includes(key))
    return withoutKeys(unsent, [key]);
  return {
    ...unsent,
    answers: { ...unsent.answers, [key]: value },
    before: { ...unsent.before, [key]: before ?? null },
  };
}

/** The answers as the person sees them. */
export const shownAnswers = (saved: Answers, unsent: Unsent): Answers =>
  Object.fromEntries(Object.entries({ ...saved, ...unsent.answers }).filter(([, value]) => !isBlank(value)));

/** Answers that were changed here and elsewhere, differently: they wait for a choice. */
export const clashesOf = (saved: Answers, unsent: Unsent): Clash[] =>
  Object.entries(unsent.answers).flatMap(([key, mine]) =>
    isSameAnswer(saved[key], unsent.before[key]) || isSameAnswer(saved[key], mine)
      ? []
      : [{ key, mine, theirs: saved[key] ?? null }],
  );

/**
 * What can be sent now. What does not fit its field stays on the device and is told at the field; so does what the
 * server refused (`refused`), until it is typed anew, and what clashes.
 */
export function sendableAnswers(
  fields: readonly FormField[],
  saved: Answers,
  unsent: Unsent,
  refused: ReadonlySet<string> = new Set(),
): Answers {
  const held = new Set([...refused, ...clashesOf(saved, unsent).map((clash) => clash.key)]);
  const wrong = new Set(checkAnswers(fields, shownAnswers(saved, unsent), false).faults.map((fault) => fault.path));
  return Object.fromEntries(
    Object.entries(unsent.answers)
      .filter(([key]) => fields.some((field) => field.key === key) && !held.has(key) && !wrong.has(`answers.${key}`))
      .map(([key, value]) => [key, isBlank(value) ? null : value]),
  );
}

/** These are on their way: said before they go, for the answer may get lost. */
export const withTried = (unsent: Unsent, sent: Answers): Unsent => ({
  ...unsent,
  tried: [...new Set([...unsent.tried, ...Object.keys(sent)])],
});

/** After the server took `sent`: what was typed meanwhile stays, on top of what the server has now. */
export function withDelivered(unsent: Unsent, sent: Answers, saved: Answers): Unsent {
  const done = Object.keys(sent).filter((key) => key in unsent.answers && isSameAnswer(unsent.answers[key], sent[key]));
  const rest = withoutKeys(unsent, done);
  const behind = Object.keys(sent).filter((key) => key in rest.answers);
  if (!behind.length) return rest;
  return {
    answers: rest.answers,
    before: { ...rest.before, ...Object.fromEntries(behind.map((key) => [key, saved[key] ?? null])) },
    tried: rest.tried.filter((key) => !behind.includes(key)),
  };
}

/** The choice in a clash: mine is typed over what the other device sent, theirs forgets mine. */
export const withChoice = (unsent: Unsent, saved: Answers, key: string, whose: 'mine' | 'theirs'): Unsent =>
  whose === 'theirs'
    ? withoutKeys(unsent, [key])
    : { ...unsent, before: { ...unsent.before, [key]: saved[key] ?? null } };
