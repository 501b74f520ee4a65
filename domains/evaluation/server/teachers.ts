import { and, eq, sql } from 'drizzle-orm';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { contract } from '../contract.ts';
import { ownStaff, visible } from './reach.ts';
import { periods, units } from './tables.ts';

/** One teacher over all modules and years, of results that the caller may see one by one. */

interface Unit {
  period_id: number;
  period: string;
  year: string;
  module_id: number;
  module: string;
  voted: number;
  invited: number;
  mean: number | null;
}
const most = 1000;

const rounded = (value: number) => Math.round(value * 100) / 100;
function together(of: readonly Unit[]) {
  const means = of.flatMap(({ mean }) => (mean === null ? [] : [mean]));
  const voted = of.reduce((sum, one) => sum + one.voted, 0);
  const invited = of.reduce((sum, one) => sum + one.invited, 0);
  return {
    results: means.length,
    voted,
    invited,
    rate: invited ? Math.round((100 * voted) / invited) : 0,
    mean: means.length ? rounded(means.reduce((sum, one) => sum + one, 0) / means.length) : null,
  };
}

/** Errors: NOT_FOUND where the caller may see nothing about this teacher; of oneself there may be nothing yet. */
export async function teacherResults(
  call: Call,
  { staff_id }: InputOf<typeof contract.result.teacher>,
): Promise<OutputOf<typeof contract.result.teacher>> {
  const whose = staff_id ? eq(units.staff_id, staff_id) : sql`${units.staff_id} in ${ownStaff(call)}`;
  const found: Unit[] = await call.db
    .select({
      period_id: periods.id,
      period: sql<string>`${localTitle(sql`${periods.title}`, call.locale)}`,
      year: academicYears.name,
      module_id: modules.id,
      module: sql<string>`${localTitle(sql`${modules.title}`, call.locale)}`,
      voted: units.voted,
      invited: units.invited,
      mean: units.mean,
    })
    .from(units)
    .innerJoin(periods, eq(periods.id, units.period_id))
    .innerJoin(academicYears, eq(academicYears.id, periods.academic_year_id))
    .innerJoin(courseModules, eq(courseModules.id, units.course_module_id))
    .innerJoin(modules, eq(modules.id, courseModules.module_id))
    .where(and(whose, sql`${units.deleted_at} is null`, visible(call)))
    .orderBy(academicYears.starts_on, periods.starts_on, units.id)
    .limit(most);
  if (staff_id && found.length === 0) throw fail('NOT_FOUND');
  const [person] = await call.db
    .select({ name: sql<string>`concat_ws(' ', ${staff.lastname}, ${staff.firstname}, ${staff.midname})` })
    .from(staff)
    .where(staff_id ? eq(staff.id, staff_id) : sql`${staff.id} in ${ownStaff(call)}`)
    .limit(1);
  return {
    teacher: person?.name ?? '',
    ...together(found),
    periods: [...Map.groupBy(found, ({ period_id }) => period_id)].map(([id, of]) => ({
      id,
      title: of[0]!.period,
      year: of[0]!.year,
      ...together(of),
    })),
    modules: [...Map.groupBy(found, ({ module_id }) => module_id)]
      .map(([id, of]) => {
        const steps = [...Map.groupBy(of, ({ period_id }) => period_id).values()].flatMap(
          (one) => together(one).mean ?? [],
        );
        return {
          id,
          title: of[0]!.module,
          ...together(of),
          change: steps.length > 1 ? rounded(steps.at(-1)! - steps[0]!) : null,
        };
      })
      .sort((a, b) => a.title.localeCompare(b.title, call.locale)),
  };
}
