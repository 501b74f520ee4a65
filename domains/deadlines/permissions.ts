import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const admins = ['SUPER_ADMIN', 'ADMIN', 'DEMO_ADMIN'] as const;
const office = [...admins, 'REGISTRAR_HEAD', 'REGISTRAR_OFFICER'] as const;
const samarkand = ['ADMIN_SAMARKAND', 'REGISTRAR_OFFICER_SAMARKAND'] as const;

/**
 * Whose dates one sees: a student the own, offices those of everybody, of Samarkand those of its branch. Why a date moved is
 * not among them. What stands for a student tells of health: nobody who teaches sees it.
 */
export const permissions = {
  'deadline.read': reading({
    institution: [...office, 'EXAM_HEAD'],
    branch: samarkand,
    own: groups.students,
  }),
  'exam_arrangement.read': reading({
    institution: [...office, 'TEACHING_AND_LEARNING_OFFICER', 'EXAM_HEAD'],
    branch: samarkand,
  }),
  'exam_arrangement.manage': writing({
    institution: [...admins, 'EXAM_HEAD', 'REGISTRAR_HEAD'],
    branch: ['ADMIN_SAMARKAND'],
  }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    deadlines: typeof permissions;
  }
}
