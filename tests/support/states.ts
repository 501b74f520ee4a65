/**
 * A state of a whole database in one file, so that a later version can be held against what was really there: the
 * migrations it had, the guards of its time, and its rows. Lines of JSON, compressed.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { appRoleOf, ensureAppRole, forRole } from '#platform/server/database/database-role.ts';
import { guarding, readGuards } from '#platform/server/database/guards.ts';
import { appliedTo, migrate } from '#platform/server/database/migrate.ts';
import { connectOwner, countOf, reading, tablesOf } from '#platform/server/disk/backup.ts';

interface Head {
  /** Hashes of the migrations that it had. */
  migrations: string[];
  /** SQL that ran before the tables were made, and after. */
  before: string;
  guards: string[];
  /** Each sequence's next value. */
  sequences: Record<string, number>;
}
interface TableRows {
  table: string;
  columns: string[];
  rows: number;
  /** As COPY writes it. */
  text: string;
}

/** Writes the state of a database to a file. */
export async function keepState(ownerUrl: string, file: string): Promise<void> {
  const client = await connectOwner(ownerUrl);
  try {
    const { rows: sequences } = await client.query<{ name: string; next: number }>(
      "select sequencename as name, coalesce(last_value + 1, start_value)::int as next from pg_sequences where schemaname = 'public'",
    );
    const guards = await readGuards();
    const head: Head = {
      migrations: await appliedTo(client),
      before: guards.before.join('\n'),
      guards: [
        ...guards.after,
        ...[...(await tablesOf(client)).keys()].map((table) => guarding(table, guards)),
        'select edulab_as_of_mend()',
      ],
      sequences: Object.fromEntries(sequences.map(({ name, next }) => [name, next])),
    };
    const lines = async function* () {
      yield `${JSON.stringify(head)}\n`;
      for (const [table, shape] of await tablesOf(client)) {
        const stream = client.query(copyTo(reading(table, shape)));
        const rows: TableRows = {
          table,
          columns: shape.columns,
          text: await text(stream),
          rows: await countOf(client, stream),
        };
        yield `${JSON.stringify(rows)}\n`;
      }
    };
    await pipeline(Readable.from(lines()), createGzip({ level: 9 }), createWriteStream(file));
  } finally {
    await client.end();
  }
}

/** Makes an empty database into the state of a file; answers how many rows each table has. */
export async function makeState(ownerUrl: string, file: string): Promise<Map<string, number>> {
  const role = appRoleOf(ownerUrl, undefined);
  const client = await connectOwner(ownerUrl);
  const counts = new Map<string, number>();
  try {
    const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()) });
    let head: Head | undefined;
    for await (const line of lines) {
      if (!head) {
        head = JSON.parse(line) as Head;
        await ensureAppRole(client, role);
        await client.query(head.before);
        await migrate(client, new Set(head.migrations));
        for (const guards of head.guards) await client.query(forRole(guards, role));
        await client.query("set session_replication_role = 'replica'");
        const tables = [...(await tablesOf(client)).keys()].map((name) => pg.escapeIdentifier(name));
        await client.query(`truncate ${tables.join(', ')}`);
        continue;
      }
      const { table, columns, text, rows } = JSON.parse(line) as TableRows;
      const name = pg.escapeIdentifier(table);
      if (rows)
        await pipeline(
          Readable.from([text]),
          client.query(copyFrom(`copy ${name} (${columns.map(pg.escapeIdentifier).join(', ')}) from stdin`)),
        );
      counts.set(table, rows);
    }
    for (const [name, next] of Object.entries(head?.sequences ?? {}))
      await client.query('select setval(to_regclass($1), $2, false)', [name, next]);
    return counts;
  } finally {
    await client.end();
  }
}
