import { timingSafeEqual } from 'node:crypto';
import { clock } from '#platform/contract/clock.ts';
import { apiBase } from '#platform/server/call/http.ts';
import { signature } from '#platform/server/disk/signing.ts';

/**
 * Links to files. A link says until when it opens one file of one institution, and is signed so that nobody can make one.
 * Pictures of texts are signed as such, so that a link to anything else cannot be written into a text to live on there.
 */
const hour = 3600;
/** Links lived until then once; in texts of that time they stand for their picture, but open nothing any more. */
const lasting = 4_102_444_800;
/** No link is given for longer. */
const longest = 3 * hour;

type Kind = 'file' | 'picture';
const sign = (dataDir: string, kind: Kind, institution: number, id: number, expiry: number) =>
  signature(dataDir, `${kind === 'file' ? '' : 'picture.'}${institution}.${id}.${expiry}`);

/** The address of a file, without what opens it. */
const addressOf = ({ id, original_name }: { id: number; original_name: string }) =>
  `${apiBase}/file/${id}/${encodeURIComponent(original_name)}`;

function link(dataDir: string, kind: Kind, institution: number, address: string, id: number, now: number): string {
  const expiry = (Math.floor(now / 1000 / hour) + 2) * hour;
  return `${address}?i=${institution}&e=${expiry}&s=${sign(dataDir, kind, institution, id, expiry)}`;
}

/** A link that works for one to two hours. It stays the same within an hour, so that browsers keep what they have. */
export const signedLink = (
  dataDir: string,
  institution: number,
  file: { id: number; original_name: string },
  now = clock.now(),
): string => link(dataDir, 'file', institution, addressOf(file), file.id, now);

/** The same for a picture of a text: it may be written into one, where it is made anew whenever the text is shown. */
export const pictureLink = (
  dataDir: string,
  institution: number,
  file: { id: number; original_name: string },
  now = clock.now(),
): string => link(dataDir, 'picture', institution, addressOf(file), file.id, now);

function same(right: string, given: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export type LinkState = 'good' | 'expired' | 'false';
export function checkLink(
  dataDir: string,
  institution: number,
  id: number,
  expiry: number,
  signature: string,
  now = clock.now(),
): LinkState {
  const right = (['file', 'picture'] as const).some((kind) =>
    same(sign(dataDir, kind, institution, id, expiry), signature),
  );
  if (!right) return 'false';
  const left = expiry - now / 1000;
  return left < 0 || left > longest ? 'expired' : 'good';
}

/** `<base>/file/<id>/<name>` of this site, and what stands behind it. */
const ofFile = new RegExp(`^(?:https?://[^/]+)?(${apiBase}/file/(\\d{1,9})/[^/?#"]+)\\?([^#"]*)$`);

/** What an address inside a text is: no file of ours, a picture with its lasting name, or a link that stands for nothing. */
function pictureIn(
  dataDir: string,
  src: string,
): { address: string; institution: number; id: number } | 'none' | 'false' {
  const found = ofFile.exec(src.replaceAll('&amp;', '&'));
  if (!found) return src.includes(`${apiBase}/file/`) ? 'false' : 'none';
  const [, address = '', number, query] = found;
  const given = new URLSearchParams(query);
  const id = Number(number);
  const institution = Number(given.get('i'));
  const expiry = Number(given.get('e') ?? 0);
  const signed = given.get('s') ?? '';
  const good =
    same(sign(dataDir, 'picture', institution, id, expiry), signed) ||
    (expiry === lasting && same(sign(dataDir, 'file', institution, id, expiry), signed));
  return good ? { address, institution, id } : 'false';
}

/**
 * The address as a text keeps it: with the name of the picture and a sign that it was given for a text, which opens
 * nothing by itself. Undefined for a file that nobody gave the writer as a picture.
 */
export function storedAddress(dataDir: string, src: string): string | undefined {
  const found = pictureIn(dataDir, src);
  if (found === 'none') return src;
  if (found === 'false') return undefined;
  const { address, institution, id } = found;
  return `${address}?i=${institution}&e=0&s=${sign(dataDir, 'picture', institution, id, 0)}`;
}

/** The address as it is shown: a link of some hours. Undefined as above. */
export function shownAddress(dataDir: string, src: string, now = clock.now()): string | undefined {
  const found = pictureIn(dataDir, src);
  if (found === 'none') return src;
  if (found === 'false') return undefined;
  return link(dataDir, 'picture', found.institution, found.address, found.id, now);
}
