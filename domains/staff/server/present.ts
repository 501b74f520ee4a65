import { inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { fileRecords } from '#domains/files/server/index.ts';
import { departments } from '#domains/institutions/server/index.ts';
import { nextStates, type PermissionName } from '#platform/contract/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { localTitle, plain } from '#platform/server/records/resource.ts';
import type { staffRecord } from '../shapes.ts';
import { staffWorkflow } from '../workflow.ts';
import { restrictedFields, staffInReach } from './policy.ts';
import { jobPositions, staff } from './tables.ts';

export type StaffRow = typeof staff.$inferSelect;
export type StaffRecord = z.infer<typeof staffRecord>;
type Titles = Map<number, { id: number; title: string }>;

const uniqueIds = (ids: (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];

/** Titles in the caller's language, one query for all of them. */
export async function departmentTitles(call: Call, ids: (number | null)[]): Promise<Titles> {
  const wanted = uniqueIds(ids);
  const rows = wanted.length
    ? await call.db
        .select({ id: departments.id, title: sql<string>`${localTitle(departments.title, call.locale)}` })
        .from(departments)
        .where(inArray(departments.id, wanted))
    : [];
  return new Map(rows.map((row) => [row.id, row]));
}
export async function jobTitles(call: Call, ids: (number | null)[]): Promise<Titles> {
  const wanted = uniqueIds(ids);
  const rows = wanted.length
    ? await call.db
        .select({ id: jobPositions.id, title: sql<string>`${localTitle(jobPositions.title, call.locale)}` })
        .from(jobPositions)
        .where(inArray(jobPositions.id, wanted))
    : [];
  return new Map(rows.map((row) => [row.id, row]));
}
export async function usernames(call: Call, ids: (number | null)[]): Promise<Map<number, string>> {
  const wanted = uniqueIds(ids);
  const rows = wanted.length
    ? await call.db
        .select({ id: accounts.id, username: accounts.username })
        .from(accounts)
        .where(inArray(accounts.id, wanted))
    : [];
  return new Map(rows.map((row) => [row.id, row.username]));
}

/** Which of these rows a permission reaches; no query where it reaches all or none. */
async function reachedIds(call: Call, permission: PermissionName, rows: StaffRow[]): Promise<Set<number>> {
  const scope = scopeOf(call, permission);
  if (!scope) return new Set();
  if (scope === 'institution') return new Set(rows.map((row) => row.id));
  if (scope !== 'branch') return new Set(rows.filter((row) => row.account_id === call.account_id).map((row) => row.id));
  const found = await call.db
    .select({ id: staff.id })
    .from(staff)
    .where(
      sql`${inArray(
        staff.id,
        rows.map((row) => row.id),
      )} and ${staffInReach(call, permission)}`,
    );
  return new Set(found.map((row) => row.id));
}

/** Rows as this caller may see them: references by title, and nothing of a circle without the right to it. */
export async function presentStaff(call: Call, rows: StaffRow[]): Promise<StaffRecord[]> {
  if (rows.length === 0) return [];
  const units = await departmentTitles(
    call,
    rows.map((row) => row.department_id),
  );
  const jobs = await jobTitles(
    call,
    rows.map((row) => row.job_position_id),
  );
  const names = await usernames(
    call,
    rows.map((row) => row.account_id),
  );
  const photos = await fileRecords(
    call,
    rows.map((row) => row.photo_file_id),
  );
  const seen = { 'staff.personal': await reachedIds(call, 'staff.personal', rows) };
  const managed = await reachedIds(call, 'staff.manage', rows);
  return rows.map((row) => {
    const answer = plain(row);
    for (const { sees, absent } of restrictedFields) if (!seen[sees].has(row.id)) Object.assign(answer, absent);
    const manage = managed.has(row.id);
    return {
      ...answer,
      photo: photos.get(row.photo_file_id ?? 0) ?? null,
      username: names.get(row.account_id ?? 0) ?? null,
      department: units.get(row.department_id ?? 0) ?? null,
      job_position: jobs.get(row.job_position_id ?? 0) ?? null,
      next_statuses: manage
        ? nextStates(staffWorkflow, row.status).map((step) => ({
            status: step.to,
            reason: step.reason ?? false,
            order: step.order ?? false,
          }))
        : [],
      can: {
        edit: manage,
        delete: manage,
        status: manage,
        account: manage && row.account_id === null,
        history: may(call, 'staff.history'),
      },
    };
  });
}
