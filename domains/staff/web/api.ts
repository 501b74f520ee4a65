import { contract as institutions } from '#domains/institutions/contract.ts';
import { connect, queryClient, type Translate } from '#platform/web/index.ts';
import type { OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const places = connect(institutions);

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadDepartments = (search: string, ids?: OptionId[]) => places.department.all.call(question(search, ids));
export const loadJobs = (search: string, ids?: OptionId[]) => api.job.all.call(question(search, ids));

/** What was read before a change is old after it. */
export const refresh = (part: 'staff' | 'job' | 'vacancy') =>
  queryClient.invalidateQueries({ queryKey: api[part].key() });

/** Options of a closed choice in the person's language: `staff.degree.PHD`. */
export const choices = (t: Translate, prefix: string, values: readonly string[]) =>
  values.map((id) => ({ id, title: t(`${prefix}.${id}`) }));
