import { employees, type Permissions, reading, viewerRoles, writing } from '#platform/contract/index.ts';

/** Who keeps the letters of the institution: they register, close and archive. */
const chancellery = ['SUPER_ADMIN', 'ADMIN', 'DEMO_ADMIN', 'DOCUMENT_MANAGEMENT_MODERATOR'] as const;

/** Whoever is employed and does more than look. */
const workers = employees.filter((role) => !viewerRoles.includes(role));

/**
 * Everybody employed meets the letters that reached them: to write, to agree to, to sign, to execute or to take note of.
 * With `institution` all of them are seen but the confidential ones, which take `correspondence.confidential`.
 */
export const permissions = {
  'correspondence.read': reading({
    institution: [...chancellery, 'ADMIN_VIEWER', 'DIRECTOR', 'ARCHIVIST'],
    own: employees,
  }),
  'correspondence.confidential': reading({
    institution: ['SUPER_ADMIN', 'DIRECTOR', 'DOCUMENT_MANAGEMENT_MODERATOR'],
  }),
  /** The list of cases, the control journal as a desk, and who executes in time. */
  'correspondence.oversee': reading({ institution: [...chancellery, 'ADMIN_VIEWER', 'DIRECTOR', 'ARCHIVIST'] }),
  'correspondence.draft': writing({ own: workers }),
  /** Own part in a letter: to agree, to sign, to report, to ask for more time, to take note. */
  'correspondence.act': writing({ own: workers }),
  'correspondence.resolve': writing({
    institution: ['SUPER_ADMIN', 'ADMIN', 'DIRECTOR', 'DOCUMENT_MANAGEMENT_MODERATOR'],
    own: workers,
  }),
  'correspondence.register': writing({ institution: chancellery }),
  'correspondence.control': writing({ institution: chancellery }),
  'correspondence.archive': writing({ institution: [...chancellery, 'ARCHIVIST'] }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    correspondence: typeof permissions;
  }
}
