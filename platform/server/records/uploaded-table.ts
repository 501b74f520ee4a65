import type { Call } from '../call/context.ts';
import { fail } from '../call/errors.ts';
import { message } from '../call/messages.ts';
import { work } from '../heavy/index.ts';
import { SpreadsheetError, type TableRow } from '../spreadsheets.ts';

/** An honest sheet of so many rows is read in two. */
const readSeconds = 10;

/**
 * The rows of an uploaded csv or xlsx, read in a process of its own. `maxRows`: with those above the heading. Errors:
 * FILE_NOT_READABLE with the cause in words.
 */
export const rowsOfTable = (
  call: Call,
  { path, name }: { path: string; name: string },
  maxRows: number,
): Promise<TableRow[]> =>
  call
    .apart(() => work('sheet.rows', { path, maxRows, filename: name }, { seconds: readSeconds }))
    .catch((error: unknown) => {
      if (!(error instanceof SpreadsheetError)) throw error;
      const cause = message(call.locale, error.code, { ...error.data, max: error.data.limit });
      throw fail('FILE_NOT_READABLE', { cause, reason: error.code });
    });
