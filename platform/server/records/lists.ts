import { type SQL, sql } from 'drizzle-orm';
import type { ListAnswer } from '#platform/contract/index.ts';
import type { Call } from '../call/context.ts';
import { failField } from '../call/errors.ts';
import { build, countedTables, runBuilt } from '../database/sql.ts';
import {
  cachedTotal,
  countedQuickly,
  fromSeekPoint,
  keepSeekPoint,
  seekPointBefore,
  totalAt,
  totalKey,
  versionOf,
} from '../fast/index.ts';
import { type Past, pastOf, toldOf } from './as-of.ts';

export interface ListInput {
  search?: string | undefined;
  page?: number | undefined;
  size?: number | undefined;
  sort?: string | undefined;
}

/** A row as it comes: columns of the caller, the key, and columns of our own that no answer shows. */
interface Row {
  [column: string]: unknown;
  id: number;
  list_total: number;
  list_found: number;
  list_sort: string | number | null;
  list_id: number | null;
  list_version: number;
}

/** Finds where rows lie that may match, at most `most` of them: `places` is a query of its column `place`, `at` the `ctid` of the list's table. */
export interface ListSearch {
  places: SQL;
  at: SQL;
  most: number;
  /** What else must hold of a row that was found there. */
  and?: SQL | undefined;
}

/** By one value, or by several of which each turns with the direction; `sql\`a, b\`` would turn only `b`. */
export type Sort = SQL | readonly SQL[];

/** What stands behind `order by` for this sort; the key comes last, so no two rows are equal and pages never overlap. */
export function orderOf(by: Sort, key: SQL, descending: boolean): SQL {
  const towards = sql.raw(descending ? ' desc' : ' asc');
  return sql.join(
    [...valuesOf(by), key].map((value) => sql`${value}${towards}`),
    sql`, `,
  );
}
/** What fits best first, whichever way the rest is sorted. */
const closest = (closeness: SQL | undefined, by: Sort, descending: boolean): Sort =>
  closeness ? [descending ? sql`-(${closeness})` : sql`(${closeness})`, ...valuesOf(by)] : by;
const valuesOf = (by: Sort): readonly SQL[] => ('getSQL' in by ? [by] : by);

/** Where the keys of a list come from, in which order, and what of each is asked. */
interface ListSource {
  /** The table or join that is searched and sorted, `students s`; one row per record. */
  from: SQL;
  /** Its key, `s.id`. */
  key: SQL;
  /** The table whose changes make remembered totals old. */
  table: string;
  /** Tables that the conditions ask in text or through a function, so that a change there makes totals old as well. */
  asks?: readonly string[];
  where: (SQL | undefined)[];
  search?: ListSearch | undefined;
  /** Offered sort columns, each with an index that ends in the key. */
  sorts: Record<string, Sort>;
  /** `column` or `column,desc`. */
  defaultSort: string;
  /** How well a row fits what is looked for, the smallest first: it comes before the default sort, never before one that was chosen. */
  closeness?: SQL | undefined;
  columns?: SQL;
}

export interface ListSpec<T extends { id: number }, R> extends ListSource {
  /** What `load` gets of every record of the page, as `sql<…>`; only the key unless told. */
  columns?: SQL<R>;
  /** Makes the records of a page; the order does not matter. One query at most, never one per row. */
  load: (ids: number[], rows: R[]) => Promise<T[]>;
  top?: T[];
}

interface Order {
  by: Sort;
  descending: boolean;
}
interface Page {
  rows: Row[];
  total: number;
  exact: boolean;
}
interface Read {
  rows: Row[];
  fromEnd: boolean;
  /** The row with which a page far inside begins, and how many are before it. */
  found?: { list: string; skip: number; sort: string; id: number } | undefined;
}
const ownColumns = ['list_total', 'list_found', 'list_sort', 'list_id', 'list_version'];

/** One page of a list: total, keys and rows in one statement where the total is cached, else in two or three. */
export async function list<T extends { id: number }, R>(
  call: Call,
  input: ListInput,
  { load, ...spec }: ListSpec<T, R>,
): Promise<ListAnswer<T>> {
  const page = input.page ?? 0;
  const size = input.size ?? 10;
  const [column = '', direction = 'asc', ...rest] = (input.sort ?? spec.defaultSort).split(',');
  const by = Object.hasOwn(spec.sorts, column) ? spec.sorts[column] : undefined;
  if (!by || rest.length > 0 || !/^(asc|desc)$/i.test(direction))
    throw failField('sort', 'BAD_REQUEST', { offered: Object.keys(spec.sorts) });
  const descending = direction.toLowerCase() === 'desc';
  const order = { by: input.sort === undefined ? closest(spec.closeness, by, descending) : by, descending };
  if (call.asOf) toldOf(call, [...countedTables([spec.from], new Set([spec.table, ...(spec.asks ?? [])]))]);
  const found = await (spec.search ? searched : browsed)(call, spec, order, page * size, size);
  // JSON leaves out what is undefined; taking fields out of an object would make everything after it slower.
  for (const row of found.rows as Record<string, unknown>[])
    for (const column of ownColumns) if (column in row) row[column] = undefined;
  const loaded = new Map(
    found.rows.length
      ? (
          await load(
            found.rows.map((row) => row.id),
            found.rows as R[],
          )
        ).map((row) => [row.id, row])
      : [],
  );
  const pages = Math.ceil(found.total / size);
  return {
    content: found.rows.flatMap((row) => loaded.get(row.id) ?? []),
    top_content: spec.top ?? [],
    size,
    pageable: { pageSize: size, pageNumber: page },
    total_elements: found.total,
    total_pages: pages,
    total_exact: found.exact,
    last: page >= pages - 1,
    status: 200,
  };
}

const conditionOf = (where: (SQL | undefined)[]): SQL => {
  const conditions = where.filter((part) => part !== undefined);
  return conditions.length ? sql` where ${sql.join(conditions, sql` and `)}` : sql``;
};
const columnsOf = (spec: ListSource) => spec.columns ?? sql`${spec.key} as id`;

/** Pages of everything that the conditions leave. Read from whichever end is nearer, so the last page costs what the first does. */
async function browsed(call: Call, spec: ListSource, order: Order, offset: number, size: number): Promise<Page> {
  const where = conditionOf(spec.where);
  const tables = [...countedTables([spec.from, spec.where], new Set([spec.table, ...(spec.asks ?? [])]))];
  const version = versionOf(tables);
  const past = call.asOf && (await pastOf(call, spec.from, sql`${where} ${orderOf(order.by, spec.key, false)}`));
  const count = (from: SQL) => sql`select count(*)::int as total from ${from}${where}`;
  const counting = build(
    past
      ? sql`${past.with}select sum(total)::int as total from (${sql.join(past.parts.map(count), sql` union all `)}) parts`
      : count(spec.from),
  );

  async function read(total: number, seek = true): Promise<Read> {
    if (offset >= total) return { rows: [], fromEnd: false };
    if (past) return { rows: await readPast(call, spec, past, order, offset, size, version), fromEnd: false };
    const fromEnd = offset > total / 2;
    const take = Math.min(size, total - offset);
    const skip = fromEnd ? total - offset - take : offset;
    const descending = order.descending !== fromEnd;
    const sorted = sql`order by ${orderOf(order.by, spec.key, descending)}`;
    // Of several values one may be missing, and what is compared with nothing has no place.
    const [by, more] = valuesOf(order.by);
    const deep =
      by && !more && skip > countedQuickly
        ? { list: `${totalKey(call, counting)}\n${build(sorted).text}`, skip }
        : undefined;
    const point = deep && seek ? seekPointBefore(call.client, deep.list, skip) : undefined;
    const among = point && by ? [...spec.where, fromSeekPoint(point, by, spec.key, descending)] : spec.where;
    const left = skip - (point?.place ?? 0);
    // Written out, so that the page has a plan of its own that can be kept.
    const limit = sql.raw(`limit ${fromEnd ? take : size} offset ${left}`);
    // Much is skipped among keys alone: rows are wide, and the index knows the keys.
    const condition =
      left > countedQuickly
        ? sql` where ${spec.key} in (select ${spec.key} from ${spec.from}${conditionOf(among)} ${sorted} ${limit}) ${sorted}`
        : sql`${conditionOf(among)} ${sorted} ${limit}`;
    const columns = deep ? sql`${columnsOf(spec)}, (${by})::text as list_sort` : columnsOf(spec);
    const rows = await runBuilt<Row>(
      call.client,
      build(sql`select ${columns}, ${sql.raw(version)} as list_version from ${spec.from}${condition}`),
    );
    // A point of another version leads elsewhere, and none leads to rows that are sorted by nothing.
    if (point && (rows.length < take || rows[0]!.list_version !== point.version)) return read(total, false);
    const [first] = rows;
    const found =
      deep && typeof first?.list_sort === 'string' ? { ...deep, sort: first.list_sort, id: first.id } : undefined;
    return { rows: fromEnd ? rows.reverse() : rows, fromEnd, found };
  }

  const cached = cachedTotal(call, counting);
  let page = cached === undefined ? undefined : await read(cached);
  const stands =
    page?.rows[0]?.list_version ??
    (await call.client.query<{ list_version: number }>(`select ${version} as list_version`)).rows[0]!.list_version;
  const { total, open } = await totalAt(call, counting, tables, stands);
  // Counted from the end, a page moves with the total; and what was beyond the end may not be any more.
  if (!page || (total !== cached && (page.fromEnd || page.rows.length === 0))) page = await read(total);
  if (page.found && !open && page.rows[0]?.list_version === stands) {
    const { list, skip, sort, id } = page.found;
    keepSeekPoint(call.client, list, stands, { place: skip, sort, id });
  }
  return { rows: page.rows, total, exact: true };
}

/**
 * A page of the past. Most rows are today's own and come in the order of an index; the others are made of the history, and
 * sorted beside them. Of both only so many are looked at as may stand on this page or before it.
 */
async function readPast(
  call: Call,
  spec: ListSource,
  past: Past,
  order: Order,
  offset: number,
  size: number,
  version: string,
): Promise<Row[]> {
  const sorted = sql`order by ${orderOf(order.by, spec.key, order.descending)}`;
  const values = valuesOf(order.by).map((value, at) => sql`${value} as ${sql.raw(`list_${at}`)}`);
  const part = (from: SQL) =>
    sql`(select ${sql.join([sql`${spec.key} as list_id`, ...values], sql`, `)} from ${from}${conditionOf(spec.where)} ${sorted} ${sql.raw(`limit ${offset + size}`)})`;
  const again = orderOf(
    values.map((_, at) => sql.raw(`list_${at}`)),
    sql`list_id`,
    order.descending,
  );
  return runBuilt<Row>(
    call.client,
    build(
      sql`${past.with}select ${columnsOf(spec)}, ${sql.raw(version)} as list_version from ${spec.from} where ${spec.key} = any(array(select list_id from (${sql.join(past.parts.map(part), sql` union all `)}) pages order by ${again} ${sql.raw(`limit ${size} offset ${offset}`)})) ${sorted}`,
    ),
  );
}

/**
 * Pages of what a search finds. Searches differ from each other, so nothing is kept: one statement asks the
 * search once and answers the total, the page and whether the search was cut off.
 */
async function searched(call: Call, spec: ListSource, order: Order, offset: number, size: number): Promise<Page> {
  const { places, at, most, and } = spec.search!;
  const values = valuesOf(order.by).map((value, at) => ({ value, name: sql.raw(`list_${at}`) }));
  const sorts = values.map(({ value, name }) => sql`${value} as ${name}`);
  const sorted = orderOf(
    values.map(({ name }) => name),
    sql`list_id`,
    order.descending,
  );
  // The page is told by the numbers of its places: what was sorted by need not travel.
  const rows = await runBuilt<Row>(
    call.client,
    build(sql`with found as materialized (${places}),
      hits as materialized (select ${sql.join([sql`${spec.key} as list_id`, ...sorts], sql`, `)} from ${spec.from}${conditionOf([sql`${at} = any(array(select place from found))`, and, ...spec.where])}),
      totals as (select (select count(*)::int from found) as list_found, (select count(*)::int from hits) as list_total),
      place as (select list_id, row_number() over ()::int as list_sort from (select list_id from hits order by ${sorted} ${sql.raw(`limit ${size} offset ${offset}`)}) as ids)
      select page.*, totals.* from totals left join (select ${columnsOf(spec)}, place.* from place join ${spec.from} on ${spec.key} = list_id) as page on true order by list_sort`),
  );
  const { list_total: total, list_found, list_id } = rows[0]!;
  return { rows: list_id === null ? [] : rows, total, exact: list_found < most };
}
