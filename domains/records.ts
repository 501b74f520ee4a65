import type { RecordsWords } from '#platform/web/index.ts';
import { records as accounting } from './accounting/web/records.ts';
import { records as achievements } from './achievements/web/records.ts';
import { records as admissions } from './admissions/web/records.ts';
import { records as assessment } from './assessment/web/records.ts';
import { records as attendance } from './attendance/web/records.ts';
import { records as banking } from './banking/web/records.ts';
import { records as calendar } from './calendar/web/records.ts';
import { records as careers } from './careers/web/records.ts';
import { records as census } from './census/web/records.ts';
import { records as certificates } from './certificates/web/records.ts';
import { records as circumstances } from './circumstances/web/records.ts';
import { records as correspondence } from './correspondence/web/records.ts';
import { records as credentials } from './credentials/web/records.ts';
import { records as curriculum } from './curriculum/web/records.ts';
import { records as deadlines } from './deadlines/web/records.ts';
import { records as earlyWarning } from './early-warning/web/records.ts';
import { records as enrollment } from './enrollment/web/records.ts';
import { records as evaluation } from './evaluation/web/records.ts';
import { records as feedback } from './feedback/web/records.ts';
import { records as forms } from './forms/web/records.ts';
import { records as gateways } from './gateways/web/records.ts';
import { records as groups } from './groups/web/records.ts';
import { records as identity } from './identity/web/records.ts';
import { records as institutions } from './institutions/web/records.ts';
import { records as lessons } from './lessons/web/records.ts';
import { records as library } from './library/web/records.ts';
import { records as messaging } from './messaging/web/records.ts';
import { records as misconduct } from './misconduct/web/records.ts';
import { records as reports } from './reports/web/records.ts';
import { records as shortCourses } from './short-courses/web/records.ts';
import { records as staff } from './staff/web/records.ts';
import { records as students } from './students/web/records.ts';
import { records as timetable } from './timetable/web/records.ts';
import { records as views } from './views/web/records.ts';

/** What each domain says of its records, by its name: for the history, with which it comes. */
export const records: Readonly<Record<string, RecordsWords>> = {
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
  'early-warning': earlyWarning,
  enrollment,
  evaluation,
  feedback,
  forms,
  gateways,
  groups,
  identity,
  institutions,
  lessons,
  library,
  messaging,
  misconduct,
  reports,
  'short-courses': shortCourses,
  staff,
  students,
  timetable,
  views,
};
