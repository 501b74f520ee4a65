import { employees, groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

/** Who keeps institutions, their reference data, departments and pages. */
export const permissions = {
  'institution.manage': writing({ institution: ['SUPER_ADMIN', 'ADMIN'] }),
  'reference.manage': writing({ institution: [...groups.admins, 'SYSTEM_MODERATOR', 'REGISTRAR_HEAD'] }),
  'reference.read': reading({ institution: employees }),
  'department.manage': writing({ institution: [...groups.admins, 'SYSTEM_MODERATOR', 'HR_HEAD'] }),
  'pages.manage': writing({ institution: [...groups.admins, 'SYSTEM_MODERATOR', 'MARKETING'] }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    institutions: typeof permissions;
  }
}
