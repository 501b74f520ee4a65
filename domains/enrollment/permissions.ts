import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const office = [...groups.admins, ...groups.registrar] as const;

/** The registrar's office keeps years of study and takes applicants in; everybody has their own enrolment. */
export const permissions = {
  'enrollment.read': reading({
    institution: [
      ...office,
      ...groups.topViewers,
      ...groups.studentsDepartment,
      ...groups.studentViewers,
      'REGISTRAR_HELPER',
    ],
    branch: ['DEAN'],
    own: [...groups.students, ...groups.former],
  }),
  'enrollment.manage': writing({ institution: office }),
  'enrollment.enroll': writing({ institution: [...office, 'ADMISSION_MODERATOR'] }),
  'enrollment.own': writing({ own: [...groups.outsiders, ...groups.students, ...groups.former] }),
  /** Deans see the students of their own faculty; counts of the whole institution stand in the checklist. */
  'turn.read': reading({
    institution: [...office, ...groups.topViewers, ...groups.studentsDepartment],
    branch: ['DEAN'],
  }),
  'turn.manage': writing({ institution: office }),
  'turn.decide': writing({ branch: ['DEAN'] }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    enrollment: typeof permissions;
  }
}
