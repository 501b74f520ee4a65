import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import type { historyEntry } from '../../shapes.ts';
import { seenStudents } from '../records/reach.ts';
import { students } from '../tables.ts';
import { identifyingFields } from './history-tables.ts';

type Entry = z.infer<typeof historyEntry>;
const records: Record<string, Entry['record']> = {
  students: 'student',
  student_guardians: 'guardian',
  student_documents: 'document',
  student_cards: 'card',
  student_status_requests: 'request',
};
const technical = new Set([
  'id',
  'version',
  'created_at',
  'updated_at',
  'institution_id',
  'student_id',
  'search',
  'full_name',
]);

/** Who changed what of a student and their guardians, documents and cards, the newest first, at most 1,000 entries. */
export async function history(call: Call, input: { id: number }): Promise<Entry[]> {
  const [found] = await seenStudents(call, 'student.history', eq(students.id, input.id));
  if (!found) throw fail('NOT_FOUND');
  // Those who may look back but not at passports do not see them here either.
  const hidden = new Set<string>(found.rights.passport ? [] : identifyingFields);
  const { rows } = await call.client.query<{
    at: string;
    table_name: string;
    row_id: number;
    operation: string;
    call: string | null;
    by: string | null;
    by_id: number | null;
    old: Record<string, unknown> | null;
    new: Record<string, unknown> | null;
  }>(
    `with parts as (
       select 'students' as t, $1::integer as r
       union all select 'student_guardians', id from student_guardians where student_id = $1
       union all select 'student_documents', id from student_documents where student_id = $1
       union all select 'student_cards', id from student_cards where student_id = $1
       union all select 'student_status_requests', id from student_status_requests where student_id = $1)
     select l.at, l.table_name, l.row_id, l.operation, l.call, l.account_id as by_id, a.lastname || ' ' || a.firstname as by, l.old, l.new
       from parts p join audit_log l on l.table_name = p.t and l.row_id = p.r left join accounts a on a.id = l.account_id
      order by l.id desc limit 1000`,
    [input.id],
  );
  const changes: Entry[] = rows.map((row) => {
    const names = [...new Set([...Object.keys(row.old ?? {}), ...Object.keys(row.new ?? {})])].filter(
      (name) => !technical.has(name) && !hidden.has(name),
    );
    return {
      at: row.at,
      kind: 'change',
      by: row.by,
      by_id: row.by_id,
      call: row.call,
      record: records[row.table_name] ?? 'student',
      record_id: row.row_id,
      operation: row.operation,
      reason: null,
      order_number: null,
      changes: names
        .map((field) => ({ field, old: row.old?.[field] ?? null, new: row.new?.[field] ?? null }))
        .filter((change) => change.old !== change.new),
    };
  });
  const { rows: steps } = await call.client.query<{
    at: string;
    kind: 'status' | 'transfer';
    by: string | null;
    by_id: number | null;
    operation: string;
    reason: string | null;
    order_number: string | null;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
  }>(
    `select h.at, 'status' as kind, a.lastname || ' ' || a.firstname as by, h.account_id as by_id, h.to_status as operation, h.reason, h.order_number, jsonb_build_object('status', h.from_status) as before, jsonb_build_object('status', h.to_status) as after
       from status_history h left join accounts a on a.id = h.account_id where h.entity = 'student' and h.entity_id = $1
     union all
     select t.created_at, 'transfer', a.lastname || ' ' || a.firstname, t.account_id, 'TRANSFER', t.reason, t.order_number, t.before, t.after
       from student_transfers t left join accounts a on a.id = t.account_id where t.student_id = $1`,
    [input.id],
  );
  const acts: Entry[] = steps.map(({ before, after, ...step }) => ({
    ...step,
    call: null,
    record: 'student',
    record_id: input.id,
    changes: Object.keys(after).map((field) => ({ field, old: before[field] ?? null, new: after[field] ?? null })),
  }));
  return [...changes, ...acts].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
