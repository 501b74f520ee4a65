import { sql } from 'drizzle-orm';
import { examDays } from '#domains/assessment/server/index.ts';
import { calendarPart } from '#domains/calendar/server/index.ts';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { deadlineKind } from '#domains/deadlines/server/index.ts';
import { groups } from '#domains/groups/server/index.ts';
import { educationPlaces, semesters } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { lifeEffect } from '#domains/students/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { examDeadlines } from './exams/deadlines.ts';
import { examsJob } from './exams/generate.ts';
import { examsPart, publishedExams } from './exams/own.ts';
import { examHalls, examPeriods, exams } from './exams/tables.ts';
import { generateJob } from './generate.ts';
import { seatsOfLife } from './life.ts';
import { requirementImport } from './requirements.ts';
import { roomImport, wayImport } from './room-sheets.ts';
import { router } from './router.ts';
import { timetableEntries, timetableRequirements, timetables } from './tables.ts';
import { wishImport } from './wishes.ts';

const module = `(select coalesce(nullif(m.title ->> '$locale', ''), m.title ->> 'uz') from course_modules c join modules m on m.id = c.module_id where c.id = r.course_module_id)`;
/** Archives may speak of what is no longer there. */
const inUse = sql`exists (select 1 from ${timetables} where ${timetables.id} = ${timetableEntries.timetable_id} and ${timetables.deleted_at} is null and ${timetables.state} = 'PUBLISHED')`;

/** An exam that is over needs its room and people no more. */
const toCome = sql`${examHalls.date} >= (select edulab_today())`;

export default defineServerDomain({
  name: 'timetable',
  contract,
  router,
  permissions,
  errors,
  uses: [
    { of: semesters, by: timetables.semester_id },
    { of: courseModules, by: timetableEntries.course_module_id, where: inUse },
    { of: educationPlaces, by: timetableEntries.room_id, where: inUse },
    { of: staff, by: timetableEntries.staff_id, where: inUse },
    { of: staff, by: timetableEntries.co_staff_ids, where: inUse },
    { of: courseModules, by: timetableRequirements.course_module_id },
    { of: educationPlaces, by: timetableRequirements.room_id },
    { of: educationPlaces, by: timetableRequirements.building_id },
    { of: staff, by: timetableRequirements.staff_ids },
    { of: groups, by: timetableEntries.group_ids, where: inUse },
    { of: semesters, by: examPeriods.semester_id },
    { of: courseModules, by: exams.course_module_id },
    { of: educationPlaces, by: examHalls.room_id, where: toCome },
    { of: staff, by: examHalls.staff_ids, where: toCome },
  ],
  follows: [
    on(lifeEffect, seatsOfLife),
    on(calendarPart, examsPart),
    on(examDays, publishedExams),
    on(deadlineKind, examDeadlines),
  ],
  messages: new URL('./messages/', import.meta.url),
  constraints: {
    class_bookings_student: 'STUDENT_TAKEN',
    class_bookings_exam: 'GROUP_TAKEN',
    exam_periods_order: 'DATES_REVERSED',
    timetable_requirements_one: 'REQUIREMENT_EXISTS',
  },
  guards: [new URL('./guards.sql', import.meta.url), new URL('./exams/guards.sql', import.meta.url)],
  jobs: {
    'timetable.generate': generateJob,
    'timetable.exams': examsJob,
    'timetable.import': wishImport.job,
    'timetable.requirements.import': requirementImport.job,
    'timetable.rooms.import': roomImport.job,
    'timetable.ways.import': wayImport.job,
  },
  history: {
    exam_periods: { permission: 'exam_period.manage', title: 'r.title' },
    exams: {
      permission: 'exam_period.manage',
      title: `${module} || ' · ' || (select p.title from exam_periods p where p.id = r.period_id)`,
    },
    exam_halls: {
      permission: 'exam_period.manage',
      title: "(select p.name from education_places p where p.id = r.room_id) || ', ' || to_char(r.date, 'DD.MM.YYYY')",
      refers: { room_id: 'education_places' },
    },
    timetables: { permission: 'timetable.manage', title: 'r.title' },
    timetable_entries: {
      permission: 'timetable.manage',
      title: `${module} || ' · ' || (select t.title from timetables t where t.id = r.timetable_id)`,
      refers: { room_id: 'education_places' },
    },
    timetable_requirements: {
      permission: 'timetable.manage',
      title: `${module} || ', ' || lower(r.kind)`,
      refers: { room_id: 'education_places', building_id: 'education_places' },
    },
    timetable_wishes: {
      permission: 'timetable.manage',
      title:
        "coalesce((select concat_ws(' ', s.lastname, s.firstname) from staff s where s.id = r.staff_id), (select p.name from education_places p where p.id = r.room_id))",
      refers: { room_id: 'education_places' },
    },
  },
});
