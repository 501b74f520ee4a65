import type { Title } from '#platform/contract/index.ts';
import { currentLocale, titleIn } from '../../i18n.tsx';
import type { LoadOptions, Option, OptionId } from './options.ts';

const numberOf = (name: string): number | undefined => {
  const text = new URLSearchParams(window.location.search).get(name) ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
};

/** Whom the address chooses in the selector of a page: `?id=9`. */
export const addressedId = (): number | undefined => numberOf('id');

interface Student {
  id: number;
  title: string;
  student_no: string;
}
type Question = { ids: number[] } | { search: string; group?: number };

/**
 * Students for a selector, found by name or number; `all` is the call that lists them. `?group=5` in the address offers
 * those of that group alone, so that a page of a group can lead to any form.
 */
export const studentOptions =
  (all: (question: Question) => Promise<readonly Student[]>): LoadOptions =>
  async (search, ids) => {
    const group = numberOf('group');
    const question = ids ? { ids: ids.map(Number) } : { search, ...(group ? { group } : {}) };
    return (await all(question)).slice(0, 50).map(({ id, title, student_no }) => ({ id, title, note: student_no }));
  };

interface Country {
  code: string;
  title: Title;
}
/** Countries for a field that keeps their codes, in the reader's language; `list` is the call that lists them. */
export const countryOptions =
  (list: (question: { search?: string; code?: string[]; size: number }) => Promise<{ content: readonly Country[] }>) =>
  async (search: string, ids?: OptionId[]): Promise<Option[]> => {
    const { content } = await list({ ...(ids ? { code: ids.map(String) } : { search }), size: 200 });
    return content.map(({ code, title }) => ({ id: code, title: titleIn(title, currentLocale()), note: code }));
  };
