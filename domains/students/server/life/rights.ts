import { inArray } from 'drizzle-orm';
import { swapRoles } from '#domains/identity/server/index.ts';
import { groups, type Role } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import type { StudentStatus } from '../../workflow.ts';
import type { LifeEffect } from '../hooks.ts';
import { students } from '../tables.ts';

/**
 * The role of a student follows the status: who left reads and orders what is theirs and pays what they owe, but learns,
 * hands in and chooses nothing any more. Sessions that run have the other rights from the next call on.
 */

type Level = typeof students.$inferSelect.level;

const roleOfLevel = { BACHELOR: 'BACHELOR_STUDENT', MASTER: 'MASTER_STUDENT', MS: 'MS_STUDENT' } as const;

/** What somebody with this record is; a record that was a mistake says nothing. */
export function roleOf(status: StudentStatus, level: Level): Role | undefined {
  if (status === 'DELETED') return undefined;
  if (status === 'GRADUATED') return 'ALUMNUS';
  return status === 'WITHDRAWN' || status === 'TRANSFERRED_OUT' ? 'FORMER_STUDENT' : roleOfLevel[level];
}

const studentRoles: readonly Role[] = [...groups.students, ...groups.former];

/** Those who study are let alone by steps between their statuses: a student who tests stays what they are. */
export async function rightsFollow(
  call: Call,
  { rows, to }: { rows: readonly { id: number; from: StudentStatus }[]; to: StudentStatus },
): Promise<void> {
  const moved = rows.filter(({ from }) => roleOf(from, 'BACHELOR') !== roleOf(to, 'BACHELOR'));
  if (moved.length === 0 || to === 'DELETED') return;
  const people = await call.db
    .select({ account_id: students.account_id, level: students.level })
    .from(students)
    .where(
      inArray(
        students.id,
        moved.map(({ id }) => id),
      ),
    );
  await swapRoles(
    call,
    people.flatMap(({ account_id, level }) => {
      const give = roleOf(to, level);
      return account_id && give ? [{ account_id, give, take: studentRoles.filter((role) => role !== give) }] : [];
    }),
  );
}

/** Who left before their role followed has it by the next morning. Answers how many. */
export async function mendRights(kernel: Kernel): Promise<number> {
  const { rows } = await kernel.database.owner.query<{ count: number }>(
    `with wrong as (
       select s.account_id, s.institution_id, held.id as role_id, due.id as due_id
         from students s join account_roles ar on ar.account_id = s.account_id and ar.institution_id = s.institution_id
         join roles held on held.id = ar.role_id and held.name = any($1)
         join roles due on due.name = case when s.status = 'GRADUATED' then 'ALUMNUS' else 'FORMER_STUDENT' end and due.deleted_at is null
        where s.status in ('GRADUATED', 'WITHDRAWN', 'TRANSFERRED_OUT') and s.deleted_at is null),
     gone as (
       delete from account_roles ar using wrong w
        where ar.account_id = w.account_id and ar.institution_id = w.institution_id and ar.role_id = w.role_id),
     given as (
       insert into account_roles (account_id, role_id, institution_id) select distinct account_id, due_id, institution_id from wrong
       on conflict do nothing)
     select count(*)::int from wrong`,
    [groups.students],
  );
  return rows[0]!.count;
}

/** Tells what `rightsFollow` does. */
export const rightsOfLife: LifeEffect = {
  name: 'students.rights',
  area: 'roles',
  does: {
    WITHDRAWAL: ['FORMER_STUDENT'],
    EXPULSION: ['FORMER_STUDENT'],
    TRANSFER_OUT: ['FORMER_STUDENT'],
    GRADUATION: ['ALUMNUS'],
    RESTORATION: ['STUDENT'],
    ADMISSION: ['ADMITTED'],
  },
  apply: async (_call, { kind }, people) => ({
    lines: people.flatMap(({ id, after }) => {
      const code =
        kind === 'ADMISSION' ? 'ADMITTED' : kind === 'RESTORATION' ? 'STUDENT' : roleOf(after.status, after.level);
      return after.account_id && code ? [{ student_id: id, code }] : [];
    }),
  }),
};
