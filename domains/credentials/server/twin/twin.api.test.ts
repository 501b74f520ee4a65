import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import * as vc from '@digitalbazaar/vc';
import { decodeList } from '@digitalbazaar/vc-bitstring-status-list';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clock } from '#platform/contract/clock.ts';
import { asActor } from '#platform/server/database/database.ts';
import { rotateSigningKey } from '#platform/server/disk/signing-keys.ts';
import { type Api, startApi } from '#tests/support/api.ts';
import { papersDrawn } from '#tests/support/papers.ts';
import { issueDocument, issueDocuments } from '../issue.ts';
import { badgesContext, credentialsContext, pinnedContext } from './contexts.ts';
import { signCredential } from './issuer.ts';

/*
 * Vectors of our own, after the rules of the specifications (Verifiable Credentials 2.0, Data Integrity with
 * eddsa-rdfc-2022, Bitstring Status List 1.0, Open Badges 3.0, did:web). The suites of the W3C want a server of their own
 * shape: see docs/standards.md.
 */

let api: Api;
interface Credential extends Record<string, unknown> {
  id: string;
  name: string;
  credentialStatus: { statusPurpose: string; statusListIndex: string; statusListCredential: string }[];
  proof: Record<string, string>;
}
const made: { id: number; code: string }[] = [];

async function issue(count: number): Promise<void> {
  const rows = await asActor(api.database.app, { institution_id: 1, account_id: null, call: 'test' }, (db, client) =>
    issueDocuments(
      { db, client, institution_id: 1, account_id: 0, kernel: api.kernel },
      'CERTIFICATE',
      Array.from({ length: count }, (_, at) => ({
        language: 'uz' as const,
        title: 'Sertifikat',
        subtitle: '',
        subject_name: `Gʻaniyeva Oʻgʻiloy ${at}`,
        sections: [
          { kind: 'facts' as const, rows: [['Kimga', `Gʻaniyeva Oʻgʻiloy ${at}`] as [string, string]] },
          { kind: 'text' as const, text: 'Kursni tugatdi' },
        ],
      })),
    ),
  );
  made.push(...rows.map((row) => ({ id: row.id, code: row.check_code })));
  await papersDrawn(api);
}
const credentialOf = async (code: string): Promise<Credential> =>
  JSON.parse((await api.anonymous.get(`/issued-document/check/${code}/credential`)).raw.toString('utf8'));
const base = '/edulab/lms/api/v1';
const below = (url: string) => new URL(url).pathname.slice(base.length);

/** Contexts that are pinned, and the institution's own document; whatever else is asked for fails. */
async function loader(url: string) {
  if (url.startsWith('did:web:')) {
    const [did = '', key] = url.split('#');
    const parts = did.split(':').slice(3);
    const document = (await api.anonymous.get(below(`http://x/${parts.join('/')}/did.json`))).body;
    const method = document.verificationMethod.find((one: { id: string }) => one.id === url);
    return {
      contextUrl: null,
      documentUrl: url,
      document: key ? { '@context': 'https://w3id.org/security/multikey/v1', ...method } : document,
    };
  }
  return pinnedContext(url);
}
const bitOf = async (credential: Credential, purpose: string): Promise<boolean> => {
  const entry = credential.credentialStatus.find(({ statusPurpose }) => statusPurpose === purpose);
  if (!entry) throw new Error('there is no such status');
  const list = (await api.anonymous.get(below(entry.statusListCredential))).body;
  expect((await verified(list)).verified).toBe(true);
  const bits = await decodeList({ encodedList: list.credentialSubject.encodedList });
  expect(bits.length).toBeGreaterThanOrEqual(131_072);
  return bits.getStatus(Number(entry.statusListIndex));
};
const verified = (credential: object) =>
  vc.verifyCredential({
    credential,
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader: loader,
    checkStatus: async () => ({ verified: true }),
    now: clock.date(),
  });

beforeAll(async () => {
  api = await startApi();
  await issue(3);
});
afterAll(() => api?.close());

describe('the twin of a certificate', () => {
  it('is an Open Badge 3.0 that any checker takes, with the network gone', async () => {
    const fetched = globalThis.fetch;
    globalThis.fetch = () => Promise.reject(new Error('no network'));
    try {
      const credential = await credentialOf(made[0]!.code);
      expect(credential).toMatchObject({
        '@context': [credentialsContext, badgesContext],
        type: ['VerifiableCredential', 'OpenBadgeCredential'],
        issuer: { type: ['Profile'] },
        credentialSubject: { type: ['AchievementSubject'], achievement: { type: ['Achievement'], name: 'Sertifikat' } },
        proof: { type: 'DataIntegrityProof', cryptosuite: 'eddsa-rdfc-2022', proofPurpose: 'assertionMethod' },
      });
      const answer = await verified(credential);
      expect([answer.verified, answer.error]).toEqual([true, undefined]);
    } finally {
      globalThis.fetch = fetched;
    }
  });

  it('fails where anything in it was changed', async () => {
    const credential = await credentialOf(made[0]!.code);
    const changes: ((one: Credential) => object)[] = [
      (one) => ({ ...one, name: 'Diplom' }),
      (one) => ({ ...one, id: `${one.id}x` }),
      (one) => ({ ...one, validFrom: '2020-01-01T00:00:00Z' }),
      (one) => ({ ...one, issuer: { id: 'did:web:example.org', type: ['Profile'] } }),
      (one) => ({ ...one, credentialStatus: one.credentialStatus.slice(1) }),
      (one) => ({ ...one, proof: { ...one.proof, created: '2020-01-01T00:00:00Z' } }),
      (one) => ({ ...one, proof: { ...one.proof, proofPurpose: 'authentication' } }),
      (one) => ({ ...one, shoe_size: 42 }),
    ];
    for (const change of changes) {
      const answer = await verified(change(structuredClone(credential)));
      expect([answer.verified, change.toString()]).toEqual([false, change.toString()]);
    }
  });

  it('is given to its owner and to who has the code, and to nobody else', async () => {
    const head = await api.as('registrar_head');
    const own = await head.get(`/issued-document/${made[0]!.id}/credential`);
    expect([own.status, own.headers['content-type']]).toEqual([200, 'application/vc']);
    expect((await (await api.as('bachelor_student')).get(`/issued-document/${made[0]!.id}/credential`)).status).toBe(
      404,
    );
    expect((await api.anonymous.get('/issued-document/check/AAAA-BBBB-CCCC/credential')).status).toBe(404);
    expect((await api.anonymous.get('/issuer/999/did.json')).status).toBe(404);
    expect((await api.anonymous.get('/issuer/2/status/1/revocation')).status).toBe(404);
  });

  it('sets its bit when it is revoked, and no other', async () => {
    const [gone, stays] = [await credentialOf(made[1]!.code), await credentialOf(made[2]!.code)];
    expect([await bitOf(gone, 'revocation'), await bitOf(stays, 'revocation')]).toEqual([false, false]);
    const head = await api.as('registrar_head');
    const row = (await head.get(`/issued-document/${made[1]!.id}`)).body;
    expect(
      (await head.put('/issued-document/revoke', { id: row.id, version: row.version, reason: 'Xato' })).status,
    ).toBe(200);
    expect([await bitOf(gone, 'revocation'), await bitOf(stays, 'revocation')]).toEqual([true, false]);
    expect([await bitOf(gone, 'suspension'), await bitOf(stays, 'suspension')]).toEqual([false, false]);
  });

  it('holds after the key was changed, and papers of other kinds have none', async () => {
    const before = await credentialOf(made[0]!.code);
    rotateSigningKey(api.dataDir);
    await issue(1);
    const after = await credentialOf(made.at(-1)!.code);
    expect(after.proof.verificationMethod).not.toBe(before.proof.verificationMethod);
    for (const one of [before, after]) expect((await verified(one)).verified).toBe(true);
    const other = await asActor(api.database.app, { institution_id: 1, account_id: null, call: 'test' }, (db, client) =>
      issueDocument(
        { db, client, institution_id: 1, account_id: 0, kernel: api.kernel },
        { kind: 'REFERENCE', language: 'uz', title: 'Maʼlumotnoma', subtitle: '', subject_name: 'Kishi', sections: [] },
      ),
    );
    expect((await api.anonymous.get(`/issued-document/check/${other.check_code}/credential`)).status).toBe(404);
  });
});

describe('what signs', () => {
  it('reads pinned contexts and nothing else, and refuses a term that none of them knows', async () => {
    await expect(pinnedContext('https://example.org/context')).rejects.toThrow('pinned');
    const credential = {
      '@context': [credentialsContext],
      type: ['VerifiableCredential'],
      issuer: 'did:web:example.org',
      credentialSubject: { id: 'did:example:1' },
    };
    const where = { publicUrl: 'http://localhost', dataDir: api.dataDir };
    await expect(
      signCredential(
        where,
        1,
        { ...credential, '@context': [credentialsContext, 'https://example.org/c'] },
        '2026-01-01T00:00:00Z',
      ),
    ).rejects.toThrow();
    // The base context gives every unknown word a meaning of the issuer's own, but for where it closes a part.
    await expect(
      signCredential(where, 1, { ...credential, 'not a term at all': { '@type': 'x y' } }, '2026-01-01T00:00:00Z'),
    ).rejects.toThrow();
  });
});
