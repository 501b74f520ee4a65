import { Readable } from 'node:stream';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { count, demandOpen, door } from '#platform/server/call/door.ts';
import { fail } from '#platform/server/call/errors.ts';
import { dayIn } from '#platform/server/clock.ts';
import {
  canonicalJson,
  type PublicSigningKey,
  publicSigningKeys,
  signText,
} from '#platform/server/disk/signing-keys.ts';
import { type Checked, type DocumentState, type DocumentStatement, documentBody, type Provisional } from '../shapes.ts';
import { checkerPage } from './checker-page.ts';
import { drawNow, type Waiting } from './drawing.ts';
import { readCode, shownCode } from './numbers.ts';
import { reasonIn, reasonsOf } from './reasons.ts';
import { didDocument } from './twin/issuer.ts';

/** What strangers are told who hold a document in their hands. */

interface Found {
  body: string;
  key_id: string;
  signature: string;
  check_code: string;
  status: DocumentState;
  status_at: string | null;
  status_reason: string | null;
  next_code: string | null;
  next_number: string | null;
  provisional: Provisional | null;
  /** Of the institution's clocks. */
  zone: string;
}

/** Codes that are none. An employer checks a pile of papers; whoever tries codes is stopped. */
const misses = door('documents', 60, 10);

/** Errors: NOT_FOUND, which is counted. */
async function missed(call: Call): Promise<never> {
  await count(call, misses);
  throw fail('NOT_FOUND');
}

async function findByCode(call: Call, code: string): Promise<Found | undefined> {
  const { rows } = await call.client.query<Found>('select * from edulab_issued_document($1)', [code]);
  return rows[0];
}

/** Its code is known already and its paper is not drawn yet: it is drawn for whoever asks. */
async function drawAsked(call: Call, code: string): Promise<Found | undefined> {
  const { rows } = await call.client.query<Waiting>('select * from edulab_undrawn_document($1)', [code]);
  if (!rows[0]) return undefined;
  await drawNow(call.kernel, rows[0]);
  return findByCode(call, code);
}

/** The document as it was signed, and what we say of it now, signed too. Errors: NOT_FOUND, DOCUMENT_BEING_MADE, TOO_MANY_REQUESTS. */
export async function check(call: Call, input: { code: string }): Promise<Checked> {
  await demandOpen(call, misses);
  const code = readCode(input.code);
  const row = code.length === 12 ? ((await findByCode(call, code)) ?? (await drawAsked(call, code))) : undefined;
  if (!row) return missed(call);
  const { dataDir } = call.kernel.settings;
  const { language } = documentBody.parse(JSON.parse(row.body));
  const statement: DocumentStatement = {
    format: 'edulab-statement-1',
    code: shownCode(row.check_code),
    status: row.status,
    at: clock.iso(),
    since: row.status_at,
    since_on: row.status_at && dayIn(row.zone, row.status_at),
    reason: row.status_reason && reasonIn(language, row.status_reason),
    reasons: reasonsOf(row.status_reason),
    provisional: row.provisional,
    superseded_by: row.next_code ? { code: shownCode(row.next_code), number: row.next_number! } : null,
  };
  const text = canonicalJson(statement);
  return {
    format: 'edulab-check-1',
    document: { text: row.body, key_id: row.key_id, signature: row.signature },
    statement: { text, ...signText(dataDir, text) },
    keys: publicSigningKeys(dataDir),
  };
}

export const publicKeys = (call: Call): PublicSigningKey[] => publicSigningKeys(call.kernel.settings.dataDir);

/** Sends the page that checks files on the person's own computer. */
export async function checker(call: Call): Promise<{ ok: true }> {
  const page = Buffer.from(checkerPage(publicKeys(call), new URL(call.kernel.settings.publicUrl).host, call.locale));
  call.stream = {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(page.length),
      'content-disposition': 'attachment; filename="edulab-check.html"',
    },
    body: Readable.from([page]),
  };
  return { ok: true };
}

/** The document for machines, by the code on it. Errors: NOT_FOUND also of a document that has no such twin, TOO_MANY_REQUESTS. */
export async function strangersCredential(call: Call, input: { code: string }): Promise<{ ok: true }> {
  await demandOpen(call, misses);
  const code = readCode(input.code);
  const { rows } =
    code.length === 12 ? await call.client.query<Twin>('select * from edulab_document_twin($1)', [code]) : { rows: [] };
  if (!rows[0]) return missed(call);
  return sendTwin(call, rows[0]);
}

export interface Twin {
  number: string;
  credential: string;
}
/** Sends a credential as the text that was signed. */
export function sendTwin(call: Call, { number, credential }: Twin): { ok: true } {
  const text = Buffer.from(credential, 'utf8');
  call.stream = {
    headers: {
      'content-type': 'application/vc',
      'content-length': String(text.length),
      'content-disposition': `attachment; filename="${number}.vc.json"`,
      'cache-control': 'private, no-store',
    },
    body: Readable.from([text]),
  };
  return { ok: true };
}

/** Errors: NOT_FOUND. */
export async function issuer(call: Call, { id }: { id: number }) {
  const { rows } = await call.client.query('select 1 from institutions where id = $1 and deleted_at is null', [id]);
  if (rows.length === 0) throw fail('NOT_FOUND');
  return didDocument(call.kernel.settings, id);
}
