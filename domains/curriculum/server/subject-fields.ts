import type { SQL } from 'drizzle-orm';
import { titled } from '#platform/server/records/subjects.ts';
import { courses, modules } from './tables.ts';

/** The programme as a field of what can be reported; `value` is its id. */
export const courseField = (value: SQL) => ({
  titles: { uz: 'Yoʻnalish', ru: 'Направление', en: 'Programme' },
  kind: 'reference' as const,
  to: titled(courses),
  value,
});

export const moduleField = (value: SQL) => ({
  titles: { uz: 'Modul', ru: 'Модуль', en: 'Module' },
  kind: 'reference' as const,
  to: titled(modules),
  value,
});

export const semesterField = (value: SQL) => ({
  titles: { uz: 'Semestr', ru: 'Семестр', en: 'Semester' },
  kind: 'number' as const,
  value,
});

export const studyYearField = (value: SQL) => ({
  titles: { uz: 'Kurs', ru: 'Курс', en: 'Year of study' },
  kind: 'number' as const,
  value,
});
