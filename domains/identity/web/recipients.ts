import { api } from './api.ts';

/** People with an account, by name. */
export const loadAccounts = async (search: string, ids?: (string | number)[]) =>
  (await api.account.all.call(ids ? { ids: ids.join(',') } : { search })).map(({ id, title, username }) => ({
    id,
    title: `${title} (${username})`,
  }));
