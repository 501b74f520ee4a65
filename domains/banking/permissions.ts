import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const { admins, topViewers, accounting } = groups;
const office = [...admins, 'ACCOUNTING_HEAD'] as const;
const lookers = [...admins, ...topViewers, ...accounting] as const;

/** Accounting reads what banks told and says what it was; another accountant than the one who closed a day opens it again. */
export const permissions = {
  'statement.read': reading({ institution: lookers }),
  'statement.manage': writing({ institution: office }),
  'bank_account.manage': writing({ institution: office }),
  'reconciliation.read': reading({ institution: lookers }),
  'reconciliation.manage': writing({ institution: office }),
  'day.close': writing({ institution: office }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    banking: typeof permissions;
  }
}
