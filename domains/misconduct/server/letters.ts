import { issueLetter, type LetterKind } from '#domains/credentials/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { studentsToWrite } from './people.ts';
import type { Offence } from './reach.ts';
import { offenceLetters } from './tables.ts';

/** The letters of a case: one at each step of which a student is told. */

export const letters = {
  invited: { name: 'misconduct.invited', blanks: ['number', 'module', 'type', 'until'] },
  hearing: { name: 'misconduct.hearing', blanks: ['number', 'module', 'day', 'place', 'hash'] },
  outcome: { name: 'misconduct.outcome', blanks: ['number', 'module', 'outcome', 'penalty', 'reason', 'until'] },
  appeal: { name: 'misconduct.appeal', blanks: ['number', 'module', 'outcome', 'reason'] },
  closed: { name: 'misconduct.closed', blanks: ['number', 'module'] },
} as const satisfies Record<string, LetterKind>;

/** Whoever takes a step: a person's call, or the night. */
export type Actor = Pick<Call, 'client' | 'db' | 'kernel' | 'institution_id' | 'account_id' | 'locale'>;

/** Writes it in the caller's transaction, and keeps with the case which paper it is. */
export async function write(
  call: Actor,
  row: Offence,
  kind: keyof typeof letters,
  values: (locale: Call['locale']) => Promise<Record<string, string>> | Record<string, string>,
): Promise<void> {
  const { to, module } = await studentsToWrite(call, row);
  const paper = await issueLetter(call, {
    kind: letters[kind].name,
    to,
    language: to.locale,
    values: { number: row.number, module, ...(await values(to.locale)) },
  });
  await call.db.insert(offenceLetters).values({ offence_id: row.id, document_id: paper.id, kind });
}
