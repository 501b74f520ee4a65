import { employees, type Permissions, viewerRoles, writing } from '#platform/contract/index.ts';

/** Everybody keeps views of their own; these are about those that others see too. */
export const permissions = {
  'list_view.share': writing({ institution: employees.filter((role) => !viewerRoles.includes(role)) }),
  'list_view.manage': writing({ institution: ['SUPER_ADMIN', 'ADMIN', 'DEMO_ADMIN'] }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    views: typeof permissions;
  }
}
