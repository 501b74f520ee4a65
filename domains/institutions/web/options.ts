import type { Resource } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

export type OptionRow = Awaited<ReturnType<typeof api.types.all.call>>[number];
/** `variable` says which list, and so is a filter of the page and no part of what each list is asked. */
interface Asked {
  variable?: string;
  search?: string;
  page?: number;
  size?: number;
  deleted?: boolean;
}
type Saved = Omit<Parameters<typeof api.types.save.call>[0], 'variable'>;

/**
 * The options of one short list as a resource: their calls answer the whole list at once, so searching and turning
 * pages happens here.
 */
export function optionsOf(variable: string): Resource<OptionRow, Asked, Saved> {
  const whole = (deleted = false) => api.types.all.call({ variable, ...(deleted ? { deleted } : {}) });
  const fits = (row: OptionRow, word: string) =>
    [row.code, ...Object.values(row.title)].some((text) => text.toLowerCase().includes(word));
  return {
    key: () => api.types.key(),
    list: {
      queryKey: ({ input }) => [...api.types.key(), variable, input],
      call: async ({ search = '', page = 0, size = 10, deleted }) => {
        const rows = (await whole(deleted)).filter((row) => fits(row, search.toLowerCase()));
        return { content: rows.slice(page * size, (page + 1) * size), total_elements: rows.length };
      },
    },
    get: {
      queryKey: ({ input }) => [...api.types.key(), variable, 'one', input.id],
      call: async ({ id }) => {
        const found = (await whole()).find((row) => row.id === id);
        if (!found) throw new Error(`There is no option ${id} in ${variable}`);
        return found;
      },
    },
    save: { call: (input, options) => api.types.save.call({ ...input, variable }, options) },
    restore: { call: ({ id }, options) => api.types.restore.call({ id, variable }, options) },
    remove: { call: ({ id }, options) => api.types.remove.call({ id, variable }, options) },
  };
}
