import { sql } from 'drizzle-orm';
import { groupMembers } from '#domains/groups/server/index.ts';
import type { LifeEffect } from '#domains/students/server/index.ts';
import { classSessionGroups, classSessions } from './tables.ts';

/** Registers follow the years of study by themselves; told is how many lessons go on without the student. */
export const registersOfLife: LifeEffect = {
  name: 'attendance.registers',
  area: 'registers',
  does: {
    LEAVE: ['WITHOUT'],
    SUSPENSION: ['WITHOUT'],
    WITHDRAWAL: ['WITHOUT'],
    EXPULSION: ['WITHOUT'],
    TRANSFER_OUT: ['WITHOUT'],
    GRADUATION: ['WITHOUT'],
  },
  async apply(call, { day, until }, people) {
    const ids = sql.param(people.map(({ id }) => id));
    const { rows } = await call.db.execute<{ student_id: number; count: number }>(sql`
      select m.student_id, count(distinct s.id)::int as count
        from ${groupMembers} m join ${classSessionGroups} g on g.group_id = m.group_id
        join ${classSessions} s on s.id = g.session_id and s.deleted_at is null and s.state = 'PLANNED'
         and s.date >= ${day}::date and s.date <= coalesce(${until}::date, s.date)
       where m.student_id = any(${ids}::int[]) and m.deleted_at is null
         and m.starts_on <= s.date and (m.ends_on is null or m.ends_on >= s.date)
       group by 1 order by 1`);
    return { lines: rows.map(({ student_id, count }) => ({ student_id, code: 'WITHOUT', values: { count } })) };
  },
};
