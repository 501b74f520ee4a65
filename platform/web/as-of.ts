import { useRouterState } from '@tanstack/react-router';

/**
 * The past that is being looked at: a day, or the instant of a change, in the address of every page until one goes back to
 * today. Calls carry it along (client.ts), and answers of different times are kept apart (query.ts).
 */

export const asOfKey = 'as_of';

const shape = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/;
const asTime = (value: unknown): string | undefined =>
  typeof value === 'string' && shape.test(value) ? value : undefined;

/** Of the address as it is now. */
export const asOfNow = (): string | undefined => asTime(new URLSearchParams(location.search).get(asOfKey));

/** Of the page that shows. */
export const useAsOf = (): string | undefined =>
  useRouterState({ select: ({ location: { search } }) => asTime((search as Record<string, unknown>)[asOfKey]) });

/** From when on the history of what shows is whole, as the last answers say; by the time that was asked. */
const begins = new Map<string, string>();
const listeners = new Set<() => void>();
export const historyBegins = {
  of: (time: string): string | undefined => begins.get(time),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** The latest counts: before it something of the page may be missing. */
  told(time: string, day: string | null): void {
    const known = begins.get(time);
    if (!day || (known !== undefined && known >= day)) return;
    begins.set(time, day);
    for (const listener of listeners) listener();
  },
};
