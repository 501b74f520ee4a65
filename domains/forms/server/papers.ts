import { makeTranscript } from '#domains/assessment/server/index.ts';
import { issueDocument } from '#domains/credentials/server/index.ts';
import { type Answers, type Facts, type FormField, isAsked } from '#domains/questions/server/index.ts';
import type { students } from '#domains/students/server/index.ts';
import { type Locale, locales, type Title } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { letterheadOf, longDate, paperDate } from '#platform/server/documents/index.ts';
import type { PaperTemplate } from '../shapes.ts';
import { factTitle } from './facts.ts';

/** The paper that a type makes: words of the office, blanks filled from the record and from what was answered. */

const blank = /\{\s*([a-z][a-z0-9_.]*)\s*\}/g;

/** Every blank with the place where it stands. */
export const blanksIn = (paper: PaperTemplate): { path: string; name: string }[] =>
  (['title', 'text'] as const).flatMap((part) =>
    locales.flatMap((locale) =>
      [...(paper[part][locale] ?? '').matchAll(blank)].map(([, name = '']) => ({
        path: `paper.${part}.${locale}`,
        name,
      })),
    ),
  );

const inLanguage = (text: Title, locale: Locale) => text[locale] || text.uz;

/** An answer as a paper says it. */
function answerInWords(field: FormField, answer: Answers[string] | undefined, locale: Locale): string {
  if (answer === undefined || answer === null) return '';
  const word = (value: unknown) => {
    const option = field.options?.find((one) => one.value === value);
    return option ? inLanguage(option.title, locale) : String(value);
  };
  if (field.type === 'DATE') return paperDate(String(answer)) ?? '';
  if (field.type === 'BOOLEAN') return message(locale, answer === true ? 'answer_yes' : 'answer_no');
  return [answer].flat().map(word).join(', ');
}

interface PaperDraft {
  template: PaperTemplate;
  language: Locale;
  student: typeof students.$inferSelect;
  fields: readonly FormField[];
  answers: Answers;
  facts: Facts;
}

/** Makes it in the caller's transaction. Errors: NO_RESULTS of a transcript of somebody who has none yet. */
export async function makePaper(
  call: Call,
  { template, language, student, fields, answers, facts }: PaperDraft,
): Promise<{ id: number; number: string; valid_until: string | null }> {
  const today = await todayOf(call);
  const valid_until = template.valid_days
    ? new Date(Date.parse(today) + template.valid_days * 86_400_000).toISOString().slice(0, 10)
    : null;
  if (template.kind === 'TRANSCRIPT') {
    const { document } = await makeTranscript(call, { student_id: student.id, language });
    return { id: document.id, number: document.number, valid_until };
  }
  const values = new Map<string, string>(Object.entries(facts).map(([name, value]) => [name, value ?? '']));
  values.set('today', longDate(today, language));
  for (const field of fields)
    values.set(
      `answers.${field.key}`,
      isAsked(fields, field.key, answers) ? answerInWords(field, answers[field.key], language) : '',
    );
  const say = (text: Title) =>
    inLanguage(text, language).replaceAll(blank, (_whole, name: string) => values.get(name) ?? '');
  const letterhead = await letterheadOf(call, language);
  const names = { RECTOR: letterhead.rector ?? '', REGISTRAR: letterhead.registrar ?? '' };
  const rows = [
    ...template.facts
      .map((name): [string, string] => [factTitle(language, name), values.get(name) ?? ''])
      .filter(([, value]) => value !== ''),
    ...(valid_until
      ? [[message(language, 'paper_valid_until'), longDate(valid_until, language)] as [string, string]]
      : []),
  ];
  const row = await issueDocument(call, {
    kind: template.kind,
    // Of fifty requests at once nobody waits for the drawing, nor for the numbers of others.
    later: true,
    language,
    title: say(template.title),
    student_id: student.id,
    account_id: student.account_id,
    subject_name: student.full_name,
    sections: [
      ...say(template.text)
        .split(/\n\s*\n/)
        .filter((part) => part.trim() !== '')
        .map((text) => ({ kind: 'text' as const, text })),
      ...(rows.length ? [{ kind: 'facts' as const, rows }] : []),
    ],
    signatories: template.signatories.map((who) => ({ role: message(language, `signatory.${who}`), name: names[who] })),
  });
  return { id: row.id, number: row.number, valid_until };
}
