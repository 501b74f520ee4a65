import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const office = [...groups.admins, ...groups.registrar, ...groups.studentsDepartment] as const;
/** What stays with people after they left. */
const studentsAndFormer = [...groups.students, ...groups.former] as const;

/**
 * What may be done with students. Three circles of data: `student.read` shows who studies what, `student.personal` how
 * to reach them and their family, `student.passport` the papers that name them before the state.
 */
export const permissions = {
  'student.read': reading({
    institution: [
      ...office,
      ...groups.topViewers,
      ...groups.studentViewers,
      ...groups.quality,
      ...groups.accounting,
      'REGISTRAR_HELPER',
      'COURSE_LEADER',
      'PROGRAMME_MANAGER',
      'TEACHING_AND_LEARNING_OFFICER',
      'AR_COMMITTEE',
      'EXAM_HEAD',
      'EXTRACURRICULAR_ACTIVITY_MANAGER',
      'LIBRARY_MODERATOR',
      'CAREER_CENTER_MANAGER',
      'ID_CARD_PRINTER',
      'ARCHIVIST',
      'PASSPORT_PERMISSION_USER',
    ],
    branch: ['DEAN'],
    taught: ['TEACHER', 'MODULE_LEADER', 'ACADEMIC_MENTOR'],
    own: studentsAndFormer,
  }),
  'student.personal': reading({
    institution: [...office, 'DIRECTOR', 'ADMIN_VIEWER'],
    branch: ['DEAN'],
    taught: ['ACADEMIC_MENTOR'],
    own: studentsAndFormer,
  }),
  'student.passport': reading({
    institution: [...groups.admins, 'REGISTRAR_HEAD', 'PASSPORT_PERMISSION_USER'],
    own: studentsAndFormer,
  }),
  'student.passport_manage': writing({ institution: [...groups.admins, 'PASSPORT_PERMISSION_USER'] }),
  'student.manage': writing({ institution: office }),
  'student.contact': writing({ institution: office, own: studentsAndFormer }),
  'student.documents': reading({ institution: [...office, 'ARCHIVIST'], own: studentsAndFormer }),
  'student.cards': reading({ institution: [...office, ...groups.topViewers, 'ID_CARD_PRINTER'], own: groups.students }),
  'student.cards_manage': writing({ institution: [...office, 'ID_CARD_PRINTER'] }),
  'student.call_letters': reading({
    institution: [...office, ...groups.topViewers, 'ARCHIVIST'],
    branch: ['DEAN'],
    own: groups.students,
  }),
  'student.call_letters_manage': writing({ institution: office, branch: ['DEAN'] }),
  'student.propose_status': writing({
    institution: [...groups.studentsDepartment, 'REGISTRAR_OFFICER', 'REGISTRAR_OFFICER_SAMARKAND'],
  }),
  'student.confirm_status': writing({ institution: ['SUPER_ADMIN', 'ADMIN', 'ADMIN_SAMARKAND', 'REGISTRAR_HEAD'] }),
  'student.status_history': reading({
    institution: [...office, ...groups.topViewers, ...groups.studentViewers],
    branch: ['DEAN'],
    own: studentsAndFormer,
  }),
  'student.transfer': writing({ institution: [...groups.admins, 'REGISTRAR_HEAD'] }),
  'student.delete': writing({ institution: [...groups.admins, 'REGISTRAR_HEAD'] }),
  'student.restore': writing({ institution: ['SUPER_ADMIN', 'ADMIN'] }),
  'student.history': reading({ institution: [...groups.admins, 'REGISTRAR_HEAD', 'ADMIN_VIEWER', 'DIRECTOR'] }),
  'student.export': reading({ institution: [...office, ...groups.topViewers], branch: ['DEAN'] }),
  'student.import': writing({ institution: office }),
  'student.sms': writing({ institution: office, branch: ['DEAN'] }),
  'course_transfer.read': reading({
    institution: [...office, ...groups.topViewers, 'COURSE_LEADER', 'PROGRAMME_MANAGER'],
    own: groups.students,
  }),
  'course_transfer.request': writing({ institution: office, own: groups.students }),
  'course_transfer.decide': writing({ institution: ['SUPER_ADMIN', 'ADMIN', 'ADMIN_SAMARKAND', 'REGISTRAR_HEAD'] }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    students: typeof permissions;
  }
}
