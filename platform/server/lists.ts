import { type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { ListAnswer } from '#platform/contract/index.ts';
import type { Call } from './context.ts';
import { failField } from './errors.ts';

export interface ListInput {
  search?: string | undefined;
  page?: number | undefined;
  size?: number | undefined;
  sort?: string | undefined;
}

export interface ListSpec<T extends { id: number }> {
  /** The table or join that is searched and sorted, `students s`; one row per record. */
  from: SQL;
  /** Its key, `s.id`. */
  key: SQL;
  /** The table whose changes make remembered totals old. */
  table: string;
  /** Other tables that the conditions ask, so that a change there makes totals old as well. */
  asks?: readonly string[];
  where: (SQL | undefined)[];
  /** Offered sort columns. Each needs an index that ends in the key. */
  sorts: Record<string, SQL>;
  /** `column` or `column,desc`. */
  defaultSort: string;
  /** Reads the records of a page; the order does not matter. One query, never one per row. */
  load: (ids: number[]) => Promise<T[]>;
  top?: T[];
}

interface Count {
  total: number;
  version: number;
  at: number;
  settled: boolean;
}
const counts = new LRUCache<string, Count>({ max: 10_000 });
/** A total that was counted this soon after a change may miss a transaction that was still open; it is counted again after this time. */
const settleMs = 2000;

/**
 * One page of a list. The page is found among keys alone, from whichever end is nearer, so the last page costs what
 * the first does; totals are counted once and kept until the table changes.
 */
export async function list<T extends { id: number }>(
  call: Call,
  input: ListInput,
  spec: ListSpec<T>,
): Promise<ListAnswer<T>> {
  const page = input.page ?? 0;
  const size = input.size ?? 10;
  const [column = '', direction = 'asc', ...rest] = (input.sort ?? spec.defaultSort).split(',');
  const by = Object.hasOwn(spec.sorts, column) ? spec.sorts[column] : undefined;
  if (!by || rest.length > 0 || !/^(asc|desc)$/i.test(direction))
    throw failField('sort', 'BAD_REQUEST', { offered: Object.keys(spec.sorts) });
  const conditions = spec.where.filter((part) => part !== undefined);
  const where = conditions.length ? sql` where ${sql.join(conditions, sql` and `)}` : sql``;
  const total = await count(
    call,
    [spec.table, ...(spec.asks ?? [])],
    sql`select count(*)::int as total from ${spec.from}${where}`,
  );
  const offset = page * size;
  let ids: number[] = [];
  if (offset < total) {
    const take = Math.min(size, total - offset);
    const fromEnd = offset > total / 2;
    const descending = (direction.toLowerCase() === 'desc') !== fromEnd;
    const way = descending ? sql`desc` : sql`asc`;
    const skip = fromEnd ? total - offset - take : offset;
    const { rows } = await call.db.execute<{ id: number }>(
      sql`select ${spec.key} as id from ${spec.from}${where} order by ${by} ${way}, ${spec.key} ${way} limit ${take} offset ${skip}`,
    );
    ids = rows.map((row) => row.id);
    if (fromEnd) ids.reverse();
  }
  const loaded = new Map((ids.length ? await spec.load(ids) : []).map((row) => [row.id, row]));
  const pages = Math.ceil(total / size);
  return {
    content: ids.flatMap((id) => loaded.get(id) ?? []),
    top_content: spec.top ?? [],
    size,
    pageable: { pageSize: size, pageNumber: page },
    total_elements: total,
    total_pages: pages,
    total_exact: true,
    last: page >= pages - 1,
    status: 200,
  };
}

async function count(call: Call, tables: readonly string[], query: SQL): Promise<number> {
  const {
    rows: [state],
  } = await call.client.query<{ version: number }>(
    `select ${tables.map((table) => `(select last_value from ${table}_changes)`).join(' + ')} as version`,
  );
  const version = state?.version ?? 0;
  const { sql: text, params } = call.db.execute(query).getQuery();
  const key = `${call.institution_id}\n${text}\n${JSON.stringify(params)}`;
  const known = counts.get(key);
  const now = performance.now();
  if (known && known.version === version && (known.settled || now - known.at < settleMs)) return known.total;
  const {
    rows: [row],
  } = await call.db.execute<{ total: number }>(query);
  const total = row?.total ?? 0;
  counts.set(key, { total, version, at: now, settled: known?.version === version });
  return total;
}
