import { queryClient } from '#platform/web/index.ts';
import type { ListInput } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

/** The list that was looked at last in this tab: from a student's page one goes on to the next of them without going back. */
let input: ListInput | undefined;
let ids: number[] = [];
let total = 0;

const options = (of: ListInput) => api.list.queryOptions({ input: of as never, context: { silent: true } });
const take = (of: ListInput, answer: { content: { id: number }[]; total_elements: number } | undefined) => {
  if (!answer) return;
  input = of;
  ids = answer.content.map(({ id }) => id);
  total = answer.total_elements;
};

/** The list stands like this now. What it shows is taken from the cache when a student is opened from it. */
export const lookAt = (of: ListInput): void => {
  input = of;
  ids = [];
};

/** Where a student stands in that list, counted from 1; undefined for somebody who was not opened from it. */
export function placeOf(id: number): { at: number; total: number } | undefined {
  if (!input) return undefined;
  // Only once for each page: afterwards the student may have left the list by the very change that was made.
  if (ids.length === 0) take(input, queryClient.getQueryData(options(input).queryKey));
  const index = ids.indexOf(id);
  return index < 0 ? undefined : { at: input.page * input.size + index + 1, total };
}

/** The student after (1) or before (-1) this one, over the edge of the page too; undefined at the list's ends. */
export async function neighbour(id: number, by: 1 | -1): Promise<number | undefined> {
  const index = ids.indexOf(id);
  if (!input || index < 0) return undefined;
  const near = ids[index + by];
  if (near !== undefined) return near;
  const page = input.page + by;
  if (page < 0 || page * input.size >= total) return undefined;
  const next = { ...input, page };
  take(next, await queryClient.fetchQuery(options(next)));
  return by === 1 ? ids[0] : ids.at(-1);
}
