import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const office = [
  ...groups.admins,
  ...groups.topViewers,
  ...groups.registrar,
  'REGISTRAR_HELPER',
  ...groups.studentsDepartment,
  ...groups.studentViewers,
  ...groups.academic,
  ...groups.quality,
  ...groups.hr,
  'ADMISSION_MODERATOR',
  'ADMISSION_VIEWER',
  ...groups.accounting,
  'CAREER_CENTER_MANAGER',
  'MARKETING',
  'LIBRARY_MODERATOR',
] as const;
const makers = [
  ...groups.admins,
  'DIRECTOR',
  'DEAN',
  ...groups.registrar,
  ...groups.studentsDepartment,
  ...groups.quality,
  ...groups.hr,
  'PROGRAMME_MANAGER',
  'TEACHING_AND_LEARNING_OFFICER',
  'ADMISSION_MODERATOR',
  'ACCOUNTING_HEAD',
  'CAREER_CENTER_MANAGER',
  'MARKETING',
] as const;

/**
 * The home of students is theirs alone. Reports: what somebody may see in one is decided by the rights over its records, row by
 * row; these only open the pages.
 */
export const permissions = {
  'dashboard.read': reading({ own: groups.students }),
  'report.read': reading({ institution: office }),
  /** From when on a group is worth a look: the house for all, a dean for the own faculty. */
  'dashboard.limits': writing({ institution: [...groups.admins, 'DIRECTOR'], branch: ['DEAN'] }),
  'report.manage': writing({ institution: makers }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    reports: typeof permissions;
  }
}
