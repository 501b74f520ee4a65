export * from './resource.ts';

import { and, eq, getTableColumns, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { ListAnswer, Locale } from '#platform/contract/index.ts';
import type { Call } from './context.ts';
import { demandDeleted, undelete, withDeletion } from './deletion.ts';
import { fail, failField } from './errors.ts';
import { type ListInput, list, type Sort } from './lists.ts';
import { columnsSql, exactFirst, idsIn, likeLiteral, plain } from './resource.ts';
import { demandShared } from './shared.ts';
import { stale } from './stale.ts';
import { demandNeeded, demandUnused } from './uses.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of whichever table the caller names; Drizzle types them at the edges
type Row = Record<string, any>;
type RecordTable = PgTable & { id: PgColumn; version: PgColumn; deleted_at: PgColumn };

/** Words that are addresses of calls and so cannot be names: `/role/all` is the list of all roles. */
const reserved = new Set([
  'all',
  'types',
  'edit',
  'info',
  'open',
  'get',
  'profile',
  'transfer',
  'label',
  'identity',
  'username',
  'new',
  'create',
]);

export interface ResourceSpec<R extends Row> {
  table: RecordTable;
  /** Column that `GET …/{name}` looks in, where there is one. */
  name?: PgColumn;
  /** What the free-text search looks in. */
  search: SQL[];
  sorts: Record<string, Sort>;
  defaultSort: string;
  /** Of records about people: how well each fits what is looked for; see finding.ts. */
  closeness?: (input: Row) => SQL | undefined;
  /** Text of an option in `/all`. */
  optionTitle: (locale: Locale) => SQL;
  /** Narrow what the caller may see; undefined for everything of the institution. */
  visible?: (call: Call) => SQL | undefined;
  filters?: (input: Row, call: Call) => (SQL | undefined)[];
  /** From rows to answers: references resolved with one query for all of them. */
  present?: (call: Call, rows: Row[]) => Promise<R[]>;
  /** Fields that a new row cannot do without; a change may leave them out but not empty them. */
  required?: readonly string[];
  /** Checks and completes what is about to be written. What is no column of the table is left for `written`. */
  prepare?: (call: Call, input: Row, current: Row | undefined) => Promise<Row> | Row;
  /** Runs in the same transaction after the write, with the input as it came. */
  written?: (call: Call, row: Row, before: Row | undefined, input: Row) => Promise<void>;
  /** Throws where the row must not be deleted. What still needs it is asked besides: see uses.ts. */
  beforeDelete?: (call: Call, row: Row) => Promise<void>;
  /** Throws where the row must not come back; answers what changes as it does. `beforeDelete` unless told. */
  beforeRestore?: (call: Call, row: Row) => Promise<Row | undefined | void>;
  /** Of a table that belongs to no institution: those that a row concerns; all of them unless told. */
  housesOf?: (row: Row) => readonly number[];
}

/** The generic five over one table: what every resource of the specification does, with hooks for what is special. */
export function resource<R extends Row = Row>(spec: ResourceSpec<R>) {
  const { table } = spec;
  const columns = getTableColumns(table);
  const tableName = getTableConfig(table).name;
  /** Of what has the column nothing is deleted without saying why. */
  const reasoned = 'deletion_reason' in columns;
  const allColumns = columnsSql(table);
  /** A row that other institutions use as well is changed by those who may in each. */
  const demandOver = async (call: Call, row: Row) => {
    if (!('institution_id' in columns)) await demandShared(call, spec.housesOf?.(row));
  };
  const living = (call: Call) => [isNull(table.deleted_at), spec.visible?.(call)];
  const beforeRestore = spec.beforeRestore ?? spec.beforeDelete;
  const present = async (call: Call, rows: Row[]) =>
    spec.present ? spec.present(call, rows) : (rows.map(plain) as R[]);

  /** The row with this id or name, or 404. */
  async function find(call: Call, idOrName: string | number): Promise<Row> {
    const text = String(idOrName);
    const which = /^\d{1,9}$/.test(text) ? eq(table.id, Number(text)) : spec.name ? eq(spec.name, text) : undefined;
    const rows = which
      ? await call.db
          .select()
          .from(table as PgTable)
          .where(and(which, ...living(call)))
          .limit(1)
      : [];
    if (!rows[0]) throw fail('NOT_FOUND');
    return rows[0];
  }

  async function one(call: Call, row: Row): Promise<R> {
    const [answer] = await present(call, [row]);
    if (!answer) throw fail('NOT_FOUND');
    return answer;
  }

  /** What the list shows for this query: living rows in reach that fit the search and the filters. */
  const conditions = (call: Call, input: ListInput & Row): (SQL | undefined)[] => [
    input.deleted ? isNotNull(table.deleted_at) : isNull(table.deleted_at),
    spec.visible?.(call),
    input.search
      ? sql`(${sql.join(
          spec.search.map((part) => sql`${part} ilike ${`%${likeLiteral(input.search ?? '')}%`}`),
          sql` or `,
        )})`
      : undefined,
    ...(spec.filters?.(input, call) ?? []),
  ];

  return {
    find,
    /** Ids of all that the list shows for this query, for exports; at most `most`. */
    async ids(call: Call, input: ListInput & Row, most: number): Promise<number[]> {
      const rows = await call.db
        .select({ id: table.id })
        .from(table as PgTable)
        .where(and(...conditions(call, input)))
        .limit(most);
      return rows.map((row) => row.id as number);
    },
    async get(call: Call, input: { id: string | number }): Promise<R> {
      return one(call, await find(call, input.id));
    },

    async save(call: Call, input: Row): Promise<R> {
      const { id, version, ...fields } = input;
      let current: Row | undefined;
      if (id !== undefined) {
        [current] = await call.db
          .select()
          .from(table as PgTable)
          .where(and(eq(table.id, id), ...living(call)))
          .for('update')
          .limit(1);
        if (!current) throw fail('NOT_FOUND');
        await demandOver(call, current);
        if (version !== current.version) throw await stale(call, table, id, await one(call, current));
      }
      const missing = (spec.required ?? []).filter((name) => {
        const value = fields[name];
        return value === null || value === '' || (value === undefined && !current);
      });
      if (missing.length)
        throw fail('BAD_REQUEST', { fields: missing.map((path) => ({ path, code: 'form_required' })) });
      if (spec.name && typeof fields[spec.name.name] === 'string') {
        const name = fields[spec.name.name] as string;
        if (reserved.has(name.toLowerCase()) || /^\d+$/.test(name))
          throw failField(spec.name.name, 'RESERVED_NAME', { name });
      }
      const values = await (spec.prepare?.(call, fields, current) ?? fields);
      const known = Object.fromEntries(
        Object.entries(values).filter(([key, value]) => key in columns && value !== undefined),
      );
      const rows = current
        ? Object.keys(known).length
          ? await call.db
              .update(table as PgTable)
              .set(known)
              .where(eq(table.id, current.id))
              .returning()
          : [current]
        : await call.db
            .insert(table as PgTable)
            .values(known)
            .returning();
      const row = rows[0] as Row;
      await spec.written?.(call, row, current, fields);
      return one(call, row);
    },

    async remove(call: Call, input: { id: string | number; reason?: string }): Promise<{ ok: true }> {
      if (reasoned && !input.reason)
        throw fail('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'form_required' }] });
      const row = await find(call, input.id);
      await demandOver(call, row);
      await spec.beforeDelete?.(call, row);
      await demandUnused(call, table, row.id);
      await call.db
        .update(table as PgTable)
        .set({ deleted_at: sql`now()`, ...(reasoned ? { deletion_reason: input.reason } : {}) } as never)
        .where(eq(table.id, row.id));
      return { ok: true };
    },

    /** Takes back a deletion; what is not deleted is answered as it is. */
    async restore(call: Call, input: { id: number }): Promise<R> {
      const [row] = await call.db
        .select()
        .from(table as PgTable)
        .where(and(eq(table.id, input.id), spec.visible?.(call)))
        .for('update');
      if (!row) throw fail('NOT_FOUND');
      if (row.deleted_at === null) return one(call, row);
      await demandOver(call, row);
      const changes = { ...(reasoned ? { deletion_reason: null } : {}), ...((await beforeRestore?.(call, row)) ?? {}) };
      await demandNeeded(call, table, row);
      return one(call, await undelete(call, table, input.id, changes));
    },

    async list(call: Call, input: ListInput & Row): Promise<ListAnswer<R & { id: number }>> {
      if (input.deleted) {
        demandDeleted(call);
        return list(call, input, {
          from: sql`${table}`,
          key: sql`${table.id}`,
          table: tableName,
          where: conditions(call, input),
          sorts: { ...spec.sorts, deleted_at: sql`${table.deleted_at}` },
          defaultSort: 'deleted_at,desc',
          columns: allColumns,
          load: async (_ids, rows) =>
            withDeletion((await present(call, rows)) as (R & { id: number })[], rows as never),
        });
      }
      return list(call, input, {
        from: sql`${table}`,
        key: sql`${table.id}`,
        table: tableName,
        where: conditions(call, input),
        sorts: spec.sorts,
        defaultSort: spec.defaultSort,
        closeness: spec.closeness?.(input),
        columns: allColumns,
        load: async (_ids, rows) => (await present(call, rows)) as (R & { id: number })[],
      });
    },

    /** Options for selectors: at most 1,000, found by text or by ids. */
    async all(
      call: Call,
      input: { search?: string | undefined; ids?: string | undefined } | undefined,
    ): Promise<{ id: number; title: string }[]> {
      const ids = idsIn(input?.ids);
      const text = spec.optionTitle(call.locale);
      const found = await call.db
        .select({ id: table.id, title: sql<string>`${text}` })
        .from(table as PgTable)
        .where(
          and(
            ...living(call),
            ids ? (ids.length ? inArray(table.id, ids) : sql`false`) : undefined,
            input?.search ? sql`${text} ilike ${`%${likeLiteral(input.search)}%`}` : undefined,
          ),
        )
        .orderBy(exactFirst(text, input?.search), sql`2, 1`)
        .limit(1000);
      return found as { id: number; title: string }[];
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: contract and resource agree by construction; oRPC checks every answer against the contract
type Any = any;

/** Handlers of the generic five and of restoring: `five(on.state, resources.state)`. */
export const five = (
  on: Any,
  from: Pick<ReturnType<typeof resource>, 'get' | 'save' | 'remove' | 'restore' | 'list' | 'all'>,
): Any => ({
  get: on.get.handler(({ input, context }: Any) => from.get(context, input)),
  save: on.save.handler(({ input, context }: Any) => from.save(context, input)),
  remove: on.remove.handler(({ input, context }: Any) => from.remove(context, input)),
  restore: on.restore.handler(({ input, context }: Any) => from.restore(context, input)),
  list: on.list.handler(({ input, context }: Any) => from.list(context, input)),
  all: on.all.handler(({ input, context }: Any) => from.all(context, input)),
});
