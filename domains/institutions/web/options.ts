import type { Resource } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

export type OptionRow = Awaited<ReturnType<typeof api.types.all.call>>[number];
interface Asked {
  search?: string;
  page: number;
  size: number;
  deleted?: boolean;
}

/**
 * The options of one short list as a resource: their calls answer the whole list at once, so searching and turning
 * pages happens here.
 */
export function optionsOf(variable: string): Resource<OptionRow> {
  const whole = (deleted = false) => api.types.all.call({ variable, ...(deleted ? { deleted } : {}) });
  const fits = (row: OptionRow, word: string) =>
    [row.code, ...Object.values(row.title)].some((text) => text.toLowerCase().includes(word));
  return {
    key: () => api.types.key(),
    list: {
      queryOptions: ({ input }) => {
        const { search = '', page, size, deleted } = input as Asked;
        return {
          queryKey: [...api.types.key(), variable, search, page, size, deleted],
          queryFn: async () => {
            const rows = (await whole(deleted)).filter((row) => fits(row, search.toLowerCase()));
            return { content: rows.slice(page * size, (page + 1) * size), total_elements: rows.length };
          },
        };
      },
    },
    get: {
      queryKey: ({ input }) => [...api.types.key(), variable, 'one', (input as { id: string }).id],
      call: async (input) => {
        const { id } = input as { id: string };
        const found = (await whole()).find((row) => row.id === Number(id));
        if (!found) throw new Error(`There is no option ${id} in ${variable}`);
        return found;
      },
    },
    save: { call: (input, options) => api.types.save.call({ ...(input as object), variable }, options) },
    restore: {
      call: (input, options) => api.types.restore.call({ id: (input as { id: number }).id, variable }, options),
    },
    remove: {
      call: (input, options) => api.types.remove.call({ id: Number((input as { id: string }).id), variable }, options),
    },
  };
}
