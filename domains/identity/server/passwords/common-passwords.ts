import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { foldPassword } from '#platform/contract/index.ts';

/**
 * The 100,000 commonest passwords of eight characters or more, as the first four bytes of their hashes: the file holds the
 * gaps between them in ascending order, three bytes each. One good password in 43,000 is taken for a common one.
 * `scripts/common-passwords.ts` makes the file and says where the list comes from.
 */
const gapBytes = 3;

export const headOf = (password: string): number =>
  createHash('sha256').update(foldPassword(password)).digest().readUInt32BE();

export function packHeads(heads: Iterable<number>): Buffer {
  const sorted = [...new Set(heads)].sort((a, b) => a - b);
  const packed = Buffer.alloc(sorted.length * gapBytes);
  for (const [place, head] of sorted.entries())
    packed.writeUIntBE(head - (sorted[place - 1] ?? 0), place * gapBytes, gapBytes);
  return packed;
}

function unpackHeads(packed: Buffer): Set<number> {
  const heads = new Set<number>();
  let head = 0;
  for (let at = 0; at < packed.length; at += gapBytes) {
    head += packed.readUIntBE(at, gapBytes);
    heads.add(head);
  }
  return heads;
}

export const listFile = new URL('./common-passwords.bin', import.meta.url);
let known: Set<number> | undefined;

/** Whether many people use this password, in whatever capitals. The list is read when first asked for. */
export function isCommonPassword(password: string): boolean {
  known ??= unpackHeads(readFileSync(listFile));
  return known.has(headOf(password));
}
