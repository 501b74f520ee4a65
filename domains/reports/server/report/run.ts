import { type SQL, sql } from 'drizzle-orm';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { build, countedTables, runBuilt } from '#platform/server/database/sql.ts';
import { keptUntilChanged } from '#platform/server/fast/index.ts';
import type { Subject, SubjectField } from '#platform/server/kernel.ts';
import { showDeleted, toldAsOf } from '#platform/server/records/as-of.ts';
import { idsInBlocks } from '#platform/server/records/exports.ts';
import { hideFew } from '#platform/server/records/few.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import type { ReportAnswer, ReportDefinition, ReportFilter } from '../../definition.ts';
import { type Grouped, type Planned, planOf, type Reckoned, tablesOf } from './plan.ts';

/** What a report shows. Its numbers and the rows behind each come from one plan, so a number opens exactly its rows. */

type Cell = string | number | boolean | null;
type Row = Record<string, unknown>;

/** More groups than anybody reads; a finer question has filters. */
const mostGroups = 1000;
/** What the planner reckons a report may cost: some seconds of one core. Beyond, it is refused before it runs. */
const dearest = 20_000_000;
/** Of each of the few statements of a report that somebody waits for. */
const seconds = 10;

/** Errors: REPORT_TOO_HEAVY. */
async function ask<T extends Row>(call: Call, query: SQL): Promise<T[]> {
  const built = build(query);
  try {
    const { rows } = await call.client.query<{ 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }>(
      `explain (format json) ${built.text}`,
      built.values,
    );
    if ((rows[0]?.['QUERY PLAN'][0].Plan['Total Cost'] ?? 0) > dearest) throw fail('REPORT_TOO_HEAVY');
    return await runBuilt<T>(call.client, built);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '57014') throw fail('REPORT_TOO_HEAVY');
    throw error;
  }
}

/**
 * The same of numbers over all rows of a subject, kept until something that they are made of changes: whoever may see the
 * same asks with the same words. Errors: REPORT_TOO_HEAVY.
 */
async function askKept<T extends Row>(call: Call, subject: Subject, query: SQL): Promise<readonly T[]> {
  const { text, values } = build(query);
  const { rows } = await keptUntilChanged(call, {
    key: `report ${text}\n${JSON.stringify(values)}`,
    tables: tablesOf(subject, query),
    make: async () => ({ rows: await ask<T>(call, query) }),
  });
  return rows;
}

/** Whether something was refused because it would take, or took, too long. */
export const isTooHeavy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'REPORT_TOO_HEAVY';

/** For calls that somebody waits for; a job has the time that jobs have. */
export const boundTime = (call: Call) =>
  call.client.query("select set_config('statement_timeout', $1, true)", [`${seconds}s`]);

/** A column as it is read: the title of what it names beside, so that it can be sorted by. */
const shown = (field: SubjectField, locale: Locale): SQL =>
  field.kind === 'reference'
    ? sql`(select ${field.to.title(locale)} from ${field.to.table} where ${field.to.table.id} = ${field.value})`
    : field.kind === 'date'
      ? sql`(${field.value})::text`
      : field.kind === 'money' || field.kind === 'number'
        ? sql`(${field.value})::float8`
        : field.value;

const cellOf = (field: SubjectField, value: unknown, locale: Locale): Cell => {
  if (value === null || value === undefined) return null;
  if (field.kind === 'code') return field.say(String(value), locale);
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
};

/** The records of a report, in its order. */
export interface Rows {
  columns: { key: string; titles: SubjectField['titles']; kind: SubjectField['kind'] }[];
  /** The ids of all, a thousand to a block. */
  blocks: () => Promise<number[][]>;
  page: (ids: readonly number[]) => Promise<{ id: number; cells: Cell[] }[]>;
}

/** What is joined to sort, and the order. Names are joined: looked up one by one they would cost more than all else. */
function orderOf(planned: Planned, definition: ReportDefinition, locale: Locale): { named: SQL; order: SQL } {
  const { table } = planned.subject;
  const at = definition.sort ? definition.columns.indexOf(definition.sort.by) : 0;
  const field = planned.columns[at === -1 ? 0 : at]!;
  const way = definition.sort?.descending ? sql.raw('desc nulls last') : sql.raw('asc nulls last');
  if (field.kind !== 'reference') return { named: sql``, order: sql`${field.value} ${way}, ${table.id}` };
  const { table: to, title } = field.to;
  return {
    named: sql`left join (select ${to.id} as named_id, ${title(locale)} as named from ${to}) sorting on sorting.named_id = ${field.value}`,
    order: sql`sorting.named ${way}, ${table.id}`,
  };
}

export function rowsOf(
  call: Call,
  definition: ReportDefinition,
  planned: Planned,
): Rows & {
  part: (size: number, page: number) => Promise<number[]>;
} {
  const { subject, from, where = sql`true`, columns } = planned;
  const { locale } = call;
  const { named, order } = orderOf(planned, definition, locale);
  const keys = sql`select ${subject.table.id} as id from ${from} ${named} where ${where} order by ${order}`;
  return {
    columns: definition.columns.map((key, at) => ({ key, titles: columns[at]!.titles, kind: columns[at]!.kind })),
    blocks: async () => (await ask<{ ids: number[] }>(call, idsInBlocks(keys))).map(({ ids }) => ids),
    part: async (size, page) =>
      (await ask<{ id: number }>(call, sql`${keys} limit ${size} offset ${size * page}`)).map(({ id }) => id),
    async page(ids) {
      if (ids.length === 0) return [];
      const cells = sql.join(
        columns.map((field, at) => sql`${shown(field, locale)} as ${sql.raw(`c${at}`)}`),
        sql`, `,
      );
      const rows = await ask<Row & { id: number }>(
        call,
        sql`select ${subject.table.id} as id, ${cells} from ${from} where ${where} and ${subject.table.id} = any(${sql.param(ids)}::int[])`,
      );
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => {
        const row = byId.get(id);
        return row ? [{ id, cells: columns.map((field, at) => cellOf(field, row[`c${at}`], locale)) }] : [];
      });
    },
  };
}

const reckon = { sum: 'sum', average: 'avg', least: 'min', most: 'max' } as const;
const measured = ({ what }: Reckoned, at: number): SQL => {
  if (what === 'rows') return sql`count(*)::int`;
  if (what === 'people') return sql`count(distinct p)::int`;
  return sql.raw(what === 'average' ? `round(avg(v${at}), 2)::float8` : `${reckon[what]}(v${at})`);
};
const numeric = ({ field }: Reckoned) => field?.kind !== 'date';

/** The title of a group, and what opens its rows. */
function groupFilter({ name, field, by }: Grouped, key: string | null): ReportFilter[] {
  if (key === null) return [{ field: name, op: 'empty', values: [] }];
  if (field.kind !== 'date') return [{ field: name, op: 'is', values: [key] }];
  const first = `${key}${by === 'year' ? '-01-01' : by === 'month' ? '-01' : ''}`;
  const [year = 0, month = 1] = key.split('-').map(Number);
  const last =
    by === 'year'
      ? `${key}-12-31`
      : by === 'month'
        ? new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
        : key;
  return [
    { field: name, op: 'from', values: [first] },
    { field: name, op: 'until', values: [last] },
  ];
}

/** What each key of a group is called. */
async function sayKeys(call: Call, { field }: Grouped, keys: (string | null)[]): Promise<(key: string | null) => Cell> {
  const titles =
    field.kind === 'reference'
      ? await titlesOf(
          call,
          field.to.table,
          keys.map((key) => (key === null ? null : Number(key))),
          field.to.title(call.locale),
        )
      : undefined;
  return (key) => {
    if (key === null) return null;
    if (titles) return titles.get(Number(key))?.title ?? null;
    if (field.kind === 'flag') return key === 'true';
    if (field.kind === 'number' || field.kind === 'money') return Number(key);
    return cellOf(field, key, call.locale);
  };
}

interface Counted {
  keys: (string | null)[];
  values: Cell[];
  count: number;
  people: number;
}

async function groupsOf(call: Call, planned: Planned): Promise<{ groups: Counted[]; all: Counted; cut: boolean }> {
  const { subject, from, where = sql`true`, groups, measures } = planned;
  const inner = [
    ...groups.map(({ value }, at) => sql`${value} as ${sql.raw(`g${at}`)}`),
    ...measures.map(({ field }, at) => sql`${field ? field.value : sql`null::int`} as ${sql.raw(`v${at}`)}`),
    sql`${subject.person ?? subject.table.id} as p`,
  ];
  const names = groups.map((_, at) => `g${at}`).join(', ');
  const values = measures.map(
    (measure, at) =>
      sql`(${measured(measure, at)})${sql.raw(numeric(measure) ? '::float8' : '::text')} as ${sql.raw(`m${at}`)}`,
  );
  const rows = await askKept<Row & { whole: boolean; count: number; people: number }>(
    call,
    subject,
    sql`select ${groups.length ? sql.raw(`${names}, grouping(g0) = 1`) : sql`true`} as whole, count(*)::int as count, count(distinct p)::int as people,
        ${sql.join(values, sql`, `)}
      from (select ${sql.join(inner, sql`, `)} from ${from} where ${where}) x
      group by ${sql.raw(groups.length ? `grouping sets ((${names}), ())` : '()')}
      order by 1 desc, m0 desc nulls last limit ${mostGroups + 2}`,
  );
  const counted = rows.map((row) => ({
    whole: row.whole,
    keys: groups.map((_, at) => (row[`g${at}`] as string | null) ?? null),
    values: measures.map((_, at) => (row[`m${at}`] as Cell) ?? null),
    count: row.count,
    people: row.people,
  }));
  const all = counted.find(({ whole }) => whole) ?? { keys: [], values: measures.map(() => null), count: 0, people: 0 };
  const parts = groups.length ? counted.filter(({ whole }) => !whole) : [];
  return { groups: parts.slice(0, mostGroups), all, cut: parts.length > mostGroups };
}

/** Groups in the order that is asked for; days as they pass, else the largest first. */
function sortGroups(rows: ReportAnswer['rows'], planned: Planned, { sort }: ReportDefinition, locale: Locale) {
  const dated = planned.groups.findIndex(({ field }) => field.kind === 'date' || field.kind === 'number');
  const [at, descending] =
    sort && /^\d+$/.test(sort.by)
      ? [Number(sort.by), sort.descending]
      : dated >= 0
        ? [dated, false]
        : [planned.groups.length, true];
  const collator = new Intl.Collator(locale);
  const rank = (a: Cell | undefined, b: Cell | undefined): number => {
    if (a === b) return 0;
    if (a === null || a === undefined) return 1;
    if (b === null || b === undefined) return -1;
    const by = typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
    return descending ? -by : by;
  };
  return rows.sort((a, b) => rank(a.cells[at], b.cells[at]) || rank(a.cells[0], b.cells[0]));
}

/** Of the past: which tables are asked, and whether deleted rows show. */
export async function tellPast(call: Call, { subject, from, where }: Planned): Promise<void> {
  if (!call.asOf) return;
  for (const table of countedTables([from, where])) call.asOf.tables.add(table);
  await showDeleted(call, subject.deleted);
}

/** One page of rows, or all groups. Errors: all that refuse a definition, REPORT_TOO_HEAVY. */
export async function run(
  call: Call,
  { definition, page, size }: { definition: ReportDefinition; page: number; size: number },
): Promise<ReportAnswer> {
  const planned = planOf(call, definition);
  const as_of = await toldAsOf(call);
  const { columns, groups, measures, subject, from, where = sql`true` } = planned;
  const { locale } = call;
  await tellPast(call, planned);
  if (columns.length) {
    const rows = rowsOf(call, definition, planned);
    const [count] = await askKept<{ count: number }>(
      call,
      subject,
      sql`select count(*)::int as count from ${from} where ${where}`,
    );
    const shownRows = await rows.page(await rows.part(size, page));
    return {
      columns: rows.columns.map(({ titles, kind }) => ({ title: titles[locale], kind, measure: false })),
      rows: shownRows.map(({ id, cells }) => ({ id, cells, filters: [], hidden: false })),
      total: count?.count ?? 0,
      totals: null,
      cut: false,
      as_of,
    };
  }
  const { groups: counted, all, cut } = await groupsOf(call, planned);
  const say = await Promise.all(
    groups.map((group, at) =>
      sayKeys(
        call,
        group,
        counted.map(({ keys }) => keys[at] ?? null),
      ),
    ),
  );
  const few = subject.countsOnly
    ? hideFew(counted.length ? counted.map(({ people }) => people) : [all.people])
    : undefined;
  const told = few?.total ?? true;
  const rows = counted.map(({ keys, values }, at) => {
    const hidden = few?.hidden[at] ?? false;
    return {
      id: null,
      cells: [...keys.map((key, group) => say[group]!(key)), ...values.map((value) => (hidden ? null : value))],
      filters: groups.flatMap((group, index) => groupFilter(group, keys[index] ?? null)),
      hidden,
    };
  });
  return {
    columns: [
      ...groups.map(({ field }) => ({ title: field.titles[locale], kind: field.kind, measure: false })),
      ...measures.map((measure) => ({
        title: titleOf(measure, locale),
        kind: measure.field?.kind ?? 'number',
        measure: true,
      })),
    ],
    rows: sortGroups(rows, planned, definition, locale),
    total: told ? all.count : null,
    totals: told ? [...groups.map(() => null), ...all.values] : null,
    cut,
    as_of,
  };
}

/** 'Average: Points' */
const titleOf = ({ what, field }: Reckoned, locale: Locale): string =>
  message(locale, `report_measure.${what}`) + (field ? `: ${field.titles[locale]}` : '');
