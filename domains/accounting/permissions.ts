import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const { admins, topViewers, accounting, registrar, studentsDepartment, studentViewers, students, former, outsiders } =
  groups;
const office = [...admins, 'ACCOUNTING_HEAD'] as const;
const lookers = [...admins, ...topViewers, ...accounting, ...registrar] as const;
// Whoever left still pays what they owe, and sees what was theirs.
const payers = [...students, ...former, ...outsiders] as const;
const debtors = [...students, ...former] as const;

/** Accountants keep the money; people see, accept and pay what is their own. */
export const permissions = {
  'agreement.read': reading({ institution: [...lookers, 'ADMISSION_MODERATOR', 'ADMISSION_VIEWER'] }),
  'agreement.manage': writing({ institution: office }),
  'contract.read': reading({ institution: lookers, own: payers }),
  'contract.manage': writing({ institution: office }),
  'contract.accept': writing({ own: payers }),
  'payment.read': reading({ institution: lookers, own: payers }),
  'payment.manage': writing({ institution: office }),
  'refund.ask': writing({ institution: office, own: payers }),
  'refund.decide': writing({ institution: office }),
  'debit.read': reading({ institution: [...lookers, ...studentsDepartment, ...studentViewers], own: debtors }),
  'invoice.read': reading({ institution: lookers, own: debtors }),
  'invoice.create': writing({ institution: office, own: debtors }),
  'debit.manage': writing({ institution: office }),
  'hold.release': writing({ institution: office }),
  'journal.read': reading({ institution: [...admins, ...topViewers, ...accounting] }),
  'period.close': writing({ institution: office }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    accounting: typeof permissions;
  }
}
