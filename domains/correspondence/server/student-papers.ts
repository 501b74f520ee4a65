import { and, isNull, or, sql } from 'drizzle-orm';
import { paperColumns } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { visible } from './reach.ts';
import { letterPeople, letters } from './tables.ts';

/**
 * Letters about a student, among all papers of the student: whoever sees a letter in the correspondence sees it here. The
 * student, who has no part in the correspondence, sees what the chancellery has shown to them: of what came once it has
 * its number, of what goes out once it was sent, and the letter itself without its orders.
 */
export const lettersOfStudent = {
  name: 'letters',
  papers: (call: Call, student_id: number) => {
    const own = sql`(${letters.shown_to_people} and not ${letters.confidential} and ${student_id} in (select edulab_own_records(${call.account_id}))
      and ${letters.status} in ('SENT', 'DONE', 'ARCHIVED', 'REGISTERED') and (${letters.direction} = 'INCOMING' or ${letters.status} <> 'REGISTERED'))`;
    const of = (direction: 'INCOMING' | 'OUTGOING', source: 'LETTER_IN' | 'LETTER_OUT') =>
      sql`select ${paperColumns({
        source,
        id: letters.id,
        at: sql`coalesce(${letters.registered_on}::timestamptz, ${letters.created_at})`,
        title: letters.heading,
        number: letters.number,
        status: letters.status,
        file_id: sql`${letters.file_ids}[1]`,
      })} from ${letters} where ${and(
        sql`${letters.direction} = ${direction}`,
        isNull(letters.deleted_at),
        sql`${letters.id} in (select p.letter_id from ${letterPeople} p where p.student_id = ${student_id} and p.deleted_at is null)`,
        or(visible(call), own),
      )}`;
    return sql`${of('INCOMING', 'LETTER_IN')} union all ${of('OUTGOING', 'LETTER_OUT')}`;
  },
};
