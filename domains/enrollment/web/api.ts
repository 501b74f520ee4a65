import { useQuery } from '@tanstack/react-query';
import { contract as admissions } from '#domains/admissions/contract.ts';
import { contract as curriculum } from '#domains/curriculum/contract.ts';
import { contract as groups } from '#domains/groups/contract.ts';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { contract as messaging } from '#domains/messaging/contract.ts';
import { contract as students } from '#domains/students/contract.ts';
import { connect, queryClient, silent, useLiveEvent } from '#platform/web/index.ts';
import { studentOptions } from '#platform/web/kit/controls/addressed.ts';
import type { JobProgressProps, OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const places = connect(institutions);
const plans = connect(curriculum);
const learners = connect(students);
const classes = connect(groups);
const applying = connect(admissions);
/** Long work is followed where all long work is. */
const { job: jobs } = connect(messaging);

export type Year = Awaited<ReturnType<typeof api.enrollment.get.call>>;
export type Candidate = Awaited<ReturnType<typeof api.candidates.list.call>>['content'][number];
export type Outcome = Awaited<ReturnType<typeof api.candidates.enroll.call>>['rows'][number];
export type Progress = Awaited<ReturnType<typeof api.turn.progression.call>>;
export type ProgressRow = Awaited<ReturnType<typeof api.turn.students.call>>['content'][number];
export type Checklist = Awaited<ReturnType<typeof api.turn.checklist.call>>;
export type NewYear = Awaited<ReturnType<typeof api.turn.new_year.call>>;
export type Info = Awaited<ReturnType<typeof api.own.info.call>>;

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadYears = (search: string, ids?: OptionId[]) => places.academic_year.all.call(question(search, ids));
export const loadForms = (search: string, ids?: OptionId[]) => places.education_form.all.call(question(search, ids));
export const loadCourses = async (search: string, ids?: OptionId[]) =>
  (await plans.course.all.call(question(search, ids))).map(({ id, title }) => ({ id, title }));
export const loadGroups = (search: string, ids?: OptionId[]) => classes.group.all.call(question(search, ids));
export const loadStudents = studentOptions((asked) => learners.all.call(asked));

/** What was read before a change is old after it: applicants, students, groups and academic years, too. */
export const refresh = () =>
  Promise.all(
    [api, applying, learners, classes, places, jobs].map((one) =>
      queryClient.invalidateQueries({ queryKey: one.key() }),
    ),
  );

const endedStates = ['done', 'failed', 'undone'];

/** Long work while it runs, and its receipt when it is over. */
export function useJob(id: number | undefined) {
  useLiveEvent('job', () => void refresh());
  const { data } = useQuery({
    ...jobs.get.queryOptions({ input: { id: id ?? 0 }, ...silent }),
    enabled: id !== undefined,
    refetchInterval: (query) => (query.state.data && endedStates.includes(query.state.data.state) ? false : 1500),
  });
  return id === undefined ? undefined : data;
}

/** How far that is, of so many where it does not say yet itself. */
export const progressOf = (work: ReturnType<typeof useJob>, total: number): JobProgressProps => ({
  done: work?.done ?? 0,
  total: work?.total ?? total,
  state: !work ? 'waiting' : work.state === 'failed' || work.state === 'done' ? work.state : 'running',
  message: work?.error ?? undefined,
});
