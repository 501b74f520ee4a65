import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { defineExport } from '#platform/server/records/exports.ts';
import type { ExportColumn } from '#platform/server/spreadsheets.ts';
import type { ReportDefinition } from '../../definition.ts';
import { planOf, subjectFor } from './plan.ts';
import { rowsOf, run } from './run.ts';

type Cells = { cells: readonly (string | number | boolean | null)[] };
const blockOf = 1000;

const kinds = { date: 'date', number: 'number', money: 'number' } as const;
const sheetKind = (kind: string) => (kind === 'date' || kind === 'number' || kind === 'money' ? kinds[kind] : 'text');
const said = (value: Cells['cells'][number] | undefined, locale: Locale) =>
  typeof value === 'boolean' ? message(locale, value ? 'report_yes' : 'report_no') : value;

/** A report as a file, with the rights of whoever asks: all rows, or all groups with their sums. */
export const reportExport = defineExport(
  'report.export',
  async (call: Call, { name, definition }: { name: string; definition: ReportDefinition }) => {
    const title = name || subjectFor(call, definition.subject).titles[call.locale];
    const planned = planOf(call, definition);
    const answer = await run(call, { definition, page: 0, size: 1 });
    const columns: ExportColumn<Cells>[] = answer.columns.map(({ title: heading, kind }, at) => ({
      key: String(at),
      titles: { uz: heading, ru: heading, en: heading },
      kind: sheetKind(kind),
      format: ({ cells }, locale) => said(cells[at], locale),
    }));
    const file = { name: `report-${answer.as_of.replaceAll(/[-: ]/g, '')}.xlsx`, columns, title, asOf: answer.as_of };
    if (planned.columns.length === 0) {
      const sums = answer.totals
        ? [
            {
              cells: answer.totals.map((value, at) =>
                at === 0 && value === null ? message(call.locale, 'report_whole') : value,
              ),
            },
          ]
        : [];
      return { ...file, count: answer.rows.length, rows: [...answer.rows, ...sums] };
    }
    const rows = rowsOf(call, definition, planned);
    const keys = await rows.keys();
    return { ...file, count: keys.length, rows: blocks(rows.page, keys) };
  },
);

async function* blocks(
  page: (ids: readonly number[]) => Promise<Cells[]>,
  keys: readonly number[],
): AsyncGenerator<Cells> {
  for (let at = 0; at < keys.length; at += blockOf) yield* await page(keys.slice(at, at + blockOf));
}
