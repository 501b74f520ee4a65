/** Unsaved forms in local storage, so that a reload or a closed laptop loses nothing. */
import { clock } from '#platform/contract/clock.ts';
import { session } from '../../session/session.ts';
import { draftPrefix } from '../../session/storage.ts';

/** A draft belongs to one person: whoever signs in next at this computer sees nothing of it. */
const placeOf = (key: string) => `${draftPrefix}${session.get().user?.id ?? 0}.${key}`;
const maxAge = 7 * 24 * 60 * 60 * 1000;
// Secrets never touch the disk of a shared computer.
const secret = /password|secret|token|^auth$|(^|_)code$/i;

export interface Draft {
  values: Record<string, unknown>;
  /** milliseconds since the epoch */
  at: number;
}

export const readDraft = (key: string, now = clock.now()): Draft | null => {
  try {
    const stored = localStorage.getItem(placeOf(key));
    if (!stored) return null;
    const draft = JSON.parse(stored) as Draft;
    if (
      typeof draft.at === 'number' &&
      now - draft.at < maxAge &&
      typeof draft.values === 'object' &&
      draft.values !== null
    )
      return draft;
    localStorage.removeItem(placeOf(key));
  } catch {
    // No storage (private window, blocked): a form without drafts still works.
  }
  return null;
};

export const writeDraft = (key: string, values: Record<string, unknown>): void => {
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !secret.test(name)));
  try {
    localStorage.setItem(placeOf(key), JSON.stringify({ values: kept, at: clock.now() }));
  } catch {
    // Full or blocked storage must not stop typing.
  }
};

export const dropDraft = (key: string): void => {
  try {
    localStorage.removeItem(placeOf(key));
  } catch {
    // As above.
  }
};
