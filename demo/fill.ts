import type pg from 'pg';
import { ensureRoles } from '#domains/identity/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { locks } from '#platform/server/database/locks.ts';
import type { Settings } from '#platform/server/run/settings.ts';
import { demoPassword } from './accounts.ts';
import type { Papers } from './load-all.ts';
import { ownTables } from './own-tables.ts';

const STUDENTS = 10_000;

const announce = (line: string): void => void process.stdout.write(`${line}\n`);

/** Fills an empty database with the demo university; answers the demo sign-ins, none where this is no demo. `say` gets a line per stage. */
export async function fillWhenEmpty(
  database: Database,
  settings: Pick<Settings, 'demo' | 'students'> & Partial<Papers>,
  say = announce,
): Promise<{ accounts: string[]; password: string }> {
  if (!settings.demo) return { accounts: [], password: demoPassword };
  await alone(database.owner, async () => {
    const { rowCount } = await database.owner.query('select 1 from institutions limit 1');
    if (rowCount) return;
    await ensureRoles(database.owner);
    // All that makes a university up is read where one is made up, and not at every start.
    const { fill } = await import('./load-all.ts');
    await fill(database, settings.students ?? STUDENTS, settings, say);
  });
  const { rows } = await database.owner.query<{ username: string }>(
    `select username from accounts where username in (select lower(name) from roles) order by username`,
  );
  return { accounts: rows.map((row) => row.username), password: demoPassword };
}

/** Does `work` while no other server fills this database or clears it; waits until it may. */
async function alone(owner: pg.Pool, work: () => Promise<unknown>): Promise<void> {
  const holder = await owner.connect();
  try {
    await holder.query('select pg_advisory_lock($1)', [locks.demo]);
    await work();
  } finally {
    holder.release(true);
  }
}

/**
 * Removes what a fill has left that was stopped in the middle; to be called before anything else looks at the database.
 * Nobody's work is lost: nobody can sign in before a fill has ended, and only a fill makes the table that says it runs.
 */
export async function clearHalfFilled(owner: pg.Pool): Promise<void> {
  const clear = `
    do $$ declare one text; every text; begin
      if to_regclass('demo_filling') is null then return; end if;
      select string_agg(oid::regclass::text, ', ') into every from pg_class where ${ownTables};
      foreach one in array string_to_array(every, ', ') loop execute format('alter table %s disable trigger user', one); end loop;
      execute format('truncate %s restart identity', every);
      foreach one in array string_to_array(every, ', ') loop execute format('alter table %s enable trigger user', one); end loop;
      drop table demo_filling;
    end $$`;
  await alone(owner, () => owner.query(clear));
}
