import { inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { courses } from '#domains/curriculum/server/index.ts';
import type { OwnMatter } from '#domains/identity/server/index.ts';
import { aboutReached, students } from '#domains/students/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { cvs, jobOfferAnswers } from './tables.ts';

/** Who calls, and whom a permission of theirs reaches. */

export interface Person extends Record<string, unknown> {
  id: number;
  lastname: string;
  firstname: string;
  midname: string | null;
  email: string | null;
  contact_phone: string | null;
  study_language: 'uz' | 'ru' | 'en';
  photo_file_id: number | null;
}

/** Of an account there is one record at a time. */
const own = (call: Call) =>
  sql`(select s.id from ${students} s where s.account_id = ${call.account_id} and s.deleted_at is null limit 1)`;

const records = (call: Call) => sql`(select edulab_own_records(${call.account_id}))`;
/** Whether the caller was ever offered work, or has a CV, also by the record of an earlier degree. */
export const careerOfPerson: OwnMatter = {
  name: 'career',
  has: (
    call,
  ) => sql`(exists (select 1 from ${jobOfferAnswers} a where a.student_id in ${records(call)} and a.deleted_at is null)
    or exists (select 1 from ${cvs} c where c.student_id in ${records(call)} and c.deleted_at is null))`,
};

/** The student or graduate who calls. Errors: CV_NOBODY. */
export async function callingPerson(call: Call): Promise<Person> {
  const { rows } = await call.db.execute<Person>(sql`
    select s.id, s.lastname, s.firstname, s.midname, s.email, s.contact_phone, s.study_language, s.photo_file_id
      from ${students} s where s.id = ${own(call)}`);
  if (!rows[0]) throw fail('CV_NOBODY');
  return rows[0];
}

/** Rows about students whom the permission reaches. */
export function aboutReach(call: Call, permission: PermissionName, student_id: PgColumn): SQL | undefined {
  if (scopeOf(call, permission) === 'own') return sql`${student_id} = ${own(call)}`;
  return aboutReached(call, permission, student_id);
}

export interface Beside {
  student: {
    id: number;
    student_no: string;
    firstname: string;
    lastname: string;
    midname: string | null;
    course: string | null;
  };
  account_id: number | null;
  own: boolean;
}

/** Names, numbers and courses of these students, one query. */
export async function peopleBeside(call: Call, ids: readonly number[]): Promise<Map<number, Beside>> {
  if (ids.length === 0) return new Map();
  const rows = await call.db
    .select({
      id: students.id,
      student_no: students.student_no,
      firstname: students.firstname,
      lastname: students.lastname,
      midname: students.midname,
      account_id: students.account_id,
      course: sql<
        string | null
      >`(select ${localTitle(sql`c.title`, call.locale)} from ${courses} c where c.id = ${students.course_id})`,
    })
    .from(students)
    .where(inArray(students.id, [...ids]));
  return new Map(
    rows.map(({ account_id, ...student }) => [
      student.id,
      { student, account_id, own: account_id !== null && account_id === call.account_id },
    ]),
  );
}
