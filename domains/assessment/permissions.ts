import { employees, groups, type Permissions, reading, viewerRoles, writing } from '#platform/contract/index.ts';

const office = [...groups.admins, ...groups.registrar] as const;
const heads = [...groups.admins, 'REGISTRAR_HEAD'] as const;
const watchers = [
  ...office,
  ...groups.topViewers,
  ...groups.quality,
  'REGISTRAR_HELPER',
  'PROGRAMME_MANAGER',
  'TEACHING_AND_LEARNING_OFFICER',
  'COURSE_LEADER',
  'EXAM_HEAD',
  'AR_COMMITTEE',
] as const;
const markers = ['TEACHER', 'MODULE_LEADER'] as const;

/** Who plans, marks, moderates, publishes, confirms; who asks for an amendment, checks, approves and applies it. */
export const permissions = {
  'assessment_plan.read': reading({
    institution: watchers,
    branch: ['DEAN'],
    taught: [...markers, 'ACADEMIC_MENTOR'],
    own: groups.students,
  }),
  'assessment_plan.manage': writing({
    institution: [...office, 'TEACHING_AND_LEARNING_OFFICER'],
    branch: ['DEAN'],
    taught: ['MODULE_LEADER'],
  }),
  'assessment_scale.manage': writing({ institution: heads }),
  'mark.read': reading({
    institution: watchers,
    branch: ['DEAN'],
    taught: [...markers, 'ACADEMIC_MENTOR'],
  }),
  'mark.own': reading({ own: groups.students }),
  'mark.codes': reading({ institution: [...office, 'EXAM_HEAD'] }),
  'mark.enter': writing({ institution: groups.admins, taught: markers }),
  'mark.return': writing({ institution: groups.admins, taught: ['MODULE_LEADER'] }),
  'mark.moderate': writing({ institution: groups.admins, taught: markers }),
  'mark.publish': writing({ institution: office, taught: ['MODULE_LEADER'] }),
  'mark.confirm': writing({ institution: [...heads, 'COURSE_LEADER'] }),
  'mark.lock': writing({ institution: heads }),
  'mark.withhold': writing({ institution: office }),
  'mark.import': writing({ institution: office, taught: markers }),
  'retake.read': reading({
    institution: watchers,
    branch: ['DEAN'],
    taught: [...markers, 'ACADEMIC_MENTOR'],
    own: groups.students,
  }),
  'retake.manage': writing({ institution: [...office, 'EXAM_HEAD'] }),
  'ledger.read': reading({ institution: [...office, ...groups.topViewers, ...groups.quality], taught: markers }),
  'amendment.read': reading({
    institution: watchers,
    branch: ['DEAN'],
    taught: markers,
    own: groups.students,
  }),
  'amendment.request': writing({ institution: office, taught: markers }),
  'amendment.check': writing({ institution: groups.admins, taught: ['MODULE_LEADER'] }),
  'amendment.decide': writing({ institution: [...heads, 'AR_COMMITTEE'] }),
  'amendment.apply': writing({ institution: office }),
  'amendment.publish': writing({ institution: office }),
  'transcript.read': reading({
    institution: [...watchers, ...groups.studentViewers, ...groups.studentsDepartment],
    branch: ['DEAN'],
    own: [...groups.students, ...groups.former],
  }),
  'transcript.issue': writing({ institution: [...office, ...groups.studentsDepartment] }),
  'transcript.revoke': writing({ institution: heads }),
  'award.read': reading({ institution: [...watchers, 'DEAN'] }),
  'award.prepare': writing({ institution: office }),
  // Whoever is chosen to sit on a board; the board knows its members.
  'award.sign': writing({ institution: employees.filter((role) => !viewerRoles.includes(role)) }),
  'award.confirm': writing({ institution: heads }),
  'diploma.issue': writing({ institution: office }),
  'clearance.manage': writing({ institution: heads }),
  // Whoever holds the role of an office; the office knows which one.
  'clearance.sign': writing({ institution: employees.filter((role) => !viewerRoles.includes(role)) }),
  'exam_admission.read': reading({
    institution: [...watchers, ...groups.studentViewers, ...groups.studentsDepartment],
    branch: ['DEAN'],
    taught: [...markers, 'ACADEMIC_MENTOR'],
    own: groups.students,
  }),
  'exam_admission.manage': writing({ institution: [...heads, 'EXAM_HEAD'] }),
  'exam_admission.override': writing({ institution: [...heads, 'EXAM_HEAD'] }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    assessment: typeof permissions;
  }
}
