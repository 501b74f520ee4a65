import { isNull } from 'drizzle-orm';
import { applicationsMoved } from '#domains/admissions/server/index.ts';
import { courses } from '#domains/curriculum/server/index.ts';
import { cohort } from '#domains/groups/server/index.ts';
import { personPart } from '#domains/identity/server/index.ts';
import { academicYears, educationForms } from '#domains/institutions/server/index.ts';
import { lifeEffect } from '#domains/students/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { followApplications } from './candidates.ts';
import { cohortOf, groupOfLife } from './life-group.ts';
import { yearsOfLife } from './life-years.ts';
import { beginPlannedYears, closeDecidedYears } from './nightly.ts';
import { entriesOfPerson } from './person.ts';
import { router } from './router.ts';
import { enrollJob } from './run.ts';
import { enrollments, newYears, progressions } from './tables.ts';
import { progressJob, undoProgressJob } from './turn/apply.ts';
import { newYearJob, undoNewYearJob } from './turn/new-year.ts';

export default defineServerDomain({
  name: 'enrollment',
  contract,
  router,
  permissions,
  errors,
  uses: [
    { of: academicYears, by: enrollments.academic_year_id },
    { of: academicYears, by: progressions.academic_year_id },
    { of: academicYears, by: progressions.next_academic_year_id, where: isNull(progressions.undone_at) },
    { of: academicYears, by: newYears.from_academic_year_id, where: isNull(newYears.undone_at) },
    { of: courses, by: enrollments.course_id },
    { of: educationForms, by: enrollments.education_form_id },
  ],
  constraints: { enrollments_one_at_a_time: 'ENROLLMENT_OVERLAP', enrollments_days: 'DATES_REVERSED' },
  follows: [
    on(applicationsMoved, followApplications),
    on(lifeEffect, yearsOfLife),
    on(lifeEffect, groupOfLife),
    on(personPart, entriesOfPerson),
    on(cohort, { name: 'enrollment', of: cohortOf }),
  ],
  messages: new URL('./messages/', import.meta.url),
  guards: new URL('./guards.sql', import.meta.url),
  jobs: {
    'enrollment.enroll': enrollJob,
    'enrollment.progression': progressJob,
    'enrollment.undo_progression': undoProgressJob,
    'enrollment.new_year': newYearJob,
    'enrollment.undo_new_year': undoNewYearJob,
  },
  history: {
    enrollments: {
      permission: 'enrollment.manage',
      title: '(select s.full_name from students s where s.id = r.student_id)',
    },
    enrollment_entries: {
      permission: 'enrollment.enroll',
      title: "(select concat_ws(' ', a.lastname, a.firstname) from accounts a where a.id = r.account_id)",
    },
    progression_rules: { permission: 'turn.manage', title: 'r.level' },
    progression_exceptions: {
      permission: 'turn.manage',
      title:
        '(select s.full_name from enrollments e join students s on s.id = e.student_id where e.id = r.enrollment_id)',
    },
    progressions: { permission: 'turn.manage', title: 'r.order_number' },
    new_years: {
      permission: 'turn.manage',
      title: '(select y.name from academic_years y where y.id = r.academic_year_id)',
    },
  },
  nightly: { 'closing years of study': closeDecidedYears, 'beginning years of study': beginPlannedYears },
});
