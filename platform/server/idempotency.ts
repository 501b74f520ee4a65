import { createHash } from 'node:crypto';
import type { Call } from './context.ts';
import { fail } from './errors.ts';

const requestHash = (call: Call): string =>
  createHash('sha256')
    .update(`${call.meta.method} ${call.meta.path} ${call.institution_id}\n`)
    .update(JSON.stringify(call.request.body ?? null))
    .digest('hex');

/**
 * The answer that this key got before, or undefined when this is the first time. A second request that comes while
 * the first still runs waits here for it, because both insert the same key.
 */
export async function answered(call: Call, key: string): Promise<{ answer: unknown } | undefined> {
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

/** Keeps the answer in the same transaction as the work, so that neither exists without the other. */
export const remember = (call: Call, key: string, answer: unknown) =>
  call.client.query('update idempotency_keys set answer = $3 where account_id = $1 and key = $2', [
    call.account_id,
    key,
    JSON.stringify(answer ?? null),
  ]);
