import { useQuery } from '@tanstack/react-query';
import { contract as curriculum } from '#domains/curriculum/contract.ts';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { connect, queryClient, type Translate } from '#platform/web/index.ts';
import type { OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const places = connect(institutions);
const courses = connect(curriculum);

export type Plan = Awaited<ReturnType<typeof api.plan.get.call>>;
export type Component = Plan['components'][number];
export type Criterion = Awaited<ReturnType<typeof api.criteria.get.call>>;

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadModules = (search: string, ids?: OptionId[]) => courses.course_module.all.call(question(search, ids));
export const loadCourses = (search: string, ids?: OptionId[]) => courses.course.all.call(question(search, ids));
export const useYears = () =>
  useQuery(places.academic_year.list.queryOptions({ input: { size: '50', sort: 'starts_on,desc' } as never }));
export const refresh = () => queryClient.invalidateQueries({ queryKey: api.key() });
export const silent = { context: { silent: true } };
export const choices = (t: Translate, prefix: string, values: readonly string[]) =>
  values.map((id) => ({ id, title: t(`${prefix}.${id}`) }));
