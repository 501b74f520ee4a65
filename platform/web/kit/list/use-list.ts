import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { FilterShape, ListDefaults, ListInput, ListState } from './search-state.ts';
import { changeListState, readListState, toListInput, writeListState } from './search-state.ts';

export interface ListControl {
  state: ListState;
  input: ListInput;
  change: (change: Partial<ListState>) => void;
  /** the state as the address holds it, but for the page */
  query: Record<string, string>;
  /** shows another state, as `query` gave it */
  show: (query: Record<string, string>) => void;
}

type Address = Record<string, unknown>;

/** The list's state in the address: reload, back and a shared link give the same view. `local` keeps it in the component. */
export function useListState(
  filters: readonly FilterShape[],
  defaults: ListDefaults | undefined,
  local = false,
): ListControl {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Address;
  const [own, setOwn] = useState<Address>({});
  const address = local ? own : search;
  const state = readListState(address, filters, defaults);
  const change = useCallback(
    (part: Partial<ListState>) => {
      const next = (before: Address) =>
        writeListState(before, changeListState(readListState(before, filters, defaults), part), filters, defaults);
      if (local) setOwn(next);
      // Typing a search must not fill the history with a step per letter.
      else void navigate({ to: '.', search: next, replace: 'search' in part, resetScroll: false });
    },
    [navigate, filters, defaults, local],
  );
  const show = useCallback(
    (query: Record<string, string>) => {
      const next = (before: Address) =>
        writeListState(before, readListState(query, filters, defaults), filters, defaults);
      if (local) setOwn(next);
      else void navigate({ to: '.', search: next, resetScroll: false });
    },
    [navigate, filters, defaults, local],
  );
  const query = Object.fromEntries(
    Object.entries(writeListState({}, { ...state, page: 0 }, filters, defaults)).map(([key, value]) => [
      key,
      String(value),
    ]),
  );
  return { state, input: toListInput(state, filters), change, query, show };
}
