import { sql } from 'drizzle-orm';
import { studentDebts } from '#domains/accounting/server/index.ts';
import { standingsOf } from '#domains/assessment/server/index.ts';
import { settingsOf, sumsSince } from '#domains/attendance/server/index.ts';
import { missedHomework } from '#domains/lessons/server/index.ts';
import type { Facts, RuleKind, RuleSet } from '../rules.ts';
import type { Background } from './rule-sets.ts';

/**
 * What the record says of students, in the words of those who keep it: absence of registers, results of the boards, homework of
 * lessons, debts of the books. Nothing is counted here.
 */

const tiyinInSum = 100;
const dayMs = 86_400_000;

/** Over how many weeks a kind of rule looks, of all of these sets. */
const weeksOf = (sets: readonly RuleSet[], kinds: readonly RuleKind[]): number[] => [
  ...new Set(
    sets.flatMap(({ rules }) =>
      rules.flatMap(({ kind, on, weeks }) => (on && kinds.includes(kind) && weeks ? [weeks] : [])),
    ),
  ),
];
const asked = (sets: readonly RuleSet[], kinds: readonly RuleKind[]): boolean =>
  sets.some(({ rules }) => rules.some(({ kind, on }) => on && kinds.includes(kind)));

/** Of at most a block of students; each source is asked once for each window of weeks, and not at all where no rule asks. */
export async function factsOf(
  call: Background,
  ids: readonly number[],
  sets: readonly RuleSet[],
  day: string,
): Promise<Map<number, Facts>> {
  const people = sql`${sql.param([...ids])}::int[]`;
  const [{ hours_per_session }, absence, homework, standings, debts] = [
    await settingsOf(call),
    new Map<number, Map<number, { share: number | null; hours: number; lessons: number }>>(),
    new Map<number, Map<number, number>>(),
    new Map<number, { average: number | null; failed: number }>(),
    asked(sets, ['DEBT', 'DEBT_DAYS']) ? await studentDebts(call, ids, day) : new Map(),
  ];
  const under = <V>(map: Map<number, Map<number, V>>, student: number, weeks: number, value: V) => {
    const own = map.get(student) ?? new Map<number, V>();
    own.set(weeks, value);
    map.set(student, own);
  };
  // A handful of windows, however many faculties have rules.
  for (const weeks of weeksOf(sets, ['ABSENCE_SHARE', 'ABSENCE_HOURS'])) {
    const { rows } = await call.db.execute<{
      student_id: number;
      missed: number;
      lessons: number;
      share: number | null;
    }>(
      sql`select a.student_id, a.missed, a.lessons, a.share::float8 as share from ${sumsSince(sql`(select unnest(${people}))`, weeks)} a`,
    );
    for (const { student_id, missed, lessons, share } of rows)
      under(absence, student_id, weeks, { share, hours: missed * hours_per_session, lessons });
  }
  for (const weeks of weeksOf(sets, ['HOMEWORK'])) {
    const { rows } = await call.db.execute<{ student_id: number; missed: number }>(
      sql`select h.student_id, count(*)::int as missed from ${missedHomework(people, weeks)} h group by 1`,
    );
    for (const { student_id, missed } of rows) under(homework, student_id, weeks, missed);
  }
  if (asked(sets, ['AVERAGE', 'FAILED'])) {
    const { rows } = await call.db.execute<{ student_id: number; average: number | null; failed: number }>(
      sql`select s.student_id, s.average::float8 as average, s.failed from ${standingsOf(people)} s`,
    );
    for (const { student_id, ...standing } of rows) standings.set(student_id, standing);
  }
  return new Map(
    ids.map((id): [number, Facts] => {
      const debt = debts.get(id);
      return [
        id,
        {
          absence: absence.get(id) ?? new Map(),
          homework: homework.get(id) ?? new Map(),
          average: standings.get(id)?.average ?? null,
          failed: standings.get(id)?.failed ?? 0,
          overdue: (debt?.overdue ?? 0) / tiyinInSum,
          overdue_days: debt?.overdue_since
            ? Math.round((Date.parse(day) - Date.parse(debt.overdue_since)) / dayMs)
            : null,
        },
      ];
    }),
  );
}
