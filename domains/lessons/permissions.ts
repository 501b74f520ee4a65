import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const planners = [...groups.admins, 'TEACHING_AND_LEARNING_OFFICER'] as const;

/** Teachers keep the lessons of the modules that they teach; students learn from the published ones of those they take. */
export const permissions = {
  'lesson.read': reading({
    institution: [
      ...planners,
      ...groups.topViewers,
      ...groups.quality,
      ...groups.registrar,
      ...groups.studentsDepartment,
      'EXAM_HEAD',
    ],
    branch: ['DEAN', 'PROGRAMME_MANAGER', 'COURSE_LEADER'],
    taught: ['TEACHER', 'MODULE_LEADER'],
    own: groups.students,
  }),
  'lesson.manage': writing({
    institution: planners,
    branch: ['PROGRAMME_MANAGER', 'COURSE_LEADER'],
    taught: ['TEACHER', 'MODULE_LEADER'],
  }),
  'lesson.assess': writing({
    institution: groups.admins,
    branch: ['COURSE_LEADER'],
    taught: ['TEACHER', 'MODULE_LEADER'],
  }),
  'lesson.learn': writing({ own: groups.students }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    lessons: typeof permissions;
  }
}
