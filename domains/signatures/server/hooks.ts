import type { Call } from '#platform/server/call/context.ts';
import { defineHook, type Hook } from '#platform/server/hooks.ts';

export interface Signable {
  /** As `sign` is told it. */
  name: string;
  /** The file that the caller may sign there now; none where their signature is not wanted. */
  file: (call: Call, id: number) => Promise<number | null>;
}

export const signable: Hook<Signable> = defineHook(
  'signatures.signable',
  'What can be signed: of a record, the file that waits for the signature of the caller.',
);
