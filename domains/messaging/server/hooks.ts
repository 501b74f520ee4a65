import type { Call } from '#platform/server/call/context.ts';
import { defineHook, type Hook } from '#platform/server/hooks.ts';

/** Whose accounts the records of a domain stand for, narrowed to what the caller may see. Errors: NOT_FOUND. */
interface Recipients {
  /** The field of a message that names such records. */
  name: 'student_ids' | 'group_ids';
  /** Whoever is meant, with or without an account. */
  peopleOf(call: Call, ids: readonly number[]): Promise<{ student_id: number; account_id: number | null }[]>;
}

export const recipients: Hook<Recipients> = defineHook(
  'messaging.recipients',
  'Whom students and groups stand for, as recipients of a message.',
);
