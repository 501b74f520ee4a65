import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courseModuleReach, courseModules, courses, modules } from '#domains/curriculum/server/index.ts';
import { courseModulesOfStudents } from '#domains/groups/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { reachOfToday } from '#platform/server/records/as-of.ts';
import { exactFirst, likeLiteral, localTitle } from '#platform/server/records/resource.ts';
import type { moduleRef } from '../shapes.ts';

/** Course modules as this domain speaks of them, and which of them a right reaches. */

export type ModuleRef = z.infer<typeof moduleRef>;

/** Ids of the student that the caller is. */
export const ownStudents = (call: Call): SQL =>
  sql`(select s.id from ${students} s where s.account_id = ${call.account_id} and s.deleted_at is null)`;

/** The same with the records before it: what stands there stays open to whoever graduated and was enrolled anew. */
export const ownRecords = (call: Call): SQL => sql`(select edulab_own_records(${call.account_id}))`;

/** Whether a permission reaches the course module in `column`; undefined for all of the institution. */
export function moduleReach(call: Call, permission: PermissionName, column: SQL): SQL | undefined {
  const own = scopeOf(call, permission) === 'own';
  if (own && !call.asOf) return sql`${column} in ${courseModulesOfStudents(ownStudents(call))}`;
  const reach = reachOfToday(
    call,
    sql`${courseModules}`,
    courseModules.id,
    own
      ? sql`${courseModules.id} in ${courseModulesOfStudents(ownStudents(call))}`
      : courseModuleReach(call, permission),
  );
  return reach && sql`${column} in (select ${courseModules.id} from ${courseModules} where ${reach})`;
}

/** Ids of those of these course modules that a permission reaches; none without it. */
export async function reachedModules(
  call: Call,
  permission: PermissionName,
  ids: readonly number[],
): Promise<Set<number>> {
  if (!call.abilities.has(permission) || ids.length === 0) return new Set();
  const reach = moduleReach(call, permission, sql`cm.id`);
  if (!reach) return new Set(ids);
  const { rows } = await call.db.execute<{ id: number }>(
    sql`select cm.id from ${courseModules} cm where cm.id = any(${sql.param([...ids])}::int[]) and ${reach}`,
  );
  return new Set(rows.map((row) => row.id));
}

/** Refuses with 404 what is not there and with 403 what one of the permissions does not reach. */
export async function demandModule(
  call: Call,
  permission: PermissionName | readonly PermissionName[],
  id: number,
): Promise<void> {
  const reaches = [permission]
    .flat()
    .filter((one) => call.abilities.has(one))
    .map((one) => moduleReach(call, one, sql`cm.id`) ?? sql`true`);
  const reached = reaches.length ? sql.join(reaches, sql` or `) : sql`false`;
  const { rows } = await call.db.execute<{ reached: boolean }>(
    sql`select ${reached} as reached from ${courseModules} cm where cm.id = ${id} and cm.deleted_at is null`,
  );
  if (!rows[0]) throw fail('NOT_FOUND');
  if (!rows[0].reached) throw fail('NOT_YOUR_ASSESSMENT');
}

/** Code, title, programme and time of course modules by id, in the caller's language. */
export async function moduleRefs(call: Call, ids: Iterable<number>): Promise<Map<number, ModuleRef>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const { rows } = await call.db.execute<ModuleRef & Record<string, unknown>>(sql`
    select cm.id, m.code, ${localTitle(sql`m.title`, call.locale)} as title, ${localTitle(sql`c.title`, call.locale)} as course,
           y.name as academic_year, cm.study_year, cm.semester, cm.credits::float8 as credits
      from ${courseModules} cm join ${modules} m on m.id = cm.module_id join ${courses} c on c.id = cm.course_id
      join ${academicYears} y on y.id = cm.academic_year_id
     where cm.id = any(${sql.param(wanted)}::int[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Course modules that a right reaches, for selectors: at most 200, the newest first; found by text or by ids. */
export async function moduleOptions(
  call: Call,
  input: { search?: string | undefined; ids?: string | undefined; of?: string | undefined },
): Promise<{ id: number; title: string }[]> {
  const asked = input.of ?? (call.abilities.has('mark.read') ? 'mark.read' : 'exam_admission.read');
  const permission = [...call.abilities.keys()].find((name) => name === asked);
  if (!permission) throw fail('FORBIDDEN', { permission: asked });
  const ids = input.ids?.split(',').filter((part) => /^\d{1,9}$/.test(part));
  const title = sql`m.code || ' ' || ${localTitle(sql`m.title`, call.locale)} || ', ' || c.code || ', ' || y.name || ' ' || cm.study_year || '.' || cm.semester`;
  const { rows } = await call.db.execute<{ id: number; title: string }>(sql`
    select cm.id, ${title} as title from ${courseModules} cm join ${modules} m on m.id = cm.module_id join ${courses} c on c.id = cm.course_id
      join ${academicYears} y on y.id = cm.academic_year_id
     where cm.deleted_at is null and ${moduleReach(call, permission, sql`cm.id`) ?? sql`true`}
       ${ids ? sql`and cm.id = any(${sql.param(ids.map(Number))}::int[])` : sql``}
       ${input.search ? sql`and ${title} ilike ${`%${likeLiteral(input.search)}%`}` : sql``}
     order by ${exactFirst(title, input.search)}, y.starts_on desc, cm.semester desc, 2, 1 limit 200`);
  return rows;
}

/** What people search a course module by, as one text; `column` holds its id. */
export const moduleText = (column: SQL): SQL =>
  sql`(select m.code || ' ' || (m.title ->> 'uz') || ' ' || (m.title ->> 'ru') || ' ' || (m.title ->> 'en') || ' ' || (c.title ->> 'uz') || ' ' || c.code
    from ${courseModules} cm join ${modules} m on m.id = cm.module_id join ${courses} c on c.id = cm.course_id where cm.id = ${column})`;
