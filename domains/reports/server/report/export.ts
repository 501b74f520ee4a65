import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { paperDate } from '#platform/server/documents/index.ts';
import { toldAsOf } from '#platform/server/records/as-of.ts';
import { defineExport, type FileFormat } from '#platform/server/records/exports.ts';
import type { ExportColumn } from '#platform/server/spreadsheets.ts';
import type { ReportDefinition } from '../../definition.ts';
import { planOf } from './plan.ts';
import { rowsOf, run, tellPast } from './run.ts';
import { sayFilters } from './say.ts';

type Cells = { cells: readonly (string | number | boolean | null)[] };

const kindOf = (kind: string): ExportColumn<Cells>['kind'] =>
  kind === 'date' ? 'date' : kind === 'number' || kind === 'money' ? 'number' : 'text';
const said = (value: Cells['cells'][number] | undefined, locale: Locale) =>
  typeof value === 'boolean' ? message(locale, value ? 'report_yes' : 'report_no') : value;
const columnOf = (title: string, kind: string, at: number): ExportColumn<Cells> => ({
  key: String(at),
  titles: { uz: title, ru: title, en: title },
  kind: kindOf(kind),
  grouped: kind === 'money',
  format: ({ cells }, locale) => said(cells[at], locale),
});

/** A report as a file, with the rights of whoever asks: all rows, or all groups with their sums. */
export const reportExport = defineExport(
  'report.export',
  async (
    call: Call,
    { name, definition, format = 'xlsx' }: { name: string; definition: ReportDefinition; format?: FileFormat },
  ) => {
    const { locale } = call;
    const planned = planOf(call, definition);
    const title = name || planned.subject.titles[locale];
    const holds = format === 'pdf' ? await sayFilters(call, planned, definition) : [];
    const fileOf = (asOf: string) => ({
      name: `report-${asOf.replaceAll(/[-: ]/g, '')}.${format}`,
      title,
      asOf: format === 'pdf' ? `${paperDate(asOf)} ${asOf.slice(11)}` : asOf,
      format,
      holds,
    });
    await tellPast(call, planned);
    if (planned.columns.length) {
      const rows = rowsOf(call, definition, planned);
      const blocks = await rows.blocks();
      return {
        ...fileOf(await toldAsOf(call)),
        columns: rows.columns.map(({ titles, kind }, at) => columnOf(titles[locale], kind, at)),
        count: blocks.reduce((count, ids) => count + ids.length, 0),
        rows: cellsOf(rows.page, blocks),
      };
    }
    const { columns, rows, totals, as_of } = await run(call, { definition, page: 0, size: 1 });
    const whole = totals?.map((value, at) => (at === 0 && value === null ? message(locale, 'report_whole') : value));
    return {
      ...fileOf(as_of),
      columns: columns.map((column, at) => columnOf(column.title, column.kind, at)),
      count: rows.length,
      rows: [...rows, ...(whole ? [{ cells: whole }] : [])],
    };
  },
);

async function* cellsOf(
  page: (ids: readonly number[]) => Promise<Cells[]>,
  blocks: readonly (readonly number[])[],
): AsyncGenerator<Cells> {
  for (const ids of blocks) yield* await page(ids);
}
