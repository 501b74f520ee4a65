import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { z } from 'zod';
import type { ErrorCode } from '#platform/contract/index.ts';
import { fail } from '#platform/server/call/errors.ts';
import type { CertificateFacts } from '../shapes.ts';

/**
 * The adapter of E-IMZO. Its signatures are of algorithms (OʻzDSt 1092, 1106) that no library of ours knows, so a server of
 * the operator's, e-imzo-server, judges them; it alone is asked, never an address that somebody typed. What it answers is
 * believed only as far as it fits the shapes below, and a status that is not 1 is never "valid".
 */

/** What e-imzo-server wants to know of whom it answers. */
export interface Asker {
  url: string;
  /** Of the person, as `X-Real-IP`. */
  ip: string;
  /** The host name under which people reach us: certificates of the server are made out to it. */
  host: string;
}

/** Object identifiers in the names of certificates. */
const pinflOid = '1.2.860.3.16.1.2';
/** How long one answer is waited for, in milliseconds; a test waits less. */
export const eimzoBounds = { patience: 15_000 };
const mostAnswer = 2 * 1024 * 1024;

const instantText = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const names = z.record(z.string(), z.string());
const status = z.object({ status: z.number().int(), message: z.string().nullish() });
const challengeAnswer = status.extend({ challenge: z.string().max(200).nullish(), ttl: z.number().nullish() });
const authAnswer = status.extend({
  subjectCertificateInfo: z
    .object({ serialNumber: z.string(), subjectName: names, validFrom: instantText, validTo: instantText })
    .nullish(),
});
const stampAnswer = status.extend({ pkcs7b64: z.string().nullish() });
const certificate = z.object({
  subjectInfo: names,
  issuerInfo: names,
  serialNumber: z.string(),
  validFrom: instantText,
  validTo: instantText,
});
const verifyAnswer = status.extend({
  pkcs7Info: z
    .object({
      signers: z.array(
        z.object({
          certificate: z.array(certificate),
          OCSPResponse: z.string().nullish(),
          verified: z.boolean(),
          certificateVerified: z.boolean(),
          certificateValidAtSigningTime: z.boolean(),
          revokedStatusInfo: z.unknown().optional(),
          exception: z.unknown().optional(),
          timeStampInfo: z.object({ time: instantText, verified: z.boolean() }).nullish(),
        }),
      ),
    })
    .nullish(),
});

/** Its clocks are those of Tashkent. */
const instantOf = (text: string): string => new Date(`${text.replace(' ', 'T')}+05:00`).toISOString();

/** Codes of a signature over a text or a file; -20 to -23 mean the time stamp where a file was signed. */
const meanings: Record<number, ErrorCode> = {
  [-1]: 'SIGNATURE_UNKNOWN',
  [-5]: 'SIGNATURE_TIME',
  [-10]: 'SIGNATURE_BROKEN',
  [-11]: 'SIGNATURE_CERTIFICATE',
  [-12]: 'SIGNATURE_CERTIFICATE_DATES',
};

function demandFine(answer: { status: number }, special: Record<number, ErrorCode> = {}): void {
  if (answer.status === 1) return;
  // An answer that nobody described is no verdict on the signature.
  throw fail(special[answer.status] ?? meanings[answer.status] ?? 'SIGNATURE_UNKNOWN', { status: answer.status });
}

const away = () => fail('SIGNATURE_AWAY');

/** One question; errors: SIGNATURE_AWAY where nobody answers in time, or something else than what was agreed. */
function ask<T>(asker: Asker, path: string, shape: z.ZodType<T>, body?: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const url = new URL(path, asker.url);
    const refuse = () => reject(away());
    const outgoing = (url.protocol === 'https:' ? overHttps : overHttp)(
      url,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          host: asker.host,
          'x-real-ip': asker.ip,
          ...(body === undefined
            ? {}
            : { 'content-type': 'text/plain', 'content-length': String(Buffer.byteLength(body)) }),
        },
        signal: AbortSignal.timeout(eimzoBounds.patience),
      },
      (incoming) => {
        const pieces: Buffer[] = [];
        let size = 0;
        incoming.on('data', (piece: Buffer) => {
          size += piece.length;
          if (size > mostAnswer) incoming.destroy(new Error('too long an answer'));
          else pieces.push(piece);
        });
        incoming.on('error', refuse);
        incoming.on('end', () => {
          if (incoming.statusCode !== 200) return refuse();
          try {
            resolve(shape.parse(JSON.parse(Buffer.concat(pieces).toString('utf8'))));
          } catch {
            refuse();
          }
        });
      },
    );
    outgoing.on('error', refuse);
    outgoing.end(body);
  });
}

export async function askChallenge(asker: Asker): Promise<{ challenge: string; ttl: number }> {
  const answer = await ask(asker, '/frontend/challenge', challengeAnswer);
  if (answer.status !== 1 || !answer.challenge) throw away();
  return { challenge: answer.challenge, ttl: answer.ttl ?? 120 };
}

export interface Holder {
  pinfl: string | null;
  certificate: CertificateFacts;
}

const factsOf = (
  serial: string,
  subject: Record<string, string>,
  issuer: Record<string, string> | undefined,
  [from, to]: [string, string],
): Holder => ({
  pinfl: subject[pinflOid] ?? null,
  certificate: {
    serial,
    name: subject.CN ?? '',
    organisation: subject.O ?? null,
    issuer: [issuer?.CN, issuer?.O].filter(Boolean).join(', '),
    valid_from: instantOf(from),
    valid_to: instantOf(to),
  },
});

/** Who signed the text of a challenge. */
export async function askHolder(asker: Asker, pkcs7: string): Promise<Holder> {
  const answer = await ask(asker, '/backend/auth', authAnswer, pkcs7);
  demandFine(answer, { [-20]: 'SIGNATURE_CHALLENGE' });
  const info = answer.subjectCertificateInfo;
  if (!info) throw away();
  return factsOf(info.serialNumber, info.subjectName, undefined, [info.validFrom, info.validTo]);
}

export interface Verified extends Holder {
  /** With the time stamp. */
  pkcs7: string;
  timestamped_at: string;
  ocsp: string | null;
}

/** Has the time stamped, and the signature over these bytes verified. One signature, of one person. */
export async function askVerified(asker: Asker, file: Buffer, pkcs7: string): Promise<Verified> {
  const stamped = await ask(asker, '/frontend/timestamp/pkcs7', stampAnswer, pkcs7);
  demandFine(stamped, { [-20]: 'SIGNATURE_STAMP' });
  const whole = stamped.pkcs7b64 || pkcs7;
  const answer = await ask(
    asker,
    '/backend/pkcs7/verify/detached',
    verifyAnswer,
    `${file.toString('base64')}|${whole}`,
  );
  const stamp = 'SIGNATURE_STAMP' as const;
  demandFine(answer, { [-20]: 'SIGNATURE_UNKNOWN', [-21]: stamp, [-22]: stamp, [-23]: stamp });
  const signers = answer.pkcs7Info?.signers ?? [];
  const [signer] = signers;
  const own = signer?.certificate[0];
  if (!signer || !own) throw away();
  if (signers.length > 1 || !signer.verified || signer.exception) throw fail('SIGNATURE_BROKEN');
  if (!signer.certificateVerified || signer.revokedStatusInfo) throw fail('SIGNATURE_CERTIFICATE');
  if (!signer.certificateValidAtSigningTime) throw fail('SIGNATURE_CERTIFICATE_DATES');
  if (!signer.timeStampInfo?.verified) throw fail('SIGNATURE_STAMP');
  return {
    ...factsOf(own.serialNumber, own.subjectInfo, own.issuerInfo, [own.validFrom, own.validTo]),
    pkcs7: whole,
    timestamped_at: instantOf(signer.timeStampInfo.time),
    ocsp: signer.OCSPResponse ?? null,
  };
}
