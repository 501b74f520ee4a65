import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const heads = [...groups.admins, 'REGISTRAR_HEAD'] as const;
const office = [...groups.admins, ...groups.registrar] as const;
/** Who may be asked to take part in a case; they reach the cases in which they do. */
const partners = [...groups.teaching, ...groups.academic, 'EXAM_HEAD'] as const;

/**
 * Who reports, looks into, decides and publishes cases. Whoever reads with `taught` reaches the cases in which they
 * have a part; students their own. Who may not judge although the right is there stands in server/conflicts.ts.
 */
export const permissions = {
  'offence.read': reading({
    institution: [...office, 'DIRECTOR', 'AR_COMMITTEE'],
    taught: partners,
    own: [...groups.students, ...groups.former],
  }),
  'offence.report': writing({ institution: [...office, 'EXAM_HEAD'], taught: groups.teaching }),
  'offence.triage': writing({ institution: office }),
  'offence.consult': writing({ institution: groups.admins, taught: [...groups.teaching, ...groups.academic] }),
  'offence.sit': writing({
    institution: [...groups.admins, 'AR_COMMITTEE'],
    taught: [...groups.teaching, ...groups.academic],
  }),
  'offence.publish': writing({ institution: heads }),
  'offence.decide_appeal': writing({ institution: [...groups.admins, 'DIRECTOR'] }),
  'offence.board': writing({ institution: office }),
  'offence.answer': writing({ own: [...groups.students, ...groups.former] }),
  'offence.statistics': reading({
    institution: [...heads, 'ADMIN_VIEWER', 'DIRECTOR', 'QUALITY_ASSURANCE_HEAD'],
  }),
  'offence_type.read': reading({ institution: [...office, ...partners, 'DIRECTOR', 'AR_COMMITTEE'] }),
  'offence_type.manage': writing({ institution: heads }),
  'invigilation.read': reading({ institution: [...office, 'EXAM_HEAD'], taught: groups.teaching }),
  'invigilation.manage': writing({ institution: [...office, 'EXAM_HEAD'] }),
  'invigilation.record': writing({ institution: [...office, 'EXAM_HEAD'], taught: groups.teaching }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    misconduct: typeof permissions;
  }
}
