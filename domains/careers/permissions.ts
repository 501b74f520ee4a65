import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

/**
 * Who has to do with the way from study to work. Students and graduates have their own CV and the offers that came to them;
 * the career centre reads, remarks, offers. The heads of the house look.
 */
const house = ['SUPER_ADMIN', 'ADMIN', 'DEMO_ADMIN', 'ADMIN_VIEWER', 'DIRECTOR', 'CAREER_CENTER_MANAGER'] as const;
const people = [...groups.students, 'ALUMNUS'] as const;

export const permissions = {
  'cv.read': reading({ institution: house, branch: ['ADMIN_SAMARKAND'], own: people }),
  'cv.write': writing({ own: people }),
  'cv.review': writing({ institution: ['CAREER_CENTER_MANAGER'] }),
  'job_offer.read': reading({ institution: house, branch: ['ADMIN_SAMARKAND'], own: people }),
  'job_offer.manage': writing({ institution: ['SUPER_ADMIN', 'ADMIN', 'CAREER_CENTER_MANAGER'] }),
  'job_offer.answer': writing({ own: people }),
  'career.statistics': reading({ institution: house }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    careers: typeof permissions;
  }
}
