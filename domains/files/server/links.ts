import { timingSafeEqual } from 'node:crypto';
import { apiBase } from '#platform/server/http.ts';
import { signature } from '#platform/server/signing.ts';

/** Links to files. A link says until when it opens one file of one institution, and is signed so that nobody can make one. */
const hour = 3600;

const sign = (dataDir: string, institution: number, id: number, expiry: number) =>
  signature(dataDir, `${institution}.${id}.${expiry}`);

/** A link that works for one to two hours. It stays the same within an hour, so that browsers keep what they have. */
export function signedLink(
  dataDir: string,
  institution: number,
  file: { id: number; original_name: string },
  now = Date.now(),
): string {
  const expiry = (Math.floor(now / 1000 / hour) + 2) * hour;
  return `${apiBase}/file/${file.id}/${encodeURIComponent(file.original_name)}?i=${institution}&e=${expiry}&s=${sign(dataDir, institution, file.id, expiry)}`;
}

/** A link for pictures inside texts, which are read for years and by whoever the text is for. */
export function lastingLink(dataDir: string, institution: number, file: { id: number; original_name: string }): string {
  const expiry = 4_102_444_800;
  return `${apiBase}/file/${file.id}/${encodeURIComponent(file.original_name)}?i=${institution}&e=${expiry}&s=${sign(dataDir, institution, file.id, expiry)}`;
}

export type LinkState = 'good' | 'expired' | 'false';
export function checkLink(
  dataDir: string,
  institution: number,
  id: number,
  expiry: number,
  signature: string,
  now = Date.now(),
): LinkState {
  const right = Buffer.from(sign(dataDir, institution, id, expiry));
  const given = Buffer.from(signature);
  if (right.length !== given.length || !timingSafeEqual(right, given)) return 'false';
  return expiry * 1000 < now ? 'expired' : 'good';
}
