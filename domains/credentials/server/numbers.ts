import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import type { DocumentKind } from '../shapes.ts';
import { documentNumbers } from './tables.ts';

/** Numbers of documents, without gaps, and the codes by which strangers ask for them. */

/** What the numbers of a kind begin with. */
const prefixes: Record<DocumentKind, string> = {
  TRANSCRIPT: 'TR',
  DIPLOMA: 'DP',
  SUPPLEMENT: 'DS',
  REFERENCE: 'MN',
  CONTRACT: 'SH',
  MINUTES: 'BN',
  EXAM_LIST: 'IR',
  EXAM_CARD: 'IV',
  CERTIFICATE: 'SR',
  VOUCHER: 'VC',
  INVOICE: 'H',
  CREDIT_NOTE: 'HQ',
  ENROLLMENT: 'QB',
  CALL_LETTER: 'CX',
  ORDER: 'BQ',
  LETTER: 'XT',
  ACHIEVEMENTS: 'YT',
};

/** So many numbers that follow the last one; the series is held until the transaction ends, so that none is lost. */
export async function nextNumbers(
  call: Pick<Call, 'db'>,
  kind: DocumentKind,
  year: number,
  count: number,
): Promise<string[]> {
  const [row] = await call.db
    .insert(documentNumbers)
    .values({ kind, year, last: count })
    .onConflictDoUpdate({
      target: [documentNumbers.institution_id, documentNumbers.kind, documentNumbers.year],
      set: { last: sql`${documentNumbers.last} + ${count}` },
    })
    .returning({ last: documentNumbers.last });
  const first = row!.last - count + 1;
  return Array.from({ length: count }, (_, at) => `${prefixes[kind]}-${year}-${String(first + at).padStart(6, '0')}`);
}

/** The numbers of these drafts in their order: of those that bring none, the next ones. */
export async function numbersFor(
  call: Pick<Call, 'db'>,
  kind: DocumentKind,
  year: number,
  drafts: readonly { number?: string }[],
): Promise<string[]> {
  const without = drafts.filter(({ number }) => number === undefined).length;
  const next = without ? await nextNumbers(call, kind, year, without) : [];
  return drafts.map(({ number }) => number ?? next.shift() ?? '');
}

/** Without I, L, O and U, which are misread. 60 bits. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const newCode = (): string => [...randomBytes(12)].map((byte) => letters[byte & 31]).join('');
/** In groups of four, as it stands on paper. */
export const shownCode = (code: string): string => code.match(/.{4}/g)!.join('-');
/** As somebody typed it: small letters, other hyphens, letters that look like digits. */
export const readCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
