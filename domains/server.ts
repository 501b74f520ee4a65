import type { ServerDomain } from '#platform/server/kernel.ts';
import accounting from './accounting/server/index.ts';
import achievements from './achievements/server/index.ts';
import admissions from './admissions/server/index.ts';
import assessment from './assessment/server/index.ts';
import attendance from './attendance/server/index.ts';
import banking from './banking/server/index.ts';
import calendar from './calendar/server/index.ts';
import careers from './careers/server/index.ts';
import census from './census/server/index.ts';
import certificates from './certificates/server/index.ts';
import circumstances from './circumstances/server/index.ts';
import correspondence from './correspondence/server/index.ts';
import credentials from './credentials/server/index.ts';
import curriculum from './curriculum/server/index.ts';
import deadlines from './deadlines/server/index.ts';
import earlyWarning from './early-warning/server/index.ts';
import enrollment from './enrollment/server/index.ts';
import evaluation from './evaluation/server/index.ts';
import feedback from './feedback/server/index.ts';
import files from './files/server/index.ts';
import forms from './forms/server/index.ts';
import gateways from './gateways/server/index.ts';
import groups from './groups/server/index.ts';
import identity from './identity/server/index.ts';
import institutions from './institutions/server/index.ts';
import lessons from './lessons/server/index.ts';
import library from './library/server/index.ts';
import messaging from './messaging/server/index.ts';
import misconduct from './misconduct/server/index.ts';
import questions from './questions/server/index.ts';
import reports from './reports/server/index.ts';
import shortCourses from './short-courses/server/index.ts';
import signatures from './signatures/server/index.ts';
import staff from './staff/server/index.ts';
import students from './students/server/index.ts';
import timetable from './timetable/server/index.ts';
import views from './views/server/index.ts';

/** The domains as the server knows them: one line each. */
export const domains: readonly ServerDomain[] = [
  accounting,
  achievements,
  admissions,
  assessment,
  attendance,
  banking,
  calendar,
  careers,
  census,
  certificates,
  circumstances,
  correspondence,
  credentials,
  curriculum,
  deadlines,
  earlyWarning,
  enrollment,
  evaluation,
  feedback,
  files,
  forms,
  gateways,
  groups,
  identity,
  institutions,
  lessons,
  library,
  messaging,
  misconduct,
  questions,
  reports,
  shortCourses,
  signatures,
  staff,
  students,
  timetable,
  views,
];
