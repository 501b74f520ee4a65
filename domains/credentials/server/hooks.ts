import { defineHook, type Hook, type Moment } from '#platform/server/hooks.ts';

/**
 * A letter that a domain writes. Its words stand in the server messages of the domain, `letter.<name>.title` and
 * `letter.<name>.text` in three languages, until an institution has its own; every blank in them is named here.
 */
export interface LetterKind {
  name: string;
  blanks: readonly string[];
}

export const letterKind: Hook<LetterKind> = defineHook(
  'credentials.letter',
  'Letters to students and what may stand in them. Whoever declares one sends it with `issueLetter`.',
);

/** Papers that hold no more and in whose place no other stands. */
export const documentsRevoked: Moment<{ ids: number[] }> = defineHook(
  'credentials.documents_revoked',
  'Papers were revoked: what was done because of them, such as a fee, is undone.',
);
