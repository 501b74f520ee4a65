import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { academicYears, semesters } from './tables.ts';

interface SemesterInput {
  number: number;
  starts_on: string;
  ends_on: string;
}

const titleOf = (number: number) => ({ uz: `${number}-semestr`, ru: `${number}-й семестр`, en: `Semester ${number}` });

const dayMs = 86_400_000;

/** The Monday from which the weeks of a semester are counted: the first on which it has begun. Dates are `YYYY-MM-DD`. */
export function firstMondayOf({ starts_on }: { starts_on: string }): string {
  const start = Date.parse(starts_on);
  return new Date(start + ((8 - new Date(start).getUTCDay()) % 7) * dayMs).toISOString().slice(0, 10);
}

/** Which week of the semester a day lies in. The days before the first Monday belong to week 1. */
export const weekOf = (semester: { starts_on: string }, day: string): number =>
  Math.max(1, Math.floor((Date.parse(day) - Date.parse(firstMondayOf(semester))) / (7 * dayMs)) + 1);

/** The semesters of these years, by year, in their order. */
export async function semestersOf(call: Call, years: number[]) {
  const rows = years.length
    ? await call.db
        .select({
          id: semesters.id,
          academic_year_id: semesters.academic_year_id,
          number: semesters.number,
          title: semesters.title,
          starts_on: semesters.starts_on,
          ends_on: semesters.ends_on,
        })
        .from(semesters)
        .where(inArray(semesters.academic_year_id, years))
        .orderBy(asc(semesters.number))
    : [];
  return Map.groupBy(rows, (row) => row.academic_year_id);
}

/** The semesters in their order; all lie inside the year and do not overlap. `path` is where the year stands in the input. */
export function demandSemesters(
  year: { starts_on: string; ends_on: string },
  input: readonly SemesterInput[],
  path = '',
): SemesterInput[] {
  const wanted = input.toSorted((a, b) => a.number - b.number);
  let previousEnd = '';
  for (const [index, semester] of wanted.entries()) {
    if (semester.starts_on >= semester.ends_on) throw failField(`${path}semesters.${index}.ends_on`, 'DATES_REVERSED');
    if (semester.starts_on < year.starts_on || semester.ends_on > year.ends_on || semester.starts_on <= previousEnd)
      throw failField(`${path}semesters.${index}.starts_on`, 'OUTSIDE_YEAR');
    previousEnd = semester.ends_on;
  }
  return wanted;
}

/** Sets the dates of a year's semesters by number. */
export async function saveSemesters(
  call: Call,
  year: { id: number; starts_on: string; ends_on: string },
  input: SemesterInput[] | undefined,
): Promise<void> {
  if (!input) return;
  const wanted = demandSemesters(year, input);
  if (wanted.length === 0) return;
  await call.db
    .insert(semesters)
    .values(wanted.map((semester) => ({ ...semester, academic_year_id: year.id, title: titleOf(semester.number) })))
    .onConflictDoUpdate({
      target: [semesters.institution_id, semesters.academic_year_id, semesters.number],
      targetWhere: sql`deleted_at is null`,
      set: { starts_on: sql`excluded.starts_on`, ends_on: sql`excluded.ends_on` },
    });
}

/** Every semester, newest first, with its year and whether that is the running one. */
export async function allSemesters(call: Call, input: { academic_year_id?: number | undefined } | undefined) {
  const rows = await call.db
    .select({
      id: semesters.id,
      academic_year_id: semesters.academic_year_id,
      number: semesters.number,
      starts_on: semesters.starts_on,
      ends_on: semesters.ends_on,
      title: sql<string>`${localTitle(semesters.title, call.locale)}`,
      academic_year: academicYears.name,
      current: sql<boolean>`(select edulab_today()) between ${semesters.starts_on} and ${semesters.ends_on}`,
    })
    .from(semesters)
    .innerJoin(academicYears, eq(academicYears.id, semesters.academic_year_id))
    .where(input?.academic_year_id ? eq(semesters.academic_year_id, input.academic_year_id) : undefined)
    .orderBy(desc(semesters.starts_on), desc(semesters.id));
  return rows;
}
