import { sql } from 'drizzle-orm';
import { billSettled } from '#domains/accounting/server/index.ts';
import { applicationAsked, applicationsMoved } from '#domains/admissions/server/index.ts';
import { calendarPart } from '#domains/calendar/server/index.ts';
import { textEditor } from '#domains/files/server/index.ts';
import { ownMatter, personPart } from '#domains/identity/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { askedApplication, followedApplications } from './applications.ts';
import { meetings } from './calendar.ts';
import { endHolds, holdsErrand } from './expiry.ts';
import { listenerExport } from './export.ts';
import { endBills, settledBill } from './money.ts';
import { placesOfPerson } from './person.ts';
import { router } from './router.ts';
import { courseCategories, courseChapters, courseCodes, courseRegistrations, shortCourses } from './tables.ts';

const course =
  "(select coalesce(nullif(c.title ->> '$locale', ''), c.title ->> 'uz') from short_courses c where c.id = r.course_id)";

export default defineServerDomain({
  name: 'short-courses',
  contract,
  router,
  permissions,
  errors,
  constraints: {
    short_course_registrations_one: 'ALREADY_REGISTERED',
    short_courses_dates: 'COURSE_DATES',
    short_courses_application_form: 'FORM_HAS_COURSE',
    short_course_codes_one: 'CODE_TAKEN',
    short_course_codes_dates: 'COURSE_DATES',
    short_course_codes_kind: 'CODE_KIND',
  },
  uses: [
    { of: courseCategories, by: shortCourses.category_id },
    { of: staff, by: shortCourses.teacher_id },
    { of: shortCourses, by: courseChapters.course_id },
    { of: shortCourses, by: courseCodes.course_id },
  ],
  follows: [
    on(billSettled, settledBill),
    on(applicationAsked, askedApplication),
    on(applicationsMoved, followedApplications),
    on(calendarPart, meetings),
    on(personPart, placesOfPerson),
    on(ownMatter, {
      name: 'short_courses',
      has: ({ account_id }) =>
        sql`exists (select 1 from ${courseRegistrations} r where r.account_id = ${account_id} and r.deleted_at is null)`,
    }),
    on(textEditor, 'short_course.teach'),
  ],
  nightly: { 'bills of short courses': endBills },
  errands: { [holdsErrand]: endHolds },
  jobs: { 'short-courses.export': listenerExport.job },
  messages: new URL('./messages/', import.meta.url),
  history: {
    short_course_categories: { permission: 'short_course.manage' },
    short_courses: { permission: 'short_course.manage' },
    short_course_chapters: {
      permission: 'short_course.manage',
      title: `${course} || ' · ' || coalesce(nullif(r.title ->> '$locale', ''), r.title ->> 'uz')`,
    },
    short_course_codes: { permission: 'short_course.manage', title: 'r.code' },
    short_course_groups: { permission: 'short_course.manage', title: `r.company || ' · ' || ${course}` },
    short_course_reviews: {
      permission: 'short_course.manage',
      title:
        "(select g.name from short_course_registrations g where g.id = r.registration_id) || ' · ' || (select coalesce(nullif(c.title ->> '$locale', ''), c.title ->> 'uz') from short_courses c where c.id = r.course_id)",
      refers: { registration_id: 'short_course_registrations', course_id: 'short_courses' },
    },
    short_course_cancellations: { permission: 'short_course.manage', title: course },
    short_course_attendance: {
      permission: 'short_course.manage',
      title:
        "(select g.name from short_course_registrations g where g.id = r.registration_id) || ' · ' || (select coalesce(nullif(c.title ->> '$locale', ''), c.title ->> 'uz') from short_course_chapters c where c.id = r.chapter_id)",
      refers: { registration_id: 'short_course_registrations', chapter_id: 'short_course_chapters' },
    },
    short_course_registrations: {
      permission: 'short_course.manage',
      title: `r.name || ' · ' || ${course}`,
      finds: { key: 'r.search_key', name: 'r.name' },
    },
  },
});
