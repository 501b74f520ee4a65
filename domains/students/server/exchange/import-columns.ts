import { columnsOf } from '#platform/server/spreadsheets.ts';
import { studentFields } from '../../fields.ts';

/** Columns of the import and, so that a list that was exported can come back in, of the export. */
export const importColumns = columnsOf(studentFields);
