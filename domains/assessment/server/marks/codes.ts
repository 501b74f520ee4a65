import { createHash } from 'node:crypto';
import type { Call } from '#platform/server/call/context.ts';
import { signature } from '#platform/server/disk/signing.ts';

/**
 * Codes under which anonymous works are marked: a permutation of the students' numbers that differs from component to
 * component, so that two students never share a code and a code says nothing of the next component. Nothing is stored
 * besides one secret of the installation.
 */

/** Letters and digits that nobody mistakes for each other; 32 of them, five bits each. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const halfBits = 15;
const mask = (1 << halfBits) - 1;

/** Of the institution, and on the server alone. */
export const codeSecret = (call: Pick<Call, 'kernel' | 'institution_id'>): string =>
  signature(call.kernel.settings.dataDir, `mark codes ${call.institution_id}`);

const mix = (secret: string, component: number, turn: number, value: number): number =>
  createHash('sha256').update(`${secret} ${component} ${turn} ${value}`).digest().readUInt16BE(0) & mask;

const turns = [0, 1, 2, 3];

/** Six signs with a dash in the middle: `K7M-4QX`. */
export function codeOf(secret: string, component: number, student: number): string {
  let left = (student >>> halfBits) & mask;
  let right = student & mask;
  for (const turn of turns) [left, right] = [right, left ^ mix(secret, component, turn, right)];
  const whole = left * (mask + 1) + right;
  const signs = Array.from({ length: 6 }, (_, at) => letters[Math.floor(whole / 32 ** (5 - at)) % 32]).join('');
  return `${signs.slice(0, 3)}-${signs.slice(3)}`;
}

/** The student behind a code; undefined where it is none. */
export function studentOf(secret: string, component: number, code: string): number | undefined {
  const signs = code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  if (signs.length !== 6 || [...signs].some((sign) => !letters.includes(sign))) return undefined;
  const whole = [...signs].reduce((sum, sign) => sum * 32 + letters.indexOf(sign), 0);
  let left = Math.floor(whole / (mask + 1));
  let right = whole % (mask + 1);
  for (const turn of turns.toReversed()) [left, right] = [right ^ mix(secret, component, turn, left), left];
  return left * (mask + 1) + right;
}
