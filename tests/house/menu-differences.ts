import { type Role, roles } from '#platform/contract/index.ts';

/** Where the menu of a role is another than was agreed, by page: nothing differs that does not stand here. */
export interface Difference {
  why: string;
  /** who was to have the entry and has not */
  missing: readonly Role[];
  /** who has it beside those */
  more: readonly Role[];
}

const list = (names: string): Role[] => roles.filter((role) => names.split(' ').includes(role));

const whoeverElseWorks = list(
  'DEAN SYSTEM_MODERATOR QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD TEACHER MODULE_LEADER COURSE_LEADER ACADEMIC_MENTOR PROGRAMME_MANAGER AR_COMMITTEE EXTRACURRICULAR_ACTIVITY_MANAGER MODERATOR_VIEWER ADMISSION_VIEWER ADMISSION_MODERATOR ADMISSION_ARCHIVE_TASHKENT ADMISSION_ARCHIVE_SAMARKAND ADMISSION_ARCHIVE_OPERATOR ADMISSION_APPOINTMENT_TEACHER TEACHING_AND_LEARNING_OFFICER LIBRARY_MODERATOR MARKETING STUDENTS_DEPARTMENT STUDENTS_DEPARTMENT_SAMARKAND AMO_CRM_OPERATOR AMO_CRM_OPERATOR_ADMISSION STUDENT_VIEWER STUDENT_VIEWER_SAMARKAND EXAM_HEAD PASSPORT_PERMISSION_USER CAREER_CENTER_MANAGER ID_CARD_PRINTER',
);

export const differences: Record<string, Difference> = {
  '/dashboard': {
    why: 'Whoever may see reports has the dashboards of their work there; of students it is their own day.',
    missing: [],
    more: list(
      'SUPER_ADMIN ADMIN ADMIN_SAMARKAND ADMIN_VIEWER DEMO_ADMIN DIRECTOR DEAN QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD REGISTRAR_HEAD REGISTRAR_OFFICER REGISTRAR_OFFICER_SAMARKAND REGISTRAR_HELPER HR_HEAD HR_MANAGER PROGRAMME_MANAGER MODERATOR_VIEWER ADMISSION_VIEWER ADMISSION_MODERATOR TEACHING_AND_LEARNING_OFFICER LIBRARY_MODERATOR MARKETING ACCOUNTING_HEAD ACCOUNTING_HEAD_VIEWER STUDENTS_DEPARTMENT STUDENTS_DEPARTMENT_SAMARKAND STUDENT_VIEWER STUDENT_VIEWER_SAMARKAND CAREER_CENTER_MANAGER',
    ),
  },
  '/cv/create/{id}': {
    why: 'The entry leads to /cv/create/own: the server knows whose it is, and a number of oneself in an address tells nothing.',
    missing: list('BACHELOR_STUDENT MASTER_STUDENT MS_STUDENT TEST_STUDENT'),
    more: list(''),
  },
  '/job_offer': {
    why: 'Whoever has graduated still looks for work, and the offers come to them as well.',
    missing: list(''),
    more: list('ALUMNUS'),
  },
  '/admission/admin': {
    why: 'Applicants have pages of their own for each kind of admission. The registry, marketing and examinations work with its numbers.',
    missing: list('GUEST_USER'),
    more: list('REGISTRAR_HEAD MODERATOR_VIEWER MARKETING EXAM_HEAD'),
  },
  '/articulate': {
    why: 'Packages are read wherever lessons are read; a mentor teaches none.',
    missing: list('ACADEMIC_MENTOR'),
    more: list(
      'QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD REGISTRAR_HEAD REGISTRAR_OFFICER REGISTRAR_OFFICER_SAMARKAND MODERATOR_VIEWER STUDENTS_DEPARTMENT STUDENTS_DEPARTMENT_SAMARKAND EXAM_HEAD',
    ),
  },
  '/forms-for-student': {
    why: 'The page holds what one asked for oneself, which who left still may; the registry has the requests of students on a page of its own.',
    missing: list('REGISTRAR_HEAD REGISTRAR_OFFICER REGISTRAR_OFFICER_SAMARKAND REGISTRAR_HELPER'),
    more: list('ALUMNUS FORMER_STUDENT'),
  },
  '/open-source': {
    why: 'Applicants and listeners see admission, payments and their course alone; who left, papers and payments.',
    missing: list('GUEST_USER SHORT_TERM_COURSE_LISTENER ALUMNUS FORMER_STUDENT'),
    more: list(''),
  },
  '/library': {
    why: 'Applicants and listeners see admission, payments and their course alone; who left, papers and payments.',
    missing: list('GUEST_USER SHORT_TERM_COURSE_LISTENER ALUMNUS FORMER_STUDENT'),
    more: list(''),
  },
  '/accounting/contract': {
    why: 'The registry enrols only with a contract and sees them; a listener pays for a course, who left what is owed.',
    missing: list(''),
    more: list(
      'REGISTRAR_HEAD REGISTRAR_OFFICER REGISTRAR_OFFICER_SAMARKAND MODERATOR_VIEWER SHORT_TERM_COURSE_LISTENER ALUMNUS FORMER_STUDENT',
    ),
  },
  '/payments': {
    why: 'The registry enrols only with a contract and sees them; a listener pays for a course, who left what is owed.',
    missing: list(''),
    more: list(
      'REGISTRAR_HEAD REGISTRAR_OFFICER REGISTRAR_OFFICER_SAMARKAND MODERATOR_VIEWER SHORT_TERM_COURSE_LISTENER ALUMNUS FORMER_STUDENT',
    ),
  },
  '/debit': {
    why: 'The registry asks who owes before it promotes and lets go.',
    missing: list(''),
    more: list('REGISTRAR_HEAD REGISTRAR_OFFICER REGISTRAR_OFFICER_SAMARKAND MODERATOR_VIEWER'),
  },
  '/timetable': {
    why: 'Applicants and listeners see admission, payments and their course alone; who left, papers and payments.',
    missing: list('GUEST_USER SHORT_TERM_COURSE_LISTENER ALUMNUS FORMER_STUDENT'),
    more: list(''),
  },
  '/student-applications': {
    why: 'Deans, leaders of courses and the registry see who asks for their programmes.',
    missing: list(''),
    more: list('DEAN COURSE_LEADER REGISTRAR_HEAD PROGRAMME_MANAGER MODERATOR_VIEWER EXAM_HEAD'),
  },
  '/applications': {
    why: 'A moderator who only looks sees what moderators look after.',
    missing: list(''),
    more: list('MODERATOR_VIEWER'),
  },
  '/short-term-course-list': {
    why: 'Whoever has an account may take a short course, teachers see theirs, and admission and accounting work with its listeners.',
    missing: list(''),
    more: list(
      'BACHELOR_STUDENT MASTER_STUDENT MS_STUDENT TEST_STUDENT GUEST_USER TEACHER MODULE_LEADER COURSE_LEADER ACADEMIC_MENTOR ADMISSION_VIEWER ADMISSION_MODERATOR ADMISSION_ARCHIVE_TASHKENT ADMISSION_ARCHIVE_SAMARKAND ADMISSION_ARCHIVE_OPERATOR ADMISSION_APPOINTMENT_TEACHER ACCOUNTING_HEAD ACCOUNTING_HEAD_VIEWER ALUMNUS FORMER_STUDENT',
    ),
  },
  '/short-term-course-list/chapter': {
    why: 'Chapters are written by who teaches and by the office; others read them with the course.',
    missing: list('ADMIN_VIEWER DIRECTOR SYSTEM_MODERATOR MODERATOR_VIEWER'),
    more: list('TEACHER MODULE_LEADER COURSE_LEADER ACADEMIC_MENTOR ADMISSION_MODERATOR'),
  },
  '/short-term-course/category': {
    why: 'Admission keeps the headings, where it takes registrations, and accounting reads what is offered.',
    missing: list(''),
    more: list(
      'ADMISSION_VIEWER ADMISSION_MODERATOR ADMISSION_ARCHIVE_TASHKENT ADMISSION_ARCHIVE_SAMARKAND ADMISSION_ARCHIVE_OPERATOR ADMISSION_APPOINTMENT_TEACHER ACCOUNTING_HEAD ACCOUNTING_HEAD_VIEWER',
    ),
  },
  '/st-course-admission/admin': {
    why: 'Only those who keep forms open their builder; who looks on has the applications.',
    missing: list(
      'ADMIN_VIEWER DIRECTOR ADMISSION_VIEWER ADMISSION_ARCHIVE_TASHKENT ADMISSION_ARCHIVE_SAMARKAND ADMISSION_APPOINTMENT_TEACHER',
    ),
    more: list(''),
  },
  '/job-positions': {
    why: 'A dean names the jobs of the own department.',
    missing: list(''),
    more: list('DEAN MODERATOR_VIEWER'),
  },
  '/departments': {
    why: 'Accounts are kept beside the departments that they belong to, and a dean finds the own one there.',
    missing: list(''),
    more: list('DEAN SYSTEM_MODERATOR MODERATOR_VIEWER'),
  },
  '/vacancy-positions': {
    why: 'A dean asks for people for the own department.',
    missing: list(''),
    more: list('DEAN MODERATOR_VIEWER'),
  },
  '/institution': {
    why: 'Whoever keeps accounts finds the institutions in which they hold.',
    missing: list(''),
    more: list('SYSTEM_MODERATOR MODERATOR_VIEWER'),
  },
  '/academic-years': {
    why: 'The office of students and the moderators work by the years that the registry keeps; a helper of the registry enters none.',
    missing: list('REGISTRAR_HELPER'),
    more: list('SYSTEM_MODERATOR MODERATOR_VIEWER STUDENTS_DEPARTMENT STUDENTS_DEPARTMENT_SAMARKAND'),
  },
  '/students': {
    why: 'Who lends, examines, archives, charges or advises students looks them up; what is shown follows the right.',
    missing: list(''),
    more: list(
      'AR_COMMITTEE EXTRACURRICULAR_ACTIVITY_MANAGER MODERATOR_VIEWER LIBRARY_MODERATOR ACCOUNTING_HEAD ACCOUNTING_HEAD_VIEWER EXAM_HEAD ARCHIVIST CAREER_CENTER_MANAGER',
    ),
  },
  '/withdrawal': {
    why: 'Who left is the business of those who hold the history of statuses; teachers and helpers work with who studies.',
    missing: list(
      'QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD TEACHER MODULE_LEADER COURSE_LEADER ACADEMIC_MENTOR REGISTRAR_HELPER PROGRAMME_MANAGER TEACHING_AND_LEARNING_OFFICER PASSPORT_PERMISSION_USER ID_CARD_PRINTER',
    ),
    more: list('MODERATOR_VIEWER'),
  },
  '/gap-year': {
    why: 'Who left is the business of those who hold the history of statuses; teachers and helpers work with who studies.',
    missing: list(
      'QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD TEACHER MODULE_LEADER COURSE_LEADER ACADEMIC_MENTOR REGISTRAR_HELPER PROGRAMME_MANAGER TEACHING_AND_LEARNING_OFFICER PASSPORT_PERMISSION_USER ID_CARD_PRINTER',
    ),
    more: list('MODERATOR_VIEWER'),
  },
  '/inactive': {
    why: 'Who left is the business of those who hold the history of statuses; teachers and helpers work with who studies.',
    missing: list(
      'QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD TEACHER MODULE_LEADER COURSE_LEADER ACADEMIC_MENTOR REGISTRAR_HELPER PROGRAMME_MANAGER TEACHING_AND_LEARNING_OFFICER PASSPORT_PERMISSION_USER ID_CARD_PRINTER',
    ),
    more: list('MODERATOR_VIEWER'),
  },
  '/deleted': {
    why: 'Who left is the business of those who hold the history of statuses; teachers and helpers work with who studies.',
    missing: list(
      'QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD TEACHER MODULE_LEADER COURSE_LEADER ACADEMIC_MENTOR REGISTRAR_HELPER PROGRAMME_MANAGER TEACHING_AND_LEARNING_OFFICER PASSPORT_PERMISSION_USER ID_CARD_PRINTER',
    ),
    more: list('MODERATOR_VIEWER'),
  },
  '/graduated': {
    why: 'Who left is the business of those who hold the history of statuses; teachers and helpers work with who studies.',
    missing: list(
      'QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD TEACHER MODULE_LEADER COURSE_LEADER ACADEMIC_MENTOR REGISTRAR_HELPER PROGRAMME_MANAGER TEACHING_AND_LEARNING_OFFICER PASSPORT_PERMISSION_USER ID_CARD_PRINTER',
    ),
    more: list('MODERATOR_VIEWER'),
  },
  '/guest-users': {
    why: 'The head of registry takes applicants over into studies.',
    missing: list(''),
    more: list('REGISTRAR_HEAD MODERATOR_VIEWER'),
  },
  '/guest-users/transfer': {
    why: 'The head of registry takes applicants over into studies.',
    missing: list(''),
    more: list('REGISTRAR_HEAD MODERATOR_VIEWER'),
  },
  '/guest-users/secondary-spec': {
    why: 'The head of registry takes applicants over into studies.',
    missing: list(''),
    more: list('REGISTRAR_HEAD MODERATOR_VIEWER'),
  },
  '/guest-users/master': {
    why: 'The head of registry takes applicants over into studies.',
    missing: list(''),
    more: list('REGISTRAR_HEAD MODERATOR_VIEWER'),
  },
  '/guest-users/deleted': {
    why: 'The head of registry takes applicants over into studies.',
    missing: list(''),
    more: list('REGISTRAR_HEAD MODERATOR_VIEWER'),
  },
  '/full-time-applicants': {
    why: 'The head of registry takes applicants over into studies.',
    missing: list(''),
    more: list('REGISTRAR_HEAD MODERATOR_VIEWER'),
  },
  '/course/create': {
    why: 'Courses are read by all who admit to them, teach in them or charge for them; creating is another right.',
    missing: list('REGISTRAR_HELPER'),
    more: list(
      'DEAN QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD COURSE_LEADER PROGRAMME_MANAGER MODERATOR_VIEWER ADMISSION_VIEWER ADMISSION_MODERATOR ADMISSION_ARCHIVE_TASHKENT ADMISSION_ARCHIVE_SAMARKAND ADMISSION_ARCHIVE_OPERATOR ADMISSION_APPOINTMENT_TEACHER TEACHING_AND_LEARNING_OFFICER MARKETING ACCOUNTING_HEAD ACCOUNTING_HEAD_VIEWER',
    ),
  },
  '/course/course-campaign': {
    why: 'Campaigns are read by all who admit to courses, teach in them or charge for them.',
    missing: list('REGISTRAR_HELPER'),
    more: list(
      'DEAN QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD COURSE_LEADER PROGRAMME_MANAGER MODERATOR_VIEWER ADMISSION_VIEWER ADMISSION_MODERATOR ADMISSION_ARCHIVE_TASHKENT ADMISSION_ARCHIVE_SAMARKAND ADMISSION_ARCHIVE_OPERATOR ADMISSION_APPOINTMENT_TEACHER TEACHING_AND_LEARNING_OFFICER MARKETING ACCOUNTING_HEAD ACCOUNTING_HEAD_VIEWER',
    ),
  },
  '/modules/create': {
    why: 'Modules are read by all who admit to courses, teach in them or charge for them.',
    missing: list('REGISTRAR_HELPER'),
    more: list(
      'DEAN QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD COURSE_LEADER PROGRAMME_MANAGER MODERATOR_VIEWER ADMISSION_VIEWER ADMISSION_MODERATOR ADMISSION_ARCHIVE_TASHKENT ADMISSION_ARCHIVE_SAMARKAND ADMISSION_ARCHIVE_OPERATOR ADMISSION_APPOINTMENT_TEACHER TEACHING_AND_LEARNING_OFFICER MARKETING ACCOUNTING_HEAD ACCOUNTING_HEAD_VIEWER',
    ),
  },
  '/modules/activate': {
    why: 'Only those who plan activate; deans and leaders plan their own programmes.',
    missing: list('ADMIN_VIEWER DIRECTOR REGISTRAR_HELPER'),
    more: list('DEAN COURSE_LEADER PROGRAMME_MANAGER TEACHING_AND_LEARNING_OFFICER'),
  },
  '/lessons': {
    why: 'Students learn there; quality, the registry and examinations read. A mentor teaches none.',
    missing: list('ACADEMIC_MENTOR'),
    more: list(
      'BACHELOR_STUDENT MASTER_STUDENT MS_STUDENT TEST_STUDENT QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD REGISTRAR_HEAD REGISTRAR_OFFICER REGISTRAR_OFFICER_SAMARKAND MODERATOR_VIEWER STUDENTS_DEPARTMENT STUDENTS_DEPARTMENT_SAMARKAND EXAM_HEAD',
    ),
  },
  '/attendance': {
    why: 'The register is for those who call it; who only reads attendance has its lists in the same group.',
    missing: list(
      'ADMIN_VIEWER DIRECTOR MODULE_LEADER COURSE_LEADER ACADEMIC_MENTOR REGISTRAR_HELPER PROGRAMME_MANAGER',
    ),
    more: list(''),
  },
  '/attendance-list': {
    why: 'Who heads or supports the work reads it; changing is another right.',
    missing: list(''),
    more: list(
      'QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD MODERATOR_VIEWER STUDENTS_DEPARTMENT STUDENTS_DEPARTMENT_SAMARKAND STUDENT_VIEWER STUDENT_VIEWER_SAMARKAND EXAM_HEAD',
    ),
  },
  '/attendance/reason': {
    why: 'Students hand their reasons in there, and their office decides.',
    missing: list(''),
    more: list(
      'BACHELOR_STUDENT MASTER_STUDENT MS_STUDENT TEST_STUDENT MODERATOR_VIEWER STUDENTS_DEPARTMENT STUDENTS_DEPARTMENT_SAMARKAND',
    ),
  },
  '/mark-lesson': {
    why: 'Who heads or supports the work reads it; changing is another right.',
    missing: list(''),
    more: list(
      'QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD REGISTRAR_HEAD REGISTRAR_OFFICER REGISTRAR_OFFICER_SAMARKAND REGISTRAR_HELPER AR_COMMITTEE MODERATOR_VIEWER EXAM_HEAD',
    ),
  },
  '/mark-assessment': {
    why: 'Who heads or supports the work reads it; changing is another right.',
    missing: list(''),
    more: list(
      'QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD REGISTRAR_HEAD REGISTRAR_OFFICER REGISTRAR_OFFICER_SAMARKAND REGISTRAR_HELPER AR_COMMITTEE MODERATOR_VIEWER EXAM_HEAD',
    ),
  },
  '/groups': {
    why: 'Students see their own group; quality, the offices of students and examinations read.',
    missing: list(''),
    more: list(
      'BACHELOR_STUDENT MASTER_STUDENT MS_STUDENT TEST_STUDENT QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD MODERATOR_VIEWER STUDENTS_DEPARTMENT STUDENTS_DEPARTMENT_SAMARKAND STUDENT_VIEWER STUDENT_VIEWER_SAMARKAND EXAM_HEAD',
    ),
  },
  '/ec': {
    why: 'Panels speak about claims; who left reads the own ones; the moderator sees where they stand, never why.',
    missing: list(''),
    more: list('AR_COMMITTEE MODERATOR_VIEWER ALUMNUS FORMER_STUDENT'),
  },
  '/document-management/incoming': {
    why: 'Whoever is employed reads the letters in which they have a part.',
    missing: list(''),
    more: whoeverElseWorks,
  },
  '/document-management/outgoing': {
    why: 'Whoever is employed writes letters, agrees to them or signs.',
    missing: list(''),
    more: whoeverElseWorks,
  },
  '/document-management-group': {
    why: 'Letters are kept for the institution, not for a branch.',
    missing: list('ADMIN_SAMARKAND'),
    more: list(''),
  },
  '/document-management-moderator': {
    why: 'Letters are kept for the institution, not for a branch.',
    missing: list('ADMIN_SAMARKAND'),
    more: list(''),
  },
  '/enrollment-list': {
    why: 'The offices of students, deans and admission follow who is enrolled.',
    missing: list(''),
    more: list(
      'DEAN MODERATOR_VIEWER ADMISSION_MODERATOR STUDENTS_DEPARTMENT STUDENTS_DEPARTMENT_SAMARKAND STUDENT_VIEWER STUDENT_VIEWER_SAMARKAND',
    ),
  },
  '/internal-exam-place': {
    why: 'A moderator who only looks sees what moderators look after.',
    missing: list(''),
    more: list('MODERATOR_VIEWER'),
  },
  '/course/transfer': {
    why: 'Leaders of programmes take over who comes; a helper of the registry decides nothing there.',
    missing: list('REGISTRAR_HELPER'),
    more: list('COURSE_LEADER PROGRAMME_MANAGER MODERATOR_VIEWER STUDENTS_DEPARTMENT STUDENTS_DEPARTMENT_SAMARKAND'),
  },
  '/achievement-records': {
    why: 'A dean and the leaders of programmes follow what their students reach; a viewing moderator looks on; who left keeps reading what was theirs.',
    missing: list(''),
    more: list('DEAN COURSE_LEADER PROGRAMME_MANAGER MODERATOR_VIEWER ALUMNUS FORMER_STUDENT'),
  },
  '/mark-entry': {
    why: 'The committee of achievements reads marks; a viewing moderator too.',
    missing: list(''),
    more: list('AR_COMMITTEE MODERATOR_VIEWER'),
  },
  '/marks': {
    why: 'The committee of achievements reads marks; a viewing moderator too.',
    missing: list(''),
    more: list('AR_COMMITTEE MODERATOR_VIEWER'),
  },
  '/mark-amendment': {
    why: 'Students see what became of their own mark; mentors ask through the teacher.',
    missing: list('ACADEMIC_MENTOR'),
    more: list('BACHELOR_STUDENT MASTER_STUDENT MS_STUDENT TEST_STUDENT AR_COMMITTEE MODERATOR_VIEWER'),
  },
  '/report': {
    why: 'A report shows its reader only what they see elsewhere, so every office has one page for its own records.',
    missing: [],
    more: list(
      'DEAN HR_HEAD HR_MANAGER PROGRAMME_MANAGER MODERATOR_VIEWER ADMISSION_VIEWER ADMISSION_MODERATOR TEACHING_AND_LEARNING_OFFICER LIBRARY_MODERATOR MARKETING STUDENTS_DEPARTMENT STUDENTS_DEPARTMENT_SAMARKAND STUDENT_VIEWER STUDENT_VIEWER_SAMARKAND CAREER_CENTER_MANAGER',
    ),
  },
  '/modules-outcome': {
    why: 'Outcomes are read wherever courses are read.',
    missing: list('ACADEMIC_MENTOR REGISTRAR_HELPER'),
    more: list(
      'MODERATOR_VIEWER ADMISSION_VIEWER ADMISSION_MODERATOR ADMISSION_ARCHIVE_TASHKENT ADMISSION_ARCHIVE_SAMARKAND ADMISSION_ARCHIVE_OPERATOR ADMISSION_APPOINTMENT_TEACHER MARKETING ACCOUNTING_HEAD ACCOUNTING_HEAD_VIEWER',
    ),
  },
  '/module-files': {
    why: 'A moderator who only looks sees what moderators look after.',
    missing: list(''),
    more: list('MODERATOR_VIEWER'),
  },
  '/policy-files': {
    why: 'Applicants and listeners see admission, payments and their course alone; who left, papers and payments.',
    missing: list('GUEST_USER SHORT_TERM_COURSE_LISTENER ALUMNUS FORMER_STUDENT'),
    more: list(''),
  },
  '/student-files': {
    why: 'Students find the papers of their own there.',
    missing: list(''),
    more: list('BACHELOR_STUDENT MASTER_STUDENT MS_STUDENT TEST_STUDENT MODERATOR_VIEWER'),
  },
  '/offence': {
    why: 'Cases are open to the office, who decides, and whoever has a part in one; those who answer for all of them have numbers. Examinations see to rooms.',
    missing: list('ADMIN_VIEWER REGISTRAR_HELPER QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD'),
    more: list('AR_COMMITTEE EXAM_HEAD'),
  },
  '/report-misconduct': {
    why: 'Reported by who teaches, marks or invigilates, and by the registry; who only looks reports nothing.',
    missing: list(
      'ADMIN_VIEWER DIRECTOR REGISTRAR_HELPER DEAN PROGRAMME_MANAGER TEACHING_AND_LEARNING_OFFICER QUALITY_ASSURANCE QUALITY_ASSURANCE_HEAD',
    ),
    more: list('EXAM_HEAD'),
  },
};
