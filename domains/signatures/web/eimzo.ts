import { z } from 'zod';
import { clock } from '#platform/contract/clock.ts';

/**
 * The program with which people sign, on their own computer: it listens there alone, one question for a socket. The key and
 * its password never leave it; we hand it bytes and get a container of signatures.
 */

export interface Key {
  disk: string;
  path: string;
  name: string;
  alias: string;
  /** Common name of who holds it. */
  holder: string;
  /** The last instant of the certificate. */
  until: string | null;
  over: boolean;
}

/** It is not there, or does not answer. */
export class ProgramAway extends Error {}
/** It said no: its person closed the window for the password, the password was wrong, or something else, in its own words. */
export class ProgramRefused extends Error {
  readonly because: 'cancelled' | 'password' | 'other';

  constructor({ status, reason = '' }: { status?: number | undefined; reason?: string | undefined }) {
    super(reason);
    // It speaks Russian, whatever its person does; newer ones number what they say.
    const cancelled = status === -5000 || reason === 'Ввод пароля отменен';
    this.because = cancelled ? 'cancelled' : reason.includes('BadPaddingException') ? 'password' : 'other';
  }
}

const patience = 120_000;
const answer = z.object({ success: z.boolean(), status: z.number().optional(), reason: z.string().optional() }).loose();

function ask(question: object, within = patience): Promise<z.infer<typeof answer>> {
  // A page over plain HTTP may not ask a socket with a certificate made out to somebody else, and the other way round.
  const origin = location.protocol === 'https:' ? 'wss://127.0.0.1:64443' : 'ws://127.0.0.1:64646';
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${origin}/service/cryptapi`);
    const timer = setTimeout(() => socket.close(), within);
    const gone = () => {
      clearTimeout(timer);
      reject(new ProgramAway());
    };
    socket.onerror = gone;
    socket.onclose = gone;
    socket.onopen = () => socket.send(JSON.stringify(question));
    socket.onmessage = ({ data }) => {
      clearTimeout(timer);
      try {
        const said = answer.parse(JSON.parse(String(data)));
        if (said.success) resolve(said);
        else reject(new ProgramRefused(said));
      } catch {
        reject(new ProgramAway());
      }
      socket.close();
    };
  });
}

/** Parts of a name such as `cn=aliyev vali,1.2.860.3.16.1.2=123,validto=2027.01.31 10:00:00`. */
function partsOf(alias: string): Map<string, string> {
  return new Map(
    alias.split(/,(?=[^,=]+=)/).map((part) => {
      const [name = '', ...rest] = part.split('=');
      return [name.trim().toUpperCase(), rest.join('=').trim()];
    }),
  );
}

const listed = z.object({
  certificates: z.array(z.object({ disk: z.string(), path: z.string(), name: z.string(), alias: z.string() })),
});

/** Lets this address in, and answers the keys on the computer, those that hold first. */
export async function keysHere(domainKeys: string): Promise<Key[]> {
  await ask({ name: 'apikey', arguments: [location.hostname, domainKeys] }, 10_000);
  const said = listed.safeParse(await ask({ plugin: 'pfx', name: 'list_all_certificates' }));
  if (!said.success) throw new ProgramAway();
  return said.data.certificates
    .map((one) => {
      const parts = partsOf(one.alias);
      const to = parts.get('VALIDTO')?.replaceAll('.', '-').replace(' ', 'T');
      const end = to ? Date.parse(`${to}+05:00`) : Number.NaN;
      const until = Number.isNaN(end) ? null : new Date(end).toISOString();
      const holder = (parts.get('CN') ?? one.name).replace(
        /(^|[\s'-])(\p{L})/gu,
        (_, before, letter) => `${before}${String(letter).toUpperCase()}`,
      );
      return { ...one, holder, until, over: end < clock.now() };
    })
    .sort((a, b) => Number(a.over) - Number(b.over) || a.holder.localeCompare(b.holder));
}

/** In base64, piece by piece: a file has more bytes than a call takes arguments. */
function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}

/** The program asks for the password of the key itself. `detached`: the bytes stay outside the container. */
export async function signWith(key: Key, bytes: Uint8Array, detached: boolean): Promise<string> {
  const loaded = z
    .object({ keyId: z.string() })
    .safeParse(await ask({ plugin: 'pfx', name: 'load_key', arguments: [key.disk, key.path, key.name, key.alias] }));
  if (!loaded.success) throw new ProgramAway();
  const made = z.object({ pkcs7_64: z.string() }).safeParse(
    await ask({
      plugin: 'pkcs7',
      name: 'create_pkcs7',
      arguments: [base64(bytes), loaded.data.keyId, detached ? 'yes' : 'no'],
    }),
  );
  if (!made.success) throw new ProgramAway();
  return made.data.pkcs7_64;
}
