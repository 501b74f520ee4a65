import { isNull, sql } from 'drizzle-orm';
import {
  courseField,
  courseModules,
  courses,
  moduleField,
  semesterField,
  studyYearField,
} from '#domains/curriculum/server/index.ts';
import { groupField, joinGroup } from '#domains/groups/server/index.ts';
import { academicYearField, facultyField } from '#domains/institutions/server/index.ts';
import { teacherField } from '#domains/staff/server/index.ts';
import { studentField } from '#domains/students/server/index.ts';
import { codes, defineSubject } from '#platform/server/records/subjects.ts';
import { marks, sessionKinds, sessionStates } from '../shapes.ts';
import { attendanceReach, sessionReach } from './reach.ts';
import { attendance, attendanceTotals, classSessions } from './tables.ts';

/** Lessons and who was there, as reports see them. */

const ofModule = {
  module_id: moduleField(sql`${courseModules.module_id}`),
  course_id: courseField(sql`${courseModules.course_id}`),
  department_id: facultyField(sql`${courses.department_id}`),
  academic_year_id: academicYearField(sql`${courseModules.academic_year_id}`),
  semester: semesterField(sql`${courseModules.semester}`),
  study_year: studyYearField(sql`${courseModules.study_year}`),
};
const joinModule = sql`join ${courses} on ${courses.id} = ${courseModules.course_id}`;
const dated = {
  titles: { uz: 'Sana', ru: 'Дата', en: 'Date' },
  kind: 'date',
  value: sql`${classSessions.date}`,
} as const;
const kind = {
  titles: { uz: 'Dars turi', ru: 'Вид занятия', en: 'Kind of class' },
  ...codes(sessionKinds, 'attendance.kind'),
  value: sql`${classSessions.kind}`,
};

const allOf = sql`(${attendanceTotals.attended} + ${attendanceTotals.missed} + ${attendanceTotals.explained})`;
/** How each student attends each module: sums of all registers, so that a whole university is counted at once. */
export const attendanceSubject = defineSubject({
  name: 'attendance',
  titles: {
    uz: 'Davomat (talaba va fan boʻyicha)',
    ru: 'Посещаемость (по студентам и предметам)',
    en: 'Attendance by student and module',
  },
  permission: 'attendance.read',
  table: attendanceTotals,
  joins: sql`join ${courseModules} on ${courseModules.id} = ${attendanceTotals.course_module_id} ${joinModule} ${joinGroup(sql`${attendanceTotals.student_id}`)}`,
  where: undefined,
  reach: (call, permission) =>
    attendanceReach(call, permission, {
      course_module: sql`${attendanceTotals.course_module_id}`,
      student: sql`${attendanceTotals.student_id}`,
    }),
  person: sql`${attendanceTotals.student_id}`,
  usual: ['student_id', 'group_id', 'module_id', 'missed', 'missed_share'],
  fields: {
    student_id: studentField(sql`${attendanceTotals.student_id}`),
    group_id: groupField(),
    ...ofModule,
    attended: {
      titles: { uz: 'Qatnashgan (dars)', ru: 'Посещено (занятий)', en: 'Attended (classes)' },
      kind: 'number',
      value: sql`${attendanceTotals.attended}`,
    },
    missed: {
      titles: {
        uz: 'Sababsiz qoldirgan (dars)',
        ru: 'Пропущено без причины (занятий)',
        en: 'Unexcused (classes)',
      },
      kind: 'number',
      value: sql`${attendanceTotals.missed}`,
    },
    explained: {
      titles: { uz: 'Sababli qoldirgan (dars)', ru: 'Пропущено по причине (занятий)', en: 'Excused (classes)' },
      kind: 'number',
      value: sql`${attendanceTotals.explained}`,
    },
    missed_share: {
      titles: { uz: 'Sababsiz qoldirgan, %', ru: 'Пропущено без причины, %', en: 'Unexcused, %' },
      kind: 'number',
      value: sql`round(100.0 * ${attendanceTotals.missed} / nullif(${allOf}, 0), 1)`,
    },
  },
});

/** Each absence of a student from a lesson, with its day. */
export const absenceSubject = defineSubject({
  name: 'absences',
  titles: { uz: 'Qoldirilgan darslar', ru: 'Пропуски занятий', en: 'Absences from classes' },
  permission: 'attendance.read',
  table: attendance,
  joins: sql`join ${classSessions} on ${classSessions.id} = ${attendance.session_id} and ${classSessions.deleted_at} is null join ${courseModules} on ${courseModules.id} = ${classSessions.course_module_id} ${joinModule} ${joinGroup(sql`${attendance.student_id}`)}`,
  where: sql`${attendance.status} <> 'ATTENDED'`,
  reach: (call, permission) =>
    attendanceReach(call, permission, {
      course_module: sql`${classSessions.course_module_id}`,
      student: sql`${attendance.student_id}`,
    }),
  person: sql`${attendance.student_id}`,
  usual: ['date', 'student_id', 'group_id', 'module_id', 'status'],
  fields: {
    date: dated,
    student_id: studentField(sql`${attendance.student_id}`),
    group_id: groupField(),
    status: {
      titles: { uz: 'Holati', ru: 'Статус', en: 'Status' },
      ...codes(
        marks.filter((mark) => mark !== 'ATTENDED'),
        'attendance.mark',
      ),
      value: sql`${attendance.status}`,
    },
    kind,
    ...ofModule,
  },
});

/** Dated lessons: what is planned, held and cancelled, by whom. */
export const lessonSubject = defineSubject({
  name: 'lessons',
  titles: { uz: 'Darslar', ru: 'Занятия', en: 'Classes' },
  permission: 'attendance.read',
  table: classSessions,
  joins: sql`join ${courseModules} on ${courseModules.id} = ${classSessions.course_module_id} ${joinModule}`,
  where: isNull(classSessions.deleted_at),
  reach: sessionReach,
  usual: ['date', 'module_id', 'staff_id', 'kind', 'state'],
  fields: {
    date: dated,
    staff_id: teacherField(sql`${classSessions.staff_id}`),
    kind,
    state: {
      titles: { uz: 'Holati', ru: 'Статус', en: 'Status' },
      ...codes(sessionStates, 'attendance.state'),
      value: sql`${classSessions.state}`,
    },
    called: {
      titles: { uz: 'Davomat belgilangan', ru: 'Журнал заполнен', en: 'Register taken' },
      kind: 'flag',
      value: sql`(${classSessions.called_at} is not null)`,
    },
    hours: {
      titles: { uz: 'Akademik soat', ru: 'Академические часы', en: 'Academic hours' },
      kind: 'number',
      value: sql`(${classSessions.sessions} * 2)`,
    },
    ...ofModule,
  },
});
