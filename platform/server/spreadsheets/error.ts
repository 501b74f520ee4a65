export type SpreadsheetFault =
  | 'EMPTY_FILE'
  | 'NOT_A_SPREADSHEET'
  | 'TOO_MANY_ROWS'
  | 'TOO_MANY_COLUMNS'
  | 'TOO_LARGE'
  | 'ENCRYPTED'
  | 'BROKEN_FILE';

/** The file as a whole cannot be read. `data` holds what a message needs: limits, the row, the type found. */
export class SpreadsheetError extends Error {
  readonly code: SpreadsheetFault;
  readonly data: Record<string, string | number>;
  constructor(code: SpreadsheetFault, data: Record<string, string | number> = {}, cause?: unknown) {
    super(code, { cause });
    this.name = 'SpreadsheetError';
    this.code = code;
    this.data = data;
  }
}
