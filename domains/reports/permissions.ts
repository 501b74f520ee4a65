import { employees, groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const office = employees.filter((role) => role !== 'STAFF');
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
  'LIBRARY_MODERATOR',
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
  'report.manage': writing({ institution: makers }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    reports: typeof permissions;
  }
}
