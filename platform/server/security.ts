import type { SecurityKind, SecurityOutcome } from '#platform/contract/index.ts';
import type { Call } from './context.ts';

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

const valuesOf = (call: Call, note: SecurityNote) => [
  note.institution_id === undefined ? call.institution_id || null : note.institution_id,
  note.account_id === undefined ? call.account_id || null : note.account_id,
  call.session_id,
  call.request.ip,
  note.kind,
  note.outcome ?? 'DONE',
  `${call.meta.method} ${call.meta.path}`,
  JSON.stringify(note.details ?? {}),
];

/** Keeps what concerns security, in the running transaction: it stands in the log if and only if it happened. */
export const noteSecurity = (call: Call, note: SecurityNote): Promise<unknown> =>
  call.client.query(
    `insert into security_events (institution_id, account_id, session_id, address, kind, outcome, what, details)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    valuesOf(call, note),
  );

/** What was refused is rolled back, so this stands alone; the same attempt once a minute, so that nobody fills the disk. */
export const noteRefusal = (call: Call, code: string): Promise<unknown> =>
  call.client.query(
    `insert into security_events (institution_id, account_id, session_id, address, kind, outcome, what, details)
     select $1::int, $2::int, $3::int, $4, $5, $6, $7, $8::jsonb
      where not exists (select 1 from security_events e where e.account_id = $2::int and e.at > now() - interval '1 minute'
                           and e.outcome = 'REFUSED' and e.what = $7 and e.details = $8::jsonb)`,
    valuesOf(call, { kind: 'SENSITIVE_ACT', outcome: 'REFUSED', details: { code } }),
  );
