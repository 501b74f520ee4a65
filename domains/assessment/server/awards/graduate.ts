import { sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { StudyLevel } from '#platform/contract/levels.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { ClassRef } from './tables.ts';

/** Somebody who graduated, as papers name them. */
export interface Graduate {
  id: number;
  account_id: number | null;
  lastname: string;
  firstname: string;
  midname: string | null;
  name: string;
  level: StudyLevel;
  birthdate: string | null;
  student_no: string;
  course: string;
  years: number;
  course_id: number;
  order_number: string | null;
  order_date: string | null;
  decided_on: string;
  awarded: Omit<ClassRef, 'id'> | null;
}

/** Errors: NOT_GRADUATED, NOT_AWARDED. */
export async function graduateOf(call: Call, id: number, language: Locale): Promise<Graduate> {
  const { rows } = await call.db.execute<
    Omit<Graduate, 'decided_on'> & Record<string, unknown> & { status: string; decided_on: string | null }
  >(sql`
    select s.id, s.account_id, s.lastname, s.firstname, s.midname, s.full_name as name, s.level, s.birthdate::text as birthdate, s.student_no, s.status,
           ${localTitle(sql`c.title`, language)} as course, c.years, c.id as course_id, h.order_number, h.order_date::text as order_date,
           w.decided_on::text as decided_on, w.awarded
      from ${students} s left join ${courses} c on c.id = s.course_id
      left join lateral (select order_number, order_date from status_history
                          where entity = 'student' and entity_id = s.id and to_status = 'GRADUATED' order by id desc limit 1) h on true
      left join edulab_awards(array[${id}]::int[]) w on w.student_id = s.id
     where s.id = ${id}`);
  const row = rows[0]!;
  if (row.status !== 'GRADUATED') throw fail('NOT_GRADUATED');
  if (!row.decided_on) throw fail('NOT_AWARDED');
  return { ...row, decided_on: row.decided_on };
}
