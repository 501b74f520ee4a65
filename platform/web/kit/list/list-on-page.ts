import { createContext, useContext } from 'react';

/** The list that a page is, for what other domains put beside its search: what it is asked now, and to ask another thing. */
export interface ListOnPage {
  /** as its page calls it */
  name: string;
  /** address of the call behind it */
  call: string;
  /** search, filters, sort and size, as the address of the page holds them */
  query: Record<string, string>;
  /** keys of columns that are shown or hidden otherwise than usual */
  columns: readonly string[];
  show: (query: Record<string, string>, columns: string[]) => void;
}

export const ListOnPageContext = createContext<ListOnPage | null>(null);
export const useListOnPage = (): ListOnPage | null => useContext(ListOnPageContext);
