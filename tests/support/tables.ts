import type { Readable } from 'node:stream';
import {
  cellsOf,
  type ExportColumn,
  headOf,
  type WriteOptions,
  writeTable as write,
} from '#platform/server/spreadsheets.ts';

/** Records as an xlsx file, as exports write them, without a process of its own. */
export function writeTable<R>(
  columns: readonly ExportColumn<R>[],
  records: AsyncIterable<R> | Iterable<R>,
  options: WriteOptions,
): Readable {
  async function* rows() {
    for await (const record of records) yield cellsOf(columns, record, options.locale);
  }
  return write(headOf(columns, options), rows());
}
