import type { Database } from '#platform/server/database.ts';
import type { Settings } from '#platform/server/settings.ts';

export const demoPassword = 'edulab-demo';

/** Fills an empty database with the demo university; answers the demo sign-ins, none where this is no demo. */
export async function fillWhenEmpty(database: Database, settings: Settings): Promise<{ accounts: string[]; password: string }> {
  if (!settings.demo) return { accounts: [], password: demoPassword };
  const { rows } = await database.owner.query<{ username: string }>(`select username from accounts where username in (select lower(name) from roles) order by username`);
  return { accounts: rows.map((row) => row.username), password: demoPassword };
}
