import { employees, groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const managers = ['SUPER_ADMIN', 'ADMIN', 'QUALITY_ASSURANCE_HEAD', 'QUALITY_ASSURANCE'] as const;

/**
 * Who asks, who votes, who reads. What was found is seen by those who manage evaluations once its period is over; by everybody
 * else when it is released: who taught see their own, a dean those of the department.
 */
export const permissions = {
  'evaluation.vote': writing({ own: groups.students }),
  'evaluation.manage': writing({ institution: managers }),
  'evaluation.read': reading({
    institution: [...managers, 'ADMIN_VIEWER', 'DIRECTOR'],
    branch: ['DEAN'],
    own: employees.filter((role) => groups.teaching.some((one) => one === role)),
  }),
  'evaluation.reply': writing({ own: groups.teaching }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    evaluation: typeof permissions;
  }
}
