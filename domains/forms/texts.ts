import { type Locale, locales, type Title } from '#platform/contract/index.ts';
import type { FormContent } from './exchange.ts';

/** Every text of a form with the place where it stands, to be translated side by side. Browser-safe. */

type Worded = Pick<FormContent, 'title' | 'description' | 'sections' | 'steps' | 'paper'>;
export const textKinds = [
  'title',
  'description',
  'section',
  'note',
  'question',
  'hint',
  'option',
  'step',
  'paper',
  'words',
] as const;
export interface FormText {
  /** Where it stands: `sections.0.fields.2.title`. */
  path: string;
  kind: (typeof textKinds)[number];
  text: Title;
}

/** In the order in which they are read; what is not there at all needs no translation. */
export function textsOf({ title, description, sections, steps, paper }: Worded): FormText[] {
  const found: FormText[] = [];
  const look = (path: string, kind: FormText['kind'], text: Title | null | undefined) => {
    if (text && locales.some((locale) => text[locale]?.trim())) found.push({ path, kind, text });
  };
  look('title', 'title', title);
  look('description', 'description', description);
  sections.forEach((section, at) => {
    const here = `sections.${at}`;
    look(`${here}.title`, 'section', section.title);
    look(`${here}.note`, 'note', section.note);
    section.fields.forEach((field, nth) => {
      look(`${here}.fields.${nth}.title`, 'question', field.title);
      look(`${here}.fields.${nth}.hint`, 'hint', field.hint);
      (field.options ?? []).forEach((option, one) => {
        look(`${here}.fields.${nth}.options.${one}.title`, 'option', option.title);
      });
    });
  });
  steps.forEach((step, at) => {
    look(`steps.${at}.title`, 'step', step.title);
  });
  look('paper.title', 'paper', paper?.title);
  look('paper.text', 'words', paper?.text);
  return found;
}

const lacking = (text: Title): Locale[] => locales.filter((locale) => !text[locale]?.trim());

/** What is not said in each language, by where it stands. */
export const untranslated = (form: Worded): { path: string; lacks: Locale[] }[] =>
  textsOf(form).flatMap(({ path, text }) => (lacking(text).length ? [{ path, lacks: lacking(text) }] : []));

/** The form with other words at these places; all else is what it was. */
export function withTexts<F extends Worded>(form: F, texts: Readonly<Record<string, Title>>): F {
  const set = (value: unknown, path: string): unknown => {
    const given = texts[path];
    if (given) return given;
    if (Array.isArray(value)) return value.map((one, at) => set(one, `${path}.${at}`));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, set(one, path ? `${path}.${key}` : key)]),
    );
  };
  return set(form, '') as F;
}
