import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { defineHook, type Hook } from '#platform/server/hooks.ts';
import type { Fact } from '../shapes-cv.ts';

/** What a domain vouches for in CVs, of many people at once, in a language. One question however many they are. */
export interface VerifiedFacts {
  name: string;
  of(call: Call, student_ids: readonly number[], locale: Locale): Promise<ReadonlyMap<number, readonly Fact[]>>;
}
export const verifiedFacts: Hook<VerifiedFacts> = defineHook(
  'careers.verified_facts',
  'What the record vouches for in a CV: it is marked verified, and nobody types over it.',
);
