import { groups, type Permissions, reading } from '#platform/contract/index.ts';

/** The home of students is theirs alone; others see students by the lists of each domain. */
export const permissions = {
  'dashboard.read': reading({ own: groups.students }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    reports: typeof permissions;
  }
}
