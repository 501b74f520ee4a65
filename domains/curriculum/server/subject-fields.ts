import type { SQL } from 'drizzle-orm';
import { titled } from '#platform/server/records/subjects.ts';
import { courses } from './tables.ts';

/** The programme as a field of what can be reported; `value` is its id. */
export const courseField = (value: SQL) => ({
  titles: { uz: 'Yoʻnalish', ru: 'Направление', en: 'Programme' },
  kind: 'reference' as const,
  to: titled(courses),
  value,
});
