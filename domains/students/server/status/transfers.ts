import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { life } from '../../life.ts';
import type { transfer } from '../../shapes.ts';
import { targetOf } from '../life/calls.ts';
import { applyChange } from '../life/engine.ts';
import { lockBatch } from '../records/commands.ts';
import type { StudentRow } from '../records/reach.ts';
import { faultOf, noteOf, refuseFaults } from './status.ts';

/** Moves students who study (or rest) elsewhere within the institution: all of them or none, with what was before. */
export async function transferStudents(
  call: Call,
  input: z.infer<typeof transfer>,
): Promise<{ ok: true; ids: number[] }> {
  const given = await targetOf(call, input);
  const changed = Object.keys(given) as (keyof typeof given & keyof StudentRow)[];
  if (changed.length === 0) throw fail('NOTHING_CHANGES');
  const rows = await lockBatch(call, 'student.transfer', input.ids);
  refuseFaults(
    rows.flatMap((row) => {
      if (!life.TRANSFER.from.includes(row.status)) return [faultOf(call, row, 'TRANSFER_NOT_STUDYING')];
      return changed.some((field) => given[field] !== row[field]) ? [] : [faultOf(call, row, 'NOTHING_CHANGES')];
    }),
  );
  const ids = rows.map((row) => row.id);
  await applyChange(call, ids, { kind: 'TRANSFER', note: noteOf(input), target: given });
  return { ok: true, ids };
}
