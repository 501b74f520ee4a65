import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const house = [...groups.admins, 'SYSTEM_MODERATOR', ...groups.studentsDepartment] as const;

/**
 * Who looks after students at risk: the house, a dean the own faculty, a mentor the own groups and those who were handed
 * over. Students see nothing of it, teachers neither.
 */
export const permissions = {
  'risk.read': reading({
    institution: [...house, ...groups.topViewers],
    branch: ['DEAN'],
    taught: ['ACADEMIC_MENTOR'],
  }),
  'risk.act': writing({ institution: house, branch: ['DEAN'], taught: ['ACADEMIC_MENTOR'] }),
  'risk.assign': writing({ institution: house, branch: ['DEAN'] }),
  'risk.rules': writing({ institution: [...groups.admins, 'SYSTEM_MODERATOR', 'DIRECTOR'], branch: ['DEAN'] }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    'early-warning': typeof permissions;
  }
}
