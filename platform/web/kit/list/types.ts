import type { SkipToken } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnyOption, LoadOptions } from '../controls/options.ts';
import type { FilterControl, ListDefaults, ListInput } from './search-state.ts';

/** The answer of every list call, as far as the page reads it. */
export interface ListEnvelope<Row> {
  content: Row[];
  top_content?: unknown;
  total_elements: number;
  /** false when the total is an estimate or a lower bound */
  total_exact?: boolean | undefined;
}

/** TanStack Query options whose data is a list: `(input) => api.student.list.queryOptions({ input })`. */
export interface ListQuery<Row> {
  queryKey: readonly unknown[];
  // biome-ignore lint/suspicious/noExplicitAny: the context's key type differs from query to query
  queryFn?: ((context: any) => ListEnvelope<Row> | Promise<ListEnvelope<Row>>) | SkipToken | undefined;
}

export interface ListColumn<Row> {
  /** the row's field, and what the server is asked to sort by */
  key: string;
  title: ReactNode;
  sortable?: boolean | undefined;
  /** what to show; by default the field's value as plain text */
  render?: ((row: Row) => ReactNode) | undefined;
  width?: number | string | undefined;
  align?: 'left' | 'right' | 'center' | undefined;
  /** shown only after the person chose it */
  defaultHidden?: boolean | undefined;
  /** stays while the others scroll; the first column does by itself */
  pinned?: boolean | undefined;
}

export interface ListFilter {
  key: string;
  label: ReactNode;
  control: FilterControl;
  options?: readonly AnyOption[] | undefined;
  load?: LoadOptions | undefined;
}

export interface BulkAction<Row> {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /**
   * gets the chosen rows (of every page) and whether all N that match are meant; then `input` says which. The rows stay
   * chosen where it answers false: a dialog that only opened calls `clear` when it has done its work.
   */
  run: (rows: Row[], allMatching: boolean, input: ListInput, clear: () => void) => unknown;
  /** asks first, naming the rows: what follows */
  confirm?: string | undefined;
  danger?: boolean | undefined;
  /** why it may not be done: the button is grey and says so */
  refused?: ReactNode | undefined;
}

export interface RowAction<Row> {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /** what it throws is told to the person by the list */
  run?: ((row: Row) => unknown) | undefined;
  href?: string | undefined;
  danger?: boolean | undefined;
  refused?: ReactNode | undefined;
}

export interface ListPageProps<Row> {
  title: ReactNode;
  description?: ReactNode | undefined;
  /** name under which chosen columns are remembered; by default the page's path */
  name?: string | undefined;
  query: (input: ListInput) => ListQuery<Row>;
  columns: ListColumn<Row>[];
  filters?: ListFilter[] | undefined;
  defaults?: ListDefaults | undefined;
  /** parts of the input that the address does not hold: the id of the page's parent */
  fixed?: Record<string, unknown> | undefined;
  rowId?: ((row: Row) => number | string) | undefined;
  rowLabel?: ((row: Row) => string) | undefined;
  rowHref?: ((row: Row) => string) | undefined;
  onRow?: ((row: Row) => void) | undefined;
  primaryAction?: ReactNode | undefined;
  actions?: ((row: Row) => RowAction<Row>[]) | undefined;
  bulkActions?: BulkAction<Row>[] | undefined;
  /** takes back that a row was deleted; with it the list can show what was deleted */
  restore?: ((row: Row) => unknown) | undefined;
  exportFn?: ((input: ListInput) => unknown) | undefined;
  /** what `exportFn` makes, where it is no spreadsheet */
  exportLabel?: string | undefined;
  empty?: { title?: ReactNode; text?: ReactNode; action?: ReactNode } | undefined;
  /** more controls beside the filters */
  toolbar?: ReactNode | undefined;
  searchable?: boolean | undefined;
  /** inside another page or a tab: without the page header */
  embedded?: boolean | undefined;
  /** a list that shares the page with another keeps its state to itself instead of in the address */
  local?: boolean | undefined;
}
