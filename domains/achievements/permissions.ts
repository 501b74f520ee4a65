import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

/**
 * Who has to do with achievements. Whoever verifies does not say how many points there are: the committee keeps the types, the
 * tables of points and the lists of nominees, the manager of extracurricular work verifies. `achievement.verify` of `own`
 * reaches the types that name somebody as their validator, and no others.
 */
export const permissions = {
  'achievement.read': reading({
    institution: [
      'SUPER_ADMIN',
      'ADMIN',
      'DEMO_ADMIN',
      ...groups.topViewers,
      'AR_COMMITTEE',
      'EXTRACURRICULAR_ACTIVITY_MANAGER',
      'COURSE_LEADER',
      'PROGRAMME_MANAGER',
    ],
    branch: ['ADMIN_SAMARKAND', 'DEAN'],
    own: [...groups.students, ...groups.former],
  }),
  'achievement.submit': writing({
    institution: ['SUPER_ADMIN', 'ADMIN', 'DEMO_ADMIN', 'EXTRACURRICULAR_ACTIVITY_MANAGER'],
    own: groups.students,
  }),
  'achievement.verify': writing({
    institution: ['SUPER_ADMIN', 'ADMIN', 'DEMO_ADMIN', 'EXTRACURRICULAR_ACTIVITY_MANAGER'],
    own: [...groups.teaching, ...groups.academic],
  }),
  'achievement.revoke': writing({
    institution: ['SUPER_ADMIN', 'ADMIN', 'AR_COMMITTEE', 'EXTRACURRICULAR_ACTIVITY_MANAGER'],
  }),
  'achievement.rating': reading({
    institution: [
      'SUPER_ADMIN',
      'ADMIN',
      'DEMO_ADMIN',
      ...groups.topViewers,
      'AR_COMMITTEE',
      'EXTRACURRICULAR_ACTIVITY_MANAGER',
      'PROGRAMME_MANAGER',
    ],
    branch: ['ADMIN_SAMARKAND', 'DEAN'],
  }),
  'achievement.settings': writing({ institution: ['SUPER_ADMIN', 'ADMIN', 'DEMO_ADMIN', 'AR_COMMITTEE'] }),
  'achievement.nominate': writing({ institution: ['SUPER_ADMIN', 'ADMIN', 'DEMO_ADMIN', 'AR_COMMITTEE'] }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    achievements: typeof permissions;
  }
}
