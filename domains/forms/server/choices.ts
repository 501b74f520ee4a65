import { and, eq, isNull, sql } from 'drizzle-orm';
import { retakeOffers } from '#domains/assessment/server/index.ts';
import { courses } from '#domains/curriculum/server/index.ts';
import { educationForms } from '#domains/institutions/server/index.ts';
import type { Answers, Facts, FormField } from '#domains/questions/server/index.ts';
import { type Locale, locales, type Option, type Title } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { type FormSection, type Source, sources } from '../shapes.ts';
import type { FactsInWords } from './facts.ts';

/** What may be chosen in a request is what there is: programmes, forms of education, modules that somebody may sit again. */

const offered: Record<
  Source,
  (call: Call, student_ids: readonly number[]) => Promise<(student_id: number) => Option[]>
> = {
  async COURSE(call) {
    const all = await call.db
      .select({ id: courses.id, title: sql<string>`${localTitle(courses.title, call.locale)}` })
      .from(courses)
      .where(and(eq(courses.active, true), isNull(courses.deleted_at)))
      .orderBy(courses.code);
    return () => all;
  },
  async EDUCATION_FORM(call) {
    const all = await call.db
      .select({ id: educationForms.id, title: sql<string>`${localTitle(educationForms.title, call.locale)}` })
      .from(educationForms)
      .where(isNull(educationForms.deleted_at))
      .orderBy(educationForms.id);
    return () => all;
  },
  async RETAKE(call, student_ids) {
    const of = await retakeOffers(call, student_ids);
    return (student_id) => of.get(student_id) ?? [];
  },
};

/** From these records, asked once for all of these people, in the language of the caller. */
export const recordsOf = (call: Call, source: Source, student_ids: readonly number[]) =>
  offered[source](call, student_ids);

const sourceOf = ({ type, source }: FormField): Source | undefined =>
  type === 'RECORD' ? sources.find((one) => one === source) : undefined;

/** The fields with what this student may choose, in three languages. */
export async function withChoices(call: Call, student_id: number, fields: readonly FormField[]): Promise<FormField[]> {
  const wanted = [...new Set(fields.flatMap((field) => sourceOf(field) ?? []))];
  const options = new Map<Source, { value: string; title: Title }[]>();
  for (const source of wanted) {
    const titles = new Map<number, Partial<Title>>();
    for (const locale of locales)
      for (const { id, title } of (await recordsOf({ ...call, locale }, source, [student_id]))(student_id))
        titles.set(Number(id), { ...titles.get(Number(id)), [locale]: title });
    options.set(
      source,
      [...titles].map(([id, title]) => ({ value: String(id), title: { uz: '', ru: '', en: '', ...title } })),
    );
  }
  return fields.map((field) => {
    const source = sourceOf(field);
    return source ? { ...field, options: options.get(source) ?? [] } : field;
  });
}

/** Under this name what was chosen is kept in words, beside the facts of the record. */
const wordsOf = (field: FormField) => `answers.${field.key}`;

/** The facts with what was chosen, as it was called when the request was sent. */
export const withChosen = (facts: FactsInWords, fields: readonly FormField[], answers: Answers): FactsInWords => {
  const said = (locale: Locale): Facts =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const chosen = sourceOf(field) && field.options?.find(({ value }) => value === answers[field.key]);
        return chosen ? [[wordsOf(field), chosen.title[locale] || chosen.title.uz]] : [];
      }),
    );
  return { uz: { ...facts.uz, ...said('uz') }, ru: { ...facts.ru, ...said('ru') }, en: { ...facts.en, ...said('en') } };
};

/** The fields of a request that was sent: of each choice what was chosen, as it was called then. */
export const asChosen = (fields: readonly FormField[], answers: Answers, facts: FactsInWords): FormField[] =>
  fields.map((field) => {
    const answer = answers[field.key];
    if (!sourceOf(field) || typeof answer !== 'string') return field;
    const say = (locale: Locale) => facts[locale][wordsOf(field)] ?? answer;
    return { ...field, options: [{ value: answer, title: { uz: say('uz'), ru: say('ru'), en: say('en') } }] };
  });

/** Each section with its fields made otherwise, in the order in which they stand. */
export function overFields(sections: readonly FormSection[], fields: readonly FormField[]): FormSection[] {
  let at = 0;
  return sections.map((section) => ({ ...section, fields: section.fields.map((field) => fields[at++] ?? field) }));
}
