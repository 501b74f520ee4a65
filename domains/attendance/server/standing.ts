import { type SQL, sql } from 'drizzle-orm';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import type { standings } from '../shapes.ts';
import type { AttendanceSettings } from './settings.ts';

/** Hours in class, and the share that somebody attended or missed without excuse. */

/**
 * Per cent of the lessons in which somebody was, among those that they attended or missed without excuse; null where there
 * is none. The student's home says it, and marks for attendance are made of it.
 */
export const attendedShare = ({ attended, missed }: { attended: number; missed: number }): number | null =>
  attended + missed > 0 ? Math.round((attended * 1000) / (attended + missed)) / 10 : null;
/** The same in SQL, of columns. */
export const attendedShareOf = (attended: SQL, missed: SQL): SQL =>
  sql`round(${attended} * 100::numeric / nullif(${attended} + ${missed}, 0), 1)`;

/** Hours in class that a module has, by the name under which it is joined. */
export const hoursIn = (module: SQL): SQL =>
  sql`${module}.lecture_hours + ${module}.seminar_hours + ${module}.practical_hours + ${module}.laboratory_hours`;

/** Hours in class that the plan gives a course module; 0 where it says none. `id` is a column with its id. */
export const planned = (id: SQL): SQL =>
  sql`coalesce((select ${hoursIn(sql`m`)} from ${courseModules} own join ${modules} m on m.id = own.module_id where own.id = ${id}), 0)`;

/** The same of all course modules, to be joined: `id` and `hours`. */
export const plannedHours = sql`(select own.id, ${hoursIn(sql`m`)} as hours from ${courseModules} own join ${modules} m on m.id = own.module_id)`;

type Limits = Pick<AttendanceSettings, 'limit_percent' | 'near_percent' | 'hours_per_session'>;

/** `missed` in sessions, `hours` of the plan; without hours nothing can be said. The share in percent, to a tenth. */
export function standingOf(missed: number, hours: number, limits: Limits) {
  const exact = hours > 0 ? (missed * limits.hours_per_session * 100) / hours : 0;
  return { share: Math.round(exact * 10) / 10, standing: standing(exact, limits) };
}

const standing = (
  share: number,
  { limit_percent, near_percent }: Pick<Limits, 'limit_percent' | 'near_percent'>,
): (typeof standings)[number] =>
  share > limit_percent ? 'OVER' : share >= (limit_percent * near_percent) / 100 ? 'NEAR' : 'FINE';

/** Percent of `missed` sessions in `hours`, in SQL. */
export const shareOf = (missed: SQL, hours: SQL, { hours_per_session }: Limits): SQL =>
  sql`(case when ${hours} > 0 then ${missed} * ${sql.raw(String(Number(hours_per_session) * 100))}.0 / ${hours} else 0 end)`;

/**
 * Of so many hours, from how many missed sessions on and up to how many one is at this standing, in SQL: whole numbers, so
 * that an index finds them.
 */
export function missedAt(
  hours: SQL,
  at: 'NEAR' | 'OVER',
  { limit_percent, near_percent, hours_per_session }: Limits,
): { least: SQL; most: SQL } {
  const sessions = (percent: number) => sql`(${hours} * ${percent}::numeric / ${hours_per_session * 100})`;
  const allowed = sql`floor(${sessions(limit_percent)})::int`;
  return at === 'OVER'
    ? { least: sql`${allowed} + 1`, most: sql`2147483647` }
    : { least: sql`greatest(1, ceil(${sessions((limit_percent * near_percent) / 100)})::int)`, most: allowed };
}

/** Whether a share is at this standing, in SQL. */
export const standingIs = (share: SQL, at: 'NEAR' | 'OVER', { limit_percent, near_percent }: Limits): SQL =>
  at === 'OVER'
    ? sql`${share} > ${limit_percent}`
    : sql`${share} >= ${(limit_percent * near_percent) / 100}::numeric and ${share} <= ${limit_percent}`;
