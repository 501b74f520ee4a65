import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

/** Who sees the figures that go to the state, whom they count, who makes them, and who answers for them. */
export const permissions = {
  'census.read': reading({
    institution: [...groups.admins, ...groups.topViewers, ...groups.registrar, ...groups.quality],
  }),
  'census.people': reading({ institution: [...groups.admins, ...groups.registrar] }),
  'census.forms': writing({ institution: [...groups.admins, 'REGISTRAR_HEAD'] }),
  'census.freeze': writing({ institution: [...groups.admins, ...groups.registrar] }),
  'census.sign': writing({ institution: [...groups.admins, 'REGISTRAR_HEAD'] }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    census: typeof permissions;
  }
}
