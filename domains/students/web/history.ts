import type { HistoryEntry } from './api.ts';

/** Fields that say nothing to people: who asked or decided stands as the actor of the entry. */
const silent = new Set(['account_id', 'requested_by', 'decided_by', 'decided_at', 'full_name', 'deleted_at']);
/** What a step of the life cycle or a transfer writes itself is told by its own entry. */
const ofStatus = ['status', 'status_since', 'status_until'];

const empty = (value: unknown) => value === null || value === undefined || value === '';

/**
 * The history as people tell it: a step and the fields it wrote are one entry (they have one time, that of their
 * transaction), and entries in which nothing remains are left out.
 */
export function mergedEntries(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const acts = new Map(entries.filter((entry) => entry.kind !== 'change').map((entry) => [entry.at, entry]));
  return entries.flatMap((entry) => {
    const act = acts.get(entry.at);
    const covered = new Set(
      act && [...act.changes.map(({ field }) => field), ...(act.kind === 'status' ? ofStatus : [])],
    );
    if (entry.kind !== 'change') {
      // The dates of a step are known to the record alone.
      const dates = entries
        .filter((other) => other.at === entry.at && other.kind === 'change' && other.record === 'student')
        .flatMap(({ changes }) => changes.filter(({ field }) => field !== 'status' && ofStatus.includes(field)));
      // The first status has none before it; the entry's own sentence names it.
      const own = entry.changes.filter(
        ({ field, old }) => !(entry.kind === 'status' && field === 'status' && empty(old)),
      );
      return [{ ...entry, changes: [...own, ...(entry.kind === 'status' ? dates : [])] }];
    }
    const changes = entry.changes.filter(
      ({ field, old, new: next }) =>
        !silent.has(field) && !(empty(old) && empty(next)) && !(entry.record === 'student' && covered.has(field)),
    );
    const removed = entry.changes.some(({ field, new: next }) => field === 'deleted_at' && !empty(next));
    if (removed && entry.record !== 'student') return [{ ...entry, operation: 'DELETE', changes: [] }];
    return changes.length ? [{ ...entry, changes }] : [];
  });
}

/** The changes of one field of the student's own record, the newest first, without what it was created with. */
export const ofField = (entries: readonly HistoryEntry[], field: string) =>
  mergedEntries(entries).flatMap((entry) =>
    entry.record === 'student' && entry.operation !== 'INSERT'
      ? entry.changes.filter((change) => change.field === field).map((change) => ({ ...entry, ...change }))
      : [],
  );
