import { type Domain, mount } from '#platform/web/index.ts';
import { accountingDomain } from './accounting/web/index.ts';
import { achievementsDomain } from './achievements/web/index.ts';
import { admissionsDomain } from './admissions/web/index.ts';
import { assessmentDomain } from './assessment/web/index.ts';
import { attendanceDomain } from './attendance/web/index.ts';
import { bankingDomain } from './banking/web/index.ts';
import { calendarDomain } from './calendar/web/index.ts';
import { careersDomain } from './careers/web/index.ts';
import { censusDomain } from './census/web/index.ts';
import { certificatesDomain } from './certificates/web/index.ts';
import { circumstancesDomain } from './circumstances/web/index.ts';
import { correspondenceDomain } from './correspondence/web/index.ts';
import { credentialsDomain } from './credentials/web/index.ts';
import { curriculumDomain } from './curriculum/web/index.ts';
import { deadlinesDomain } from './deadlines/web/index.ts';
import { earlyWarningDomain } from './early-warning/web/index.ts';
import { enrollmentDomain } from './enrollment/web/index.ts';
import { evaluationDomain } from './evaluation/web/index.ts';
import { feedbackDomain } from './feedback/web/index.ts';
import { filesDomain } from './files/web/index.ts';
import { formsDomain } from './forms/web/index.ts';
import { gatewaysDomain } from './gateways/web/index.ts';
import { groupsDomain } from './groups/web/index.ts';
import { identityDomain } from './identity/web/index.ts';
import { institutionsDomain } from './institutions/web/index.ts';
import { lessonsDomain } from './lessons/web/index.ts';
import { libraryDomain } from './library/web/index.ts';
import texts, { others } from './messages.ts?parts';
import { messagingDomain } from './messaging/web/index.ts';
import { misconductDomain } from './misconduct/web/index.ts';
import { reportsDomain } from './reports/web/index.ts';
import { shortCoursesDomain } from './short-courses/web/index.ts';
import { signaturesDomain } from './signatures/web/index.ts';
import { staffDomain } from './staff/web/index.ts';
import { studentsDomain } from './students/web/index.ts';
import { timetableDomain } from './timetable/web/index.ts';
import { viewsDomain } from './views/web/index.ts';

/** Every domain that has pages, one line each. */
const domains: Domain[] = [
  reportsDomain,
  admissionsDomain,
  assessmentDomain,
  calendarDomain,
  careersDomain,
  censusDomain,
  circumstancesDomain,
  attendanceDomain,
  enrollmentDomain,
  evaluationDomain,
  feedbackDomain,
  filesDomain,
  formsDomain,
  certificatesDomain,
  identityDomain,
  lessonsDomain,
  libraryDomain,
  messagingDomain,
  misconductDomain,
  institutionsDomain,
  staffDomain,
  studentsDomain,
  accountingDomain,
  achievementsDomain,
  gatewaysDomain,
  bankingDomain,
  correspondenceDomain,
  credentialsDomain,
  shortCoursesDomain,
  signaturesDomain,
  curriculumDomain,
  deadlinesDomain,
  earlyWarningDomain,
  groupsDomain,
  timetableDomain,
  viewsDomain,
];

mount(domains, () => import('./records.ts'), texts, others);
