import { type DeclaredFields, type Locale, wordsOf } from '#platform/contract/index.ts';

/** The fields that domains declare in their `fields.ts`, by domain. */
export const declaredFields = Object.entries(
  import.meta.glob<DeclaredFields>('../../domains/*/fields.ts', { eager: true, import: 'declared' }),
).map(([path, declared]) => ({ domain: path.split('/').at(-2) ?? '', declared }));

/** What those fields are called: the same messages as the browser makes of them. */
export const declaredWords = (locale: Locale): Record<string, string> =>
  Object.assign({}, ...declaredFields.map(({ domain, declared }) => wordsOf(domain, declared, locale)));
