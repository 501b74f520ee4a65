import { groups, type Permissions, reading, writing } from '#platform/contract/index.ts';

const { admins, topViewers, admission, outsiders, students, former, hr, crm } = groups;
const officers = ['ADMISSION_MODERATOR', 'ADMISSION_ARCHIVE_OPERATOR'] as const;
const heads = ['DEAN', 'PROGRAMME_MANAGER', 'COURSE_LEADER'] as const;

// Who studies or studied here may apply again: for a master's after a bachelor's, after a withdrawal, for a course beside it.
const applicants = [...outsiders, ...students, ...former] as const;

/** Who applies, who looks, who checks, who decides, who publishes: the last two are never one person. */
export const permissions = {
  'application.apply': writing({ own: applicants }),
  'application.read': reading({
    institution: [...admins, ...topViewers, ...admission, 'ADMISSION_VIEWER', 'REGISTRAR_HEAD', 'EXAM_HEAD'],
    branch: heads,
    own: applicants,
  }),
  'application.check': writing({ institution: [...admins, ...officers] }),
  'application.form': writing({ institution: [...admins, 'ADMISSION_MODERATOR'] }),
  'application.decide': writing({ institution: [...admins, 'ADMISSION_MODERATOR'] }),
  'application.publish': writing({ institution: [...admins, 'ADMISSION_MODERATOR'] }),
  'application.offer': writing({ institution: [...admins, 'ADMISSION_MODERATOR', 'ACCOUNTING_HEAD'] }),
  'application.desk': reading({
    institution: [
      ...admins,
      ...topViewers,
      ...admission,
      'ADMISSION_VIEWER',
      'MARKETING',
      'REGISTRAR_HEAD',
      'EXAM_HEAD',
    ],
  }),
  'lead.read': reading({ institution: crm }),
  'lead.talk': writing({ institution: crm }),
  'guest.own': writing({ own: applicants }),
  'guest.read': reading({
    institution: [...admins, ...topViewers, ...admission, ...crm, 'ADMISSION_VIEWER', 'MARKETING', 'REGISTRAR_HEAD'],
  }),
  'guest.manage': writing({ institution: [...admins, ...officers] }),
  'guest.score': writing({ institution: [...admins, 'ADMISSION_MODERATOR', 'ADMISSION_APPOINTMENT_TEACHER'] }),
  'exam.read': reading({
    institution: [...admins, ...topViewers, ...admission, 'ADMISSION_VIEWER', 'EXAM_HEAD'],
  }),
  'exam.manage': writing({ institution: [...admins, 'ADMISSION_MODERATOR', 'EXAM_HEAD'] }),
  'exam.score': writing({ institution: [...admins, 'ADMISSION_MODERATOR', 'EXAM_HEAD'] }),
  'exam.assign': writing({ institution: [...admins, ...officers, 'EXAM_HEAD'] }),
  'exam.check_in': writing({ institution: [...admins, ...admission, 'EXAM_HEAD'] }),
  'course_application.apply': writing({ own: applicants }),
  'course_application.read': reading({
    institution: [...admins, ...topViewers, ...admission, 'ADMISSION_VIEWER'],
    own: applicants,
  }),
  'course_application.check': writing({ institution: [...admins, ...officers] }),
  'course_application.form': writing({ institution: [...admins, 'ADMISSION_MODERATOR'] }),
  'job_application.apply': writing({ own: applicants }),
  'job_application.read': reading({
    institution: [...admins, ...topViewers, ...hr],
    own: applicants,
  }),
  'job_application.check': writing({ institution: [...admins, ...hr] }),
  'job_application.form': writing({ institution: [...admins, ...hr] }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    admissions: typeof permissions;
  }
}
