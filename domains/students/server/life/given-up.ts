import type { Call } from '#platform/server/call/context.ts';
import type { Kept } from '#platform/server/records/kept.ts';
import type { LifePerson } from '../hooks.ts';

/**
 * What an effect (by its name) wrote at these students' changes since they studied last: what whoever comes back gave up. Changes that were
 * taken back count for nothing.
 */
export async function givenUp(call: Call, effect: string, people: readonly LifePerson[]): Promise<Kept[]> {
  const { rows } = await call.client.query<{ kept: Kept[] | null }>(
    `select s.kept -> $2 as kept from student_life_steps s
      where s.student_id = any($1) and s.undone_at is null and s.to_status <> 'ACTIVE'
        and s.id > coalesce((select max(a.id) from student_life_steps a where a.student_id = s.student_id and a.undone_at is null and a.to_status = 'ACTIVE'), 0)
      order by s.id`,
    [people.map(({ id }) => id), effect],
  );
  return rows.flatMap(({ kept }) => kept ?? []);
}
