import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, inject, it } from 'vitest';
import { clock } from '#platform/contract/clock.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { connectOwner } from '#platform/server/disk/backup.ts';
import { startApi } from '#tests/support/api.ts';
import { copyDatabase, registerAll } from '#tests/support/database.ts';
import { makeState } from '#tests/support/states.ts';
import { definedSchema, madeOf, statementsOf } from '../../scripts/schema.ts';

const states = fileURLToPath(new URL('../upgrade/', import.meta.url));

/** Runs `work` in a database of its own that holds nothing yet. */
async function inEmpty<T>(work: (url: string) => Promise<T>): Promise<T> {
  const { url, drop } = await copyDatabase(inject('ownerUrl'), { empty: true });
  try {
    return await work(url);
  } finally {
    await drop();
  }
}

/** What a database is made of after `make`. */
const made = (make: (client: Awaited<ReturnType<typeof connectOwner>>) => Promise<unknown>) =>
  inEmpty(async (url) => {
    const client = await connectOwner(url);
    try {
      await client.query(
        await readFile(new URL('../../platform/server/database/before-tables.sql', import.meta.url), 'utf8'),
      );
      await make(client);
      return await madeOf(client, { guards: false });
    } finally {
      await client.end();
    }
  });

/** A table definition that no migration carries out would fail on the first real database: `npm run migrations -- <name>`. */
it('migrations make what the table definitions say: npm run migrations -- what-changes', async () => {
  const defined = (await statementsOf(await definedSchema())).join('\n');
  expect(await made((client) => migrate(client))).toEqual(await made((client) => client.query(defined)));
});

it('a start leaves what is up to date alone, and makes anew what somebody took away by hand', async () => {
  registerAll();
  await inEmpty(async (url) => {
    await (await openDatabase(url)).close();
    const owner = await connectOwner(url);
    const made = async (trigger = 'a_stands', table = 'contracts') =>
      (await owner.query('select xmin from pg_trigger where tgname = $1 and tgrelid = $2::regclass', [trigger, table]))
        .rows;
    try {
      const first = await made();
      expect(first).toHaveLength(1);
      await (await openDatabase(url)).close();
      expect(await made()).toEqual(first);
      for (const taken of [
        'drop trigger a_stands on contracts',
        'alter table contracts disable row level security',
        'drop policy of_institution on contracts',
        'grant delete on mark_events to edulab_app',
        'drop schema as_of cascade',
        "create or replace function edulab_contract_stands() returns trigger language plpgsql as 'begin return new; end'",
      ]) {
        const whole = await madeOf(owner, { guards: true });
        const others = await made('a_stands', 'invoices');
        await owner.query(taken);
        await (await openDatabase(url)).close();
        expect(await madeOf(owner, { guards: true }), taken).toEqual(whole);
        expect(await made(), taken).toHaveLength(1);
        // A table whose guards stand is not held for those of another.
        if (!taken.includes('as_of')) expect(await made('a_stands', 'invoices'), taken).toEqual(others);
      }
      expect(
        (await owner.query("select has_table_privilege('edulab_app', 'mark_events', 'delete') as may")).rows,
      ).toEqual([{ may: false }]);
    } finally {
      await owner.end();
    }
  });
});

it.each(readdirSync(states).filter((name) => name.endsWith('.gz')))(
  'the state %s grows into this version',
  async (name) => {
    registerAll();
    await inEmpty(async (url) => {
      const kept = await makeState(url, `${states}${name}`);
      // What a start does to a data folder of that time.
      await (await openDatabase(url)).close();
      const [old, fresh] = await Promise.all([connectOwner(url), connectOwner(inject('ownerUrl'))]);
      try {
        expect(await madeOf(old, { guards: true })).toEqual(await madeOf(fresh, { guards: true }));
        const { rows } = await old.query<{ name: string }>(
          `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
        );
        for (const { name: table } of rows.filter(({ name }) => kept.get(name))) {
          const { rows: counted } = await old.query<{ n: number }>(`select count(*)::int as n from ${table}`);
          expect([table, counted[0]?.n]).toEqual([table, kept.get(table)]);
        }
      } finally {
        await Promise.all([old.end(), fresh.end()]);
      }
      const api = await startApi({ on: url });
      try {
        const { rows } = await api.database.owner.query(
          'select id from students where institution_id = 1 and deleted_at is null order by id',
        );
        const { body } = await (await api.as('registrar_head')).get('/student/?size=200&sort=id');
        expect(body.content.map(({ id }: { id: number }) => ({ id }))).toEqual(rows);
      } finally {
        await api.close();
      }
    });
  },
  120_000,
);

it('a change that takes views of the past away makes them anew, and what cannot be told yet refuses instead of showing today', async () => {
  const api = await startApi();
  const { owner, ownerUrl } = api.database;
  const debits = async () => {
    const { status, body } = await (await api.as('super_admin')).get(`/student/debit/?as_of=${clock.iso()}`);
    return { status, code: body.code };
  };
  const views = async () =>
    (
      await owner.query(
        "select relname as name, pg_get_viewdef(oid) as says, relacl::text as open from pg_class where relnamespace = 'as_of'::regnamespace and relkind = 'v' order by relname",
      )
    ).rows;
  const changed = (sql: string) => owner.query(`begin; ${sql}; select edulab_as_of_mend(); commit`);
  try {
    const whole = await views();
    expect(await debits()).toEqual({ status: 200 });
    await changed(
      'drop view as_of.payments, as_of.payments__moved, as_of.payments__gone cascade; alter table payments alter column note type text',
    );
    expect(await views()).toEqual(whole);
    expect(await debits()).toEqual({ status: 200 });
    // Debits of then are counted by a question of the version before, which asks for what is there no more.
    await owner.query(
      "create or replace function edulab_past_student_debits() returns text language sql stable as $$ select 'select gone from student_debits' $$",
    );
    await changed('drop view as_of.student_debits');
    expect(await debits()).toEqual({ status: 409, code: 'BUSY' });
    await (await openDatabase(ownerUrl)).close();
    expect(await debits()).toEqual({ status: 200 });
    expect(await views()).toEqual(whole);
    await owner.query('drop schema as_of cascade');
    expect(await debits()).toEqual({ status: 409, code: 'BUSY' });
  } finally {
    await api.close();
  }
});

it('a change that fails is named, and leaves the database as it was before it', async () => {
  await inEmpty(async (url) => {
    const client = await connectOwner(url);
    try {
      await client.query('create table students (id integer)');
      await expect(migrate(client)).rejects.toThrow(/^The migration 0000_edulab\.sql failed: /);
      const { rows } = await client.query(`select 1 from pg_class where relname = 'institutions'`);
      expect(rows).toEqual([]);
    } finally {
      await client.end();
    }
  });
});

it('a database of another version is refused in one line, and stays as it is', async () => {
  const api = await startApi();
  const { owner, ownerUrl } = api.database;
  try {
    await owner.query(`update edulab_migrations.__drizzle_migrations set hash = 'another'`);
    await expect(openDatabase(ownerUrl)).rejects.toThrow(/^This database was made by another version of Edulab/);
    await owner.query('select 1 from students');
  } finally {
    await api.close();
  }
});
