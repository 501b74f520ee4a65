import type { SQL } from 'drizzle-orm';
import type { Call } from '#platform/server/context.ts';

/**
 * What other parts of the university tell the calendar: classes, deadlines, exams of the caller. They are asked within
 * the one query of a month, so a part gives SQL and not rows.
 *
 * The SQL selects, in this order: `key text` (once among its own, such as the id), `type text` (a type that calendars
 * show), `title text`, `description text`, `place text`, `path text` (the page in this application), `all_day boolean`,
 * `starts_at timestamptz`, `ends_at timestamptz` (the first instant after it). It selects what overlaps `from` to `to`,
 * which are instants as ISO text, by an index, and nothing that the caller may not see. `undefined`: nothing for them.
 */
export type Contribution = (call: Call, from: string, to: string) => SQL | undefined;

const contributions = new Map<string, Contribution>();

/** Tells the calendar once, at start, how to find the events of another domain. Answers how to take it back. */
export function contributeEvents(name: string, events: Contribution): () => void {
  const before = contributions.get(name);
  contributions.set(name, events);
  return () => void (before ? contributions.set(name, before) : contributions.delete(name));
}

export const contributed = (call: Call, from: string, to: string): [name: string, events: SQL][] =>
  [...contributions].flatMap(([name, events]) => {
    const part = events(call, from, to);
    return part ? [[name, part]] : [];
  });
