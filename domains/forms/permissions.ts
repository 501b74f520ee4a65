import { employees, groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

/**
 * Who has to do with what students ask for. Whoever asks sees their own. Whoever reads for the institution sees every request that was sent; whoever
 * handles sees those in whose chain a role of theirs stands, and acts where the turn is theirs.
 */
export const permissions = {
  'form.read': reading({ institution: employees, own: [...groups.students, ...groups.former] }),
  'form.manage': writing({ institution: ['SUPER_ADMIN', 'ADMIN', 'DEMO_ADMIN', 'REGISTRAR_HEAD'] }),
  'form_request.ask': writing({ own: [...groups.students, ...groups.former] }),
  'form_request.read': reading({
    institution: [
      'SUPER_ADMIN',
      'ADMIN',
      'DEMO_ADMIN',
      ...groups.topViewers,
      'REGISTRAR_HEAD',
      'REGISTRAR_OFFICER',
      'REGISTRAR_HELPER',
      'STUDENTS_DEPARTMENT',
    ],
    branch: ['ADMIN_SAMARKAND', 'REGISTRAR_OFFICER_SAMARKAND', 'STUDENTS_DEPARTMENT_SAMARKAND', 'DEAN'],
  }),
  /** How long requests take, without whose they are. */
  'form_request.times': reading({
    institution: ['SUPER_ADMIN', 'ADMIN', ...groups.topViewers, ...groups.quality, 'REGISTRAR_HEAD'],
  }),
  'form_request.handle': writing({
    institution: [
      'REGISTRAR_HEAD',
      'REGISTRAR_OFFICER',
      'STUDENTS_DEPARTMENT',
      'ACCOUNTING_HEAD',
      'EXAM_HEAD',
      'LIBRARY_MODERATOR',
      'ID_CARD_PRINTER',
    ],
    branch: ['REGISTRAR_OFFICER_SAMARKAND', 'STUDENTS_DEPARTMENT_SAMARKAND', 'DEAN'],
  }),
  'certificate.issue': writing({
    institution: ['REGISTRAR_HEAD', 'REGISTRAR_OFFICER', 'STUDENTS_DEPARTMENT'],
    branch: ['REGISTRAR_OFFICER_SAMARKAND', 'STUDENTS_DEPARTMENT_SAMARKAND'],
  }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    forms: typeof permissions;
  }
}
