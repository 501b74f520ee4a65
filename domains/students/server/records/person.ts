import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Joined, PersonPart } from '#domains/identity/server/index.ts';
import { changeRows } from '#platform/server/records/kept.ts';
import type { StudentStatus } from '../../workflow.ts';
import { students } from '../tables.ts';
import { searchText } from './search.ts';

/** The student in a person. Somebody who left and came again has two records, of which the earlier points to the later. */

const leftStatuses: readonly StudentStatus[] = ['GRADUATED', 'WITHDRAWN', 'TRANSFERRED_OUT'];
const roleOf = { BACHELOR: 'BACHELOR_STUDENT', MASTER: 'MASTER_STUDENT', MS: 'MS_STUDENT' } as const;

export const studentOfPerson: PersonPart = {
  name: 'student',
  owns: [students.account_id],
  records: {
    role: 'student',
    table: 'students',
    states: 'student_state',
    query: sql`select 'student', s.id, s.account_id, s.lastname, s.firstname, s.midname, s.birthdate, s.pinfl, s.passport_id,
      s.contact_phone, s.student_no, s.status, s.created_at, s.search from students s where s.deleted_at is null and s.succeeded_by_id is null`,
  },
  async join(call, { keep, drop, record }): Promise<Joined> {
    const joined = record?.role === 'student' ? record.id : 0;
    const rows = await call.db
      .select()
      .from(students)
      .where(
        or(
          eq(students.account_id, keep),
          and(drop ? eq(students.account_id, drop) : eq(students.id, joined), isNull(students.deleted_at)),
        ),
      )
      .orderBy(students.id)
      .for('update');
    const living = rows.filter((row) => row.deleted_at === null);
    const theirs = living.find((row) => row.account_id !== keep);
    const mine = living.find((row) => row.account_id === keep);
    const gone = rows.find((row) => row.deleted_at !== null);
    if (!theirs) return {};
    const here = [theirs, mine].find((row) => row && !leftStatuses.includes(row.status));
    const roles = here && drop === undefined ? [roleOf[here.level]] : [];
    // An account has one student; one that was deleted lets it go.
    const freed = gone ? await changeRows(call.client, 'students', [{ id: gone.id, account_id: null }]) : [];
    if (!mine) return { kept: freed, roles };
    const [earlier, later] = [mine, theirs].sort(
      (a, b) =>
        Number(leftStatuses.includes(b.status)) - Number(leftStatuses.includes(a.status)) ||
        a.entry_year - b.entry_year ||
        a.id - b.id,
    ) as [typeof mine, typeof mine];
    const values = { one: mine.student_no, other: theirs.student_no };
    if (!leftStatuses.includes(earlier.status)) return { conflicts: [{ code: 'TWO_STUDENTS', values }] };
    // Papers stand once: what the later record lacks comes from the earlier one.
    const papers = {
      passport_id: later.passport_id ?? earlier.passport_id,
      pinfl: later.pinfl ?? earlier.pinfl,
    };
    const remaining = {
      passport_id: later.passport_id ? earlier.passport_id : null,
      pinfl: later.pinfl ? earlier.pinfl : null,
    };
    return {
      kept: [
        ...freed,
        ...(await changeRows(call.client, 'students', [
          {
            id: earlier.id,
            account_id: null,
            succeeded_by_id: later.id,
            ...remaining,
            search: searchText({ ...earlier, ...remaining }),
          },
        ])),
        ...(await changeRows(call.client, 'students', [
          { id: later.id, account_id: keep, ...papers, search: searchText({ ...later, ...papers }) },
        ])),
      ],
      lines: [{ code: 'SUCCEEDED', values: { earlier: earlier.student_no, later: later.student_no } }],
      roles,
    };
  },
};
