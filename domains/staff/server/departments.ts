import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { departments } from '#domains/institutions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { departmentHeads, staff } from './tables.ts';

/** What staff know of departments: who heads each, and how many people are there. */

interface Person {
  id: number;
  firstname: string;
  lastname: string;
  midname: string | null;
}

/** Every department with its head and its people, those of the departments below it among them; one query. */
export async function departmentPeople(call: Call) {
  const { rows } = await call.db.execute<{ department_id: number; people: number; head: Person | null }>(sql`
    with recursive branch(root, id) as (
      select id, id from ${departments} where deleted_at is null
      union select b.root, d.id from ${departments} d join branch b on d.parent_id = b.id where d.deleted_at is null
    ), people as (
      select b.root, count(s.id)::int as people from branch b
        left join ${staff} s on s.department_id = b.id and s.deleted_at is null and s.status <> 'LEFT' group by 1
    )
    select p.root as department_id, p.people,
           (select jsonb_build_object('id', s.id, 'firstname', s.firstname, 'lastname', s.lastname, 'midname', s.midname)
              from ${departmentHeads} h join ${staff} s on s.id = h.staff_id and s.deleted_at is null and s.status <> 'LEFT'
             where h.department_id = p.root and h.deleted_at is null) as head
      from people p order by 1`);
  return rows;
}

/** Names the head of a department, or nobody. */
export async function setHead(
  call: Call,
  input: { department_id: number; staff_id: number | null },
): Promise<{ ok: true }> {
  // The lock keeps two who choose at once from naming two heads.
  const [unit] = await call.db
    .select({ id: departments.id })
    .from(departments)
    .where(and(eq(departments.id, input.department_id), isNull(departments.deleted_at)))
    .for('update');
  if (!unit) throw fail('NOT_FOUND');
  const ofUnit = and(eq(departmentHeads.department_id, unit.id), isNull(departmentHeads.deleted_at));
  if (input.staff_id === null) {
    await call.db.update(departmentHeads).set({ deleted_at: sql`edulab_now()` }).where(ofUnit);
    return { ok: true };
  }
  const [person] = await call.db
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.id, input.staff_id), isNull(staff.deleted_at), ne(staff.status, 'LEFT')));
  if (!person) throw failField('staff_id', 'UNKNOWN_REFERENCE');
  const changed = await call.db
    .update(departmentHeads)
    .set({ staff_id: person.id })
    .where(ofUnit)
    .returning({ id: departmentHeads.id });
  if (changed.length === 0)
    await call.db.insert(departmentHeads).values({ department_id: unit.id, staff_id: person.id });
  return { ok: true };
}
