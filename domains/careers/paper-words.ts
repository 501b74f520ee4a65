import type { Locale } from '#platform/contract/index.ts';
import type { languageLevels } from './shapes-cv.ts';

/** What stands over the parts of a CV, in the language of the CV, whoever reads it in whatever language. */
export interface PaperWords {
  work: string;
  education: string;
  achievements: string;
  certificates: string;
  awards: string;
  articles: string;
  modules: string;
  skills: string;
  languages: string;
  contacts: string;
  now: string;
  native: string;
  verified: (institution: string, day: string) => string;
}

export const paperWords: Record<Locale, PaperWords> = {
  uz: {
    work: 'Ish tajribasi',
    education: 'Taʼlim',
    achievements: 'Yutuqlar',
    certificates: 'Sertifikatlar',
    awards: 'Mukofotlar',
    articles: 'Maqolalar',
    modules: 'Fanlar va natijalar',
    skills: 'Koʻnikmalar',
    languages: 'Tillar',
    contacts: 'Aloqa',
    now: 'hozirgacha',
    native: 'ona tili',
    verified: (institution, day) => `Belgi qoʻyilgan maʼlumotlar ${institution} yozuvlaridan, ${day} holatiga`,
  },
  ru: {
    work: 'Опыт работы',
    education: 'Образование',
    achievements: 'Достижения',
    certificates: 'Сертификаты',
    awards: 'Награды',
    articles: 'Публикации',
    modules: 'Модули и результаты',
    skills: 'Навыки',
    languages: 'Языки',
    contacts: 'Контакты',
    now: 'наст. время',
    native: 'родной',
    verified: (institution, day) => `Отмеченное взято из записей: ${institution}, на ${day}`,
  },
  en: {
    work: 'Work experience',
    education: 'Education',
    achievements: 'Achievements',
    certificates: 'Certificates',
    awards: 'Awards',
    articles: 'Publications',
    modules: 'Modules and results',
    skills: 'Skills',
    languages: 'Languages',
    contacts: 'Contacts',
    now: 'present',
    native: 'native',
    verified: (institution, day) => `What is ticked comes from the records of ${institution}, as of ${day}`,
  },
};

export const levelInWords = (locale: Locale, level: (typeof languageLevels)[number]): string =>
  level === 'NATIVE' ? paperWords[locale].native : level;
/** 2024-09 → 09.2024. */
export const monthInWords = (value: string | null | undefined): string =>
  value ? `${value.slice(5, 7)}.${value.slice(0, 4)}` : '';
/** From when to when; what has no end goes on where `goesOn` says so. */
export const spanInWords = (
  locale: Locale,
  from: string | null | undefined,
  to: string | null | undefined,
  goesOn = false,
): string =>
  [monthInWords(from), to ? monthInWords(to) : goesOn && from ? paperWords[locale].now : '']
    .filter(Boolean)
    .join(' – ');
