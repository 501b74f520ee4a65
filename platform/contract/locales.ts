/** The languages of texts and titles. Apart from all shapes, as a page knows them before it asks for anything. */
export const locales = ['uz', 'ru', 'en'] as const;
export type Locale = (typeof locales)[number];

/** What people choose to read in: one of the languages, and of Uzbek also its other script, which is the browser's work. */
export const shownLocales = ['uz', 'uz-Cyrl', 'ru', 'en'] as const;
export type ShownLocale = (typeof shownLocales)[number];
export const languageOf = (shown: ShownLocale): Locale => (shown === 'uz-Cyrl' ? 'uz' : shown);

/** Each in its own words. */
export const localeNames: Record<ShownLocale, string> = {
  uz: 'Oʻzbekcha',
  'uz-Cyrl': 'Ўзбекча',
  ru: 'Русский',
  en: 'English',
};
