import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asActor } from '#platform/server/database/database.ts';
import { type Api, startApi } from '#tests/support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Tables with an institution that are open on purpose, and why. */
const open: Record<string, string> = {
  account_roles: 'which institutions a person may enter is asked before an institution is chosen',
};

describe('the database', () => {
  it('has a policy on every table with an institution', async () => {
    const { rows } = await api.database.owner.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'institution_id' and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and not (c.relrowsecurity and exists (select 1 from pg_policy p where p.polrelid = c.oid))`,
    );
    expect(rows.map((row) => row.name).filter((name) => !open[name])).toEqual([]);
  });

  it('lets the application neither bypass policies nor own anything', async () => {
    const {
      rows: [role],
    } = await api.database.app.query(
      'select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
    );
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false });
    const { rows } = await api.database.app.query(
      'select relname from pg_class where relowner = (select oid from pg_roles where rolname = current_user)',
    );
    expect(rows).toEqual([]);
  });

  it('answers nothing to a query that forgot the institution', async () => {
    await asActor(api.database.app, { institution_id: 2, account_id: null, call: 'test' }, async (_db, client) => {
      await client.query(
        'insert into departments (title, kind) values (\'{"uz":"Samarqand","ru":"","en":""}\', \'FACULTY\')',
      );
    });
    expect((await api.database.app.query('select 1 from departments')).rowCount).toBe(0);
    const seen = await asActor(
      api.database.app,
      { institution_id: 1, account_id: null, call: 'test' },
      async (_db, client) =>
        (await client.query("select 1 from departments where title ->> 'uz' = 'Samarqand'")).rowCount,
    );
    expect(seen).toBe(0);
    const written = asActor(api.database.app, { institution_id: 1, account_id: null, call: 'test' }, (_db, client) =>
      client.query(
        'insert into departments (institution_id, title, kind) values (2, \'{"uz":"x","ru":"","en":""}\', \'FACULTY\')',
      ),
    );
    await expect(written).rejects.toThrow(/row-level security/);
  });

  it('keeps the history out of the hands of the application', async () => {
    const admin = await api.as('admin');
    const place = (await admin.post('/category/', { title: { uz: 'Bir', ru: '', en: '' } })).body;
    await admin.post('/category/', { id: place.id, version: 1, title: { uz: 'Ikki', ru: '', en: '' } });
    for (const statement of [
      'delete from audit_log',
      'update audit_log set account_id = 1',
      "insert into audit_log (table_name, row_id, operation) values ('x', 1, 'UPDATE')",
    ]) {
      await expect(api.database.app.query(statement)).rejects.toThrow(/permission denied/);
    }
    await expect(api.database.app.query('delete from status_history')).rejects.toThrow(/permission denied/);
  });
});
