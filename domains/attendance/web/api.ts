import { useQuery } from '@tanstack/react-query';
import { contract as curriculum } from '#domains/curriculum/contract.ts';
import { contract as groups } from '#domains/groups/contract.ts';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { contract as staff } from '#domains/staff/contract.ts';
import { connect, queryClient, silent, useAbility } from '#platform/web/index.ts';
import type { OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const people = connect(staff);
const places = connect(institutions);
const plans = connect(curriculum);
const circles = connect(groups);

export type Lesson = Awaited<ReturnType<typeof api.class_session.get.call>>;
export type Register = Awaited<ReturnType<typeof api.attendance.register.call>>;
export type Reason = Awaited<ReturnType<typeof api.reason.get.call>>;

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
const loadModules = (search: string, ids?: OptionId[]) => plans.course_module.all.call(question(search, ids));
const loadTaught = async (search: string, ids?: OptionId[]) => {
  if (ids) return loadModules(search, ids);
  const input = { mine: true, size: 100, sort: 'now', search };
  return (await plans.course_module.list.call(input)).content.map(({ id, module, course, academic_year }) => ({
    id,
    title: [`${module.code} ${module.title}`, course?.title, academic_year?.title].filter(Boolean).join(', '),
  }));
};
/** Who gives the lessons that the caller plans: themselves, where they plan their own alone. */
export function useOwnStaff() {
  const enabled = useAbility().scope('attendance.plan') === 'taught';
  return useQuery({
    ...people.staff.me.queryOptions(silent),
    enabled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The modules to choose from: a teacher's are those that they teach. */
export const useModules = () => (useAbility().scope('attendance.plan') === 'taught' ? loadTaught : loadModules);
export const loadGroups = (search: string, ids?: OptionId[]) => circles.group.short.call(question(search, ids));
export const loadRooms = (search: string, ids?: OptionId[]) => places.education_place.all.call(question(search, ids));
export const loadStaff = async (search: string, ids?: OptionId[]) =>
  (await people.staff.all.call(question(search, ids))).map(({ id, title }) => ({ id, title }));
export const useSemesters = () => useQuery(places.semester.all.queryOptions({ input: {} }));

export const refresh = () => queryClient.invalidateQueries({ queryKey: api.key() });

/** The lessons of a day as the register asks for them; `mine`: those that the caller gives. */
export const dayOptions = (day: string, mine: boolean) => ({
  from: day,
  to: day,
  size: 100,
  sort: 'date',
  ...(mine ? { mine } : {}),
});

/** The lesson that was called last: by the caller, or of all that one may see. */
export const lastCalled = (mine: boolean) => ({
  ...(mine && { mine }),
  state: 'HELD' as const,
  size: 1,
  sort: 'date,desc',
});

/** Asked also where the browser thinks that there is no network: it is told at once, and a copy is shown. */
export const evenOffline = { networkMode: 'always', refetchOnReconnect: true, retry: false } as const;
