import type pg from 'pg';
import { clock } from '#platform/contract/clock.ts';
import { publicSigningKeys } from '#platform/server/disk/signing-keys.ts';

const block = 20_000;

/** The ledger as lines for `checkExport`, module by module: events in order, then the signed heads; all that the connection sees. */
export async function* exportLedger(client: pg.ClientBase, dataDir: string, module?: number): AsyncGenerator<string> {
  yield `${JSON.stringify({ format: 'edulab-ledger-export-1', made_at: clock.iso(), keys: publicSigningKeys(dataDir) })}\n`;
  const { rows: modules } = await client.query<{ course_module_id: number }>(
    'select course_module_id from ledger_heads where $1::int is null or course_module_id = $1 order by 1',
    [module ?? null],
  );
  for (const { course_module_id } of modules) {
    for (let after = 0; ; ) {
      const { rows } = await client.query<{ seq: number; line: string }>(
        `select e.seq, '{"hash":"' || encode(e.hash, 'hex') || '","text":' || to_json(edulab_mark_event_text(e)) || '}' as line
           from mark_events e where e.course_module_id = $1 and e.seq > $2 order by e.seq limit ${block}`,
        [course_module_id, after],
      );
      if (rows.length) yield `${rows.map(({ line }) => line).join('\n')}\n`;
      if (rows.length < block) break;
      after = rows.at(-1)!.seq;
    }
    const { rows: signed } = await client.query<{ text: string; key_id: string; signature: string }>(
      'select text, key_id, signature from ledger_signatures where course_module_id = $1 order by seq, id',
      [course_module_id],
    );
    for (const row of signed) yield `${JSON.stringify(row)}\n`;
  }
}
