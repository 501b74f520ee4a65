import { queryClient } from '../../query.ts';
import type { ListInput } from './search-state.ts';
import type { ListQuery } from './types.ts';

/** Where a record stands in the list from which it was opened, so that one goes on to the next without going back. */
export interface ListPlace {
  /** The list stands like this now. What it shows is taken from the cache when a record is opened from it. */
  lookAt: (input: ListInput) => void;
  /** Counted from 1; undefined for a record that was not opened from the list. */
  placeOf: (id: number) => { at: number; total: number } | undefined;
  /** The record after (1) or before (-1) this one, over the edge of the page too; undefined at the list's ends. */
  neighbour: (id: number, by: 1 | -1) => Promise<number | undefined>;
}

/** One for each list call of a domain; it lives as long as the tab. */
export function listPlace(options: (input: ListInput) => ListQuery<{ id: number }>): ListPlace {
  let input: ListInput | undefined;
  let ids: number[] = [];
  let total = 0;
  const take = (of: ListInput, answer: { content: { id: number }[]; total_elements: number } | undefined) => {
    if (!answer) return;
    input = of;
    ids = answer.content.map(({ id }) => id);
    total = answer.total_elements;
  };
  return {
    lookAt(of) {
      input = of;
      ids = [];
    },
    placeOf(id) {
      if (!input) return undefined;
      // Only once for each page: afterwards the record may have left the list by the very change that was made.
      if (ids.length === 0) take(input, queryClient.getQueryData(options(input).queryKey));
      const index = ids.indexOf(id);
      return index < 0 ? undefined : { at: input.page * input.size + index + 1, total };
    },
    async neighbour(id, by) {
      const index = ids.indexOf(id);
      if (!input || index < 0) return undefined;
      const near = ids[index + by];
      if (near !== undefined) return near;
      const page = input.page + by;
      if (page < 0 || page * input.size >= total) return undefined;
      const next = { ...input, page };
      take(next, await queryClient.fetchQuery(options(next) as never));
      return by === 1 ? ids[0] : ids.at(-1);
    },
  };
}
