import { type SQL, sql } from 'drizzle-orm';
import { staff } from './tables.ts';

export const teacherField = (value: SQL) => ({
  titles: { uz: 'Oʻqituvchi', ru: 'Преподаватель', en: 'Teacher' },
  kind: 'reference' as const,
  to: { table: staff, title: () => sql`(${staff.lastname} || ' ' || ${staff.firstname})` },
  value,
});
