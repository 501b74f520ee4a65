import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const office = [...groups.admins, ...groups.registrar, ...groups.studentsDepartment] as const;

/** Who sees and forms groups. Students see their own group; teachers those they teach; a dean those of the faculty. */
export const permissions = {
  'group.read': reading({
    institution: [
      ...office,
      ...groups.topViewers,
      ...groups.studentViewers,
      ...groups.quality,
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
  'group.manage': writing({ institution: office, branch: ['DEAN'] }),
  'group.assign': writing({ institution: office, branch: ['DEAN'] }),
  'group.mentor': writing({ institution: [...office, 'TEACHING_AND_LEARNING_OFFICER'], branch: ['DEAN'] }),
  'module_choice.read': reading({
    institution: [
      ...office,
      ...groups.topViewers,
      ...groups.quality,
      'PROGRAMME_MANAGER',
      'TEACHING_AND_LEARNING_OFFICER',
    ],
    branch: ['DEAN', 'COURSE_LEADER'],
    taught: ['TEACHER', 'MODULE_LEADER'],
    own: groups.students,
  }),
  'module_choice.choose': writing({ institution: office, own: groups.students }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    groups: typeof permissions;
  }
}
