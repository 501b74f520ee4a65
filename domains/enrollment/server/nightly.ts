import type { Kernel } from '#platform/server/kernel.ts';
import { closeDecided } from './turn/apply.ts';

/** Planned years of active students begin on their first day. Answers how many did. */
export async function beginPlannedYears(kernel: Kernel): Promise<number> {
  const { rowCount } = await kernel.database.owner.query(`
    with begun as (
      update enrollments e set status = 'ACTIVE'
        from students s
       where s.id = e.student_id and s.status = 'ACTIVE' and s.deleted_at is null
         and e.status = 'PLANNED' and e.deleted_at is null and e.starts_on <= (select edulab_today()) and e.ends_on >= (select edulab_today())
       returning e.id, e.institution_id)
    insert into status_history (institution_id, entity, entity_id, from_status, to_status)
    select institution_id, 'enrollment', id, 'PLANNED', 'ACTIVE' from begun`);
  return rowCount ?? 0;
}

/** Years of study about which a progression decided are closed when their last day is over. Answers how many were. */
export async function closeDecidedYears(kernel: Kernel): Promise<number> {
  const { rowCount } = await kernel.database.owner.query(closeDecided);
  return rowCount ?? 0;
}
