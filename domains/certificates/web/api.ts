import { contract as groups } from '#domains/groups/contract.ts';
import { contract as students } from '#domains/students/contract.ts';
import { connect, queryClient } from '#platform/web/index.ts';
import { type OptionId, type RowOf, studentOptions } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const people = connect(students);
const rooms = connect(groups);

export type Template = Awaited<ReturnType<typeof api.template.get.call>>;
export type Issued = RowOf<typeof api.issue.papers>;
export type Issue = Awaited<ReturnType<typeof api.issue.get.call>>;

/** What was read before a change is old after it. */
export const refresh = () => queryClient.invalidateQueries({ queryKey: api.key() });
export const loadStudents = studentOptions((question) => people.all.call(question));
export const loadGroups = (search: string, ids?: OptionId[]) =>
  rooms.group.all.call(ids ? { ids: ids.join(',') } : { search });
