import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { today, todayOf } from '#platform/server/clock.ts';
import { localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import { contract } from '../contract.ts';
import type { vacancyRecord } from '../shapes.ts';
import { type VacancyStatus, vacancyWorkflow } from '../workflow.ts';
import { statusChanges } from './history.ts';
import { branchDepartments, demandLivingDepartment } from './policy.ts';
import { departmentTitles, jobTitles } from './present.ts';
import { jobPositions, vacancies } from './tables.ts';

type Vacancy = z.infer<typeof vacancyRecord>;
type Row = typeof vacancies.$inferSelect;

const hasEnded = (status: VacancyStatus) => status === 'FILLED' || status === 'CLOSED';

/** Takes applications today: switched on and inside its dates. */
export const isOpen: SQL = sql`(${vacancies.status} = 'ACTIVE' and ${vacancies.opens_on} <= ${today} and (${vacancies.closes_on} is null or ${vacancies.closes_on} >= ${today}))`;

/** Those who look for work see what is open; a branch sees its own besides; the institution sees all. */
function vacanciesInReach(call: Call): SQL | undefined {
  const scope = scopeOf(call, 'vacancy.read');
  if (scope === 'institution') return undefined;
  return scope === 'branch' ? sql`(${isOpen} or ${vacancies.department_id} in ${branchDepartments(call)})` : isOpen;
}

async function present(call: Call, rows: Row[]): Promise<Vacancy[]> {
  if (rows.length === 0) return [];
  const units = await departmentTitles(
    call,
    rows.map((row) => row.department_id),
  );
  const jobs = await jobTitles(
    call,
    rows.map((row) => row.job_position_id),
  );
  const day = await todayOf(call);
  const manage = may(call, 'vacancy.manage');
  return rows.map((row) => {
    const live = manage && !hasEnded(row.status);
    return {
      ...plain(row),
      job_position: jobs.get(row.job_position_id) ?? null,
      department: units.get(row.department_id ?? 0) ?? null,
      active: row.status === 'ACTIVE',
      open: row.status === 'ACTIVE' && row.opens_on <= day && (row.closes_on === null || row.closes_on >= day),
      can: { edit: live, delete: manage, activate: live, end: live && row.status !== 'DRAFT' },
    };
  });
}

async function demandActivePosition(call: Call, id: number, path?: string): Promise<void> {
  const [job] = await call.db
    .select({ status: jobPositions.status })
    .from(jobPositions)
    .where(and(eq(jobPositions.id, id), isNull(jobPositions.deleted_at)))
    .for('share');
  const code = !job ? 'UNKNOWN_REFERENCE' : job.status !== 'ACTIVE' ? 'POSITION_INACTIVE' : undefined;
  if (code) throw path ? failField(path, code) : fail(code);
}

export const vacancyResource = resource(contract.vacancy, {
  table: vacancies,
  search: [sql`${vacancies.title} ->> 'uz'`, sql`${vacancies.title} ->> 'ru'`, sql`${vacancies.title} ->> 'en'`],
  sorts: {
    title: sql`(${vacancies.title} ->> 'uz')`,
    opens_on: sql`${vacancies.opens_on}`,
    closes_on: sql`${vacancies.closes_on}`,
    status: sql`${vacancies.status}`,
    id: sql`${vacancies.id}`,
  },
  defaultSort: 'opens_on,desc',
  optionTitle: (locale) => localTitle(vacancies.title, locale),
  visible: vacanciesInReach,
  filters: (input) => [
    input.status?.length ? inArray(vacancies.status, input.status) : undefined,
    input.department_id?.length ? inArray(vacancies.department_id, input.department_id) : undefined,
    input.job_position_id?.length ? inArray(vacancies.job_position_id, input.job_position_id) : undefined,
    input.open === undefined ? undefined : input.open ? isOpen : sql`not ${isOpen}`,
  ],
  present,
  prepare: async (call, input, current, next) => {
    if (current && hasEnded(current.status)) throw fail('VACANCY_ENDED');
    if (input.job_position_id && input.job_position_id !== current?.job_position_id)
      await demandActivePosition(call, input.job_position_id, 'job_position_id');
    if (input.department_id !== current?.department_id) await demandLivingDepartment(call, input.department_id);
    const opens_on = next.opens_on ?? (await todayOf(call));
    if (next.closes_on && next.closes_on < opens_on) throw failField('closes_on', 'DATES_REVERSED');
    if (next.salary_from && next.salary_to && Number(next.salary_from) > Number(next.salary_to))
      throw failField('salary_to', 'SALARY_REVERSED');
    return { ...input, opens_on };
  },
  written: async (call, row, before) => {
    if (!before) await recordTransition(call, vacancyWorkflow.entity, [{ id: row.id, from: null }], row.status, {});
  },
});

/** One step of the life cycle, under lock. */
async function moveVacancy(
  call: Call,
  input: { id: number; version?: number | undefined; reason?: string | undefined },
  next: (row: Row) => VacancyStatus,
): Promise<Vacancy> {
  const row = await loadForChange(call, vacancies, undefined, input, async (now) => (await present(call, [now]))[0]);
  const to = next(row);
  if (to === row.status) return (await present(call, [row]))[0] as Vacancy;
  const step = checkTransition(call, vacancyWorkflow, row.status, to, input);
  if (step.guard === 'advertisable') {
    await demandActivePosition(call, row.job_position_id);
    if (row.closes_on && row.closes_on < (await todayOf(call))) throw fail('VACANCY_PAST');
  }
  const [changed] = await call.db.update(vacancies).set({ status: to }).where(eq(vacancies.id, row.id)).returning();
  await recordTransition(call, vacancyWorkflow.entity, [{ id: row.id, from: row.status }], to, input);
  return (await present(call, [changed as Row]))[0] as Vacancy;
}

/** The ACTIVE/INACTIVE switch; a draft is switched on. */
export const activateVacancy = (
  call: Call,
  input: { id: number; version?: number | undefined; active?: boolean | undefined },
) =>
  moveVacancy(call, { id: input.id, version: input.version }, (row) =>
    (input.active ?? row.status !== 'ACTIVE') ? 'ACTIVE' : 'INACTIVE',
  );

export const endVacancy = (
  call: Call,
  input: { id: number; version: number; status: 'FILLED' | 'CLOSED'; reason?: string | undefined },
) => moveVacancy(call, input, () => input.status);

/** Status changes of a vacancy that the caller sees. */
export async function vacancyHistory(call: Call, input: { id: number }) {
  await vacancyResource.get(call, { id: String(input.id) });
  return statusChanges(call, vacancyWorkflow.entity, input.id);
}
