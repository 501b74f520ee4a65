import { gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { credentialsContext } from './contexts.ts';
import { didOf, signCredential } from './issuer.ts';
import { type Purpose, placesOfList, statusAddress } from './places.ts';

/** Lists of bits that say which credentials hold no more, for whoever checks many without telling us which. */

/** Signed lists as they were last; each is made anew when a document of it changes. */
const made = new LRUCache<string, Promise<object>>({ max: 50 });

/** Revoked is for ever; superseded may hold again, when what took its place is taken back. */
const statusOf: Record<Purpose, string> = { revocation: 'REVOKED', suspension: 'SUPERSEDED' };

/** The first place is the highest bit of the first byte. */
const bitsOf = (positions: readonly number[]): Buffer => {
  const bits = Buffer.alloc(placesOfList / 8);
  for (const position of positions) bits[position >> 3]! |= 0x80 >> (position & 7);
  return bits;
};

/** The list as it is signed: at these places somebody's credential holds no more. */
export const listCredential = (
  id: string,
  issuer: string,
  statusPurpose: Purpose,
  positions: readonly number[],
  at: string,
) => ({
  '@context': [credentialsContext],
  id,
  type: ['VerifiableCredential', 'BitstringStatusListCredential'],
  issuer,
  validFrom: at,
  credentialSubject: {
    id: `${id}#list`,
    type: 'BitstringStatusList',
    statusPurpose,
    encodedList: `u${gzipSync(bitsOf(positions)).toString('base64url')}`,
  },
});

/** Errors: NOT_FOUND of an institution or a list that there is none of. */
export async function statusList(
  call: Call,
  input: { id: number; list: number; purpose: Purpose },
): Promise<Record<string, unknown>> {
  const { rows } = await call.client.query<{ position: number | null; changed_at: string | null; created_at: string }>(
    'select * from edulab_status_list($1, $2, $3)',
    [input.id, input.list, statusOf[input.purpose]],
  );
  const [first] = rows;
  if (!first) throw fail('NOT_FOUND');
  const positions = rows.flatMap(({ position }) => position ?? []);
  const since = first.changed_at ?? first.created_at;
  const { settings } = call.kernel;
  const key = `${settings.dataDir} ${input.id} ${input.list} ${input.purpose} ${positions.length} ${since}`;
  let list = made.get(key);
  if (!list) {
    const id = statusAddress(settings.publicUrl, input.id, input.list, input.purpose);
    const at = new Date(since).toISOString();
    const credential = listCredential(id, didOf(settings, input.id), input.purpose, positions, at);
    list = signCredential(settings, input.id, credential, at);
    made.set(key, list);
  }
  return { ...(await list) };
}
