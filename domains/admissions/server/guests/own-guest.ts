import { and, eq, isNull, sql } from 'drizzle-orm';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { searchTextOf } from '../applications/applications.ts';
import type { GuestRow } from '../tables.ts';
import { guests } from '../tables.ts';

/** The caller as somebody who applies. Who studies here or listens to a course has such a record once they apply. */

type Person = Partial<typeof guests.$inferInsert>;

/** What the record of a student knows of an applicant; what it does not know stays out. */
function personOf(student: typeof students.$inferSelect): Person {
  const known = {
    firstname: student.firstname,
    lastname: student.lastname,
    midname: student.midname,
    additional_phone: student.additional_phone1,
    email: student.email,
    gender: student.gender,
    birthdate: student.birthdate,
    citizenship: student.citizenship,
    passport_id: student.passport_id,
    passport_issued_by: student.passport_issued_by,
    passport_issued_on: student.passport_issued_on,
    passport_expires_on: student.passport_expires_on,
    pinfl: student.pinfl,
    region_id: student.region_id,
    city_id: student.city_id,
    address: student.permanent_address,
    native_language: student.native_language,
    photo_file_id: student.photo_file_id,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)) as Person;
}

const nameOf = (person: Person) => [person.lastname, person.firstname, person.midname].filter(Boolean).join(' ');

/**
 * The caller's record, locked; made on the first application. What changed in the student's record since the applicant's
 * was written last is taken over. Two clicks at once wait for each other. Errors: FORBIDDEN where it was deleted.
 */
export async function lockOwnGuest(call: Call): Promise<GuestRow> {
  const [account] = await call.db.select().from(accounts).where(eq(accounts.id, call.account_id)).for('no key update');
  const [student] = await call.db
    .select()
    .from(students)
    .where(and(eq(students.account_id, call.account_id), isNull(students.deleted_at)));
  const [there] = await call.db.select().from(guests).where(eq(guests.account_id, call.account_id)).for('update');
  if (!account || there?.deleted_at) throw fail('FORBIDDEN', {});
  if (there && (!student || student.updated_at <= there.updated_at)) return there;
  const known: Person = {
    firstname: account.firstname,
    lastname: account.lastname,
    midname: account.midname,
    email: account.email,
    ...(student ? personOf(student) : {}),
  };
  // Who has this passport already stands among the persons who are here twice; whoever applies is told at the field.
  if (known.passport_id && (await passportOfAnother(call, known.passport_id))) delete known.passport_id;
  const phone = account.phone ?? student?.contact_phone ?? null;
  const after = { ...there, ...known };
  const search = searchTextOf(nameOf(after), phone, after.passport_id);
  if (there) {
    const [row] = await call.db
      .update(guests)
      .set({ ...known, phone, search })
      .where(eq(guests.id, there.id))
      .returning();
    return row!;
  }
  const [made] = await call.db
    .insert(guests)
    .values({ ...(known as typeof guests.$inferInsert), account_id: account.id, phone, search })
    .returning();
  return made!;
}

async function passportOfAnother(call: Call, passport: string): Promise<boolean> {
  const found = await call.db
    .select({ id: guests.id })
    .from(guests)
    .where(
      and(eq(guests.passport_id, passport), isNull(guests.deleted_at), sql`${guests.account_id} <> ${call.account_id}`),
    );
  return found.length > 0;
}
