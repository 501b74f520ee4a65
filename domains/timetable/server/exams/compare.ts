import { sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { modulesByIds } from '../store.ts';
import { periodById, presentPeriods } from './periods.ts';
import { type ExamRow, examsOf, type Period } from './plan.ts';
import { examHalls } from './tables.ts';

/** Two plans of exams beside each other; exams of one module are the same exam. */
export async function comparePeriods(call: Call, first_id: number, second_id: number) {
  const [first, second] = [await periodById(call, first_id), await periodById(call, second_id)];
  if (!first || !second) throw fail('NOT_FOUND');
  const lists = [await examsOf(call, first.id), await examsOf(call, second.id)] as const;
  const of = (rows: readonly ExamRow[]) => new Map(rows.map((row) => [row.course_module_id, row]));
  const [one, two] = [of(lists[0]), of(lists[1])];
  const modules = [...new Set([...one.keys(), ...two.keys()])];
  const names = await modulesByIds(call, modules);
  const place = (period: Period, row: ExamRow | undefined) =>
    row?.date && row.sitting
      ? `${row.date.split('-').reverse().join('.')}, ${period.sittings[row.sitting - 1]?.starts_at ?? ''}`
      : message(call.locale, row ? 'timetable.nowhere' : 'exam.none');
  const differences = modules.flatMap((module) => {
    const [left, right] = [place(first, one.get(module)), place(second, two.get(module))];
    if (left === right) return [];
    const students = Math.max(one.get(module)?.student_ids.length ?? 0, two.get(module)?.student_ids.length ?? 0);
    const { code = '', title = '' } = names.get(module) ?? {};
    return [{ title: `${code} ${title}`, students, first: left, second: right }];
  });
  return {
    first: await summary(call, first),
    second: await summary(call, second),
    same: modules.length - differences.length,
    moved: differences.length,
    differences: differences.sort((a, b) => b.students - a.students).slice(0, 200),
  };
}

async function summary(call: Call, period: Period) {
  const [shown] = await presentPeriods(call, [period]);
  const { rows } = await call.db.execute<{ halls: number; days: number }>(
    sql`select count(*)::int as halls, count(distinct date)::int as days from ${examHalls} where period_id = ${period.id}`,
  );
  const { exams, students, unplaced, twice } = shown!;
  return { exams, students, unplaced, twice, ...rows[0]! };
}
