import { claimFiles, claimPicture } from '#domains/files/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { type Answers, checkFields, type FormField, isPicture, type OfRecord, stillReferred } from '../answers.ts';

/** What every domain with forms asks of a form before it keeps it, and of answers. */

/**
 * Refuses a form that cannot be filled in (BAD_REQUEST, each fault with its place), and one that lost a field on which
 * others still hang (FIELD_REFERRED, with their names). `of`: what of the record may stand in it, and from what one may choose.
 */
export function demandSound(
  call: Pick<Call, 'locale'>,
  before: readonly FormField[],
  after: readonly FormField[],
  of: OfRecord = {},
): void {
  const name = ({ title }: FormField) => title[call.locale] || title.uz;
  const [lost] = stillReferred(before, after);
  if (lost)
    throw fail('FIELD_REFERRED', {
      field: name(lost.field),
      by: lost.by.map(name).join(', '),
      keys: lost.by.map(({ key }) => key),
    });
  const faults = checkFields(after, of);
  if (faults.length) throw fail('BAD_REQUEST', { fields: faults });
}

/** Files among the answers are the writer's own; a photo and a signature are pictures. */
export async function claimAnswers(
  call: Call,
  fields: readonly FormField[],
  answers: Answers,
  before: Answers,
): Promise<void> {
  for (const field of fields) {
    const value = answers[field.key];
    if (typeof value !== 'number' || value === before[field.key]) continue;
    if (isPicture(field.type)) await claimPicture(call, `answers.${field.key}`, value);
    else if (field.type === 'FILE') await claimFiles(call, `answers.${field.key}`, [value]);
  }
}
