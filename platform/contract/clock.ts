let ahead = 0;

/**
 * The time of the world, which tests and rehearsals can set: ask here and nowhere else what time it is. The database is
 * asked with `edulab_now()`, `edulab_clock()` and `edulab_today()`, and its connections follow (`moveClock` in
 * platform/server/database/database.ts). How long something takes is measured with `performance.now()`, which nobody moves.
 */
export const clock = {
  /** Milliseconds since 1970. */
  now: (): number => Date.now() + ahead,
  date: (): Date => new Date(clock.now()),
  /** ISO 8601 in UTC. */
  iso: (): string => clock.date().toISOString(),
  /** By how many milliseconds this clock is ahead of the machine's. */
  ahead: (): number => ahead,
  /** Puts the clock ahead of the machine's by so many milliseconds, or back; it goes on from there. */
  setAhead(milliseconds: number): void {
    ahead = milliseconds;
  },
};
