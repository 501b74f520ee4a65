import { type SQL, sql } from 'drizzle-orm';
import { onDay } from './reach.ts';
import { groupMembers, groups } from './tables.ts';

/** What reports of students' work call a group: the main one in which somebody is today, once its membership is joined. */

export const groupField = () => ({
  titles: { uz: 'Guruh', ru: 'Группа', en: 'Group' },
  kind: 'reference' as const,
  to: { table: groups, title: () => sql`${groups.name}` },
  value: sql`m.group_id`,
});
/** Nobody is in two main groups on one day, so it adds no rows. `m` is its alias. */
export const joinGroup = (student: SQL): SQL =>
  sql`left join ${groupMembers} m on m.student_id = ${student} and m.kind = 'MAIN' and ${onDay()}`;
