import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { notify, notifyEach, titleOf } from '#domains/messaging/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { numberOf, type RecordRow } from './numbers.ts';
import { achievementTypes as types } from './tables.ts';

/** What people are told: students what became of their records, named validators what waits for them. */

const type = 'achievement';
const linkOf = (id: number) => `/achievement-records/${id}`;

/** Also the ends of the texts `notice_achievement_<what>`. */
export type Told = 'VERIFIED' | 'NOT_VERIFIED' | 'UPDATE_REQUIRED' | 'REVOKED' | 'TAKEN_BACK';

/** Many of one kind of news in one statement; each of them is told of one record, by its number. */
export async function tellStudents(call: Call, rows: readonly RecordRow[], what: Told): Promise<void> {
  const people = await call.db
    .select({ id: students.id, account_id: students.account_id })
    .from(students)
    .where(
      inArray(
        students.id,
        rows.map(({ student_id }) => student_id),
      ),
    );
  const accounts = new Map(people.map(({ id, account_id }) => [id, account_id]));
  const [only] = rows;
  const told = rows.flatMap((row) => {
    const account_id = accounts.get(row.student_id);
    const title = titleOf(`notice_achievement_${what}`, { number: numberOf(row.id), points: row.points ?? 0 });
    return account_id ? [{ account_id, title }] : [];
  });
  await notifyEach(call, told, { type, link: rows.length === 1 && only ? linkOf(only.id) : '/achievement-records' });
}

/** Whoever is named for the type, where somebody is. */
export async function tellValidator(call: Call, row: RecordRow): Promise<void> {
  const people = await call.db
    .select({ account_id: staff.account_id })
    .from(types)
    .innerJoin(staff, eq(staff.id, types.validator_id))
    .where(and(eq(types.id, row.type_id), isNull(staff.deleted_at), ne(staff.status, 'LEFT')));
  await notify(
    call,
    people.flatMap(({ account_id }) => (account_id ? [account_id] : [])),
    { type, title: titleOf('notice_achievement_waits', { number: numberOf(row.id) }), link: linkOf(row.id) },
  );
}
