import { columnsOf } from '#platform/server/spreadsheets.ts';
import { staffFields } from '../fields.ts';

/** Columns of the file in which staff come in. A blank cell leaves a record that is there already as it is. */
export const importColumns = columnsOf(staffFields);
