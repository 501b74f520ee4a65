import { type Answers, checkAnswers, type FormField, isAsked } from '#domains/questions/contract.ts';
import type { Translate } from '#platform/web/index.ts';
import type { Application } from '../api.ts';

/** What is missing or wrong in an application, by path: `answers.school`, `documents.DIPLOMA`, `campaign_id`. */

export type Faults = Record<string, string>;

export const fieldsOf = (application: Application): FormField[] =>
  (application.fields ?? []).flatMap((batch) => batch.fields as FormField[]);

export const papersOf = (application: Application) => application.required_documents ?? [];

/** A sentence for the code of a fault; the server's own where the browser has none. */
export function sentenceOf(t: Translate, code: string, field?: FormField, given?: string): string {
  if (code === 'form_required') return t('apply.fault.required');
  if (code === 'ANSWER_RANGE' && field) {
    const size = field.type === 'NUMBER' ? 'range' : 'length';
    return t(`apply.fault.${size}`, { min: field.min ?? 0, max: field.max ?? 10_000 });
  }
  if (code.startsWith('ANSWER')) return t('apply.fault.format');
  return given || t('apply.fault.format');
}

/** Of the answers as they are; `complete` also names what is missing. */
export function answerFaults(t: Translate, fields: readonly FormField[], answers: Answers, complete: boolean): Faults {
  return Object.fromEntries(
    checkAnswers(fields, answers, complete).faults.map(({ path, code }) => [
      path,
      sentenceOf(
        t,
        code,
        fields.find((field) => `answers.${field.key}` === path),
      ),
    ]),
  );
}

export const askedOf = (all: readonly FormField[], some: readonly FormField[], answers: Answers) =>
  some.filter((field) => isAsked(all, field.key, answers));
