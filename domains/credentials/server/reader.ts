import type { Call } from '#platform/server/call/context.ts';
import type { issuedDocuments } from './tables.ts';

export type Reader = Pick<typeof issuedDocuments.$inferSelect, 'account_id' | 'student_id' | 'issued_by'>;

/** Whose account reads the paper: of a student's their own; of minutes and lists that of whoever issues them. */
export async function readerOf(
  { client }: Pick<Call, 'client'>,
  { account_id, student_id, issued_by }: Reader,
): Promise<number | null> {
  if (account_id) return account_id;
  if (!student_id) return issued_by;
  const { rows } = await client.query<{ account_id: number | null }>('select account_id from students where id = $1', [
    student_id,
  ]);
  return rows[0]?.account_id ?? null;
}
