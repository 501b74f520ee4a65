import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { Storage } from '#platform/server/disk/storage.ts';
import { work } from '#platform/server/heavy/index.ts';
import { fileHeaders } from '#platform/server/records/exports.ts';
import { getCensus } from './census.ts';
import { censuses } from './tables.ts';

const letterOf = (n: number): string =>
  (n < 26 ? '' : letterOf(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26));
const downFrom = (cell: string, by: number): string => cell.replace(/\d+$/, (row) => String(Number(row) + by));

/** The figures in the template of the form as it was when they were frozen, or in a plain sheet; the same bytes each time. */
export async function censusFile(call: Call, { id }: { id: number }): Promise<{ ok: true }> {
  const census = await getCensus(call, { id });
  const [row] = await call.db.select({ counted: censuses.counted }).from(censuses).where(eq(censuses.id, id));
  const { counted } = row!;
  const of = (line: string, column: string) => census.figures[line]?.[column] ?? 0;
  const texts = {
    INSTITUTION: counted.institution,
    DAY: census.day.split('-').reverse().join('.'),
    EDITION: String(census.edition),
  };
  const { lines, columns } = counted;
  const template = counted.template_file_id;
  const down = <T extends { code: string }>(cell: string, rows: readonly T[], value: (row: T) => string | number) =>
    rows.map((row, n) => ({ cell: downFrom(cell, n), value: value(row) }));
  const cells =
    template !== null && counted.cells.length
      ? counted.cells.flatMap(({ cell, line, column, text }) => {
          if (text === 'LINE_CODE') return down(cell, lines, ({ code }) => code);
          if (text === 'LINE_TITLE') return down(cell, lines, ({ title }) => title);
          if (text) return [{ cell, value: texts[text] }];
          if (!column) return [];
          return line ? [{ cell, value: of(line, column) }] : down(cell, lines, ({ code }) => of(code, column));
        })
      : [
          { cell: 'A1', value: counted.title },
          { cell: 'A2', value: `${texts.INSTITUTION}, ${texts.DAY} (${texts.EDITION})` },
          ...down('A6', lines, ({ code }) => code),
          ...down('B6', lines, ({ title }) => title),
          ...columns.flatMap((column, n) => [
            { cell: `${letterOf(n + 2)}4`, value: column.title },
            { cell: `${letterOf(n + 2)}5`, value: column.code },
            ...down(`${letterOf(n + 2)}6`, lines, ({ code }) => of(code, column.code)),
          ]),
        ];
  const path = template === null ? null : await pathOf(call, template);
  const bytes = await call.apart(() => work('sheet.fill', { path, cells }));
  call.stream = {
    headers: fileHeaders(`census-${census.day}-${census.edition}.xlsx`),
    body: Readable.from(Buffer.from(bytes)),
  };
  return { ok: true };
}

async function pathOf(call: Call, file: number): Promise<string> {
  const { rows } = await call.client.query<{ hash: string }>(
    'select hash from files where id = $1 and institution_id = $2',
    [file, call.institution_id],
  );
  if (!rows[0]) throw fail('CENSUS_TEMPLATE');
  return new Storage(call.kernel.settings.dataDir).pathOf(rows[0].hash);
}
