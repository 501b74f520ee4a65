import { useQuery } from '@tanstack/react-query';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { contract as staff } from '#domains/staff/contract.ts';
import { connect, queryClient } from '#platform/web/index.ts';
import type { OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const places = connect(institutions);
const people = connect(staff);

export type Course = Awaited<ReturnType<typeof api.course.get.call>>;
export type Campaign = Awaited<ReturnType<typeof api.course_campaign.get.call>>;
export type Module = Awaited<ReturnType<typeof api.module.get.call>>;
export type Outcome = Awaited<ReturnType<typeof api.outcome.get.call>>;
export type CourseModule = Awaited<ReturnType<typeof api.course_module.get.call>>;
export type Matrix = Awaited<ReturnType<typeof api.course_module.matrix.call>>;
export type Cell = Matrix['cells'][number];

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadCourses = (search: string, ids?: OptionId[]) => api.course.all.call(question(search, ids));
export const loadModules = (search: string, ids?: OptionId[]) => api.module.all.call(question(search, ids));
export const loadDepartments = (search: string, ids?: OptionId[]) => places.department.all.call(question(search, ids));
export const loadForms = (search: string, ids?: OptionId[]) => places.education_form.all.call(question(search, ids));
export const loadYears = (search: string, ids?: OptionId[]) => places.academic_year.all.call(question(search, ids));
export const loadStaff = async (search: string, ids?: OptionId[]) =>
  (await people.staff.all.call(question(search, ids))).map(({ id, title, job_position }) => ({
    id,
    title,
    ...(job_position ? { note: job_position } : {}),
  }));

/** The academic years, newest first. */
const yearsQuery = () => places.academic_year.list.queryOptions({ input: { size: 50, sort: 'starts_on,desc' } });
export const useYears = () => useQuery(yearsQuery());
/** The running academic year, for those who are no component. */
export const currentYear = async () =>
  (await queryClient.fetchQuery(yearsQuery())).content.find(({ current }) => current)?.id;

/** What was read before a change is old after it; a plan shows modules, teachers and courses alike. */
export const refresh = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: api.key() }),
    queryClient.invalidateQueries({ queryKey: ['curriculum'] }),
  ]);
