import { courseModules, courses } from '#domains/curriculum/server/index.ts';
import { educationForms } from '#domains/institutions/server/index.ts';
import { recipients } from '#domains/messaging/server/index.ts';
import { belonging, lifeEffect } from '#domains/students/server/index.ts';
import { may } from '#platform/server/call/context.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { groupExport } from './export.ts';
import { group } from './groups.ts';
import { choicesOfLife } from './life.ts';
import { finishGroups } from './new-year.ts';
import { mainGroupsOf, recipientsOfGroups, studentsOfGroup, taughtStudents } from './reach.ts';
import { router } from './router.ts';
import { groups, moduleChoices } from './tables.ts';

export { cohort } from './hooks.ts';
export { endGroups, groupsThatHold, groupsToCarry, unendGroups } from './new-year.ts';
export { endPlaces, keepSeats, mentorsOf, type Place, placesOn } from './places.ts';
export {
  choosersIn,
  courseModulesOfStudents,
  groupReach,
  mentoredStudents,
  modulesTakenInYear,
  onDay,
  ownCourses,
  ownGroups,
  studentsOfCourseModule,
  taughtGroups,
} from './reach.ts';
export { type Newcomer, seat, unseat } from './seat.ts';
export { groupField, joinGroup } from './subject-fields.ts';
export { groupMembers, groupMentors, groups, moduleChoices } from './tables.ts';

export { placesOfYear, roomsOfYear, seatsOfYear } from './year.ts';

const groupName = '(select g.name from groups g where g.id = r.group_id)';
const student = '(select s.full_name from students s where s.id = r.student_id)';

export default defineServerDomain({
  name: 'groups',
  reachedToday: ['group.read'],
  contract,
  router,
  permissions,
  errors,
  jobs: { 'groups.export': groupExport.job },
  uses: [
    { of: courses, by: groups.course_id },
    { of: educationForms, by: groups.education_form_id },
    { of: groups, by: groups.parent_id },
    { of: courseModules, by: moduleChoices.course_module_id },
  ],
  constraints: {
    group_members_one_main: 'IN_ANOTHER_GROUP',
    group_members_once: 'IN_ANOTHER_GROUP',
    group_members_places: 'GROUP_FULL',
    module_choices_places: 'CAPACITY_BELOW_CHOSEN',
  },
  follows: [
    on(belonging, {
      name: 'groups',
      ofGroup: studentsOfGroup,
      taught: taughtStudents,
      groupsOf: mainGroupsOf,
      groups: (call, asked) => (may(call, 'group.read') ? group.all(call, asked) : Promise.resolve([])),
      tables: [
        'groups',
        'group_members',
        'group_mentors',
        'module_choices',
        'course_modules',
        'course_module_teachers',
      ],
    }),
    on(lifeEffect, choicesOfLife),
    on(recipients, { name: 'group_ids', peopleOf: recipientsOfGroups }),
  ],
  messages: new URL('./messages/', import.meta.url),
  history: {
    groups: { permission: 'group.manage' },
    group_members: { permission: 'group.assign', title: `${groupName} || ' · ' || ${student}`, page: 'r.group_id' },
    group_mentors: { permission: 'group.mentor', title: groupName, page: 'r.group_id' },
    group_shuffles: { permission: 'group.assign' },
    module_choices: { permission: 'module_choice.choose', title: student },
  },
  guards: new URL('./guards.sql', import.meta.url),
  nightly: { 'ending groups': finishGroups },
});
