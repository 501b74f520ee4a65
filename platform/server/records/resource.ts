import type { AnyContractProcedure, InferSchemaInput } from '@orpc/contract';
import { and, eq, getTableColumns, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { ListAnswer, Locale, Option } from '#platform/contract/index.ts';
import { type Call, type Implemented, type InputOf, type OutputOf, serveCall } from '../call/context.ts';
import { fail, failField } from '../call/errors.ts';
import { seenThenAndToday } from './as-of.ts';
import { demandDeleted, type RecordTable, type RowOf, undelete, withDeletion } from './deletion.ts';
import { type ListInput, list, type Sort } from './lists.ts';
import { demandShared } from './shared.ts';
import { loadForChange } from './stale.ts';
import { demandNeeded, demandUnused } from './uses.ts';

type Row = Record<string, unknown>;

const crudNames = ['get', 'save', 'remove', 'restore', 'list', 'all'] as const;
type CrudName = (typeof crudNames)[number];
/** The calls that `crud()` of a contract declares. */
type CrudCalls = Record<CrudName, AnyContractProcedure>;
/** Those that a resource speaks of; the list has filters where it is declared. */
type RecordCalls = Pick<CrudCalls, 'get' | 'save'> & Partial<Pick<CrudCalls, 'list'>>;

interface SaveBase {
  id?: number | undefined;
  version?: number | undefined;
}
/** A record as its contract answers it. */
type Answer<C extends RecordCalls> = OutputOf<C['get']> & { id: number };
/** What a save may carry besides id and version. */
type Fields<C extends RecordCalls> = Omit<InputOf<C['save']>, 'id' | 'version'>;
/** What the list is asked. */
type Query<C extends RecordCalls> = ListInput & { deleted?: boolean | undefined } & (C extends CrudCalls
    ? InputOf<C['list']>
    : unknown);
/** What a new record cannot do without, as the shape of its save says. */
type Needed<C extends RecordCalls> = Extract<
  NeededIn<InferSchemaInput<NonNullable<C['save']['~orpc']['inputSchema']>>>,
  keyof Fields<C>
>;
type NeededIn<I> = I extends { id: number }
  ? never
  : { [P in keyof I]-?: Record<never, never> extends Pick<I, P> ? never : P }[keyof I];
/** The record as it will be: what was given over what stands. What is needed is there. */
type Next<C extends RecordCalls, T extends PgTable, K extends keyof Fields<C> = Needed<C>> = {
  [P in K]: NonNullable<Fields<C>[P]>;
} & Partial<Omit<RowOf<T>, K>> &
  Partial<Omit<Fields<C>, K | keyof RowOf<T>>>;
/** What `/all` is asked: a text, or ids of what is chosen already. */
export type OptionsQuery = { search?: string | undefined; ids?: string | undefined } | undefined;
/** What is written: columns of the table, by value or SQL. */
type Values<T extends PgTable> = { [P in keyof T['$inferInsert']]?: T['$inferInsert'][P] | SQL | undefined };

const mostOptions = 1000;

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

export interface ResourceSpec<
  C extends RecordCalls,
  T extends RecordTable,
  S extends keyof Answer<C> & string,
  O extends string,
> {
  table: T;
  /** The field that `GET …/{name}` looks in, where there is one. */
  name?: keyof RowOf<T> & string;
  /** What the free-text search looks in, or the condition that it is. */
  search: SQL[] | ((typed: string, call: Call) => SQL | undefined);
  /** By which fields of the record the list can be sorted. */
  sorts: Record<S, Sort>;
  /** Further orders of the list that are no field of the record. */
  orders?: Record<O, Sort>;
  defaultSort: NoInfer<S | O> | `${NoInfer<S | O>},desc`;
  /** Of records about people: how well each fits what is looked for; see finding.ts. */
  closeness?: (input: Query<C>) => SQL | undefined;
  /** Text of an option in `/all`. */
  optionTitle: (locale: Locale) => SQL;
  /** Of a large table: by which order, known to an index, its first options are chosen, with what is joined for it. */
  optionOrder?: { by: SQL; join?: SQL };
  /** Narrow what the caller may see; undefined for everything of the institution. */
  visible?: (call: Call) => SQL | undefined;
  filters?: (input: Query<C>, call: Call) => (SQL | undefined)[];
  /** From rows to answers: references resolved with one query for all of them; `asStored` where the columns are the answer. */
  present: (call: Call, rows: RowOf<T>[]) => Promise<Answer<C>[]>;
  /**
   * Checks and completes what is about to be written; `asGiven` where nothing is to be done. What is no column of the
   * table is left for `written`. `next` is the record as it will be.
   */
  prepare: (
    call: Call,
    input: Fields<C>,
    current: RowOf<T> | undefined,
    next: Next<C, T>,
  ) => Promise<Values<T>> | Values<T>;
  /** Runs in the same transaction after the write, with the input as it came. */
  written?: (call: Call, row: RowOf<T>, before: RowOf<T> | undefined, input: Fields<C>) => Promise<void>;
  /** Throws where the row must not be deleted. What still needs it is asked besides: see uses.ts. */
  beforeDelete?: (call: Call, row: RowOf<T>) => Promise<void>;
  /** Throws where the row must not come back; answers what changes as it does. `beforeDelete` unless told. */
  beforeRestore?: (call: Call, row: RowOf<T>) => Promise<Values<T> | void>;
  /** Of a table that belongs to no institution: those that a row concerns; all of them unless told. */
  housesOf?: (row: RowOf<T>) => readonly number[];
}

/** What was given, without what was left out. */
export const definedOf = <V extends object>(values: V) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [P in keyof V]: Exclude<V[P], undefined>;
  };

/** For `present`: the columns of the table are the answer. */
export const asStored = async <R extends object>(_call: Call, rows: R[]) => rows.map(plain);
/** For `prepare`: what was given is written. */
export const asGiven = <I>(_call: Call, input: I): I => input;

/**
 * What the calls of `crud()` do over one table, with hooks for what is special. Types come from the contract and the
 * table: rows are the table's, answers and inputs the contract's.
 */
export function resource<
  C extends RecordCalls,
  T extends RecordTable,
  S extends keyof Answer<C> & string,
  O extends string = never,
>(_contract: C, spec: ResourceSpec<C, T, S, O>) {
  const table: RecordTable = spec.table;
  type One = RowOf<T> & { id: number; version: number; deleted_at: string | null };
  const columns = getTableColumns(table);
  const tableName = getTableConfig(table).name;
  /** Of what has the column nothing is deleted without saying why. */
  const reasoned = 'deletion_reason' in columns;
  const allColumns = columnsSql(table);
  const sorts: Record<string, Sort> = { ...spec.sorts, ...spec.orders };
  /** A row that other institutions use as well is changed by those who may in each. */
  const demandOver = async (call: Call, row: One) => {
    if (!('institution_id' in columns)) await demandShared(call, spec.housesOf?.(row));
  };
  const seen = (call: Call): SQL | undefined =>
    spec.visible && seenThenAndToday(call, sql`${table}`, table.id, spec.visible);
  const living = (call: Call) => [isNull(table.deleted_at), seen(call)];
  const beforeRestore = spec.beforeRestore ?? spec.beforeDelete;

  const reading = (call: Call, ...which: (SQL | undefined)[]) =>
    call.db
      .select()
      .from(table as PgTable)
      .where(and(...which))
      .limit(1);

  /** The row with this id or name, or 404. */
  async function find(call: Call, idOrName: string | number): Promise<One> {
    const text = String(idOrName);
    const name = spec.name && columns[spec.name];
    const which = /^\d{1,9}$/.test(text) ? eq(table.id, Number(text)) : name ? eq(name, text) : undefined;
    const [row] = which ? await reading(call, which, ...living(call)) : [];
    call.asOf?.tables.add(tableName);
    if (!row) throw fail('NOT_FOUND');
    return row as One;
  }

  async function one(call: Call, row: One): Promise<Answer<C>> {
    const [answer] = await spec.present(call, [row]);
    if (!answer) throw fail('NOT_FOUND');
    return answer;
  }

  const { search } = spec;
  const searching = (call: Call, typed: string): SQL | undefined =>
    Array.isArray(search)
      ? or(...search.map((part) => sql`${part} ilike ${`%${likeLiteral(typed)}%`}`))
      : search(typed, call);

  /** What the list shows for this query: living rows in reach that fit the search and the filters. */
  const conditions = (call: Call, input: Query<C>): (SQL | undefined)[] => [
    input.deleted ? isNotNull(table.deleted_at) : isNull(table.deleted_at),
    seen(call),
    input.search ? searching(call, input.search) : undefined,
    ...(spec.filters?.(input, call) ?? []),
  ];

  return {
    find,
    /** Ids of all that the list shows for this query, for exports; at most `most`. */
    async ids(call: Call, input: Query<C>, most: number): Promise<number[]> {
      const rows = await call.db
        .select({ id: table.id })
        .from(table as PgTable)
        .where(and(...conditions(call, input)))
        .limit(most);
      return rows.map((row) => row.id as number);
    },
    async get(call: Call, input: { id: string | number }): Promise<Answer<C>> {
      return one(call, await find(call, input.id));
    },

    async save(call: Call, input: Fields<C> & SaveBase): Promise<Answer<C>> {
      const { id, version, ...fields } = input as Row & SaveBase;
      const given = fields as Fields<C>;
      let current: One | undefined;
      if (id !== undefined) {
        // Whoever names no version has read none.
        const read = { id, version: version ?? 0 };
        current = (await loadForChange(call, table, spec.visible?.(call), read, (row) => one(call, row as One))) as One;
        await demandOver(call, current);
      }
      const name = spec.name && fields[spec.name];
      if (spec.name && typeof name === 'string' && (reserved.has(name.toLowerCase()) || /^\d+$/.test(name)))
        throw failField(spec.name, 'RESERVED_NAME', { name });
      const next = { ...current, ...definedOf(given) } as Next<C, T>;
      const values = await spec.prepare(call, given, current, next);
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
      const row = rows[0] as One;
      await spec.written?.(call, row, current, given);
      return one(call, row);
    },

    async remove(call: Call, input: { id: string | number; reason?: string }): Promise<{ ok: true }> {
      if (reasoned && !input.reason)
        throw fail('REASON_REQUIRED', { fields: [{ path: 'reason', code: 'form_required' }] });
      const row = await find(call, input.id);
      await demandOver(call, row);
      await spec.beforeDelete?.(call, row);
      await demandUnused(call, table, row.id);
      const changes: Row = { deleted_at: sql`edulab_now()`, ...(reasoned ? { deletion_reason: input.reason } : {}) };
      await call.db
        .update(table as PgTable)
        .set(changes)
        .where(eq(table.id, row.id));
      return { ok: true };
    },

    /** Takes back a deletion; what is not deleted is answered as it is. */
    async restore(call: Call, input: { id: number }): Promise<Answer<C>> {
      const [row] = (await reading(call, eq(table.id, input.id), spec.visible?.(call)).for('update')) as One[];
      if (!row) throw fail('NOT_FOUND');
      if (row.deleted_at === null) return one(call, row);
      await demandOver(call, row);
      const changes = { ...(reasoned ? { deletion_reason: null } : {}), ...((await beforeRestore?.(call, row)) ?? {}) };
      await demandNeeded(call, table, row);
      return one(call, (await undelete(call, table, input.id, changes)) as One);
    },

    async list(call: Call, input: Query<C>): Promise<ListAnswer<Answer<C>>> {
      if (input.deleted) demandDeleted(call);
      return list(call, input, {
        from: sql`${table}`,
        key: sql`${table.id}`,
        table: tableName,
        where: conditions(call, input),
        columns: allColumns,
        ...(input.deleted
          ? { sorts: { ...sorts, deleted_at: sql`${table.deleted_at}` }, defaultSort: 'deleted_at,desc' }
          : { sorts, defaultSort: spec.defaultSort, closeness: spec.closeness?.(input) }),
        load: async (_ids, rows) => {
          const records = await spec.present(call, rows as One[]);
          return input.deleted ? withDeletion(records, rows as One[]) : records;
        },
      });
    },

    /** Options for selectors: at most so many, found by their text, by what the list is found by, or by ids. */
    async all(call: Call, input: OptionsQuery): Promise<Option[]> {
      const ids = idsIn(input?.ids);
      const text = spec.optionTitle(call.locale);
      // Nobody sought anything: the first of a large table come by an index, so that not all of it is put into words.
      const order = ids || input?.search ? undefined : spec.optionOrder;
      const found = await call.db
        .select({ id: table.id, title: sql<string>`${text}` })
        .from(table as PgTable)
        .where(
          and(
            ...living(call),
            order &&
              sql`${table.id} in (select ${table.id} from ${table} ${order.join ?? sql``} where ${and(...living(call))} order by ${order.by}, ${table.id} limit ${mostOptions})`,
            ids ? (ids.length ? inArray(table.id, ids) : sql`false`) : undefined,
            input?.search
              ? or(sql`${text} ilike ${`%${likeLiteral(input.search)}%`}`, searching(call, input.search))
              : undefined,
          ),
        )
        .orderBy(exactFirst(text, input?.search), sql`2, 1`)
        .limit(mostOptions);
      return found as Option[];
    },
  };
}

/** What answers the calls of `crud()`: a resource, or one with some of its ways replaced. */
type CrudSource<C extends CrudCalls> = {
  [N in CrudName]: (call: Call, input: InputOf<C[N]>) => Promise<OutputOf<C[N]>>;
};

/** Handlers for the calls of `crud()`: `state: crudHandlers(contract.state, state)`. */
export function crudHandlers<C extends CrudCalls>(
  contract: C,
  source: CrudSource<C>,
): { [N in CrudName]: Implemented<C[N]> } {
  const handled = <N extends CrudName>(name: N) =>
    serveCall(contract[name]).handler(({ input, context }) => source[name](context, input));
  return {
    get: handled('get'),
    save: handled('save'),
    remove: handled('remove'),
    restore: handled('restore'),
    list: handled('list'),
    all: handled('all'),
  };
}

/** Ids of a list such as `3,17`, as selectors send what is chosen already; what is no id is passed over. */
export const idsIn = (text: string | undefined): number[] | undefined =>
  text
    ?.split(',')
    .filter((part) => /^\d{1,9}$/.test(part))
    .map(Number);

/** `%`, `_` and `\` stand for themselves in what people search for. */
export const likeLiteral = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** For options: the title itself first, then what begins with the text. */
export function exactFirst(title: SQL, typed: string | undefined): SQL {
  const text = typed?.trim().toLowerCase();
  if (!text) return sql`0::int`;
  return sql`case when lower(${title}) = ${text} then 0 when lower(${title}) like ${`${likeLiteral(text)}%`} then 1 else 2 end`;
}

/** A title in the caller's language, Uzbek where it is not translated. */
export const localTitle = (column: PgColumn | SQL, locale: Locale): SQL =>
  sql`coalesce(nullif(${column} ->> ${sql.raw(`'${locale}'`)}, ''), ${column} ->> 'uz')`;

/**
 * All columns of a table as a select list, for `list` and `runBuilt`; `but` leaves some out. Rows come as the driver
 * gives them, which is what Drizzle would make of them except for decimals that are wanted as numbers.
 */
export function columnsSql<T extends PgTable>(table: T, but: readonly string[] = []): SQL<RowOf<T>> {
  const { name: from, columns } = getTableConfig(table);
  const wanted = columns.filter(({ name }) => !but.includes(name));
  const strange = wanted.find(({ dataType }) => dataType === 'date' || dataType === 'bigint');
  if (strange) throw new Error(`${from}.${strange.name}: the driver gives another type than Drizzle`);
  const names = wanted.map(({ name, columnType }) => {
    const column = `"${from}"."${name}"`;
    return columnType === 'PgNumericNumber' ? `${column}::float8 as "${name}"` : column;
  });
  return sql<RowOf<T>>`${sql.raw(names.join(', '))}`;
}

/** A row as it is answered: what is for the database alone is left out. */
export function plain<R extends object>(row: R): Omit<R, 'deleted_at' | 'institution_id' | 'search'> {
  const { deleted_at, institution_id, search, ...rest } = row as R & Row;
  return rest;
}
