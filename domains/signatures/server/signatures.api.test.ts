import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type SimulatedKey,
  type Simulator,
  simulatedKey,
  simulatedPkcs7,
  startSimulator,
} from '#tests/support/eimzo.ts';
import { codeOf, type LetterBody, type LetterScene, letterScene } from '#tests/support/letters.ts';
import type { CheckedSignatures } from '../shapes.ts';
import { eimzoBounds } from './eimzo.ts';

const pinfl = '31204850010017';
let simulator: Simulator;
let scene: LetterScene;
let count = 0;

beforeAll(async () => {
  simulator = await startSimulator();
  scene = await letterScene({ EIMZO_URL: simulator.url, EDULAB_URL: 'https://lms.example.uz' });
  await scene.sql('update staff set pinfl = $1 where id = $2', [pinfl, scene.ids.director]);
});
afterAll(async () => {
  await scene?.api.close();
  await simulator?.close();
});
beforeEach(async () => {
  simulator.fault = undefined;
  await set({ eimzo: true, demanded: false });
});

const set = async (more: object) => {
  const admin = await scene.api.as('admin');
  const answer = await admin.post('/signature/settings', {
    eimzo: true,
    demanded: false,
    domain_keys: 'A7BC',
    ...more,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

/** A letter that waits for the signature of the director, and the bytes of its file. */
async function waiting(): Promise<{ letter: LetterBody; bytes: Buffer }> {
  const bytes = Buffer.from(`%PDF-1.4\n1 0 obj\n<</N ${++count}>>\nendobj\ntrailer\n<<>>\n%%EOF`);
  const file = (await scene.dean.upload('xat.pdf', bytes)).body[0].id as number;
  const made = await scene.dean.post('/document_management/', {
    direction: 'OUTGOING',
    group_id: scene.outgoing.id,
    kind: 'LETTER',
    heading: 'Imzo uchun xat',
    correspondent: 'Vazirlik',
    signer_id: scene.ids.director,
    agreement: [],
    file_ids: [file],
  });
  const agreed = await scene.step(scene.dean, made.body, 'AGREEING');
  expect(agreed.body.status).toBe('AGREED');
  return { letter: agreed.body, bytes };
}
const handIn = (letter: { id: number }, pkcs7: string, by = scene.director) =>
  by.post('/signature/eimzo/', { entity: 'correspondence', entity_id: letter.id, pkcs7 });
const sign = (letter: LetterBody, electronic_id: number) =>
  scene.step(scene.director, letter, 'SIGNED', { electronic_id });

/** Whether our key vouches for every word of it. */
const genuine = ({ signatures, keys }: CheckedSignatures) =>
  signatures.every(({ text, key_id, signature }) => {
    const key = keys.find(({ id }) => id === key_id)!;
    const own = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.public_key }, format: 'jwk' });
    return verify(null, Buffer.from(text), own, Buffer.from(signature, 'base64url'));
  });

it('signs the very file with the key of the person, and tells strangers who signed it', async () => {
  const { letter, bytes } = await waiting();
  const taken = await handIn(letter, simulatedPkcs7(simulatedKey(), bytes));
  expect(taken.body).toMatchObject({ certificate: { serial: '218711a92', name: 'KARIMOVA NODIRA' } });
  expect(simulator.seen.at(-1)).toMatchObject({ host: 'lms.example.uz', ip: '127.0.0.1' });
  const signed = await sign(letter, taken.body.id);
  expect(signed.status, JSON.stringify(signed.body)).toBe(200);
  const hash = createHash('sha256').update(bytes).digest('hex');
  expect(signed.body).toMatchObject({ signed_hash: hash, signature: { method: 'EIMZO', hash, serial: '218711a92' } });
  const { code } = signed.body.signature;

  const { anonymous } = scene.api;
  for (const path of [
    `/signature/check/${code}`,
    `/signature/check/${code.toLowerCase()}`,
    `/signature/hash/${hash}`,
  ]) {
    const { body } = await anonymous.get<CheckedSignatures>(path);
    expect(body.signatures).toHaveLength(1);
    expect(genuine(body)).toBe(true);
    const said = JSON.parse(body.signatures[0]!.text);
    expect(said).toMatchObject({ file: { sha256: hash }, method: 'EIMZO', certificate: { serial: '218711a92' } });
    // Neither what the file says nor the number of the person.
    expect(JSON.stringify(body)).not.toContain(pinfl);
    expect(JSON.stringify(body)).not.toContain('Imzo uchun xat');
  }
  const other = createHash('sha256')
    .update(Buffer.concat([bytes, Buffer.from(' ')]))
    .digest('hex');
  expect((await anonymous.get(`/signature/hash/${other}`)).status).toBe(404);
  expect((await anonymous.get('/signature/check/AAAA-AAAA-AAAA')).status).toBe(404);
  expect((await anonymous.get('/signature/hash/zz')).status).toBe(404);
  // The whole proof is kept, and nobody of ours changes it.
  const [kept] = await scene.sql('select * from electronic_signatures where id = $1', [taken.body.id]);
  expect(kept).toMatchObject({ file_hash: hash, ocsp: 'MIIGdTCBr6' });
  await expect(scene.api.database.requests.query('update signatures set file_hash = $1', [other])).rejects.toThrow(
    'permission denied',
  );
  // One container proves one signature.
  const next = await waiting();
  expect(codeOf(await sign(next.letter, taken.body.id))).toBe('SIGNATURE_OTHER_FILE');
});

it.each<[string, Partial<SimulatedKey>, string]>([
  ['a certificate that is out of date', { to: '2021-01-01 00:00:00' }, 'SIGNATURE_CERTIFICATE_DATES'],
  ['a certificate that does not hold yet', { from: '2098-01-01 00:00:00' }, 'SIGNATURE_CERTIFICATE_DATES'],
  ['a certificate that was revoked', { revoked: true }, 'SIGNATURE_CERTIFICATE'],
  ['the key of somebody else', { pinfl: '42505860020028' }, 'SIGNATURE_OTHER_PERSON'],
  ['a key that is made out to nobody', { pinfl: null }, 'SIGNATURE_OTHER_PERSON'],
])('refuses %s', async (_, key, code) => {
  const { letter, bytes } = await waiting();
  expect(codeOf(await handIn(letter, simulatedPkcs7(simulatedKey(key), bytes)))).toBe(code);
});

it('refuses a signature over other bytes, a broken container, and two signers in one', async () => {
  const { letter, bytes } = await waiting();
  const key = simulatedKey();
  expect(codeOf(await handIn(letter, simulatedPkcs7(key, Buffer.concat([bytes, Buffer.from('\n')]))))).toBe(
    'SIGNATURE_BROKEN',
  );
  const sound = Buffer.from(simulatedPkcs7(key, bytes), 'base64').toString();
  const forged = Buffer.from(sound.replace('KARIMOVA', 'RAHIMOVA')).toString('base64');
  expect(codeOf(await handIn(letter, forged))).toBe('SIGNATURE_BROKEN');
  expect((await handIn(letter, 'not base64 at all, whatever it may be; not even nearly')).status).toBe(400);
  simulator.fault = 'two';
  expect(codeOf(await handIn(letter, simulatedPkcs7(key, bytes)))).toBe('SIGNATURE_BROKEN');
});

it('takes no answer for a yes: unknown state, wrong clock, a code nobody described, nonsense, silence, nobody there', async () => {
  const { letter, bytes } = await waiting();
  const pkcs7 = simulatedPkcs7(simulatedKey(), bytes);
  const asked = async (fault: Simulator['fault']) => {
    simulator.fault = fault;
    const answer = await handIn(letter, pkcs7);
    return [answer.status, codeOf(answer)];
  };
  expect(await asked('ocsp')).toEqual([503, 'SIGNATURE_UNKNOWN']);
  expect(await asked('unknown')).toEqual([503, 'SIGNATURE_UNKNOWN']);
  expect(await asked('clock')).toEqual([422, 'SIGNATURE_TIME']);
  expect(await asked('garbled')).toEqual([503, 'SIGNATURE_AWAY']);
  expect(await asked('away')).toEqual([503, 'SIGNATURE_AWAY']);
  const { patience } = eimzoBounds;
  eimzoBounds.patience = 300;
  expect(await asked('silent')).toEqual([503, 'SIGNATURE_AWAY']);
  eimzoBounds.patience = patience;
  expect(
    (
      await scene.sql('select 1 from electronic_signatures where file_hash = $1', [
        createHash('sha256').update(bytes).digest('hex'),
      ])
    ).length,
  ).toBe(0);
});

it('signs only what waits for the caller, within ten minutes, and with what the institution takes', async () => {
  const { letter, bytes } = await waiting();
  const pkcs7 = simulatedPkcs7(simulatedKey(), bytes);
  // A colleague has no PINFL on record; with one, nothing waits for them; nor is there such a record.
  expect(codeOf(await handIn(letter, pkcs7, scene.teacher))).toBe('SIGNATURE_NO_PINFL');
  await scene.sql('update staff set pinfl = $1 where id = $2', ['42505860020028', scene.ids.teacher]);
  expect(codeOf(await handIn(letter, pkcs7, scene.teacher))).toBe('SIGNATURE_NOT_WANTED');
  expect(codeOf(await handIn({ id: 999_999 }, pkcs7))).toBe('SIGNATURE_NOT_WANTED');
  const taken = await handIn(letter, pkcs7);
  // Somebody else's container is nobody's signature but theirs.
  await scene.sql('update electronic_signatures set account_id = account_id + 1 where id = $1', [taken.body.id]);
  expect(codeOf(await sign(letter, taken.body.id))).toBe('SIGNATURE_OTHER_FILE');
  await scene.sql(
    "update electronic_signatures set account_id = account_id - 1, created_at = created_at - interval '11 minutes' where id = $1",
    [taken.body.id],
  );
  expect(codeOf(await sign(letter, taken.body.id))).toBe('SIGNATURE_OTHER_FILE');
  await set({ demanded: true });
  expect(codeOf(await scene.step(scene.director, letter, 'SIGNED'))).toBe('SIGNATURE_NEEDED');
  await set({ eimzo: false });
  expect(codeOf(await handIn(letter, pkcs7))).toBe('SIGNATURE_OFF');
  const signed = await scene.step(scene.director, letter, 'SIGNED');
  expect(signed.body.signature).toMatchObject({ method: 'ACCOUNT', serial: null });
});

it('says whose session it is by a challenge that is signed once', async () => {
  const session = await scene.api.as('director');
  await scene.sql("update sessions set proved_at = edulab_now() - interval '1 hour'");
  const { letter } = await waiting();
  expect(codeOf(await scene.step(session, letter, 'SIGNED'))).toBe('PROOF_REQUIRED');
  const { challenge } = (await session.post('/signature/eimzo/challenge', {})).body;
  const attached = (key: SimulatedKey) => simulatedPkcs7(key, Buffer.from(challenge), false);
  const prove = (pkcs7: string) => session.post('/signature/eimzo/proof', { pkcs7 });
  expect(codeOf(await prove(simulatedPkcs7(simulatedKey(), Buffer.from('mine'), false)))).toBe('SIGNATURE_CHALLENGE');
  expect((await prove(attached(simulatedKey()))).body.certificate.name).toBe('KARIMOVA NODIRA');
  expect(codeOf(await prove(attached(simulatedKey())))).toBe('SIGNATURE_CHALLENGE');
  expect((await scene.step(session, letter, 'SIGNED')).body.status).toBe('SIGNED');
  const again = (await session.post('/signature/eimzo/challenge', {})).body.challenge;
  expect(
    codeOf(await prove(simulatedPkcs7(simulatedKey({ pinfl: '42505860020028' }), Buffer.from(again), false))),
  ).toBe('SIGNATURE_OTHER_PERSON');
});

it('keeps its settings to administrators of the institution', async () => {
  expect((await scene.dean.get('/signature/settings')).status).toBe(403);
  const admin = await scene.api.as('admin');
  const wrong = await admin.post('/signature/settings', { eimzo: false, demanded: true, domain_keys: '' });
  expect(codeOf(wrong)).toBe('SIGNATURE_OFF');
  expect((await scene.dean.get('/signature/means')).body).toEqual({
    eimzo: true,
    demanded: false,
    domain_keys: 'A7BC',
  });
});
