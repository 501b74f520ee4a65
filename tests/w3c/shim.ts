import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contexts } from '@digitalbazaar/credentials-context';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import * as vc from '@digitalbazaar/vc';
import { credentialsContext, pinnedContext } from '#domains/credentials/server/twin/contexts.ts';
import { multikey, signAs } from '#domains/credentials/server/twin/issuer.ts';
import type { Purpose } from '#domains/credentials/server/twin/places.ts';
import { listCredential } from '#domains/credentials/server/twin/status.ts';
import { clock } from '#platform/contract/clock.ts';
import { publicSigningKeys, signBytes } from '#platform/server/disk/signing-keys.ts';

/*
 * What the suites of the W3C talk to: it signs with our issuer and makes our lists of bits, under a `did:key` of a key of its own, for that is the
 * only name that the suites resolve. Checking is that of the library of the standard's authors, for we have no call that checks. It
 * adds the contexts that the suites write in and we never do. docs/standards.md says how the suites are run and what came of it.
 */

const [certificate = '', key = '', moreContexts] = process.argv.slice(2);
const port = 40443;
const base = `https://localhost:${port}`;
const dataDir = mkdtempSync(join(tmpdir(), 'edulab-w3c-'));
const { key_id } = signBytes(dataDir);
const raw = publicSigningKeys(dataDir).find(({ id }) => id === key_id)?.public_key ?? '';
const name = multikey(raw);
const did = `did:key:${name}`;

/** Of the suites: words for examples, and what a file of contexts by address brings besides. */
const theirs: Record<string, unknown> = {
  'https://www.w3.org/ns/credentials/examples/v2': {
    '@context': { '@vocab': 'https://www.w3.org/ns/credentials/examples#' },
  },
  ...(moreContexts ? (JSON.parse(readFileSync(moreContexts, 'utf8')) as object) : {}),
};

async function load(url: string) {
  const found = (document: unknown) => ({ contextUrl: null, documentUrl: url, document });
  if (url.startsWith('did:key:')) {
    const [controller = ''] = url.split('#');
    const publicKeyMultibase = controller.slice('did:key:'.length);
    const id = `${controller}#${publicKeyMultibase}`;
    const method = { id, type: 'Multikey', controller, publicKeyMultibase };
    if (url.includes('#')) return found({ '@context': 'https://w3id.org/security/multikey/v1', ...method });
    return found({
      '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
      id: controller,
      verificationMethod: [method],
      assertionMethod: [id],
      authentication: [id],
    });
  }
  const other = theirs[url] ?? contexts.get(url);
  return url === credentialsContext || other === undefined ? pinnedContext(url) : found(other);
}

interface Credential {
  '@context'?: unknown;
  issuer?: unknown;
  credentialStatus?: unknown;
}
const sign = (credential: object) => signAs({ dataDir }, () => `${did}#${name}`, credential, clock.iso(), load);
const isAddress = (value: unknown): boolean => typeof value === 'string' && URL.canParse(value);

function issue(credential: Credential) {
  const { issuer } = credential;
  const whole = issuer !== null && typeof issuer === 'object' && 'id' in issuer;
  if (issuer !== undefined && !isAddress(whole ? issuer.id : issuer)) throw new Error('the issuer is no address');
  const speaksTwo = Array.isArray(credential['@context']) && credential['@context'].includes(credentialsContext);
  const status = (statusPurpose: Purpose) => ({
    id: `${base}/status/${statusPurpose}#94567`,
    type: 'BitstringStatusListEntry',
    statusPurpose,
    statusListIndex: '94567',
    statusListCredential: `${base}/status/${statusPurpose}`,
  });
  return sign({
    ...credential,
    ...(issuer === undefined ? {} : { issuer: whole ? { ...issuer, id: did } : did }),
    ...(speaksTwo && credential.credentialStatus === undefined
      ? { credentialStatus: [status('revocation'), status('suspension')] }
      : {}),
  });
}

interface Asked {
  credential: Credential;
  verifiableCredential: object;
  verifiablePresentation: object & { proof?: unknown };
  options?: { challenge?: string; domain?: string };
}
const checking = {
  suite: new DataIntegrityProof({ cryptosuite }),
  documentLoader: load,
  // The suites keep no list of what they revoke.
  checkStatus: async () => ({ verified: true }),
};
const told = ({ verified, error }: { verified: boolean; error?: { errors?: Error[] } & Error }) =>
  verified
    ? { status: 200, body: { verified } }
    : { status: 400, body: { verified, errors: [error?.errors?.[0]?.message ?? error?.message ?? ''] } };

async function answer(path: string, asked: Asked): Promise<{ status: number; body: object }> {
  switch (path) {
    case '/credentials/issue':
      return { status: 201, body: await issue(asked.credential) };
    case '/credentials/verify':
      return told(await vc.verifyCredential({ ...checking, credential: asked.verifiableCredential }));
    case '/presentations/verify':
      return told(
        await vc.verify({
          ...checking,
          presentation: asked.verifiablePresentation,
          challenge: asked.options?.challenge,
          domain: asked.options?.domain,
          unsignedPresentation: asked.verifiablePresentation.proof === undefined,
        }),
      );
    case '/status/revocation':
    case '/status/suspension': {
      const purpose = path.endsWith('revocation') ? 'revocation' : 'suspension';
      return { status: 200, body: await sign(listCredential(`${base}${path}`, did, purpose, [], clock.iso())) };
    }
    default:
      return { status: 404, body: {} };
  }
}

createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (request, reply) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', async () => {
    const text = Buffer.concat(pieces).toString('utf8');
    const { status, body } = await Promise.resolve()
      .then(() => answer(request.url ?? '', text ? (JSON.parse(text) as Asked) : ({} as Asked)))
      .catch((fault: unknown) => ({ status: 400, body: { errors: [String(fault)] } }));
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}).listen(port, '127.0.0.1', () => process.stdout.write(`${did} at ${base}\n`));
