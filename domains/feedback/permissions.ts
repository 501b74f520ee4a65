import { employees, groups, type Permissions, reading, viewerRoles, writing } from '#platform/contract/index.ts';

const workers = employees.filter((role) => !viewerRoles.includes(role));

/**
 * Who has to do with complaints and suggestions. Everybody sees their own and what they were given to handle; the whole
 * register is for those who moderate it and for the rector. Who wrote confidentially is seen by neither: a moderator
 * asks for the name, with a reason that is kept.
 */
export const permissions = {
  'feedback.read': reading({
    institution: ['SUPER_ADMIN', 'SYSTEM_MODERATOR', 'DIRECTOR'],
    own: [...groups.students, ...groups.former, ...employees],
  }),
  'feedback.submit': writing({ own: [...groups.students, ...groups.former, ...workers] }),
  'feedback.moderate': writing({ institution: ['SUPER_ADMIN', 'SYSTEM_MODERATOR'] }),
  'feedback.handle': writing({ own: workers }),
  'feedback.statistics': reading({
    institution: [
      'SUPER_ADMIN',
      'ADMIN',
      'DEMO_ADMIN',
      'ADMIN_VIEWER',
      'DIRECTOR',
      'SYSTEM_MODERATOR',
      'MODERATOR_VIEWER',
      'QUALITY_ASSURANCE_HEAD',
    ],
  }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    feedback: typeof permissions;
  }
}
