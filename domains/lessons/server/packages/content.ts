import { timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { rangeOf } from '#domains/files/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { signature } from '#platform/server/disk/signing.ts';
import { storageOf } from '#platform/server/disk/storage-of.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { type Archive, entryBytes, entryWhole, readArchive } from './archive.ts';
import type { Item } from './manifest.ts';
import { guardPackageOrigin, holderPage, isPackageOrigin } from './package-origin.ts';
import { libraryOf, libraryScript, runtimeScript } from './runtime.ts';
import type { Navigation } from './sequencer.ts';
import { actionOf } from './time-limit.ts';

/*
 * What is inside packages is written by strangers and runs in the reader's browser. It is served under an address of its
 * own that carries a signed pass instead of a session, with a policy that makes the browser treat every page of it as
 * foreign: no cookies, no storage, no way into the application's windows.
 */

const base = '/edulab/packages';
const script = '__edulab.js';
const holder = '__edulab.html';
const hours = 6;

interface Pass {
  institution: number;
  package: number;
  /** Row of the attempt; 0 where somebody only looks. */
  attempt: number;
  launch: number;
  item: number;
}

const seal = (dataDir: string, text: string) => signature(dataDir, `package.${text}`).slice(0, 32);

/**
 * The addresses under which a package can be read for some hours, and the mark that its messages carry. `apart` is that of
 * the page around it, for the packages' own origin.
 */
export function contentAddress(dataDir: string, pass: Pass, item: Item): { url: string; apart: string; key: string } {
  const expiry = Math.floor(clock.now() / 1000) + hours * 3600;
  const text = [pass.institution, pass.package, pass.attempt, pass.launch, pass.item, expiry].join('.');
  const token = `${text}.${seal(dataDir, text)}`;
  const path = item.path.split('/').map(encodeURIComponent).join('/');
  return {
    url: `${base}/${token}/${path}${item.query}`,
    apart: `${base}/${token}/${holder}`,
    key: keyOf(token),
  };
}
const keyOf = (token: string) => token.slice(-12);

function readPass(dataDir: string, token: string): Pass | 'false' | 'expired' {
  const parts = token.split('.');
  const given = Buffer.from(parts.pop() ?? '');
  const right = Buffer.from(seal(dataDir, parts.join('.')));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'false';
  const [institution = 0, of = 0, attempt = 0, launch = 0, item = 0, expiry = 0] = parts.map(Number);
  return expiry * 1000 < clock.now() ? 'expired' : { institution, package: of, attempt, launch, item };
}

interface Known {
  hash: string;
  kind: 'PLAIN' | 'SCORM12' | 'SCORM2004';
  items: Item[];
}
interface Names {
  archive: Archive;
  /** Names as they are by their lower case: content made on Windows is careless with it. */
  careless: Map<string, string>;
}
type Opened = Known & Names;
/** Every file of a page asks. Another worker may have changed or removed the package: nothing is believed for long. */
const known = new LRUCache<string, Known>({ max: 100, ttl: 5_000 });
/** What lies in the file of a hash never changes. */
const unpacked = new LRUCache<string, Names>({ max: 100 });

/** Runs a read with the institution of the pass; nobody is signed in here. */
async function reading<T>(
  kernel: Kernel,
  institution: number,
  query: string,
  values: unknown[],
): Promise<T | undefined> {
  const client = await kernel.database.app.connect();
  try {
    await client.query('begin read only');
    await client.query("select set_config('edulab.institution', $1, true)", [String(institution)]);
    return (await client.query(query, values)).rows[0] as T | undefined;
  } finally {
    await client.query('rollback').finally(() => client.release());
  }
}

const openedAs = (dataDir: string, institution: number, id: number) => `${dataDir} ${institution} ${id}`;
/** The parts of a package are others now. */
export const forgetOpened = (...of: Parameters<typeof openedAs>): void => void known.delete(openedAs(...of));

async function openPackage(kernel: Kernel, pass: Pass): Promise<Opened | undefined> {
  const name = openedAs(kernel.settings.dataDir, pass.institution, pass.package);
  let row = known.get(name);
  if (!row) {
    row = await reading<Known>(
      kernel,
      pass.institution,
      'select f.hash, p.kind, p.items from lesson_packages p join files f on f.id = p.file_id where p.id = $1 and p.deleted_at is null',
      [pass.package],
    );
    if (!row) return undefined;
    known.set(name, row);
  }
  return { ...row, ...(await namesOf(kernel, row.hash)) };
}

async function namesOf(kernel: Kernel, hash: string): Promise<Names> {
  const name = `${kernel.settings.dataDir} ${hash}`;
  const held = unpacked.get(name);
  if (held) return held;
  const archive = await readArchive(await storageOf(kernel.settings).local(hash));
  const found = { archive, careless: new Map([...archive.keys()].map((one) => [one.toLowerCase(), one])) };
  unpacked.set(name, found);
  return found;
}

const types: Record<string, string> = {
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  xml: 'text/xml',
  xsd: 'text/xml',
  txt: 'text/plain',
  vtt: 'text/vtt',
  srt: 'text/plain',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  cur: 'image/x-icon',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  eot: 'application/vnd.ms-fontobject',
  pdf: 'application/pdf',
  wasm: 'application/wasm',
};
const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

const togetherIn = 'allow-scripts allow-same-origin allow-popups allow-modals allow-forms';
const policy = (sandbox: string) =>
  [
    `sandbox ${sandbox}`,
    "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'",
    "frame-src 'self' data: blob: https:",
    "object-src 'none'",
    "form-action 'none'",
  ].join('; ');
const ownOriginPolicy = policy('allow-scripts');
/** Under their own host pages may be of one origin, open windows, ask, and use forms that go nowhere. */
const sharedOriginPolicy = policy(togetherIn);

function headers(reply: FastifyReply, apart: boolean): FastifyReply {
  return (
    reply
      .header('content-security-policy', apart ? sharedOriginPolicy : ownOriginPolicy)
      // Its pages are foreign to each other too: frames inside of frames, scripts and fonts must still load.
      .removeHeader('x-frame-options')
      // With it, browsers open no window for a sandboxed page.
      .removeHeader('cross-origin-opener-policy')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
  );
}

/** Puts our scripts before everything else of a page. Only ASCII is added, so whatever code page it has stays. */
export function withRuntime(page: Buffer, ...addresses: string[]): Buffer {
  const utf16 = page[0] === 0xff && page[1] === 0xfe;
  const code = utf16 ? 'utf16le' : 'latin1';
  const text = page.toString(code);
  const at = /<head\b[^>]*>/i.exec(text) ?? /<html\b[^>]*>/i.exec(text) ?? /<!doctype[^>]*>/i.exec(text);
  const cut = at ? at.index + at[0].length : 0;
  const scripts = addresses.map((address) => `<script src="${address}"></script>`).join('');
  return Buffer.from(text.slice(0, cut) + scripts + text.slice(cut), code);
}

/** Hangs the address of packages into the server. */
export function serveContent(kernel: Kernel, app: FastifyInstance): void {
  const { dataDir } = kernel.settings;
  const storage = storageOf(kernel.settings);
  guardPackageOrigin(kernel.settings, app, base);
  const refuse = (reply: FastifyReply, status: number) =>
    headers(reply, false)
      .status(status)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(status === 403 ? 'Link expired' : 'Not found');

  // The same for every package and reader, so browsers keep it.
  app.get(`${base}/run-time/:name`, async (request: FastifyRequest, reply: FastifyReply) => {
    const code = await libraryScript((request.params as { name: string }).name);
    if (!code) return refuse(reply, 404);
    return headers(reply, false).header('cache-control', 'public, max-age=86400').type('text/javascript').send(code);
  });

  app.get(`${base}/:token/*`, { compress: false } as object, async (request: FastifyRequest, reply: FastifyReply) => {
    const { token, '*': asked } = request.params as {
      token: string;
      '*': string;
    };
    const pass = readPass(dataDir, token);
    if (pass === 'expired') return refuse(reply, 403);
    const found = pass === 'false' ? undefined : await openPackage(kernel, pass);
    if (pass === 'false' || !found) return refuse(reply, 404);
    const apart = isPackageOrigin(kernel.settings, request);
    headers(reply, apart);
    if (asked === script) return sendRuntime(kernel, pass, token, found, reply);
    const scripts = [
      ...(found.kind === 'PLAIN' ? [] : [`${base}/run-time/${libraryOf(found.kind)}`]),
      `${base}/${token}/${script}`,
    ];
    const item = found.items[pass.item];
    if (asked === holder && apart && item) {
      const content = `${base}/${token}/${item.path.split('/').map(encodeURIComponent).join('/')}${item.query}`;
      return reply
        .header('cache-control', 'no-store')
        .type('text/html')
        .send(holderPage(keyOf(token), scripts, content, item.title));
    }
    const entry = found.archive.get(asked) ?? found.archive.get(found.careless.get(asked.toLowerCase()) ?? '');
    if (!entry) return refuse(reply, 404);
    const extension = extensionOf(entry.name);
    reply.type(types[extension] ?? 'application/octet-stream');
    // Foreign to each other, pages cannot look for the run time around them: each gets its own.
    if (/^x?html?$/.test(extension) && found.kind !== 'PLAIN' && !apart) {
      const page = await entryWhole(await storage.local(found.hash), entry);
      if (page) return reply.header('cache-control', 'no-store').send(withRuntime(page, ...scripts));
    }
    const etag = `"${found.hash.slice(0, 16)}-${entry.stored.relativeOffsetOfLocalHeader}"`;
    reply.header('cache-control', 'private, max-age=3600').header('etag', etag).header('accept-ranges', 'bytes');
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    const range = rangeOf(request.headers.range, request.headers['if-range'], etag, entry.unpacked);
    if (range === 'none') return reply.status(416).header('content-range', `bytes */${entry.unpacked}`).send('');
    const { start, end } = range ?? { start: 0, end: entry.unpacked - 1 };
    if (range) reply.status(206).header('content-range', `bytes ${start}-${end}/${entry.unpacked}`);
    return reply
      .header('content-length', String(end - start + 1))
      .send(Readable.from(part(await storage.local(found.hash), entry, start, end)));
  });
}

async function* part(path: string, entry: Parameters<typeof entryBytes>[1], start: number, end: number) {
  let at = 0;
  for await (const piece of entryBytes(path, entry)) {
    const wanted = piece.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    at += piece.length;
    if (wanted.length) yield wanted;
    if (at > end) return;
  }
}

/** The run time with everything that the content may ask at once: who learns, and where they stopped. */
async function sendRuntime(kernel: Kernel, pass: Pass, token: string, found: Opened, reply: FastifyReply) {
  const key = keyOf(token);
  const send = (code: string) => reply.header('cache-control', 'no-store').type('text/javascript').send(code);
  if (found.kind === 'PLAIN') return send(runtimeScript(key));
  const row = pass.attempt
    ? await reading<{
        cmi: Record<string, string>;
        spent: number;
        learner_no: string;
        name: string;
        navigation: Navigation | null;
      }>(
        kernel,
        pass.institution,
        "select a.cmi, a.seconds - a.earlier as spent, coalesce(s.student_no, a.learner_id::text) as learner_no, coalesce(s.lastname || ', ' || s.firstname, a.learner_name) as name, t.navigation from package_attempts a left join students s on s.id = a.student_id left join package_trees t on t.package_id = a.package_id and t.number = a.number and (t.student_id = a.student_id or t.learner_id = a.learner_id) where a.id = $1",
        [pass.attempt],
      )
    : undefined;
  const item = found.items[pass.item];
  const parts = found.items.map(({ id }) => id);
  const inOrder = {
    continue: pass.item < parts.length - 1,
    previous: pass.item > 0,
    choices: parts,
    jumps: parts,
  };
  return send(
    runtimeScript(key, {
      key,
      version: found.kind === 'SCORM2004' ? '2004' : '1.2',
      browse: !row,
      learner: { id: row?.learner_no ?? 'preview', name: row?.name ?? '' },
      values: row?.cmi ?? {},
      seconds: row?.spent ?? 0,
      mastery: item?.mastery ?? null,
      data: item?.data ?? '',
      limit: item?.limit ? { seconds: item.limit.seconds, action: actionOf(item.limit) } : null,
      navigation: row?.navigation ?? inOrder,
    }),
  );
}
