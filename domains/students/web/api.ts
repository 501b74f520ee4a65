import { matchQuery } from '@tanstack/react-query';
import { contract as curriculum } from '#domains/curriculum/contract.ts';
import { uploadFor } from '#domains/files/web/index.ts';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { connect, queryClient } from '#platform/web/index.ts';
import { countryOptions, studentOptions } from '#platform/web/kit/controls/addressed.ts';
import type { OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const places = connect(institutions);
const plans = connect(curriculum);

export type Student = Awaited<ReturnType<typeof api.list.call>>['content'][number];
export type Profile = Awaited<ReturnType<typeof api.get.call>>;
export type Guardian = Awaited<ReturnType<typeof api.guard.list.call>>['content'][number];
export type StudentDocument = Awaited<ReturnType<typeof api.document.list.call>>['content'][number];
export type Card = Awaited<ReturnType<typeof api.card.all.call>>[number];
export type CallLetter = Awaited<ReturnType<typeof api.call_letter.list.call>>['content'][number];
export type StatusRequest = Awaited<ReturnType<typeof api.status.requests.call>>['content'][number];
export type HistoryEntry = Awaited<ReturnType<typeof api.history.call>>[number];
export type LifeAnswer = Awaited<ReturnType<typeof api.life.preview.call>>;
export type Next = Profile['next_statuses'][number];

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadDepartments = (search: string, ids?: OptionId[]) => places.department.all.call(question(search, ids));
export const loadCourses = async (search: string, ids?: OptionId[]) =>
  (await plans.course.all.call(question(search, ids))).map(({ id, title }) => ({ id, title }));
/** Modules of the plan of a course, each once. */
export const loadPlanned = (course_id: number | null) => async (search: string, ids?: OptionId[]) => {
  const { content } = await plans.course_module.list.call({
    ...(course_id ? { course_id } : {}),
    ...(ids ? {} : { search }),
    size: 200,
  });
  const modules = new Map(content.map(({ module }) => [module.id, module]));
  return [...modules.values()].filter(({ id }) => !ids || ids.map(String).includes(String(id)));
};
export const loadGroups = (search: string, ids?: OptionId[]) => api.groups.call(question(search, ids));
export const loadForms = (search: string, ids?: OptionId[]) => places.education_form.all.call(question(search, ids));
export const loadCountries = countryOptions((question) => places.country.list.call(question));
export const loadRegions = (search: string, ids?: OptionId[]) => places.state.all.call(question(search, ids));
export const loadCities = (search: string, ids?: OptionId[]) => places.city.all.call(question(search, ids));
/** Short lists know no ids: what is chosen is picked out of the whole list. */
export const loadNationalities = async (search: string, ids?: OptionId[]) => {
  const all = await places.types.list.call({ variable: 'nationality', ...(ids ? {} : { search }) });
  return ids ? all.filter((option) => ids.map(String).includes(String(option.id))) : all;
};
export const loadStudents = studentOptions((question) => api.all.call(question));

/**
 * What was read before a change is old after it. A record itself is read first: what it is now decides what else is asked
 * beside it, and of a deleted one other domains know nothing.
 */
export async function refresh(): Promise<void> {
  const record = { queryKey: api.profile.key() };
  await queryClient.invalidateQueries(record);
  // Until the page has drawn that record.
  await new Promise((resolve) => setTimeout(resolve));
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: api.key(), predicate: (query) => !matchQuery(record, query) }),
    queryClient.invalidateQueries({ queryKey: ['palette', 'students'] }),
  ]);
}

export const uploadFile = uploadFor('file');
export const uploadPhoto = uploadFor('photo');

/** The photo as small as a list shows it; the width is no part of the signed link. */
export const avatarOf = (student: Pick<Student, 'photo'>, size: 64 | 256 = 64) =>
  student.photo ? `${student.photo.original_url}&size=${size}` : null;
