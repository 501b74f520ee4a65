import { academicYears, departments, educationForms } from '#domains/institutions/server/index.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { moduleParts, moduleTypes } from '../shapes.ts';
import { router } from './router.ts';
import { courseCampaigns, courseModules, courses, modulePrerequisites, modules } from './tables.ts';

export { carryPlans, plansThatHold, plansToCarry, uncarryPlans } from './new-year.ts';
export { courseModuleReach, demandCourseModules, taughtCourseModules } from './reach.ts';
export { courseField, moduleField, semesterField, studyYearField } from './subject-fields.ts';
export { courseCampaigns, courseModules, courseModuleTeachers, courses, moduleOutcomes, modules } from './tables.ts';

export { choicesOfYear, intakesOfYear, leadersOfYear, plansOfYear } from './year.ts';

const titleOf = (table: string, column: string) =>
  `(select coalesce(nullif(t.title ->> '$locale', ''), t.title ->> 'uz') from ${table} t where t.id = r.${column})`;

export default defineServerDomain({
  name: 'curriculum',
  contract,
  router,
  permissions,
  errors,
  lists: {
    module_type: { codes: moduleTypes, words: 'curriculum.type' },
    module_part: { codes: moduleParts, words: 'curriculum.part' },
  },
  uses: [
    { of: departments, by: courses.department_id },
    { of: departments, by: modules.department_id },
    { of: educationForms, by: courses.education_form_id },
    { of: academicYears, by: courseCampaigns.academic_year_id },
    { of: academicYears, by: courseModules.academic_year_id },
    { of: courses, by: courseCampaigns.course_id },
    { of: courses, by: courseModules.course_id },
    { of: modules, by: courseModules.module_id },
    { of: modules, by: modulePrerequisites.required_id },
  ],
  messages: new URL('./messages/', import.meta.url),
  history: {
    courses: { permission: 'curriculum.manage' },
    modules: { permission: 'curriculum.manage' },
    course_modules: {
      permission: 'curriculum.manage',
      title: `${titleOf('courses', 'course_id')} || ' · ' || ${titleOf('modules', 'module_id')}`,
    },
    module_outcomes: { permission: 'outcome.manage' },
    retake_tasks: { permission: 'curriculum.manage' },
    course_campaigns: { permission: 'campaign.manage', title: titleOf('courses', 'course_id') },
  },
});
