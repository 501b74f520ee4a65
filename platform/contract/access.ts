/** Roles, scopes and how a domain declares its permissions. Browser-safe; the rights in force are those in the database. */

export const roles = [
  'SUPER_ADMIN',
  'ADMIN',
  'ADMIN_SAMARKAND',
  'ADMIN_VIEWER',
  'DEMO_ADMIN',
  'DIRECTOR',
  'DEAN',
  'BACHELOR_STUDENT',
  'MASTER_STUDENT',
  'MS_STUDENT',
  'TEST_STUDENT',
  'STAFF',
  'GUEST_USER',
  'SYSTEM_MODERATOR',
  'QUALITY_ASSURANCE',
  'QUALITY_ASSURANCE_HEAD',
  'TEACHER',
  'MODULE_LEADER',
  'COURSE_LEADER',
  'ACADEMIC_MENTOR',
  'REGISTRAR_HEAD',
  'REGISTRAR_OFFICER',
  'REGISTRAR_OFFICER_SAMARKAND',
  'REGISTRAR_HELPER',
  'HR_HEAD',
  'HR_MANAGER',
  'PROGRAMME_MANAGER',
  'AR_COMMITTEE',
  'EXTRACURRICULAR_ACTIVITY_MANAGER',
  'MODERATOR_VIEWER',
  'ADMISSION_VIEWER',
  'ADMISSION_MODERATOR',
  'ADMISSION_ARCHIVE_TASHKENT',
  'ADMISSION_ARCHIVE_SAMARKAND',
  'ADMISSION_ARCHIVE_OPERATOR',
  'ADMISSION_APPOINTMENT_TEACHER',
  'TEACHING_AND_LEARNING_OFFICER',
  'SHORT_TERM_COURSE_LISTENER',
  'LIBRARY_MODERATOR',
  'MARKETING',
  'ACCOUNTING_HEAD',
  'ACCOUNTING_HEAD_VIEWER',
  'STUDENTS_DEPARTMENT',
  'STUDENTS_DEPARTMENT_SAMARKAND',
  'AMO_CRM_OPERATOR',
  'AMO_CRM_OPERATOR_ADMISSION',
  'STUDENT_VIEWER',
  'STUDENT_VIEWER_SAMARKAND',
  'EXAM_HEAD',
  'ARCHIVIST',
  'DOCUMENT_MANAGEMENT_MODERATOR',
  'PASSPORT_PERMISSION_USER',
  'CAREER_CENTER_MANAGER',
  'ID_CARD_PRINTER',
  'ALUMNUS',
  'FORMER_STUDENT',
] as const;
export type Role = (typeof roles)[number];

/** Roles that only look: no permission that changes anything is ever granted to them, whoever edits the matrix. */
export const viewerRoles: readonly Role[] = [
  'ADMIN_VIEWER',
  'MODERATOR_VIEWER',
  'ADMISSION_VIEWER',
  'ACCOUNTING_HEAD_VIEWER',
  'STUDENT_VIEWER',
  'STUDENT_VIEWER_SAMARKAND',
];

export const groups = {
  admins: ['SUPER_ADMIN', 'ADMIN', 'ADMIN_SAMARKAND', 'DEMO_ADMIN'],
  topViewers: ['ADMIN_VIEWER', 'DIRECTOR', 'MODERATOR_VIEWER'],
  registrar: ['REGISTRAR_HEAD', 'REGISTRAR_OFFICER', 'REGISTRAR_OFFICER_SAMARKAND'],
  studentsDepartment: ['STUDENTS_DEPARTMENT', 'STUDENTS_DEPARTMENT_SAMARKAND'],
  studentViewers: ['STUDENT_VIEWER', 'STUDENT_VIEWER_SAMARKAND'],
  students: ['BACHELOR_STUDENT', 'MASTER_STUDENT', 'MS_STUDENT', 'TEST_STUDENT'],
  /** Who studied here: graduates, and those who left before. What was theirs stays theirs to read. */
  former: ['ALUMNUS', 'FORMER_STUDENT'],
  teaching: ['TEACHER', 'MODULE_LEADER', 'COURSE_LEADER', 'ACADEMIC_MENTOR'],
  academic: ['DEAN', 'PROGRAMME_MANAGER', 'TEACHING_AND_LEARNING_OFFICER'],
  quality: ['QUALITY_ASSURANCE', 'QUALITY_ASSURANCE_HEAD'],
  hr: ['HR_HEAD', 'HR_MANAGER'],
  admission: [
    'ADMISSION_MODERATOR',
    'ADMISSION_ARCHIVE_TASHKENT',
    'ADMISSION_ARCHIVE_SAMARKAND',
    'ADMISSION_ARCHIVE_OPERATOR',
    'ADMISSION_APPOINTMENT_TEACHER',
  ],
  accounting: ['ACCOUNTING_HEAD', 'ACCOUNTING_HEAD_VIEWER'],
  crm: ['AMO_CRM_OPERATOR', 'AMO_CRM_OPERATOR_ADMISSION'],
  outsiders: ['GUEST_USER', 'SHORT_TERM_COURSE_LISTENER'],
} as const satisfies Record<string, readonly Role[]>;

/** Everybody employed: all but students, those who were, applicants and listeners. */
export const employees: readonly Role[] = roles.filter(
  (role) => ![...groups.students, ...groups.former, ...groups.outsiders].some((other) => other === role),
);

/**
 * How far a permission reaches, narrow to wide: the person's own record; the modules and groups they teach;
 * their department and those below it; the whole institution in which they hold the role.
 */
export const scopes = ['own', 'taught', 'branch', 'institution'] as const;
export type Scope = (typeof scopes)[number];

export interface Permission {
  /** False for permissions that change something; viewers never get those. */
  reads: boolean;
  /** Who has it in a new installation. Later the roles screen decides. */
  grants: Partial<Record<Scope, readonly Role[]>>;
}
export type Permissions = Record<string, Permission>;

export const reading = (grants: Permission['grants']): Permission => ({ reads: true, grants });
export const writing = (grants: Permission['grants']): Permission => ({ reads: false, grants });

export interface Ability {
  permission: string;
  scope: Scope;
}

/** The wider of two scopes. */
export const wider = (a: Scope | undefined, b: Scope): Scope => (a && scopes.indexOf(a) > scopes.indexOf(b) ? a : b);
