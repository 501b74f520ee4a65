import { contract as credentials } from '#domains/credentials/contract.ts';
import { contract as identity } from '#domains/identity/contract.ts';
import { contract as students } from '#domains/students/contract.ts';
import { connect, queryClient } from '#platform/web/index.ts';
import { studentOptions } from '#platform/web/kit/controls/addressed.ts';
import type { OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const people = connect(students);
const rights = connect(identity);
/** Papers that were issued, whatever asked for them. */
export const papers = connect(credentials);

export type Asked = Awaited<ReturnType<typeof api.request.get.call>>;
export type Offered = Awaited<ReturnType<typeof api.type.get.call>>;
export type Version = Awaited<ReturnType<typeof api.form.get.call>>;

/** What was read before a change is old after it. */
export const refresh = () => queryClient.invalidateQueries({ queryKey: api.key() });
export const loadStudents = studentOptions((question) => people.all.call(question));
/** Roles by name, as steps keep them. */
export const loadRoles = async (search: string, ids?: OptionId[]) =>
  (await rights.role.all.call({ search: ids ? '' : search }))
    .filter(({ name }) => !ids || ids.includes(name))
    .map(({ name, title }) => ({ id: name, title }));
