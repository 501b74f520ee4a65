import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Kernel, NightlyLog } from '#platform/server/kernel.ts';
import { inTheNight } from '#platform/server/work/jobs.ts';
import { close } from './steps.ts';
import { offences } from './tables.ts';

/** Its time for an appeal is over, or its appeal was decided, and nobody is still to be told or to say something. */
const over = and(
  isNull(offences.deleted_at),
  sql`${offences.published_student_at} is not null and ${offences.published_registrar_at} is not null
    and ${offences.subject_board_status} not in ('REFERRED', 'RETURNED')
    and (${offences.status} = 'APPEAL_DECIDED' or ${offences.status} = 'PUBLISHED' and ${offences.appeal_until} < (select edulab_today()))`,
);

/**
 * Cases that are over end by themselves, each in a transaction of its own: one that cannot be closed keeps no other open.
 * What could not stands in the record of the night, and is tried again in the next.
 */
export async function closeCases(kernel: Kernel, log?: NightlyLog): Promise<{ closed: number; failed: string[] }> {
  const { rows: institutions } = await kernel.database.owner.query<{ id: number }>(
    'select id from institutions order by id',
  );
  let closed = 0;
  const failed: string[] = [];
  for (const { id: institution } of institutions) {
    const due = await inTheNight(kernel, institution, 'cases', (call) =>
      call.db.select({ id: offences.id, number: offences.number }).from(offences).where(over).orderBy(offences.id),
    );
    for (const { id, number } of due)
      await inTheNight(kernel, institution, 'cases', async (call) => {
        const [row] = await call.db
          .select()
          .from(offences)
          .where(and(eq(offences.id, id), over))
          .for('update');
        if (!row) return;
        await close(call, row);
        closed++;
      }).catch((fault: unknown) => {
        log?.error({ err: fault, case: number }, 'a case was not closed');
        failed.push(number);
      });
  }
  return { closed, failed };
}
