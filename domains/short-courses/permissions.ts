import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const { admins, topViewers, admission, outsiders, students, former, teaching, accounting } = groups;
const offices = [...admins, 'ADMISSION_MODERATOR'] as const;
/** A short course is open to whoever has an account: strangers, students, and those who studied here. */
const takers = [...outsiders, ...students, ...former] as const;

/** Who offers short courses, who takes them, who teaches them, and who sees their listeners. */
export const permissions = {
  'short_course.read': reading({
    institution: [...admins, ...topViewers, ...admission, ...accounting, 'ADMISSION_VIEWER', 'SYSTEM_MODERATOR'],
    taught: teaching,
    own: takers,
  }),
  'short_course.manage': writing({ institution: offices }),
  'short_course.register': writing({ own: takers }),
  'short_course.listeners': reading({
    institution: [...admins, ...topViewers, ...admission, ...accounting, 'ADMISSION_VIEWER'],
    taught: teaching,
  }),
  'short_course.teach': writing({ institution: offices, taught: teaching }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    short_courses: typeof permissions;
  }
}
