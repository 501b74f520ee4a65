/** Codes that any call may answer, with their HTTP status. Domains add their own with `defineErrors`. */
export const commonErrors = {
  BAD_REQUEST: 400,
  BROKEN_FORM: 400,
  BODY_TOO_COMPLEX: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  INSTITUTION_NOT_ALLOWED: 403,
  PROOF_REQUIRED: 403,
  SHARED_RECORD: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  STALE: 409,
  BUSY: 409,
  DUPLICATE: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  ANSWER_GIVEN: 409,
  IN_USE: 409,
  RESTORE_TAKEN: 409,
  RESTORE_NEEDS: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  ASK_ALONE: 421,
  UNKNOWN_REFERENCE: 422,
  EMPTY_FILE: 422,
  NOT_A_SPREADSHEET: 415,
  TOO_MANY_ROWS: 413,
  TOO_MANY_COLUMNS: 413,
  TOO_LARGE: 413,
  ENCRYPTED: 422,
  BROKEN_FILE: 422,
  FILE_NOT_READABLE: 422,
  IMPORT_FAULTS: 422,
  IMPORT_TOUCHED: 409,
  TRANSITION_NOT_ALLOWED: 422,
  AS_OF_READ_ONLY: 422,
  AS_OF_NOT_KEPT: 422,
  AS_OF_FUTURE: 422,
  AS_OF_TOO_EARLY: 422,
  REASON_REQUIRED: 422,
  RESERVED_NAME: 422,
  DATES_REVERSED: 422,
  CIRCLE: 422,
  FILE_TOO_COMPLEX: 422,
  TOO_MANY_REQUESTS: 429,
  HEAVY_RUNNING: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  SERVER_BUSY: 503,
  HEAVY_BUSY: 503,
  HEAVY_STOPPED: 503,
} as const;

export type ErrorCodes = Record<string, number>;

/** A domain's own error codes with their statuses; texts stand in its server/messages. */
export const defineErrors = <const T extends ErrorCodes>(codes: T): T => codes;

/** One fault of one field: `path` is dotted (`guards.0.phone`), `code` a key of the field messages. */
export interface FieldFault {
  path: string;
  code: string;
  message: string;
}
