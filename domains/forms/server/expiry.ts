import type { Kernel } from '#platform/server/kernel.ts';

/** Papers that are over by their date: what was ready or handed out is expired. Runs in the night, for every institution. */
export async function expireRequests({ database }: Pick<Kernel, 'database'>): Promise<{ expired: number }> {
  const { rowCount } = await database.owner.query(
    `with gone as (
       select r.id, r.institution_id, r.status from form_requests r join institutions i on i.id = r.institution_id
        where r.status in ('READY', 'ISSUED') and r.deleted_at is null and r.expires_on < (edulab_now() at time zone i.timezone)::date
        order by r.id for update of r),
     told as (
       insert into status_history (institution_id, entity, entity_id, from_status, to_status, forced)
       select institution_id, 'form_request', id, status, 'EXPIRED', false from gone)
     update form_requests r set status = 'EXPIRED', status_at = edulab_now() from gone where r.id = gone.id`,
  );
  return { expired: rowCount ?? 0 };
}
