import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const office = [...groups.admins, ...groups.registrar] as const;

/**
 * Who calls the register, who only sees it, who excuses. Students see their own; a dean what belongs to the faculty. The
 * register is called by whoever gives the lesson; an institution may let all teachers of the module do it.
 */
export const permissions = {
  'attendance.read': reading({
    institution: [
      ...office,
      ...groups.topViewers,
      ...groups.studentViewers,
      ...groups.quality,
      ...groups.studentsDepartment,
      'REGISTRAR_HELPER',
      'PROGRAMME_MANAGER',
      'TEACHING_AND_LEARNING_OFFICER',
      'COURSE_LEADER',
      'EXAM_HEAD',
    ],
    branch: ['DEAN'],
    taught: ['TEACHER', 'MODULE_LEADER', 'ACADEMIC_MENTOR'],
    own: groups.students,
  }),
  'attendance.plan': writing({
    institution: [...office, 'TEACHING_AND_LEARNING_OFFICER'],
    branch: ['DEAN'],
    taught: ['TEACHER'],
  }),
  'attendance.mark': writing({ institution: groups.admins, taught: [], own: ['TEACHER'] }),
  'attendance.correct': writing({ institution: office }),
  'attendance.import': writing({ institution: [...office, 'TEACHING_AND_LEARNING_OFFICER'] }),
  'attendance.settings': writing({ institution: [...groups.admins, 'REGISTRAR_HEAD'] }),
  'attendance.check_in': writing({ own: groups.students }),
  'attendance_reason.read': reading({
    institution: [
      ...office,
      ...groups.topViewers,
      ...groups.studentsDepartment,
      'REGISTRAR_HELPER',
      'PROGRAMME_MANAGER',
      'TEACHING_AND_LEARNING_OFFICER',
    ],
    branch: ['DEAN'],
    taught: ['ACADEMIC_MENTOR', 'TEACHER', 'MODULE_LEADER', 'COURSE_LEADER'],
    own: groups.students,
  }),
  'attendance_reason.submit': writing({
    institution: [...office, ...groups.studentsDepartment],
    own: groups.students,
  }),
  'attendance_reason.decide': writing({ institution: office }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    attendance: typeof permissions;
  }
}
