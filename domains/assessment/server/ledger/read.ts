import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { searchAbout } from '#domains/students/server/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { type ListInput, list } from '#platform/server/records/lists.ts';
import { likeLiteral } from '#platform/server/records/resource.ts';
import type { specials } from '../../shapes.ts';
import type { eventQuery, verification } from '../../shapes-records.ts';
import { componentRefs, peopleOf, studentRefs } from '../amendments/records.ts';
import { sealedStudent } from '../cases/sealed.ts';
import { hasSealedMarks, sealedMarks } from '../marks/blind.ts';
import { demandModule, moduleReach, moduleRefs, moduleText } from '../modules.ts';
import { exportLedger } from './export.ts';
import { ledgerHeads, ledgerSignatures, markEvents } from './tables.ts';
import { verifyLedger } from './verify.ts';

/** The ledger as people read it. */

interface EventRow {
  id: number;
  at: string;
  actor: number | null;
  kind: string;
  mark_id: number;
  component_id: number;
  student_id: number;
  attempt: number;
  old_value: number | null;
  old_special: (typeof specials)[number] | null;
  old_status: string | null;
  new_value: number | null;
  new_special: (typeof specials)[number] | null;
  new_status: string | null;
  reason: string | null;
  admitted: { by: number; at: string; reason: string } | null;
  hash: string;
}

/** Chains of modules, those that moved last first. */
export function ledgers(call: Call, input: ListInput) {
  return list(call, input, {
    from: sql`${ledgerHeads}`,
    key: sql`${ledgerHeads.course_module_id}`,
    table: 'ledger_heads',
    where: [
      moduleReach(call, 'ledger.read', sql`${ledgerHeads.course_module_id}`),
      input.search
        ? sql`${moduleText(sql`${ledgerHeads.course_module_id}`)} ilike ${`%${likeLiteral(input.search)}%`}`
        : undefined,
    ],
    sorts: { at: sql`${ledgerHeads.at}` },
    defaultSort: 'at,desc',
    columns: sql<{
      id: number;
      events: number;
      at: string;
      signed: number;
      signed_at: string | null;
    }>`${ledgerHeads.course_module_id} as id, ${ledgerHeads.seq} as events, ${ledgerHeads.at} as at,
      coalesce((select max(s.seq) from ${ledgerSignatures} s where s.course_module_id = ${ledgerHeads.course_module_id}), 0) as signed,
      (select max(s.at) from ${ledgerSignatures} s where s.course_module_id = ${ledgerHeads.course_module_id}) as signed_at`,
    load: async (ids, rows) => {
      const refs = await moduleRefs(call, ids);
      return rows.map((row) => ({ ...row, course_module: refs.get(row.id)! }));
    },
  });
}

/** That a penalty came or went, of somebody whom the caller is about to judge. */
const sealedPenalty = (call: Call) =>
  sql`(${markEvents.kind} in ('PENALISED', 'PENALTY_LIFTED') and ${sealedStudent(call, sql`${markEvents.student_id}`)})`;

/**
 * What happened to the marks of a module. Anonymous components are left out for those who may not know the codes, and works
 * of which the second marker may not know the first value.
 */
export async function ledgerEvents(call: Call, input: z.infer<typeof eventQuery>) {
  await demandModule(call, 'ledger.read', input.course_module_id);
  const sealed = sealedMarks(call);
  return list(call, input, {
    from: sql`${markEvents}`,
    key: sql`${markEvents.seq}`,
    table: 'ledger_heads',
    asks: ['marks', 'assessment_components', 'students', 'group_members', 'module_choices'],
    where: [
      sql`${markEvents.course_module_id} = ${input.course_module_id}`,
      input.student_id ? sql`${markEvents.student_id} = ${input.student_id}` : undefined,
      input.component_id ? sql`${markEvents.component_id} = ${input.component_id}` : undefined,
      input.mark_id ? sql`${markEvents.mark_id} = ${input.mark_id}` : undefined,
      sealed && sql`${markEvents.mark_id} not in ${sealed}`,
      sql`not ${sealedPenalty(call)}`,
      searchAbout(sql`${markEvents.student_id}`)(input.search ?? '', call),
    ],
    sorts: { id: sql`${markEvents.seq}` },
    defaultSort: 'id,desc',
    columns: sql<EventRow>`seq as id, at, actor, kind, mark_id, component_id, student_id, attempt, old_value::float8 as old_value, old_special, old_status,
      new_value::float8 as new_value, new_special, new_status, reason, admitted, encode(hash, 'hex') as hash`,
    load: async (_ids, rows) => {
      const people = await peopleOf(
        call,
        rows.flatMap((row) => [row.actor, row.admitted?.by ?? null]),
      );
      const learners = await studentRefs(
        call,
        rows.map((row) => row.student_id),
      );
      const components = await componentRefs(
        call,
        rows.map((row) => row.component_id),
      );
      return rows.map((row) => ({
        id: row.id,
        at: row.at,
        actor: row.actor === null ? null : (people.get(row.actor) ?? null),
        kind: row.kind,
        mark_id: row.mark_id,
        component: components.get(row.component_id) ?? { id: row.component_id, code: '?', title: '?' },
        student: learners.get(row.student_id) ?? { id: row.student_id, name: '?', student_no: '?' },
        attempt: row.attempt,
        old: { value: row.old_value, special: row.old_special, status: row.old_status },
        new: { value: row.new_value, special: row.new_special, status: row.new_status },
        reason: row.reason,
        admitted: row.admitted && { ...row.admitted, by: people.get(row.admitted.by) ?? null },
        hash: row.hash,
      }));
    },
  });
}

/** All of the institution for those who see all of it, else one module. */
export async function verifyForPeople(
  call: Call,
  input: { course_module_id?: number | undefined },
): Promise<z.infer<typeof verification>> {
  if (input.course_module_id) await demandModule(call, 'ledger.read', input.course_module_id);
  else if (scopeOf(call, 'ledger.read') !== 'institution') throw fail('NOT_YOUR_ASSESSMENT');
  const found = await verifyLedger(call.client, call.kernel.settings.dataDir, input.course_module_id);
  const refs = await moduleRefs(
    call,
    found.faults.map((row) => row.course_module_id),
  );
  const learners = await studentRefs(
    call,
    found.faults.flatMap((row) => row.student_id ?? []),
  );
  return {
    ...found,
    faults: found.faults.map((row) => ({
      ...row,
      course_module: refs.get(row.course_module_id) ?? null,
      student: (row.student_id && learners.get(row.student_id)) || null,
    })),
  };
}

/** Sends the chain of one module. */
export async function sendLedger(call: Call, input: { course_module_id: number }): Promise<{ ok: true }> {
  await demandModule(call, 'ledger.read', input.course_module_id);
  // A chain with a gap proves nothing, so it is whole or not at all.
  const penalty = sql`select 1 from ${markEvents} where ${markEvents.course_module_id} = ${input.course_module_id} and ${sealedPenalty(call)} limit 1`;
  if ((await hasSealedMarks(call, input.course_module_id)) || (await call.db.execute(penalty)).rows.length > 0)
    throw fail('LEDGER_SEALED');
  // The transaction ends before the file is sent; a module has some thousand events.
  const pieces: string[] = [];
  for await (const piece of exportLedger(call.client, call.kernel.settings.dataDir, input.course_module_id))
    pieces.push(piece);
  call.stream = {
    headers: {
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': `attachment; filename="ledger-${input.course_module_id}.jsonl"`,
    },
    body: Readable.from(pieces),
  };
  return { ok: true };
}
