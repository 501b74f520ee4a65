import { contract as institutions } from '#domains/institutions/contract.ts';
import { contract as messaging } from '#domains/messaging/contract.ts';
import { connect, queryClient } from '#platform/web/index.ts';
import type { OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const places = connect(institutions);

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadDepartments = (search: string, ids?: OptionId[]) => places.department.all.call(question(search, ids));
export const loadJobs = (search: string, ids?: OptionId[]) => api.job.all.call(question(search, ids));

export const loadStaff = (search: string, ids?: OptionId[]) => api.staff.all.call(question(search, ids));

type Unit = Awaited<ReturnType<typeof api.department.people.call>>[number];
/** What staff know of one department; all of them are read once. */
export const departmentOf = (id: number) => ({
  ...api.department.people.queryOptions(),
  select: (all: Unit[]) => all.find((unit) => unit.department_id === id),
});

/** What was read before a change is old after it. */
export const refresh = (part: 'staff' | 'job' | 'vacancy') =>
  queryClient.invalidateQueries({ queryKey: api[part].key() });

const { job: jobs } = connect(messaging);
/** An import changes people, how many hold a job, and what the person's long work is. */
export const refreshAll = () =>
  Promise.all([refresh('staff'), refresh('job'), queryClient.invalidateQueries({ queryKey: jobs.key() })]);

/** The photo as small as it is shown; the width is no part of the signed link. */
export const avatarOf = (person: { photo: { original_url: string } | null }, size: 64 | 256 = 64) =>
  person.photo ? `${person.photo.original_url}&size=${size}` : null;
