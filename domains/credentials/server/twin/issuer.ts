import { encode } from 'base58-universal';
import { apiBase } from '#platform/server/call/http.ts';
import { publicSigningKeys, signBytes } from '#platform/server/disk/signing-keys.ts';
import type { Settings } from '#platform/server/run/settings.ts';
import { pinnedContext } from './contexts.ts';

/** The institution as an issuer: its name among machines, its keys, and how it signs. */

type Where = Pick<Settings, 'publicUrl' | 'dataDir'>;

/** Below the base of the API, whose document stands where the method `did:web` looks for it. */
export const didOf = ({ publicUrl }: Pick<Settings, 'publicUrl'>, institution_id: number): string => {
  const { host } = new URL(publicUrl);
  return `did:web:${[encodeURIComponent(host), ...apiBase.split('/').filter(Boolean), 'issuer', institution_id].join(':')}`;
};

/** Type and raw bytes of an Ed25519 key, as a multikey says them. */
export const multikey = (raw: string): string =>
  `z${encode(Buffer.concat([Buffer.from([0xed, 0x01]), Buffer.from(raw, 'base64url')]))}`;

/** All keys that ever signed: those of before go on proving what they signed. */
export function didDocument(where: Where, institution_id: number) {
  const id = didOf(where, institution_id);
  const keys = publicSigningKeys(where.dataDir);
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id,
    verificationMethod: keys.map((key) => ({
      id: `${id}#${key.id}`,
      type: 'Multikey' as const,
      controller: id,
      publicKeyMultibase: multikey(key.public_key),
    })),
    assertionMethod: keys.map((key) => `${id}#${key.id}`),
  };
}

/** Signs a credential with the newest key. A term that no pinned context knows is refused, not signed over. */
export const signCredential = <C extends object>(where: Where, institution_id: number, credential: C, at: string) =>
  signAs(where, (key_id) => `${didOf(where, institution_id)}#${key_id}`, credential, at);

/** Read when something is signed first: code of thirty megabytes at work, of which most processes never have need. */
const libraries = () =>
  Promise.all([
    import('@digitalbazaar/vc'),
    import('@digitalbazaar/data-integrity'),
    import('@digitalbazaar/eddsa-rdfc-2022-cryptosuite'),
  ]);

/** The same under the name that machines know the key by. */
export async function signAs<C extends object>(
  { dataDir }: Pick<Where, 'dataDir'>,
  methodOf: (key_id: string) => string,
  credential: C,
  at: string,
  documentLoader: typeof pinnedContext = pinnedContext,
): Promise<C & { proof: Record<string, string> }> {
  const [vc, { DataIntegrityProof }, { cryptosuite }] = await libraries();
  const { sign, key_id } = signBytes(dataDir);
  return vc.issue({
    credential,
    suite: new DataIntegrityProof({
      signer: {
        id: methodOf(key_id),
        algorithm: 'Ed25519',
        sign: async ({ data }) => sign(data),
      },
      // Seconds: the suite writes it so, and the same document is the same text.
      date: `${at.slice(0, 19)}Z`,
      cryptosuite,
    }),
    documentLoader,
  });
}
