import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import type { Storage } from '#platform/server/disk/storage.ts';
import { storageOf } from '#platform/server/disk/storage-of.ts';
import { checkLink } from './links.ts';
import { drawable, thumbnail } from './pictures.ts';

const inline = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/bmp', 'application/pdf', 'video/mp4']);

interface Asked {
  id: number;
  i: number;
  e: number;
  s: string;
  size?: '64' | '256' | undefined;
}

/** Answers the content of a file, or a part of it, to who holds a good link. Errors: NOT_FOUND, LINK_EXPIRED. */
export async function download(call: Call, asked: Asked): Promise<void> {
  const { dataDir } = call.kernel.settings;
  const state = checkLink(dataDir, asked.i, asked.id, asked.e, asked.s);
  if (state === 'false') throw fail('NOT_FOUND');
  if (state === 'expired') throw fail('LINK_EXPIRED');
  // The signature covers the institution, whatever the header of the request says.
  await call.client.query("select set_config('edulab.institution', $1, true)", [String(asked.i)]);
  const {
    rows: [file],
  } = await call.client.query<{
    original_name: string;
    extension: string;
    media_type: string;
    size: number;
    hash: string;
  }>('select original_name, extension, media_type, size, hash from files where id = $1 and deleted_at is null', [
    asked.id,
  ]);
  if (!file) throw fail('NOT_FOUND');
  const storage = storageOf(call.kernel.settings);
  const headers: Record<string, string> = {
    'content-disposition': `${inline.has(file.media_type) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.original_name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`,
    'x-content-type-options': 'nosniff',
    // Browsers show PDF in a page of their own, which a sandbox would leave empty.
    'content-security-policy':
      file.media_type === 'application/pdf'
        ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'"
        : "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': `private, max-age=${Math.max(0, Math.min(3600, asked.e - Math.floor(clock.now() / 1000)))}`,
  };
  if (asked.size && drawable.includes(file.extension)) {
    const { ip } = call.request;
    const picture = await call.apart(() => smaller(storage, file.hash, Number(asked.size), `address ${ip}`));
    call.stream = {
      headers: { ...headers, 'content-type': 'image/webp', 'content-length': String(picture.length) },
      body: Readable.from([picture]),
    };
    return;
  }
  const etag = `"${file.hash}"`;
  const range = rangeOf(call.request.headers.range, call.request.headers['if-range'], etag, file.size);
  Object.assign(headers, { 'content-type': file.media_type, 'accept-ranges': 'bytes', etag });
  if (range === 'none') {
    call.stream = {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${file.size}` },
      body: Readable.from([]),
    };
  } else if (range) {
    call.stream = {
      status: 206,
      headers: {
        ...headers,
        'content-range': `bytes ${range.start}-${range.end}/${file.size}`,
        'content-length': String(range.end - range.start + 1),
      },
      body: storage.read(file.hash, range),
    };
  } else {
    call.stream = { headers: { ...headers, 'content-length': String(file.size) }, body: storage.read(file.hash) };
  }
}

/** One range of bytes, both ends counted. Undefined: the whole; 'none': beyond the end. Several ranges get the whole. */
export function rangeOf(
  header: string | undefined,
  ifRange: string | string[] | undefined,
  etag: string,
  size: number,
): { start: number; end: number } | 'none' | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!found || (found[1] === '' && found[2] === '') || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const last = size - 1;
  const start = found[1] === '' ? Math.max(0, size - Number(found[2])) : Number(found[1]);
  const end = found[1] === '' || found[2] === '' ? last : Math.min(Number(found[2]), last);
  if (start > last || (found[1] === '' && found[2] === '0')) return 'none';
  return start > end ? undefined : { start, end };
}

/** What the sweep removes together with a content. */
export const derivedNames = ['-64.webp', '-256.webp'];

async function smaller(storage: Storage, hash: string, size: number, who: string): Promise<Buffer> {
  const name = `-${size}.webp`;
  const made = await readFile(storage.derivedPath(hash, name)).catch(() => undefined);
  if (made) return made;
  const picture = await thumbnail(await storage.local(hash), size, who);
  await storage.keepDerived(hash, name, picture);
  return picture;
}
