import { employees, groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const office = [...groups.admins, ...groups.registrar, ...groups.studentsDepartment] as const;
const librarians = [...groups.admins, 'LIBRARY_MODERATOR'] as const;

/**
 * Who reads and keeps what the library lends and the institution lays down. Whoever reads for the institution sees
 * everything that is out; with `own`, what is for students.
 */
export const permissions = {
  'library.read': reading({ institution: employees, own: groups.students }),
  'library.manage': writing({ institution: librarians }),
  'module_file.read': reading({
    institution: [...groups.admins, ...groups.topViewers, ...groups.academic, ...groups.teaching, ...groups.quality],
  }),
  'module_file.manage': writing({
    institution: [...groups.admins, ...groups.quality, 'TEACHING_AND_LEARNING_OFFICER', 'PROGRAMME_MANAGER'],
    taught: ['TEACHER', 'MODULE_LEADER', 'COURSE_LEADER'],
  }),
  'policy.read': reading({ institution: employees, own: groups.students }),
  'policy.manage': writing({ institution: [...groups.admins, ...groups.quality, 'REGISTRAR_HEAD'] }),
  'student_file.read': reading({
    institution: [
      ...office,
      ...groups.topViewers,
      ...groups.studentViewers,
      ...groups.quality,
      'REGISTRAR_HELPER',
      'PROGRAMME_MANAGER',
      'TEACHING_AND_LEARNING_OFFICER',
      'COURSE_LEADER',
      'PASSPORT_PERMISSION_USER',
      'ID_CARD_PRINTER',
    ],
    branch: ['DEAN'],
    taught: ['TEACHER', 'MODULE_LEADER', 'ACADEMIC_MENTOR'],
    own: groups.students,
  }),
  'student_file.manage': writing({ institution: office, branch: ['DEAN'], taught: ['ACADEMIC_MENTOR'] }),
  'open_link.read': reading({ institution: [...employees, ...groups.students] }),
  'open_link.manage': writing({ institution: librarians }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    library: typeof permissions;
  }
}
