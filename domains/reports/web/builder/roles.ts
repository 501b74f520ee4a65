import { employees } from '#platform/contract/index.ts';
import type { OptionId } from '#platform/web/kit/index.ts';

const spoken = (role: string): string => role.charAt(0) + role.slice(1).toLowerCase().replaceAll('_', ' ');

/** Roles with which a report can be shared, by name: their titles stand with the rights, which not everybody may read. */
export const loadRoleNames = async (search: string, ids?: OptionId[]) =>
  employees
    .filter((name) => (ids ? ids.includes(name) : spoken(name).toLowerCase().includes(search.toLowerCase())))
    .map((name) => ({ id: name, title: spoken(name) }));
