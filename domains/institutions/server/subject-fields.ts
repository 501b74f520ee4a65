import { type SQL, sql } from 'drizzle-orm';
import { titled } from '#platform/server/records/subjects.ts';
import { academicYears, departments, educationForms } from './tables.ts';

/** What much of what can be reported is of, as fields of it; `value` is the id. */

export const academicYearField = (value: SQL) => ({
  titles: { uz: 'Oʻquv yili', ru: 'Учебный год', en: 'Academic year' },
  kind: 'reference' as const,
  to: { table: academicYears, title: () => sql`${academicYears.name}` },
  value,
});
export const educationFormField = (value: SQL) => ({
  titles: { uz: 'Taʼlim shakli', ru: 'Форма обучения', en: 'Form of education' },
  kind: 'reference' as const,
  to: titled(educationForms),
  value,
});
export const facultyField = (value: SQL) => ({
  titles: { uz: 'Fakultet', ru: 'Факультет', en: 'Faculty' },
  kind: 'reference' as const,
  to: titled(departments),
  value,
});
