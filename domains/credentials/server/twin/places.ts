import { apiBase } from '#platform/server/call/http.ts';

/** Places in the lists that say which credentials hold no more. */

/** The least that the standard allows: 16 KB, so that a list tells nobody whom one asks for. */
export const placesOfList = 131_072;
export const purposes = ['revocation', 'suspension'] as const;
export type Purpose = (typeof purposes)[number];

export const statusAddress = (publicUrl: string, institution_id: number, list: number, purpose: Purpose): string =>
  `${publicUrl}${apiBase}/issuer/${institution_id}/status/${list}/${purpose}`;
