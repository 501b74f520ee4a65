import { contract as timetableContract } from '#domains/timetable/contract.ts';
import { connect, queryClient, silent } from '#platform/web/index.ts';
import type { OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const exams = connect(timetableContract);

export type Offence = Awaited<ReturnType<typeof api.offence.get.call>>;
export type Minutes = Awaited<ReturnType<typeof api.minutes.get.call>>;
export const refresh = () => queryClient.invalidateQueries({ queryKey: api.key() });

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
/** Who can take a part in a case. */
export const loadPeople = (id: number, part: 'CONSULTATION' | 'PANEL') => (search: string, ids?: OptionId[]) =>
  api.offence.people.call({ id, part, ...question(search, ids) });
export const loadInvigilators = (search: string, ids?: OptionId[]) =>
  api.invigilation.people.call(question(search, ids));
export const loadTypes = (search: string, ids?: OptionId[]) => api.type.all.call(question(search, ids));
export const loadAssessments = (search: string, ids?: OptionId[]) =>
  api.offence.assessments.call(question(search, ids));
/** Of one module alone, where it is known. */
export const loadAssessmentsOf = (course_module_id: number | undefined) => (search: string, ids?: OptionId[]) =>
  api.offence.assessments.call({ ...question(search, ids), ...(course_module_id ? { course_module_id } : {}) });
/** Who takes the assessment that was chosen; nobody before that. */
export const loadStudentsOf = (component_id: unknown) => (search: string, ids?: OptionId[]) =>
  typeof component_id === 'number'
    ? api.offence.students.call({ component_id, ...question(search, ids) })
    : Promise.resolve([]);

export interface Seated {
  id: number;
  name: string;
  number: string | null;
  /** Row and column, where the room has a plan. */
  seat?: string;
}
/** Who is in a room of an exam: by its seats where the plan of exams has that room on that day, else who takes the module. */
export async function roomOf(of: { component_id: number; held_on: string; room: string }): Promise<Seated[]> {
  const halls = await exams.exam_hall.list.call({ date: of.held_on }, silent).catch(() => []);
  const hall = halls.find(({ room }) => room.title === of.room);
  if (hall) {
    const { seats } = await exams.exam_hall.get.call({ id: hall.id }, silent);
    return seats.map(({ student: { id, name, number }, row, column }) => ({
      ...{ id, name, number },
      seat: `${row}–${column}`,
    }));
  }
  const takers = await api.offence.students.call({ component_id: of.component_id }, silent);
  // Their titles end with the number.
  return takers.map(({ id, title }) => {
    const [name = title, number = null] = title.split(', ');
    return { id, name, number };
  });
}

/** Below the base of the API. */
export const fileOf = (id: number, letter: number) => `/offence-letter/${id}/${letter}`;

/** Forms hold the uploaded files, calls their numbers. */
export const idsOf = (files: readonly unknown[] | undefined): number[] =>
  (files ?? []).flatMap((file) => {
    const id = typeof file === 'number' ? file : (file as { id?: unknown } | null)?.id;
    return typeof id === 'number' ? [id] : [];
  });
