import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

/**
 * Who has to do with extenuating circumstances. `circumstance.read` alone shows whose claim it is, about which
 * assessments, where it stands and what was decided; why, and the evidence, is between the student, those who decide,
 * and the panel of that claim. Nobody who teaches has any of these; of Samarkand, each office sees its own branch.
 */
export const permissions = {
  'circumstance.read': reading({
    institution: [
      'SUPER_ADMIN',
      'ADMIN',
      'DEMO_ADMIN',
      'ADMIN_VIEWER',
      'DIRECTOR',
      'MODERATOR_VIEWER',
      'REGISTRAR_HEAD',
      'REGISTRAR_OFFICER',
      'REGISTRAR_HELPER',
    ],
    branch: ['ADMIN_SAMARKAND', 'REGISTRAR_OFFICER_SAMARKAND'],
    own: [...groups.students, ...groups.former],
  }),
  'circumstance.submit': writing({ own: groups.students }),
  'circumstance.decide': writing({
    institution: ['REGISTRAR_HEAD', 'REGISTRAR_OFFICER'],
    branch: ['REGISTRAR_OFFICER_SAMARKAND'],
  }),
  'circumstance.panel': writing({ institution: ['AR_COMMITTEE'] }),
  'circumstance.revoke': writing({ institution: ['REGISTRAR_HEAD'] }),
  'circumstance.settings': writing({ institution: ['SUPER_ADMIN', 'ADMIN', 'REGISTRAR_HEAD'] }),
  'circumstance.statistics': reading({
    institution: ['SUPER_ADMIN', 'ADMIN', 'ADMIN_VIEWER', 'DIRECTOR', 'REGISTRAR_HEAD', 'QUALITY_ASSURANCE_HEAD'],
  }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    circumstances: typeof permissions;
  }
}
