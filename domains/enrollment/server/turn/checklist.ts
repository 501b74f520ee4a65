import { asc, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { agreementsOfYear, contractsOfYear } from '#domains/accounting/server/index.ts';
import { choicesOfYear, courses, intakesOfYear, leadersOfYear, plansOfYear } from '#domains/curriculum/server/index.ts';
import { placesOfYear, roomsOfYear, seatsOfYear } from '#domains/groups/server/index.ts';
import { academicYears, type Readiness, readinessOf, semestersOfYear } from '#domains/institutions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { keptUntilChanged } from '#platform/server/fast/index.ts';
import { type YearNeed, type yearChecklist, yearNeeds } from '../../shapes-turn.ts';
import { enrollments, progressionOutcomes } from '../tables.ts';

/** What an academic year needs, counted by those who own it; nobody ticks anything. */

export interface AcademicYear {
  id: number;
  title: string;
  starts_on: string;
  ends_on: string;
}

/** A year with those before and after it. Without an id: the first that has not begun, else the newest. Errors: NOT_FOUND. */
export async function yearsAround(
  call: Call,
  id?: number,
): Promise<{ year: AcademicYear; previous: AcademicYear | null; next: AcademicYear | null }> {
  const rows = await call.db
    .select({
      id: academicYears.id,
      title: academicYears.name,
      starts_on: academicYears.starts_on,
      ends_on: academicYears.ends_on,
      begun: sql<boolean>`${academicYears.starts_on} <= (select edulab_today())`,
    })
    .from(academicYears)
    .where(isNull(academicYears.deleted_at))
    .orderBy(asc(academicYears.starts_on), asc(academicYears.id));
  const coming = rows.findIndex((row) => !row.begun);
  const at = id === undefined ? (coming < 0 ? rows.length - 1 : coming) : rows.findIndex((row) => row.id === id);
  const plain = (row: (typeof rows)[number] | undefined): AcademicYear | null =>
    row ? { id: row.id, title: row.title, starts_on: row.starts_on, ends_on: row.ends_on } : null;
  const year = plain(rows[at]);
  if (!year) throw fail('NOT_FOUND');
  return { year, previous: plain(rows[at - 1]), next: plain(rows[at + 1]) };
}

const notNeeded: Readiness = { done: 0, needed: 0, missing: [] };

/** Years of study of the year before that are closed or decided, of all. */
const progressionReadiness = (call: Call, year: number): Promise<Readiness> =>
  keptUntilChanged(call, {
    key: `progression ${year}`,
    tables: ['enrollments', 'courses', 'progression_outcomes'],
    make: () => progressionIn(call, year),
  });
const progressionIn = (call: Call, year: number): Promise<Readiness> =>
  readinessOf(
    call,
    sql`select c.code || ' · ' || e.study_year as title, e.status not in ('PLANNED', 'ACTIVE', 'SUSPENDED')
                 or exists (select 1 from ${progressionOutcomes} o where o.enrollment_id = e.id and not o.undone) as done
          from ${enrollments} e join ${courses} c on c.id = e.course_id where e.academic_year_id = ${year} and e.deleted_at is null`,
  );

export async function checklist(call: Call, id?: number): Promise<z.infer<typeof yearChecklist>> {
  const { year, previous, next } = await yearsAround(call, id);
  const people = sql`select e.student_id, e.course_id, e.study_year from ${enrollments} e
    where e.academic_year_id = ${year.id} and e.status in ('PLANNED', 'ACTIVE', 'SUSPENDED') and e.deleted_at is null`;
  const counts: Record<YearNeed, Promise<Readiness>> = {
    semesters: semestersOfYear(call, year.id),
    plans: plansOfYear(call, year.id),
    leaders: leadersOfYear(call, year.id),
    choices: choicesOfYear(call, year.id),
    intakes: intakesOfYear(call, year.id),
    places: placesOfYear(call, year.id),
    rooms: roomsOfYear(call, year.id),
    agreements: agreementsOfYear(call, year.id),
    progression: previous ? progressionReadiness(call, previous.id) : Promise.resolve(notNeeded),
    seats: seatsOfYear(call, year.id, people),
    contracts: contractsOfYear(call, year.id, sql`select p.student_id from (${people}) p`),
  };
  const lines = await Promise.all(yearNeeds.map(async (code) => ({ code, ...(await counts[code]) })));
  return { year, previous, next, lines };
}
