import { sql } from 'drizzle-orm';
import { settingsOf as attendanceSettings, planned } from '#domains/attendance/server/index.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { componentDue } from '../deadlines.ts';
import { type AdmissionReason, withholding } from '../hooks.ts';

/** Why somebody may not sit an exam. Each reason is one statement over a module and some of its students. */

/** More hours missed without excuse than the register allows; with the days. */
export const absence: AdmissionReason = {
  name: 'ABSENCE',
  active: true,
  attempts: 'FIRST',
  rows: async (call, module, people) => {
    const { limit_percent, hours_per_session } = await attendanceSettings(call);
    const hours = sql.raw(String(Number(hours_per_session)));
    const all = planned(sql`${module}::int`);
    return sql`select t.student_id, jsonb_build_object('missed', t.missed * ${hours}, 'hours', ${all}, 'limit', ${limit_percent}::numeric,
        'lessons', coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'date', s.date, 'starts_at', s.starts_at) order by s.date, s.starts_at)
          from attendance a join class_sessions s on s.id = a.session_id
         where a.student_id = t.student_id and a.status = 'NOT_ATTENDED' and s.course_module_id = t.course_module_id and s.deleted_at is null), '[]')) as data
      from attendance_totals t
     where t.course_module_id = ${module} and t.student_id in ${people} and ${all} > 0 and t.missed * ${hours} * 100.0 / ${all} > ${limit_percent}::numeric`;
  },
};

const dueForThem = componentDue(sql`s.id`, sql`1`);

/**
 * Work of the semester that is not marked although it was due and others have their marks (a teacher who has not begun to mark bars nobody), or whose published mark lies below the least that is set;
 * the best attempt counts. Marks that students have not seen yet never bar: the reason would tell them.
 */
export const missingComponent: AdmissionReason = {
  name: 'MISSING_COMPONENT',
  active: true,
  attempts: 'FIRST',
  settings: { minimum: 0 },
  rows: (_call, module, people, { minimum }) => sql`
    select s.id as student_id, jsonb_build_object('minimum', ${minimum}::numeric, 'components', jsonb_agg(jsonb_build_object('id', c.id, 'code', c.code,
        'title', c.title, 'due_at', ${dueForThem}, 'low', m.value is not null and m.special is null) order by c.position)) as data
      from students s cross join assessment_components c
      left join lateral (select k.* from marks k where k.component_id = c.id and k.student_id = s.id
        order by k.value desc nulls last, k.attempt desc limit 1) m on true
     where s.id in ${people} and c.course_module_id = ${module} and c.deleted_at is null and c.kind <> 'EXAM'
       and coalesce(${dueForThem}, 'infinity') < edulab_now() and (m.id is null or m.special = 'NOT_SUBMITTED' or (m.value is null and m.special is null)
         or (m.special is null and m.value < ${minimum}::numeric and m.status in ('PUBLISHED', 'CONFIRMED', 'LOCKED')))
       and (m.id is not null or exists (select 1 from marks o where o.component_id = c.id and (o.value is not null or o.special is not null)))
       and not exists (select 1 from assessment_components p where p.parent_id = c.id and p.deleted_at is null)
     group by s.id`,
};

/**
 * An offence that is being looked into, as other domains tell it with their reasons to withhold marks. Off until an
 * institution wants it: nobody is guilty before a decision.
 */
export const openOffence: AdmissionReason = {
  name: 'OPEN_OFFENCE',
  active: false,
  rows: (call, module, people) => {
    const told = followersOf(call.kernel, withholding).flatMap(({ offences }) =>
      offences ? [sql`select student_id, course_module_id, number::text, opened_on::date from (${offences}) o`] : [],
    );
    const offences = told.length
      ? sql.join(told, sql` union all `)
      : sql`select null::int as student_id, null::int as course_module_id, null::text as number, null::date as opened_on where false`;
    return sql`
      select o.student_id, jsonb_build_object('since', min(o.opened_on), 'numbers', string_agg(o.number, ', ' order by o.opened_on, o.number)) as data
        from (${offences}) o
       where o.student_id in ${people} and coalesce(o.course_module_id, ${module}) = ${module}
       group by 1`;
  },
};
