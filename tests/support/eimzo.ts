import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clock } from '#platform/contract/clock.ts';

/**
 * A simulator of e-imzo-server and of the program on people's computers, with the shapes and codes that the real ones
 * answer with (qo0p/e-imzo-doc, of 02.2026). Its containers are no real PKCS#7, which to us is base64 either way: they hold
 * what was signed by whom, under a seal of the simulator's own, and break when one byte changes.
 */

export interface SimulatedKey {
  serial: string;
  pinfl: string | null;
  name: string;
  organisation?: string;
  /** As certificates say it, in the time of Tashkent. */
  from: string;
  to: string;
  revoked?: boolean;
}

interface Container {
  key: SimulatedKey;
  digest: string;
  /** What was signed, where it is attached. */
  attached?: string;
  signed: string;
  stamped?: string;
  seal: string;
}

export const faults = ['away', 'silent', 'garbled', 'ocsp', 'clock', 'unknown', 'two'] as const;
export type Fault = (typeof faults)[number];

const secret = 'the simulator';
const sealOf = ({ seal: _, ...rest }: Container) =>
  createHmac('sha256', secret).update(JSON.stringify(rest)).digest('hex');
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** An instant as its answers say it. */
const local = (at: number) => new Date(at + 5 * 3600_000).toISOString().slice(0, 19).replace('T', ' ');

const pack = (container: Omit<Container, 'seal'>): string => {
  const whole = { ...container, seal: '' };
  return Buffer.from(JSON.stringify({ ...whole, seal: sealOf(whole) })).toString('base64');
};
function unpack(text: string): Container | null {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}

/** What the program on the computer makes of bytes and a key. */
export const simulatedPkcs7 = (key: SimulatedKey, bytes: Buffer, detached = true): string =>
  pack({
    key,
    digest: digestOf(bytes),
    ...(detached ? {} : { attached: bytes.toString('base64') }),
    signed: local(clock.now()),
  });

/** A key that holds now. */
export const simulatedKey = (more: Partial<SimulatedKey> = {}): SimulatedKey => ({
  serial: '218711a92',
  pinfl: '31204850010017',
  name: 'KARIMOVA NODIRA',
  from: '2020-01-01 00:00:00',
  to: '2099-01-01 00:00:00',
  ...more,
});

export interface Simulator {
  url: string;
  /** How it behaves from now on; nothing: well. */
  fault: Fault | undefined;
  /** Requests as they came: path, and what the real one wants in their heads. */
  seen: { path: string; ip: string | undefined; host: string | undefined }[];
  close(): Promise<void>;
}

/** On a port of its own, unless told. */
export async function startSimulator(port = 0): Promise<Simulator> {
  const challenges = new Set<string>();
  const certificateOf = (key: SimulatedKey) => ({
    subjectInfo: {
      ...(key.pinfl === null ? {} : { '1.2.860.3.16.1.2': key.pinfl }),
      CN: key.name,
      ...(key.organisation ? { O: key.organisation } : {}),
    },
    issuerInfo: { CN: 'TestCA', O: 'test.e-imzo.uz' },
    serialNumber: key.serial,
    subjectName: `CN=${key.name},1.2.860.3.16.1.2=${key.pinfl}`,
    validFrom: key.from,
    validTo: key.to,
    issuerName: 'CN=TestCA,O=test.e-imzo.uz',
    publicKey: { keyAlgName: 'OZDST-1092-2009-2', publicKey: 'MGAwGQYJKoZc' },
    signature: { signAlgName: 'OZDST-1106-2009-2-AwithOZDST-1092-2009-2', signature: 'aa67e8' },
  });
  /** Status of a certificate and of the seal, as the real one finds them. */
  const verdict = (found: Container | null): number => {
    if (!found?.key || found.seal !== sealOf(found)) return -10;
    if (simulator.fault === 'ocsp') return -1;
    if (simulator.fault === 'clock') return -5;
    if (simulator.fault === 'unknown') return -77;
    if (found.key.revoked) return -11;
    const now = local(clock.now());
    return found.key.from <= now && now <= found.key.to ? 1 : -12;
  };
  const said = (status: number, more: object = {}) => ({ ...more, status, message: status === 1 ? '' : 'ERR' });
  const answers: Record<string, (body: string) => object> = {
    '/frontend/challenge': () => {
      const challenge = randomUUID();
      challenges.add(challenge);
      return said(1, { challenge, ttl: 120 });
    },
    '/backend/auth': (body) => {
      const found = unpack(body);
      const status = verdict(found);
      if (status !== 1 || !found) return said(status);
      const challenge = Buffer.from(found.attached ?? '', 'base64').toString('utf8');
      // Each is good for one answer.
      if (!challenges.delete(challenge)) return said(-20);
      const { subjectInfo, serialNumber, validFrom, validTo } = certificateOf(found.key);
      return said(1, { subjectCertificateInfo: { serialNumber, subjectName: subjectInfo, validFrom, validTo } });
    },
    '/frontend/timestamp/pkcs7': (body) => {
      const found = unpack(body);
      if (!found?.key || found.seal !== sealOf(found)) return said(-10);
      const { seal: _, ...rest } = found;
      return said(1, {
        pkcs7b64: pack({ ...rest, stamped: local(clock.now()) }),
        timestampedSignerList: [{ serialNumber: found.key.serial }],
      });
    },
    '/backend/pkcs7/verify/detached': (body) => {
      const [document = '', container = ''] = body.split('|');
      const found = unpack(container);
      const status = verdict(found);
      if (status !== 1 || !found) return said(status);
      if (digestOf(Buffer.from(document, 'base64')) !== found.digest) return said(-10);
      const signer = {
        signerId: { issuer: 'CN=TestCA,O=test.e-imzo.uz', subjectSerialNumber: found.key.serial },
        signingTime: found.signed,
        signature: 'a88ab92b',
        digest: found.digest,
        timeStampInfo: found.stamped ? { time: found.stamped, verified: true, tsaPolicy: '1.2.860.3.2.11.1' } : null,
        certificate: [certificateOf(found.key), certificateOf({ ...found.key, name: 'TestCA', serial: '648484238a' })],
        OCSPResponse: 'MIIGdTCBr6',
        statusUpdatedAt: found.signed,
        verified: true,
        certificateVerified: true,
        certificateValidAtSigningTime: true,
        policyIdentifiers: ['1.3.6.1.4.1.46709.1.2.1'],
      };
      return said(1, { pkcs7Info: { signers: simulator.fault === 'two' ? [signer, signer] : [signer] } });
    },
  };
  const server = createServer((request, reply) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => {
      const path = request.url ?? '';
      simulator.seen.push({ path, ip: request.headers['x-real-ip']?.toString(), host: request.headers.host });
      if (simulator.fault === 'silent') return;
      if (simulator.fault === 'away') return void reply.writeHead(503).end('no');
      if (simulator.fault === 'garbled') return void reply.end('<html>');
      const answer = answers[path];
      if (!answer) return void reply.writeHead(400).end();
      reply.setHeader('content-type', 'application/json');
      reply.end(JSON.stringify(answer(Buffer.concat(pieces).toString('utf8'))));
    });
  });
  await new Promise<void>((done, refuse) => {
    server.once('error', refuse);
    server.listen(port, '127.0.0.1', done);
  });
  const simulator: Simulator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: undefined,
    seen: [],
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return simulator;
}
