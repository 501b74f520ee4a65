import type pg from 'pg';
import { signature } from '../disk/signing.ts';
import type { Call } from './context.ts';
import { fail } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Stands for a body that is not kept in memory: the digests of its files. */
    bodyDigest?: string;
  }
}

/**
 * Two requests are the same if they ask the same address, of the same institution, with the same body. Keyed by a secret
 * of the installation, for a body may hold a password, and plain hashes of those can be guessed from a stolen table.
 */
function requestHash(call: Call): string {
  const { request } = call;
  // Files that nobody has read yet cannot be compared, and another file must not get the answer of the first.
  if (request.isMultipart() && request.bodyDigest === undefined)
    throw fail('BAD_REQUEST', { fields: [{ path: 'Idempotency-Key', code: 'invalid' }] });
  const body = request.bodyDigest ?? JSON.stringify(request.body ?? null);
  return signature(
    call.kernel.settings.dataDir,
    `request ${request.method} ${request.raw.url} ${call.institution_id}\n${body}`,
  );
}

/**
 * The answer that this key got before, or undefined when this is the first time. A second request that comes while
 * the first still runs waits here for it, because both insert the same key.
 */
export async function storedAnswer(call: Call, key: string): Promise<{ answer: unknown } | undefined> {
  if (key.length > 200)
    throw fail('BAD_REQUEST', { fields: [{ path: 'Idempotency-Key', code: 'too_long' }], max: 200 });
  const hash = requestHash(call);
  const { rowCount } = await call.client.query(
    'insert into idempotency_keys (account_id, key, request_hash) values ($1, $2, $3) on conflict do nothing',
    [call.account_id, key, hash],
  );
  if (rowCount === 1) return undefined;
  const { rows } = await call.client.query<{ request_hash: string; answer: unknown }>(
    'select request_hash, answer from idempotency_keys where account_id = $1 and key = $2',
    [call.account_id, key],
  );
  const first = rows[0];
  if (!first) return undefined;
  if (first.request_hash !== hash) throw fail('IDEMPOTENCY_KEY_REUSED');
  return { answer: first.answer };
}

/** After a day nobody repeats a request any more, and what was answered need not be kept twice. */
export const forgetAnswers = (owner: pg.Pool) =>
  owner.query("delete from idempotency_keys where created_at < edulab_now() - interval '1 day'");

/** Keeps the answer in the same transaction as the work, so that neither exists without the other. */
export const storeAnswer = (call: Call, key: string, answer: unknown) =>
  call.client.query('update idempotency_keys set answer = $3 where account_id = $1 and key = $2', [
    call.account_id,
    key,
    JSON.stringify(answer ?? null),
  ]);
