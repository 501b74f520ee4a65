import type pg from 'pg';
import { loadExams } from './load-exams.ts';
import { codesInParts } from './modules.ts';

/** The timetable of the running semester as it was published, and when people cannot come. Takes `taught` and `slots`. */

/** Eight sessions of 80 minutes with ten between them; a double lesson takes two. */
const BELLS = Array.from({ length: 8 }, (_, index) => {
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return { starts_at: clock(480 + index * 90), ends_at: clock(560 + index * 90) };
});

/** Answers how many lessons a week has. */
export async function loadTimetable(client: pg.PoolClient): Promise<number> {
  await client.query(`
    insert into timetables (institution_id, semester_id, title, state, days, bells, published_at, created_at, updated_at)
    select s.institution_id, s.id, 'Dars jadvali ' || y.name, 'PUBLISHED', 6, '${JSON.stringify(BELLS)}', s.starts_on - 7, s.starts_on - 20, s.starts_on - 7
      from semesters s join academic_years y on y.id = s.academic_year_id
     where s.starts_on <= (select edulab_today()) and s.ends_on >= (select edulab_today())`);
  const { rowCount } = await client.query(`
    insert into timetable_entries (institution_id, timetable_id, course_module_id, kind, staff_id, room_id, group_ids, day, session, length, week, created_at, updated_at)
    select t.institution_id, x.id, t.course_module_id, s.kind, s.staff_id, s.room_id, array[s.group_id],
           s.day + 1, s.hour * 2 + 1, 2, case when (s.kind = 'LECTURE') = (t.turn % 2 = 0) then 'ODD' else 'EVEN' end, x.created_at, x.created_at
      from taught t join slots s on s.plan = t.plan join course_modules c on c.id = t.course_module_id
      join semesters m on m.academic_year_id = c.academic_year_id and m.number = c.semester join timetables x on x.semester_id = m.id
     order by x.id, s.day, s.hour, t.plan, s.kind, s.group_id`);
  await loadNeeds(client);
  await loadExams(client);
  await client.query('analyze timetable_entries, timetables');
  return rowCount ?? 0;
}

/** What a timetable has to heed beyond the plans: when people cannot come, and lessons that are given in another way. */
export async function loadNeeds(client: pg.PoolClient): Promise<void> {
  // Every fifth teacher has an hour at which they work elsewhere or would rather not come.
  await client.query(`
    insert into timetable_wishes (institution_id, staff_id, day, from_session, to_session, week, kind, weight, note)
    select s.institution_id, s.id, 1 + s.id % 6, case when s.id % 2 = 0 then 1 else 5 end, case when s.id % 2 = 0 then 2 else 6 end, 'EVERY',
           case when s.id % 3 = 0 then 'UNAVAILABLE' else 'RATHER_NOT' end, 3 + s.id % 6, case when s.id % 3 = 0 then 'Boshqa oʻquv yurtida dars beradi' end
      from staff s join job_positions j on j.id = s.job_position_id
     where s.status = 'ACTIVE' and s.deleted_at is null and j.kind = 'TEACHING' and s.id % 5 = 0`);
  // Some modules are taught in a way that hours alone do not say: in parts of groups, two sessions in a row, by two together.
  await client.query(
    `insert into timetable_requirements (institution_id, course_module_id, kind, length, split, staff_ids, note)
     select c.institution_id, c.id, case when not parts and c.id % 3 = 1 then 'LECTURE' else 'SEMINAR' end, case when not parts and c.id % 3 = 0 then 2 else 1 end, case when parts then true end,
            case when not parts and c.id % 3 = 1 then (select coalesce(array_agg(x.staff_id), '{}') from (select distinct staff_id from course_module_teachers t where t.course_module_id = c.id order by 1 limit 2) x) else '{}' end,
            case when parts then 'Til darslari guruhning yarmi bilan oʻtiladi' when c.id % 3 = 0 then 'Amaliy ish ikki para davom etadi' end
       from course_modules c join semesters s on s.academic_year_id = c.academic_year_id and s.number = c.semester join modules m on m.id = c.module_id
      cross join lateral (select m.code = any($1) as parts) p
      where s.starts_on <= (select edulab_today()) and s.ends_on >= (select edulab_today()) and c.active and c.deleted_at is null and m.seminar_hours > 0 and (parts or c.id % 12 < 2)`,
    [codesInParts()],
  );
}
