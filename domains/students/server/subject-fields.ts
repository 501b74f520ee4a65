import { type SQL, sql } from 'drizzle-orm';
import { students } from './tables.ts';

/** The student as a field of what can be reported; `value` is the id. */
export const studentField = (value: SQL) => ({
  titles: { uz: 'Talaba', ru: 'Студент', en: 'Student' },
  kind: 'reference' as const,
  to: { table: students, title: () => sql`${students.full_name}` },
  value,
});
