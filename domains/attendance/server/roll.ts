import { type SQL, sql } from 'drizzle-orm';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { groupMembers, moduleChoices, onDay, studentsOfCourseModule } from '#domains/groups/server/index.ts';
import { learnsOn, students } from '#domains/students/server/index.ts';
import { localZone } from '#platform/server/clock.ts';
import { attendance, attendanceReasons, classSessionGroups, classSessions } from './tables.ts';

/**
 * Who belongs into the registers of these lessons: `(session_id, student_id, group_id, reason_id)`. Members of the
 * lesson's groups on its day who take the module, or all who take it where no groups are named; whoever left before is
 * not among them. `reason_id` is an accepted reason for that day.
 */
export const rollOf = (sessions: readonly number[]): SQL => rollAmong(sql`${sql.param([...sessions])}::int[]`);

/** The same of an array of ids in SQL. */
const rollAmong = (ids: SQL): SQL => sql`
  (select r.session_id, r.student_id, min(r.group_id) as group_id, min(w.id) as reason_id
     from (select s.id as session_id, s.date, m.student_id, m.group_id
             from ${classSessions} s join ${courseModules} cm on cm.id = s.course_module_id
             join ${classSessionGroups} sg on sg.session_id = s.id join ${groupMembers} m on m.group_id = sg.group_id and ${onDay(sql`s.date`)}
            where s.id = any(${ids})
              and (cm.type = 'CORE' or exists (select 1 from ${moduleChoices} c where c.course_module_id = cm.id and c.student_id = m.student_id and c.state = 'CHOSEN' and c.deleted_at is null))
           union all
           select s.id, s.date, x.student_id, null from ${classSessions} s cross join lateral ${studentsOfCourseModule(sql`s.course_module_id`, sql`s.date`)} x
            where s.id = any(${ids}) and not exists (select 1 from ${classSessionGroups} sg where sg.session_id = s.id)) r
     join ${students} st on st.id = r.student_id and ${learnsOn(sql`st`, sql`r.date`)}
     left join ${attendanceReasons} w on w.student_id = r.student_id and w.status = 'ACCEPTED' and w.deleted_at is null and r.date between w.starts_on and w.ends_on
    group by 1, 2)`;

/**
 * Lessons that have begun and whose register was not called: what waits for teachers, and what the tables of modules
 * count. A lesson before anybody joined its groups has no register to call.
 */
export const registerNotCalled = sql`(${classSessions.state} = 'PLANNED' and ${classSessions.date} + ${classSessions.starts_at} < (edulab_now() at time zone ${localZone})::timestamp
    and exists (select 1 from ${rollAmong(sql`array[${classSessions.id}]`)} heard))`;

/** The roll and whatever is marked, also for those who do not belong to it any more. */
export const cellsOf = (session: number): SQL => sql`
  (select coalesce(r.student_id, a.student_id) as student_id, r.student_id is not null as belongs, r.group_id, r.reason_id as covered, a.id, a.status, a.version, a.note, a.reason_id, a.marked_by, a.marked_at
     from ${rollOf([session])} r full join (select * from ${attendance} where session_id = ${session}) a on a.student_id = r.student_id)`;
