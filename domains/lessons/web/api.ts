import { contract as curriculum } from '#domains/curriculum/contract.ts';
import { connect, queryClient, silent } from '#platform/web/index.ts';
import type { OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const plan = connect(curriculum);

export type Lesson = Awaited<ReturnType<typeof api.lesson.get.call>>;
export type Homework = NonNullable<Lesson['homework']>;
export type Package = NonNullable<Lesson['package']>;
export type Submission = Awaited<ReturnType<typeof api.assessment.get.call>>;
export type AssessmentRow = Awaited<ReturnType<typeof api.assessment.all.call>>[number];
export type Launch = Awaited<ReturnType<typeof api.articulate.launch.call>>;
export type Progress = Launch['progress'][number];
export type Reached = Omit<
  Awaited<ReturnType<typeof api.articulate.statistics.call>>['students'][number],
  'student_id' | 'student_no' | 'firstname' | 'lastname' | 'midname'
>;
export type CourseModule = Awaited<ReturnType<typeof plan.course_module.get.call>>;

const most = 200;
/** Lessons of a course module in their order; of all modules without one. */
export const lessonsQuery = (input: { course_module_id?: number; has_package?: boolean }) =>
  api.lesson.list.queryOptions({
    input: { ...input, size: most, sort: 'position' },
  });

/** The lesson that was made last, of all in reach. */
export const newestLessonQuery = () => api.lesson.list.queryOptions({ input: { size: 1, sort: 'created_at,desc' } });

/** A few lessons with works that wait to be assessed. */
export const toAssessQuery = () => api.lesson.list.queryOptions({ input: { size: 5, to_assess: true }, ...silent });

export const courseModuleQuery = (id: number) => plan.course_module.get.queryOptions({ input: { id } });
/** Course modules that the caller teaches, newest years first. */
export const taughtQuery = () =>
  plan.course_module.list.queryOptions({ input: { mine: true, size: most, sort: 'now' } });
/** The same module in other places of the plans: where lessons can be taken from. */
export const sameModuleQuery = (module_id: number) =>
  plan.course_module.list.queryOptions({
    input: { module_id, size: most, sort: 'now' },
  });
export const loadCourseModules = (search: string, ids?: OptionId[]) =>
  plan.course_module.all.call(ids ? { ids: ids.join(',') } : { search });

/** What was read before a change is old after it. */
export const refresh = () => queryClient.invalidateQueries({ queryKey: api.key() });

/** One of each: lessons by the course module that they belong to, those of the newest year and semester first. */
export function byModule(lessons: readonly Lesson[]) {
  const modules = [...Map.groupBy(lessons, (lesson) => lesson.course_module_id)].map(([id, list]) => ({
    id,
    title: list[0]?.course_module?.title ?? '',
    code: list[0]?.course_module?.code ?? '',
    year: list[0]?.course_module?.academic_year ?? '',
    semester: list[0]?.course_module?.semester ?? 1,
    lessons: list,
  }));
  return modules.sort((a, b) => b.year.localeCompare(a.year) || b.semester - a.semester);
}
