import { contract as curriculum } from '#domains/curriculum/contract.ts';
import { contract as groupCalls } from '#domains/groups/contract.ts';
import { contract as identity } from '#domains/identity/contract.ts';
import { connect } from '#platform/web/index.ts';
import type { OptionId } from '#platform/web/kit/index.ts';
import { moduleColor } from '#platform/web/kit/show/modules.tsx';
import { contract } from '../contract.ts';

export const api = connect(contract);
const plan = connect(curriculum);
const people = connect(groupCalls);
const rights = connect(identity);

export type Row = Awaited<ReturnType<typeof api.event.list.call>>['content'][number];
export type Event = Awaited<ReturnType<typeof api.event.get.call>>;

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadCourses = (search: string, ids?: OptionId[]) => plan.course.all.call(question(search, ids));
export const loadGroups = (search: string, ids?: OptionId[]) => people.group.all.call(question(search, ids));
/** Roles by name, as events keep them. */
export const loadRoles = async (search: string, ids?: OptionId[]) =>
  (await rights.role.all.call({ search: ids ? '' : search }))
    .filter(({ name }) => !ids || ids.includes(name))
    .map(({ name, title }) => ({ id: name, title }));

/** Which colour of the theme stands for a type. */
export const colorOf: Record<Row['type'], string> = {
  GENERAL_EVENT: 'accent',
  TEACHING_WEEK: 'gray',
  ASSESSMENT_WEEK: 'orange',
  ASSESSMENT_DAY: 'orange',
  HOLIDAY: 'green',
  DEADLINE: 'red',
  DOCUMENTS: 'yellow',
  EXTRACURRICULAR_ACTIVITY: 'grape',
  CLASS: 'blue',
  EXAM: 'red',
  SEMESTER: 'gray',
};

/** What tells an event from others at a glance: the colour of its module, or else of its type. */
export const eventColor = (event: Pick<Row, 'type' | 'module'>) =>
  event.module ? moduleColor(event.module) : `var(--mantine-color-${colorOf[event.type]}-filled)`;
