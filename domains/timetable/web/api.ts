import { useQuery } from '@tanstack/react-query';
import { contract as plans } from '#domains/curriculum/contract.ts';
import { contract as groupCalls } from '#domains/groups/contract.ts';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { contract as staff } from '#domains/staff/contract.ts';
import { contract as students } from '#domains/students/contract.ts';
import { connect, queryClient, today } from '#platform/web/index.ts';
import { type OptionId, studentOptions } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const groups = connect(groupCalls);
const modules = connect(plans);
const places = connect(institutions);
const people = connect(staff);
const learners = connect(students);

export type Week = Awaited<ReturnType<typeof api.entry.week.call>>;
export type Entry = Week['entries'][number];
export type Draft = Awaited<ReturnType<typeof api.draft.get.call>>;
export type Place = Awaited<ReturnType<typeof api.entry.places.call>>[number];
export type Judgement = Awaited<ReturnType<typeof api.draft.judge.call>>;
export type Wish = Awaited<ReturnType<typeof api.wish.get.call>>;

export type Requirement = Awaited<ReturnType<typeof api.requirement.get.call>>;

export type ExamPeriod = Awaited<ReturnType<typeof api.exam_period.get.call>>;
export type Exam = Awaited<ReturnType<typeof api.exam.get.call>>;
export type ExamPlace = Awaited<ReturnType<typeof api.exam.places.call>>[number];

export const examTones = { DRAFT: 'yellow', PUBLISHED: 'teal' } as const;

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
const loadStudents = studentOptions((asked) => learners.all.call(asked));
/** Whose week can be looked at, and where each is found. */
export const weekOwners = {
  group: (search: string, ids?: OptionId[]) => groups.group.all.call(question(search, ids)),
  staff: async (search: string, ids?: OptionId[]) =>
    (await people.staff.all.call(question(search, ids))).map(({ id, title }) => ({ id, title })),
  room: (search: string, ids?: OptionId[]) => places.education_place.all.call(question(search, ids)),
  student: loadStudents,
} as const;
export const loadModules = (search: string, ids?: OptionId[]) => modules.course_module.all.call(question(search, ids));
/** Only those that are taught in that semester. */
export const modulesOfSemester = (semester_id: number) => async (search: string, ids?: OptionId[]) => {
  if (ids) return loadModules(search, ids);
  const term = (await places.semester.all.call()).find(({ id }) => id === semester_id);
  const asked = { search, size: 20, academic_year_id: term?.academic_year_id, semester: term?.number };
  const { content } = await modules.course_module.list.call(asked);
  return content.length > 0
    ? loadModules(
        '',
        content.map(({ id }) => id),
      )
    : [];
};
export const loadBuildings = (search: string, ids?: OptionId[]) =>
  ids
    ? weekOwners.room(search, ids)
    : places.education_place.list
        .call({ kind: 'BUILDING', size: 50, search })
        .then(({ content }) => content.map(({ id, name }) => ({ id, title: name })));
export const loadRooms = weekOwners.room;
export type WeekOwner = keyof typeof weekOwners;

/** The semester that runs and those that come, the next one first: what can still be planned. */
export function useComing(enabled: boolean) {
  const { data } = useQuery({ ...places.semester.all.queryOptions(), enabled });
  const now = today();
  return (data ?? [])
    .filter(({ ends_on }) => ends_on >= now)
    .sort((one, other) => one.starts_on.localeCompare(other.starts_on))
    .map(({ id, academic_year, title }) => ({ id, title: `${academic_year} · ${title}` }));
}

/** What was read before a change is old after it. */
export const refresh = () => queryClient.invalidateQueries({ queryKey: api.key() });
