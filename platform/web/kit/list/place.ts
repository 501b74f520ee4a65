import { silent } from '../../client.ts';
import { queryClient } from '../../query.ts';
import type { ListInput } from './search-state.ts';
import type { ListCall, ListPlace } from './types.ts';

/** One for each list call of a domain; it lives as long as the tab. */
export function listPlace<Row extends { id: number }, Input extends ListInput>(
  of: ListCall<Row, Input>,
): ListPlace<Input> {
  let input: Input | undefined;
  let ids: number[] = [];
  let total = 0;
  const take = (asked: Input, answer: { content: { id: number }[]; total_elements: number } | undefined) => {
    if (!answer) return;
    input = asked;
    ids = answer.content.map(({ id }) => id);
    total = answer.total_elements;
  };
  return {
    lookAt(asked) {
      input = asked;
      ids = [];
    },
    placeOf(id) {
      if (!input) return undefined;
      // Only once for each page: afterwards the record may have left the list by the very change that was made.
      if (ids.length === 0) take(input, queryClient.getQueryData(of.queryKey({ input })));
      const index = ids.indexOf(id);
      return index < 0 ? undefined : { at: (input.page ?? 0) * (input.size ?? 10) + index + 1, total };
    },
    async neighbour(id, by) {
      // A list that stands beside its open record is looked at anew whenever it is drawn.
      if (input && ids.length === 0) take(input, queryClient.getQueryData(of.queryKey({ input })));
      const index = ids.indexOf(id);
      if (!input || index < 0) return undefined;
      const near = ids[index + by];
      if (near !== undefined) return near;
      const page = (input.page ?? 0) + by;
      if (page < 0 || page * (input.size ?? 10) >= total) return undefined;
      const next = { ...input, page };
      const query = { queryKey: of.queryKey({ input: next }), queryFn: () => of.call(next, silent) };
      take(next, await queryClient.fetchQuery(query));
      return by === 1 ? ids[0] : ids.at(-1);
    },
  };
}
