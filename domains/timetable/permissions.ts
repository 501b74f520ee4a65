import { employees, groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const office = [...groups.admins, ...groups.registrar, 'TEACHING_AND_LEARNING_OFFICER'] as const;

/** Who sees the timetable, who makes it, and who says when they cannot come. Students see their own. The same for exams. */
export const permissions = {
  'timetable.read': reading({
    institution: employees,
    own: groups.students,
  }),
  'timetable.manage': writing({ institution: office }),
  'timetable.publish': writing({ institution: [...groups.admins, 'REGISTRAR_HEAD'] }),
  'timetable_wish.read': reading({
    institution: [...office, ...groups.topViewers, 'DEAN', 'PROGRAMME_MANAGER'],
    own: groups.teaching,
  }),
  'exam_period.read': reading({
    institution: [
      ...office,
      ...groups.topViewers,
      ...groups.quality,
      ...groups.studentsDepartment,
      'DEAN',
      'PROGRAMME_MANAGER',
      'EXAM_HEAD',
    ],
    // Periods and exams in full; of rooms and who sits in them those that one sees to or whose module one teaches.
    taught: groups.teaching,
  }),
  'exam_period.manage': writing({ institution: [...groups.admins, 'EXAM_HEAD'] }),
  'exam_period.publish': writing({ institution: [...groups.admins, 'EXAM_HEAD'] }),
  'exam.own': reading({ own: [...groups.students, ...groups.teaching] }),
  'timetable_wish.manage': writing({ institution: office, own: groups.teaching }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    timetable: typeof permissions;
  }
}
