import pg from 'pg';
import { vi } from 'vitest';

/**
 * Counts what calls ask of the database. To be begun before the connections are made, which keep the function that they
 * find; jobs, mails and other calls go over connections of their own and are not counted.
 */
export function countStatements() {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  return {
    clear: () => void asked.mockClear(),
    /** Statements of the newest call of this kind, `GET /student`, since the last `clear`; 0 where there was none. */
    of(call: string): number {
      const at = asked.mock.calls.findLastIndex(([question]) => JSON.stringify(question)?.includes(`'${call}'`));
      return at < 0 ? 0 : asked.mock.contexts.filter((client) => client === asked.mock.contexts[at]).length;
    },
  };
}
