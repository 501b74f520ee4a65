import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const office = [...groups.admins, ...groups.registrar, 'TEACHING_AND_LEARNING_OFFICER'] as const;

/** Who sees the timetable, who makes it, and who says when they cannot come. Students see their own. */
export const permissions = {
  'timetable.read': reading({
    institution: [
      ...office,
      ...groups.topViewers,
      ...groups.quality,
      ...groups.teaching,
      ...groups.studentsDepartment,
      'DEAN',
      'PROGRAMME_MANAGER',
      'REGISTRAR_HELPER',
      'EXAM_HEAD',
    ],
    own: groups.students,
  }),
  'timetable.manage': writing({ institution: office }),
  'timetable.publish': writing({ institution: [...groups.admins, 'REGISTRAR_HEAD'] }),
  'timetable_wish.read': reading({
    institution: [...office, ...groups.topViewers, 'DEAN', 'PROGRAMME_MANAGER'],
    own: groups.teaching,
  }),
  'timetable_wish.manage': writing({ institution: office, own: groups.teaching }),
} satisfies Permissions;
