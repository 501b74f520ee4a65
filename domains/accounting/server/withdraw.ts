import { and, eq, isNull, sql } from 'drizzle-orm';
import { titleOf } from '#domains/messaging/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import type { ContractState } from '../workflow.ts';
import { tellAccountants } from './balance.ts';
import { askNoMore, askToAccept, contractOfApplication, moveContract } from './issue.ts';
import { contracts } from './tables.ts';

/** Contracts of applications that came to nothing, and what was paid for them. */

/** What was paid for a contract and not given back, in tiyin. */
export async function paidOf(call: Call, contract_id: number): Promise<number> {
  const { rows } = await call.client.query<{ paid: number }>(
    'select coalesce(sum(amount), 0)::bigint as paid from payments where contract_id = $1 and deleted_at is null',
    [contract_id],
  );
  return rows[0]!.paid;
}

/** Ends the contract of an application that came to nothing; none is no fault. What was paid waits to be given back. */
export async function withdrawContract(call: Call, of: { application_id: number; reason: string }): Promise<void> {
  const row = await contractOfApplication(call, of.application_id);
  if (!row || row.student_id !== null) return;
  await moveContract(call, row, 'TERMINATED', of.reason);
  await askNoMore(call, [row]);
  if ((await paidOf(call, row.id)) > 0)
    await tellAccountants(
      call,
      titleOf('notice_refund_due', { number: row.number }),
      '/accounting/contract?refund=true',
    );
}

/** Undoes `withdrawContract`: the contract that was ended last stands again as it did. Answers whether there was one. */
export async function reviveContract(call: Call, of: { application_id: number }): Promise<boolean> {
  const [row] = await call.db
    .select()
    .from(contracts)
    .where(
      and(
        eq(contracts.application_id, of.application_id),
        eq(contracts.status, 'TERMINATED'),
        isNull(contracts.student_id),
        isNull(contracts.deleted_at),
      ),
    )
    .orderBy(sql`${contracts.status_at} desc, ${contracts.id} desc`)
    .limit(1)
    .for('update');
  if (!row) return false;
  const { rows } = await call.client.query<{ was: ContractState }>(
    `select from_status as was from status_history where entity = 'contract' and entity_id = $1 and to_status = 'TERMINATED' order by id desc limit 1`,
    [row.id],
  );
  const [{ was } = { was: 'ISSUED' as const }] = rows;
  await moveContract(call, row, was);
  if (was === 'ISSUED' || was === 'OPENED') await askToAccept(call, [row.id]);
  return true;
}
