import { sql } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { ownMatter } from '../hooks.ts';

/** Of all matters in one statement what the caller has none of, so that a home page asks for the others alone. */
export async function noMatters(call: Call): Promise<{ none: string[] }> {
  const matters = followersOf(call.kernel, ownMatter);
  if (matters.length === 0) return { none: [] };
  const { rows } = await call.db.execute<{ found: boolean[] }>(
    sql`select array[${sql.join(
      matters.map(({ has }) => has(call)),
      sql`, `,
    )}] as found`,
  );
  return { none: matters.filter((_, at) => rows[0]?.found[at] === false).map(({ name }) => name) };
}
