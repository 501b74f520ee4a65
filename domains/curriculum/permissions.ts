import { employees, groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const planners = [...groups.admins, ...groups.registrar, 'TEACHING_AND_LEARNING_OFFICER'] as const;

/** Who may see and shape what is taught. The plan is public inside the institution: students choose from it. */
export const permissions = {
  'curriculum.read': reading({ institution: [...employees, ...groups.students] }),
  'curriculum.manage': writing({ institution: planners, branch: ['DEAN', 'PROGRAMME_MANAGER', 'COURSE_LEADER'] }),
  'campaign.read': reading({
    institution: [
      ...planners,
      ...groups.topViewers,
      ...groups.admission,
      ...groups.quality,
      ...groups.accounting,
      'ADMISSION_VIEWER',
      'DEAN',
      'PROGRAMME_MANAGER',
      'COURSE_LEADER',
      'MARKETING',
    ],
  }),
  'campaign.manage': writing({ institution: [...groups.admins, 'REGISTRAR_HEAD', 'ADMISSION_MODERATOR'] }),
  'outcome.manage': writing({
    institution: [...planners, ...groups.quality],
    branch: ['DEAN', 'PROGRAMME_MANAGER', 'COURSE_LEADER'],
    taught: ['MODULE_LEADER'],
  }),
  'course_module.teachers': writing({ institution: planners, branch: ['DEAN', 'PROGRAMME_MANAGER', 'COURSE_LEADER'] }),
  'course_module.retake_task': writing({
    institution: planners,
    branch: ['DEAN', 'PROGRAMME_MANAGER', 'COURSE_LEADER'],
    taught: ['TEACHER', 'MODULE_LEADER'],
  }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    curriculum: typeof permissions;
  }
}
