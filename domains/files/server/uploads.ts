import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { FileRecord } from '#platform/contract/index.ts';
import { abilitiesOf } from '#platform/server/call/access.ts';
import type { Call } from '#platform/server/call/context.ts';
import { hashToken } from '#platform/server/call/entering.ts';
import { fail } from '#platform/server/call/errors.ts';
import { apiBase } from '#platform/server/call/http.ts';
import type { Staged, Storage } from '#platform/server/disk/storage.ts';
import { storageOf } from '#platform/server/disk/storage-of.ts';
import { turnOf } from '#platform/server/heavy/index.ts';
import { followersOf } from '#platform/server/hooks.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { type Purpose, purposes } from '../contract.ts';
import { contentFormat, mediaTypes } from './formats.ts';
import { textEditor } from './hooks.ts';
import { pictureLink } from './links.ts';
import { checkPicture, cleanPhoto, contentMismatch, drawable, editorFormats, photoFormats } from './pictures.ts';
import { fileRecords } from './records.ts';
import { megabyte, settingsOf } from './settings.ts';

const mostFiles = 20;

interface Rules {
  max: number;
  formats: readonly string[];
  /** How many at once; a package comes alone, so that one far too large is refused before it is sent. */
  files: number;
}

async function rulesOf(client: pg.ClientBase, kernel: Kernel, purpose: Purpose): Promise<Rules> {
  const tuned = await settingsOf(client, kernel.settings.uploadMost);
  if (purpose === 'package') return { max: tuned.package_max_bytes, formats: ['zip'], files: 1 };
  if (purpose === 'photo') return { max: tuned.max_bytes, formats: photoFormats, files: mostFiles };
  if (purpose === 'editor') return { max: tuned.max_bytes, formats: editorFormats, files: mostFiles };
  if (purpose === 'statement') return { max: tuned.max_bytes, formats: ['txt', 'csv', 'xlsx'], files: 1 };
  return { max: tuned.max_bytes, formats: tuned.formats, files: mostFiles };
}

export async function uploadLimits(call: Call, purpose: Purpose): Promise<{ max_bytes: number; formats: string[] }> {
  const { max, formats } = await rulesOf(call.client, call.kernel, purpose);
  return { max_bytes: max, formats: [...formats] };
}

const mayEdit = (kernel: Kernel, abilities: ReadonlyMap<string, unknown>) =>
  followersOf(kernel, textEditor).some((permission) => abilities.has(permission));

interface Incoming extends Staged {
  original_name: string;
  extension: string;
}
type Outcome = { files: Incoming[] } | { error: unknown };

/** Files that arrived before their call began, by request. */
const arrived = new WeakMap<FastifyRequest, Outcome>();

const uploadPaths =
  /^\/(?:upload|file\/upload|media\/upload|media\/upload\/react|(?:(?:general|hr|st_course)\/)?application\/dtm_file|user\/guest\/appointment\/score\/import)\/?$/;
/** Calls that take one picture as a form, besides the number of one that was uploaded before. */
const photoPaths = /^\/(?:account\/profile_pic|student\/update_photo)\/?$/;

/** What a request brings files for, if it does. */
function purposeOf(method: string, url: URL): Purpose | undefined {
  const path = url.pathname.startsWith(apiBase) ? url.pathname.slice(apiBase.length) : '';
  if (method === 'PUT' && photoPaths.test(path)) return 'photo';
  if (method !== 'POST' || !uploadPaths.test(path)) return undefined;
  return purposes.find((known) => known === (url.searchParams.get('purpose') ?? 'file'));
}

/**
 * A slow line may take minutes for what a transaction must not wait for. So files of the calls that take some are written aside
 * before the call begins; only who has a session may send any.
 */
export function receiveBeforeCalls(kernel: Kernel, app: FastifyInstance): void {
  const storage = storageOf(kernel.settings);
  const leftovers = async (request: FastifyRequest) => {
    const outcome = arrived.get(request);
    arrived.delete(request);
    if (outcome && 'files' in outcome) for (const file of outcome.files) await storage.discard(file);
  };
  app.addHook('preHandler', async (request) => {
    if (!request.isMultipart()) return;
    const purpose = purposeOf(request.method, new URL(request.raw.url ?? '/', 'http://server'));
    const bearer = /^Bearer (\S{16,512})$/i.exec(request.headers.authorization ?? '')?.[1];
    // The call itself refuses both, with the right words.
    if (!purpose || !bearer) return;
    const entered = await rulesFor(kernel, request, bearer, purpose);
    if (!entered) return;
    const { rules, account_id } = entered;
    const outcome = await receive(storage, request, rules, purpose, account_id).then(
      (files) => ({ files }),
      (error: unknown) => ({ error }),
    );
    arrived.set(request, outcome);
    request.bodyDigest =
      'files' in outcome ? outcome.files.map((file) => `${file.hash} ${file.original_name}`).join('\n') : 'refused';
    if (request.raw.aborted) await leftovers(request);
  });
  app.addHook('onResponse', leftovers);
  app.addHook('onRequestAbort', leftovers);
}

async function rulesFor(
  kernel: Kernel,
  request: FastifyRequest,
  bearer: string,
  purpose: Purpose,
): Promise<{ rules: Rules; account_id: number } | undefined> {
  const wish = /^\d{1,9}$/.exec(String(request.headers.institution ?? ''))?.[0];
  const client = await kernel.database.app.connect();
  try {
    await client.query('begin read only');
    const {
      rows: [entered],
    } = await client.query<{ account_id: number | null; institution_id: number | null; access_version: number }>(
      'select account_id, institution_id, access_version from edulab_enter($1, $2, $3)',
      [hashToken(bearer), wish ?? null, 'POST /upload'],
    );
    const { account_id, institution_id, access_version } = entered ?? {};
    if (!account_id || !institution_id || access_version === undefined) return undefined;
    // Refused by the call itself, which asks again.
    if (purpose === 'editor' && !mayEdit(kernel, await abilitiesOf(client, account_id, institution_id, access_version)))
      return undefined;
    return { rules: await rulesOf(client, kernel, purpose), account_id };
  } finally {
    await client.query('rollback').finally(() => client.release());
  }
}

const readable = (bytes: number) =>
  bytes >= megabyte ? `${Math.round((bytes / megabyte) * 10) / 10} MB` : `${Math.ceil(bytes / 1024)} KB`;

/** The name without folders and without what cannot be shown; at most 200 characters, the extension always kept. */
export function cleanName(given: string): { original_name: string; extension: string } {
  const base = (given.normalize('NFC').split(/[\\/]/).at(-1) ?? '').replaceAll(/[\p{C}"<>|*?:]/gu, '').trim();
  const dot = base.lastIndexOf('.');
  const extension = dot >= 0 ? base.slice(dot + 1).toLowerCase() : '';
  const stem = (dot >= 0 ? base.slice(0, dot) : base).slice(0, 200 - extension.length - 1) || 'file';
  return { original_name: extension ? `${stem}.${extension}` : stem, extension };
}

/** Writes every file of the request aside and judges it. Nothing stays where one is refused. */
async function receive(
  storage: Storage,
  request: FastifyRequest,
  rules: Rules,
  purpose: Purpose,
  account_id: number,
): Promise<Incoming[]> {
  const staged: Staged[] = [];
  const files: Incoming[] = [];
  let refusal: unknown;
  // A form that is cut off or badly made fails where it is read: in the walk over its parts, or in the file that comes.
  let broken: unknown;
  const coming: Readable[] = [];
  // Nothing more comes from somebody who has left, and waiting for it would hold the call for ever.
  if (request.raw.destroyed && !request.raw.complete) throw fail('BROKEN_FORM');
  if (Number(request.headers['content-length'] ?? 0) > rules.files * (rules.max + 1024))
    throw fail('FILE_TOO_LARGE', { max: readable(rules.max) });
  try {
    for await (const part of partsOf(request, rules, (error) => (broken = error))) {
      if (part.type !== 'file') continue;
      coming.push(part.file);
      // The rest is read to its end all the same: who is cut off while sending sees no answer.
      if (refusal !== undefined || part.filename === undefined) {
        part.file.resume();
        continue;
      }
      const { original_name, extension } = cleanName(part.filename);
      if (!rules.formats.includes(extension)) {
        refusal = fail('FILE_TYPE_NOT_ALLOWED', { formats: rules.formats.join(', '), name: original_name, extension });
        part.file.resume();
        continue;
      }
      const content = await storage.stage(part.file);
      staged.push(content);
      if (part.file.truncated) refusal = fail('FILE_TOO_LARGE', { max: readable(rules.max), name: original_name });
      else files.push({ ...content, original_name, extension });
    }
    if (refusal !== undefined) throw refusal;
    if (files.length === 0) throw fail('FILES_MISSING');
    const judged: Incoming[] = [];
    const pictures = files.some(({ extension }) => drawable.includes(extension));
    // Of one person the pictures of one request are drawn at a time.
    const leave = pictures ? await turnOf(request, account_id) : () => undefined;
    try {
      for (const file of files) {
        const kept = await judge(storage, file, purpose);
        if (kept !== file) staged.push(kept);
        judged.push(kept);
      }
    } finally {
      leave();
    }
    const kept = new Set(judged.map((file) => file.path));
    for (const file of staged) if (!kept.has(file.path)) await storage.discard(file);
    for (const file of judged) await storage.bring(file);
    return judged;
  } catch (error) {
    for (const file of staged) await storage.discard(file);
    if ((error as { code?: string }).code === 'FST_FILES_LIMIT') throw fail('TOO_MANY_FILES', { max: rules.files });
    throw error === broken || coming.some(({ errored }) => errored === error) ? fail('BROKEN_FORM') : error;
  }
}

/** The parts of the form; `fault` is told what fails in reading them, as opposed to what is done with them. */
async function* partsOf(request: FastifyRequest, rules: Rules, fault: (error: unknown) => void) {
  try {
    // The library knows the second option of a single request as well; its types do not.
    const options = { limits: { fileSize: rules.max, files: rules.files }, throwFileSizeLimit: false };
    yield* request.parts(options);
  } catch (error) {
    fault(error);
    throw error;
  }
}

/** Whether the content is what its name says; photos and drawings come back as what we make of them. */
async function judge(storage: Storage, file: Incoming, purpose: Purpose): Promise<Incoming> {
  const { extension, original_name: name } = file;
  if (file.size === 0) throw fail('FILE_EMPTY', { name });
  const content = await contentFormat(file.path, file.size);
  const same = content === (extension === 'jpeg' ? 'jpg' : extension === 'txt' ? 'csv' : extension);
  if (!same) throw contentMismatch(name, extension, content);
  if (extension === 'bmp') await checkBmp(file);
  if (drawable.includes(extension)) await checkPicture(file.path, name);
  const replaced = async (bytes: Buffer, as: { original_name: string; extension: string }) => ({
    ...(await storage.stage(Readable.from([bytes]))),
    ...as,
  });
  if (purpose === 'photo')
    return replaced(await cleanPhoto(file.path, extension === 'png' ? 'png' : 'jpg'), {
      original_name: name,
      extension,
    });
  return file;
}

async function checkBmp(file: Incoming): Promise<void> {
  const handle = await open(file.path, 'r');
  const head = Buffer.alloc(26);
  const { bytesRead } = await handle.read(head, 0, 26, 0).finally(() => handle.close());
  const width = head.readInt32LE(18);
  const height = Math.abs(head.readInt32LE(22));
  if (bytesRead < 26 || width <= 0 || height === 0) throw contentMismatch(file.original_name, 'bmp');
  if (width * height > 64_000_000) throw fail('IMAGE_TOO_LARGE', { name: file.original_name });
}

/**
 * The files of the running call's multipart request, kept: all of them or none. Usable by every call that takes files;
 * those belong to the caller until a record claims them. Errors: those of POST /upload.
 */
export async function receiveFiles(call: Call, purpose: Purpose = 'file'): Promise<FileRecord[]> {
  const storage = storageOf(call.kernel.settings);
  const { request } = call;
  if (purpose === 'editor' && !mayEdit(call.kernel, call.abilities))
    throw fail('FORBIDDEN', { permission: followersOf(call.kernel, textEditor)[0] });
  let outcome = arrived.get(request);
  if (!outcome) {
    if (!request.isMultipart()) throw fail('FILES_MISSING');
    const rules = await rulesOf(call.client, call.kernel, purpose);
    outcome = { files: await receive(storage, request, rules, purpose, call.account_id) };
  }
  if ('error' in outcome) throw outcome.error;
  const ids: number[] = [];
  try {
    for (const file of outcome.files) {
      // Held until the row is there or given up, so that the sweep cannot take the content in between.
      await call.client.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 7))', [file.hash]);
      await storage.keep(file);
      const {
        rows: [row],
      } = await call.client.query<{ id: number }>(
        'insert into files (institution_id, account_id, original_name, extension, media_type, size, hash) values ($1, $2, $3, $4, $5, $6, $7) returning id',
        [
          call.institution_id,
          call.account_id || null,
          file.original_name,
          file.extension,
          mediaTypes[file.extension],
          file.size,
          file.hash,
        ],
      );
      ids.push(row!.id);
    }
  } finally {
    for (const file of outcome.files) await storage.discard(file);
  }
  const records = await fileRecords(call, ids);
  return ids.map((id) => {
    const record = records.get(id)!;
    return purpose === 'editor'
      ? { ...record, src: pictureLink(call.kernel.settings.dataDir, call.institution_id, record) }
      : record;
  });
}
