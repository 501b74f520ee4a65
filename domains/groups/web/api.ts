import { contract as curriculum } from '#domains/curriculum/contract.ts';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { contract as staff } from '#domains/staff/contract.ts';
import { contract as students } from '#domains/students/contract.ts';
import { connect, queryClient, today } from '#platform/web/index.ts';
import { studentOptions } from '#platform/web/kit/controls/addressed.ts';
import type { OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const plans = connect(curriculum);
const places = connect(institutions);
const people = connect(staff);
const learners = connect(students);

export type Group = Awaited<ReturnType<typeof api.group.get.call>>;
export type Member = NonNullable<Group['members']>[number];
export type Assignment = Awaited<ReturnType<typeof api.group.assignment.call>>;
export type Column = Assignment['groups'][number];
export type Free = Assignment['unassigned'][number];
export type Offer = Awaited<ReturnType<typeof api.module_choice.offers.call>>[number];
export type Shuffled = Awaited<ReturnType<typeof api.group.shuffle.call>>;

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadCourses = (search: string, ids?: OptionId[]) => plans.course.all.call(question(search, ids));
export const loadCourseModules = (search: string, ids?: OptionId[]) =>
  plans.course_module.all.call(question(search, ids));
export const loadForms = (search: string, ids?: OptionId[]) => places.education_form.all.call(question(search, ids));
export const loadGroups = (search: string, ids?: OptionId[]) => api.group.all.call(question(search, ids));
export const loadStaff = async (search: string, ids?: OptionId[]) =>
  (await people.staff.all.call(question(search, ids))).map(({ id, title, job_position }) => ({
    id,
    title,
    ...(job_position ? { note: job_position } : {}),
  }));
export const loadStudents = studentOptions((question) => learners.all.call(question));

/** What was read before a change is old after it. */
export const refresh = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: api.key() }),
    queryClient.invalidateQueries({ queryKey: ['palette', 'groups'] }),
  ]);

/** Years of entry that still study, the newest first; whoever entered earlier has mostly left. */
export const entryYears = () => Array.from({ length: 8 }, (_, back) => Number(today().slice(0, 4)) - back);
