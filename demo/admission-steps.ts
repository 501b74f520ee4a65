import type pg from 'pg';
import { insertAll } from '#platform/server/records/bulk.ts';
import { currentYear } from './university.ts';

/** The steps that lead to a state. */
export const PATHS: Record<string, string[]> = {
  DRAFT: [],
  SUBMITTED: ['SUBMITTED'],
  DOCUMENTS_CHECK: ['SUBMITTED', 'DOCUMENTS_CHECK'],
  UPDATE_REQUIRED: ['SUBMITTED', 'DOCUMENTS_CHECK', 'UPDATE_REQUIRED'],
  REJECTED: ['SUBMITTED', 'DOCUMENTS_CHECK', 'REJECTED'],
  WITHDRAWN: ['SUBMITTED', 'WITHDRAWN'],
  VERIFIED: ['SUBMITTED', 'DOCUMENTS_CHECK', 'VERIFIED'],
  EXAM_ASSIGNED: ['SUBMITTED', 'DOCUMENTS_CHECK', 'VERIFIED', 'EXAM_ASSIGNED'],
  EXAM_TAKEN: ['SUBMITTED', 'DOCUMENTS_CHECK', 'VERIFIED', 'EXAM_ASSIGNED', 'EXAM_TAKEN'],
  ABSENT: ['SUBMITTED', 'DOCUMENTS_CHECK', 'VERIFIED', 'EXAM_ASSIGNED', 'ABSENT'],
};

const OUTCOMES = ['INTERESTED', 'NO_ANSWER', 'CALL_BACK', 'REACHED', 'NOT_INTERESTED'];
const NOTES = ['Hujjatlarini toʻplamoqda', null, 'Kechqurun qayta qoʻngʻiroq qilish', 'Kontrakt narxini soʻradi', null];

/** Operators have called some of those who began an application and sent nothing. */
export async function loadTalks(
  client: pg.PoolClient,
  own: (rows: object[]) => object[],
  guests: readonly number[],
  people: readonly { state: string; at: string }[],
): Promise<void> {
  const { rows: operators } = await client.query<{ id: number }>(
    "select id from accounts where username in ('amo_crm_operator', 'amo_crm_operator_admission') order by id",
  );
  await insertAll(
    client,
    'lead_talks',
    own(
      people.flatMap((one, i) => {
        const operator = operators[i % Math.max(1, operators.length)];
        if (one.state !== 'DRAFT' || i % 3 === 0 || !operator) return [];
        const outcome = OUTCOMES[i % OUTCOMES.length];
        // Some hours after they signed up.
        const at = new Date(Date.parse(one.at) + (5 + (i % 30)) * 3_600_000).toISOString();
        return [
          {
            created_at: at,
            updated_at: at,
            guest_id: guests[i],
            account_id: operator.id,
            channel: i % 4 ? 'CALL' : 'MESSAGE',
            outcome,
            note: NOTES[i % NOTES.length],
            next_on: outcome === 'CALL_BACK' ? `${currentYear()}-11-${20 + (i % 9)}` : null,
          },
        ];
      }),
    ),
  );
}
