import type { SecurityKind, SecurityOutcome } from '#platform/contract/index.ts';
import type { Call } from '../call/context.ts';

interface SecurityNote {
  kind: SecurityKind;
  outcome?: SecurityOutcome;
  /** Whom it concerns where that is not the caller; null for somebody unknown. */
  account_id?: number | null;
  /** Null for what belongs to no institution, which each then sees. */
  institution_id?: number | null;
  /** Numbers and codes only: no secret and no name stands in a log. */
  details?: Record<string, unknown>;
}

/** Work in the background has neither an address nor a call. */
const placeOf = ({ request }: Partial<Pick<Call, 'request'>>) => request?.ip ?? '';
const wordsOf = ({ meta }: Partial<Pick<Call, 'meta'>>) => (meta ? `${meta.method} ${meta.path}` : '');

const valuesOf = (call: Call, note: SecurityNote) => [
  note.institution_id === undefined ? call.institution_id || null : note.institution_id,
  note.account_id === undefined ? call.account_id || null : note.account_id,
  call.session_id,
  placeOf(call),
  note.kind,
  wordsOf(call),
  JSON.stringify(note.details ?? {}),
];

/** Keeps what concerns security, in the running transaction: it stands in the log if and only if it happened. */
export const noteSecurity = (call: Call, note: SecurityNote): Promise<unknown> =>
  call.client.query(
    `insert into security_events (institution_id, account_id, session_id, address, kind, what, details, outcome)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [...valuesOf(call, note), note.outcome ?? 'DONE'],
  );

/** The same of many at once, told apart by their details. */
export async function noteSecurityOfEach(
  call: Call,
  kind: SecurityKind,
  details: readonly Record<string, unknown>[],
): Promise<void> {
  if (details.length === 0) return;
  await call.client.query(
    `insert into security_events (institution_id, account_id, session_id, address, kind, what, details, outcome)
     select $1, $2, $3, $4, $5, $6, d.value, 'DONE' from jsonb_array_elements($7::jsonb) d`,
    valuesOf(call, { kind }).with(6, JSON.stringify(details)),
  );
}

/**
 * Keeps what was refused; the same from one account and address once a minute, counted. What the call did is rolled
 * back, so whoever calls this stands outside its transaction or commits.
 */
export const noteRefusal = (call: Call, note: Omit<SecurityNote, 'outcome'>): Promise<unknown> =>
  call.client.query('select edulab_note_refusal($1, $2, $3, $4, $5, $6, $7)', valuesOf(call, note));
