import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Joined, PersonPart } from '#domains/identity/server/index.ts';
import { staff } from './tables.ts';

/** The employee in a person. Two records of employment are made one by hand: contracts and dates of both would be lost. */
export const staffOfPerson: PersonPart = {
  name: 'staff',
  owns: [staff.account_id],
  records: {
    role: 'staff',
    table: 'staff',
    states: 'staff_state',
    query: sql`select 'staff', s.id, s.account_id, s.lastname, s.firstname, s.midname, s.birthdate, s.pinfl, s.passport_id,
      s.phone, s.staff_no, s.status, s.created_at, s.search from staff s where s.deleted_at is null`,
  },
  async join(call, { keep, drop, record }): Promise<Joined> {
    const joined = record?.role === 'staff' ? record.id : 0;
    const rows = await call.db
      .select({ id: staff.id, staff_no: staff.staff_no })
      .from(staff)
      .where(
        and(
          or(eq(staff.account_id, keep), drop ? eq(staff.account_id, drop) : eq(staff.id, joined)),
          isNull(staff.deleted_at),
        ),
      )
      .orderBy(staff.id)
      .for('update');
    const [one, other] = rows;
    return one && other
      ? { conflicts: [{ code: 'TWO_STAFF', values: { one: one.staff_no, other: other.staff_no } }] }
      : {};
  },
};
