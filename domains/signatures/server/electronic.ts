import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import { proveSession } from '#domains/identity/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { storageOf } from '#platform/server/disk/storage-of.ts';
import { followersOf } from '#platform/server/hooks.ts';
import type { electronic, electronicRecord, holder } from '../shapes.ts';
import { type Asker, askChallenge, askHolder, askVerified, type Holder } from './eimzo.ts';
import { signable } from './hooks.ts';
import { meansOf } from './settings.ts';
import { electronicSignatures } from './tables.ts';

/** Signing with the national electronic signature: the certificate must be of the account's own person. */

/** Bytes of a file that are sent to be verified. */
const mostFile = 25 * 1024 * 1024;

async function askerOf(call: Call): Promise<Asker> {
  const { eimzoUrl, publicUrl } = call.kernel.settings;
  if (eimzoUrl === null || !(await meansOf(call)).eimzo) throw fail('SIGNATURE_OFF');
  return { url: eimzoUrl, ip: call.request.ip, host: new URL(publicUrl).host };
}

/** PINFLs that the institution knows of the caller's person, as staff or as a student. */
async function ownPinfls(call: Call): Promise<string[]> {
  const { rows } = await call.client.query<{ pinfl: string }>(
    `select pinfl from staff where account_id = $1 and deleted_at is null and pinfl is not null
     union select pinfl from students where account_id = $1 and deleted_at is null and pinfl is not null`,
    [call.account_id],
  );
  const own = rows.map(({ pinfl }) => pinfl);
  if (own.length === 0) throw fail('SIGNATURE_NO_PINFL');
  return own;
}

/** Whose certificate it is stands in it; a colleague's key, or one made out to nobody, signs nothing here. */
function demandOwn(own: readonly string[], { pinfl }: Holder): void {
  if (pinfl === null || !own.includes(pinfl)) throw fail('SIGNATURE_OTHER_PERSON');
}

export async function challengeFor(call: Call): Promise<{ challenge: string; ttl: number }> {
  const asker = await askerOf(call);
  return call.apart(() => askChallenge(asker));
}

/** Whoever signed the challenge is the caller: as good as the password, for ten minutes. */
export async function identify(call: Call, input: { pkcs7: string }): Promise<z.infer<typeof holder>> {
  const asker = await askerOf(call);
  const own = await ownPinfls(call);
  const found = await call.apart(() => askHolder(asker, input.pkcs7));
  demandOwn(own, found);
  await proveSession(call);
  return { certificate: found.certificate };
}

/** Keeps a verified signature over the file that waits for the caller's; the step that signs names it. */
export async function takeElectronic(
  call: Call,
  input: z.infer<typeof electronic>,
): Promise<z.infer<typeof electronicRecord>> {
  const asker = await askerOf(call);
  const own = await ownPinfls(call);
  const kind = followersOf(call.kernel, signable).find(({ name }) => name === input.entity);
  const file_id = await kind?.file(call, input.entity_id);
  if (!file_id) throw fail('SIGNATURE_NOT_WANTED');
  const {
    rows: [file],
  } = await call.client.query<{ hash: string; size: number }>(
    'select hash, size from files where id = $1 and deleted_at is null',
    [file_id],
  );
  if (!file) throw fail('SIGNATURE_NOT_WANTED');
  if (file.size > mostFile) throw fail('SIGNATURE_FILE_LARGE', { max: mostFile / 1024 / 1024 });
  const found = await call.apart(async () =>
    askVerified(asker, await buffer(storageOf(call.kernel.settings).read(file.hash)), input.pkcs7),
  );
  demandOwn(own, found);
  const [row] = await call.db
    .insert(electronicSignatures)
    .values({
      account_id: call.account_id,
      file_hash: file.hash,
      pkcs7: found.pkcs7,
      certificate: found.certificate,
      timestamped_at: found.timestamped_at,
      ocsp: found.ocsp,
    })
    .returning({ id: electronicSignatures.id });
  return { id: row!.id, certificate: found.certificate, timestamped_at: found.timestamped_at };
}
