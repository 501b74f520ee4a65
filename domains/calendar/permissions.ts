import {
  employees,
  groups,
  type Permissions,
  type Role,
  reading,
  viewerRoles,
  writing,
} from '#platform/contract/index.ts';

const everything: readonly Role[] = [...groups.admins, ...groups.registrar];
const academic: readonly Role[] = [...groups.academic, ...groups.quality];
const general: readonly Role[] = [
  ...groups.studentsDepartment,
  'SYSTEM_MODERATOR',
  'EXTRACURRICULAR_ACTIVITY_MANAGER',
  'CAREER_CENTER_MANAGER',
  'LIBRARY_MODERATOR',
  'EXAM_HEAD',
  'HR_HEAD',
  'MARKETING',
];
const taken = [...everything, ...academic, ...groups.teaching, ...general, ...viewerRoles];

/**
 * Who sees the calendar, and which types of events each may enter. With `own` events are for oneself; with `taught` for
 * the groups that one teaches too; with `branch` for the courses and groups of one's department.
 */
export const permissions = {
  'calendar.read': reading({
    institution: employees,
    own: [...groups.students, ...groups.former, ...groups.outsiders],
  }),
  'calendar.all_types': writing({ institution: everything }),
  'calendar.academic_types': writing({
    institution: academic.filter((role) => role !== 'DEAN'),
    branch: ['DEAN'],
  }),
  'calendar.week_types': writing({ taught: groups.teaching }),
  'calendar.general_types': writing({
    institution: general,
    own: [...groups.students, ...employees.filter((role) => !taken.includes(role))],
  }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    calendar: typeof permissions;
  }
}
