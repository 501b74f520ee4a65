import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const { admins, accounting, students, former, outsiders } = groups;

/** Accounting sees what gateways brought; who may set them up holds their keys. Whoever has a contract pays it. */
export const permissions = {
  'gateway.read': reading({ institution: [...admins, ...accounting] }),
  'gateway.manage': writing({ institution: [...admins, 'ACCOUNTING_HEAD'] }),
  'gateway.pay': writing({ own: [...students, ...former, ...outsiders] }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    gateways: typeof permissions;
  }
}
