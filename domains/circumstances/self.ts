import type { SelfRefusal, Target, Wish } from './shapes.ts';

/** Rules without a person: what an assessment may get, and when a student may certify for themselves. */

/** What may be asked for, by what it is: homework has no next sitting, an exam no later hour. */
const possible: Record<Target, readonly Wish[]> = {
  HOMEWORK: ['EXTENSION', 'LATE_ACCEPTED', 'NOTE'],
  COMPONENT: ['EXTENSION', 'LATE_ACCEPTED', 'DEFERRAL', 'NOTE'],
  EXAM: ['DEFERRAL', 'NOTE'],
};
export const wishesFor = (target: Target): readonly Wish[] => possible[target];

export interface SelfAsk {
  attempt: number;
  /** Null where no day is known. */
  due_at: string | null;
  /** Of an exam, when it begins. */
  starts_at: string | null;
  extended: boolean;
  handed_in: boolean;
}
/** The window around the deadline within which one may, as instants. */
export interface SelfWindow {
  from: string;
  until: string;
}

/** What stands against one assessment, the plainest reason first; undefined where nothing does. */
export function selfRefusal(ask: SelfAsk, window: SelfWindow | undefined, now: Date): SelfRefusal | undefined {
  if (ask.attempt > 1) return 'SELF_RESIT';
  if (ask.handed_in) return 'SELF_HANDED_IN';
  if (ask.extended) return 'SELF_EXTENDED';
  if (!ask.due_at || !window) return 'SELF_NO_DATE';
  if (ask.starts_at && now >= new Date(ask.starts_at)) return 'SELF_BEGUN';
  // The whole minute of either end still counts, as it does for deadlines.
  const minute = (at: string | Date) => Math.floor(new Date(at).getTime() / 60_000);
  return minute(now) < minute(window.from) || minute(now) > minute(window.until) ? 'SELF_WINDOW' : undefined;
}
