import { readCode } from '#domains/credentials/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { publicSigningKeys } from '#platform/server/disk/signing-keys.ts';
import type { CheckedSignatures } from '../shapes.ts';

/** What strangers are told who hold a signed file, or its code. Errors: NOT_FOUND. */

interface Found {
  body: string;
  key_id: string;
  signature: string;
}

async function answer(call: Call, question: 'edulab_signature' | 'edulab_signatures_of', asked: string) {
  const { rows } = await call.client.query<Found>(`select * from ${question}($1)`, [asked]);
  if (rows.length === 0) throw fail('NOT_FOUND');
  return {
    signatures: rows.map(({ body, key_id, signature }) => ({ text: body, key_id, signature })),
    keys: publicSigningKeys(call.kernel.settings.dataDir),
  };
}

export const checkCode = (call: Call, input: { code: string }): Promise<CheckedSignatures> =>
  answer(call, 'edulab_signature', readCode(input.code));

export const checkFile = (call: Call, input: { sha256: string }): Promise<CheckedSignatures> =>
  answer(call, 'edulab_signatures_of', input.sha256);
