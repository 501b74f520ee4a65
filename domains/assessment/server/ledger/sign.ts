import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import type pg from 'pg';
import { clock } from '#platform/contract/clock.ts';
import { canonicalJson, type Signed, signText } from '#platform/server/disk/signing-keys.ts';

/** Heads of the ledger are signed each night and when a board confirms: from then on not even the whole chain can be written anew. */

export interface SignedHead extends Signed {
  course_module_id: number;
  seq: number;
  text: string;
}

/** Signed heads outside the database, one JSON object a line: whoever can only write SQL cannot take them back. */
const headsFile = (dataDir: string): string => path.join(dataDir, 'ledger', 'heads.jsonl');

interface Head {
  course_module_id: number;
  institution_id: number;
  seq: number;
  hash: Buffer;
}

/** Signs the heads that moved since they were signed last, all or those of some modules, in the caller's transaction. */
export async function signHeads(
  client: pg.ClientBase,
  dataDir: string,
  modules?: readonly number[],
): Promise<SignedHead[]> {
  const { rows } = await client.query<Head>(
    `select h.course_module_id, h.institution_id, h.seq, h.hash from ledger_heads h
      where h.seq > coalesce((select max(s.seq) from ledger_signatures s where s.course_module_id = h.course_module_id), 0)
        and ($1::int[] is null or h.course_module_id = any($1)) order by 1`,
    [modules ?? null],
  );
  if (rows.length === 0) return [];
  const at = clock.iso();
  const signed = rows.map(({ hash, ...head }) => {
    const text = headText({ at, hash, module: head.course_module_id, seq: head.seq });
    return { ...head, text, ...signText(dataDir, text) };
  });
  await client.query(
    `insert into ledger_signatures (institution_id, course_module_id, seq, at, text, key_id, signature)
     select institution_id, course_module_id, seq, $2, text, key_id, signature
       from jsonb_to_recordset($1) as s (institution_id int, course_module_id int, seq int, text text, key_id text, signature text)`,
    [JSON.stringify(signed), at],
  );
  return signed;
}

/** Only after the commit: what is in the file must be in the database. */
export function noteHeads(dataDir: string, signed: readonly SignedHead[]): void {
  if (signed.length === 0) return;
  const file = headsFile(dataDir);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const lines = signed.map(({ course_module_id, seq, text, key_id, signature }) =>
    JSON.stringify({ course_module_id, seq, text, key_id, signature }),
  );
  appendFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
}

/** The nightly work, over all institutions; answers how many heads had moved. */
export async function signAll(owner: pg.Pool, dataDir: string): Promise<number> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    const signed = await signHeads(client, dataDir);
    await client.query('commit');
    noteHeads(dataDir, signed);
    return signed.length;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** What is signed: the end of a module's chain at a moment. */
const headText = ({ at, hash, module, seq }: { at: string; hash: Buffer; module: number; seq: number }): string =>
  canonicalJson({ at, format: 'edulab-ledger-1', hash: hash.toString('hex'), module, seq });

/** What was signed according to the file; a line that cannot be read is none of ours. */
export function headsInFile(dataDir: string): SignedHead[] {
  const file = headsFile(dataDir);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as SignedHead];
      } catch {
        return [];
      }
    });
}
