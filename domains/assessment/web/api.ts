import { useQuery } from '@tanstack/react-query';
import { contract as curriculum } from '#domains/curriculum/contract.ts';
import { contract as groups } from '#domains/groups/contract.ts';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { contract as students } from '#domains/students/contract.ts';
import { connect, queryClient } from '#platform/web/index.ts';
import { studentOptions } from '#platform/web/kit/controls/addressed.ts';
import type { OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
/** What a save of a plan carries. */
export type PlanChange = Parameters<typeof api.plan.save.call>[0];
const places = connect(institutions);
const courses = connect(curriculum);
const circles = connect(groups);
const learners = connect(students);

export type Plan = Awaited<ReturnType<typeof api.plan.get.call>>;
export type Component = Plan['components'][number];
export type Gradebook = Awaited<ReturnType<typeof api.mark.gradebook.call>>;
export type GridStudent = Gradebook['students'][number];
export type MarkersAnswer = Awaited<ReturnType<typeof api.mark.markers.call>>;
export type Bulk = Awaited<ReturnType<typeof api.mark.bulk.call>>;
export type Held = Awaited<ReturnType<typeof api.mark.withheld.call>>[number];
export type Details = Awaited<ReturnType<typeof api.mark.details.call>>;
export type Retake = Awaited<ReturnType<typeof api.retake.get.call>>;
export type Criterion = Awaited<ReturnType<typeof api.criteria.get.call>>;

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadModules = (search: string, ids?: OptionId[]) => courses.course_module.all.call(question(search, ids));
/** Only modules whose admission to exams the person may see. */
export const loadAdmissionModules = (search: string, ids?: OptionId[]) =>
  api.mark.modules.call({ ...question(search, ids), of: 'exam_admission.read' });
export const loadCourses = (search: string, ids?: OptionId[]) => courses.course.all.call(question(search, ids));
/** Who can sign the minutes of an award board. */
export const loadAwardPeople = (search: string, ids?: OptionId[]) => api.award.board.people.call(question(search, ids));
/** Who may sit on a board, for whoever confirms marks. */
export const loadBoardPeople = (search: string, ids?: OptionId[]) =>
  api.release.board.people.call(question(search, ids));
export const useYears = () =>
  useQuery(places.academic_year.list.queryOptions({ input: { size: 50, sort: 'starts_on,desc' } }));
export const loadStudents = studentOptions((asked) => learners.all.call(asked));
/** Groups whose students take a course module. */
export const useGroups = (course_module_id: number | undefined) =>
  useQuery({
    ...circles.group.for_assessment.queryOptions({ input: { course_module_id } }),
    enabled: course_module_id !== undefined,
  });

export const refresh = () => queryClient.invalidateQueries({ queryKey: api.key() });
