import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallOptions } from '../../client.ts';
import type { Translate } from '../../i18n.tsx';
import type { AnyOption, LoadOptions } from '../controls/options.ts';
import type { FilterControl, FilterShape, ListDefaults, ListInput } from './search-state.ts';

export type KeyOf<T> = keyof T & string;

/** The answer of every list call, as far as the page reads it. */
export interface ListEnvelope<Row> {
  content: Row[];
  top_content?: unknown;
  total_elements: number;
  /** false when the total is an estimate or a lower bound */
  total_exact?: boolean | undefined;
}

/** A call that answers a list, as `connect(contract)` has it: its input says what may be filtered by, its rows what is shown. */
export interface ListCall<Row, Input> {
  call: (input: Input, options?: CallOptions) => Promise<ListEnvelope<Row>>;
  queryKey: (options: { input: Input }) => QueryKey;
}

/** Where a record stands in the list from which it was opened, so that one goes on to the next without going back. */
export interface ListPlace<Input = never> {
  /** The list stands like this now. What it shows is taken from the cache when a record is opened from it. */
  lookAt: (input: Input) => void;
  /** Counted from 1; undefined for a record that was not opened from the list. */
  placeOf: (id: number) => { at: number; total: number } | undefined;
  /** The record after (1) or before (-1) this one, over the edge of the page too; undefined at the list's ends. */
  neighbour: (id: number, by: 1 | -1) => Promise<number | undefined>;
}

/**
 * A row is a card on a phone: `title` with `end` at its right, `line` below with `aside` at its right; `rest` is seen when
 * the record is opened, or the card unfolded where there is nothing to open.
 */
export type PhonePlace = 'title' | 'end' | 'line' | 'aside' | 'rest';

interface ColumnLook {
  title: ReactNode;
  sortable?: boolean | undefined;
  width?: number | string | undefined;
  align?: 'left' | 'right' | 'center' | undefined;
  /** shown only after the person chose it */
  defaultHidden?: boolean | undefined;
  /** stays while the others scroll; the first column does by itself */
  pinned?: boolean | undefined;
  /** where it stands on the card that a row is on a phone; see `phonePlaces` for what it is unless told */
  phone?: PhonePlace | undefined;
}

/** A column shows a field of the row, or something made of several, which is said so. */
export type ListColumn<Row> = ColumnLook &
  (
    | {
        /** the row's field, and what the server is asked to sort by */
        key: KeyOf<Row>;
        made?: undefined;
        /** what to show; by default the field's value as plain text */
        render?: ((row: Row) => ReactNode) | undefined;
      }
    | { key: string; made: true; render: (row: Row) => ReactNode }
  );

/** What a row has under a column; nothing for what is made of several fields. */
export const fieldOf = <Row>(row: Row, column: ListColumn<Row> | undefined) =>
  column && !column.made ? row[column.key] : undefined;

/**
 * The place of each column on a phone's card. Unless told: the first names the row, its state (else its first figure)
 * stands at the end, the next two below.
 */
export function phonePlaces<Row>(columns: readonly ListColumn<Row>[]): PhonePlace[] {
  const named = columns.some(({ phone }) => phone === 'title');
  const places = columns.map(({ phone }, index) => phone ?? (index === 0 && !named ? 'title' : undefined));
  const fill = (place: PhonePlace, fits: (column: ListColumn<Row>) => boolean) => {
    if (places.includes(place)) return;
    const at = columns.findIndex((column, index) => places[index] === undefined && fits(column));
    if (at >= 0) places[at] = place;
  };
  fill('end', ({ key }) => /(^|_)(status|state|stage)$/.test(key));
  fill('line', ({ align }) => align !== 'right');
  fill('end', ({ align }) => align === 'right');
  fill('aside', () => true);
  fill('line', () => true);
  return places.map((place) => place ?? 'rest');
}

interface FilterLook {
  label: ReactNode;
  options?: readonly AnyOption[] | undefined;
  load?: LoadOptions | undefined;
}
/** `date` where the list may be asked for `date_from` and `date_to`. */
type RangeOf<Input> = { [K in KeyOf<Input>]: K extends `${infer Range}_from` ? Range : never }[KeyOf<Input>];

/** One filter of a list: a part of what its call is asked, or of two of them a range. */
export type ListFilter<Input> = FilterLook &
  (
    | { key: KeyOf<Input>; control: Exclude<FilterControl, 'dateRange'> }
    | { key: RangeOf<Input>; control: 'dateRange'; range?: undefined }
    | { key: string; control: 'dateRange'; range: readonly [from: KeyOf<Input>, to: KeyOf<Input>] }
  );
/** The filters of a list page, for those who make them beforehand: `FiltersOf<typeof api.student.list>`. */
export type FiltersOf<Call> = Call extends ListCall<infer _Row, infer Input> ? ListFilter<Input>[] : never;
export type InputOf<Call> = Call extends ListCall<infer _Row, infer Input> ? Input : never;
export type RowOf<Call> = Call extends ListCall<infer Row, infer _Input> ? Row : never;

/** Any filter of any list, as the page itself handles them. */
export interface AnyFilter extends FilterLook, FilterShape {}

export interface BulkAction<Row, Input = ListInput> {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /**
   * gets the chosen rows (of every page) and whether all N that match are meant; then `input` says which. The rows stay
   * chosen where it answers false: a dialog that only opened calls `clear` when it has done its work.
   */
  run: (rows: Row[], allMatching: boolean, input: Input, clear: () => void) => unknown;
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

/** Brings columns that people may add and most never do, in words of the language that is read. */
export type MoreColumns<Row> = () => Promise<(t: Translate) => ListColumn<Row>[]>;

export interface ListPageProps<Row, Input> {
  title: ReactNode;
  description?: ReactNode | undefined;
  /** name under which chosen columns are remembered; by default the page's path */
  name?: string | undefined;
  of: ListCall<Row, Input>;
  columns: ListColumn<NoInfer<Row>>[];
  /** brings columns that people may add, when they choose */
  moreColumns?: MoreColumns<NoInfer<Row>> | undefined;
  filters?: ListFilter<NoInfer<Input>>[] | undefined;
  defaults?: ListDefaults | undefined;
  /** parts of the input that the address does not hold: the id of the page's parent */
  fixed?: Partial<NoInfer<Input>> | undefined;
  /** what is asked in place of what the address says, where the page knows more; `input` of actions is that */
  ask?: ((input: NoInfer<Input>) => NoInfer<Input>) | undefined;
  /** remembers where in this list a record stands that is opened from it */
  place?: ListPlace<NoInfer<Input>> | undefined;
  rowId?: ((row: NoInfer<Row>) => number | string) | undefined;
  rowLabel?: ((row: NoInfer<Row>) => string) | undefined;
  rowHref?: ((row: NoInfer<Row>) => string) | undefined;
  onRow?: ((row: NoInfer<Row>) => void) | undefined;
  primaryAction?: ReactNode | undefined;
  actions?: ((row: NoInfer<Row>) => RowAction<NoInfer<Row>>[]) | undefined;
  bulkActions?: BulkAction<NoInfer<Row>, NoInfer<Input>>[] | undefined;
  /** takes back that a row was deleted; with it the list can show what was deleted */
  restore?: ((row: NoInfer<Row>) => unknown) | undefined;
  exportFn?: ((input: NoInfer<Input>) => unknown) | undefined;
  /** what `exportFn` makes, where it is no spreadsheet */
  exportLabel?: string | undefined;
  empty?: { title?: ReactNode; text?: ReactNode; action?: ReactNode } | undefined;
  /** what stands above the search: sums of the whole list */
  above?: ReactNode | undefined;
  /** more controls beside the filters */
  toolbar?: ReactNode | undefined;
  searchable?: boolean | undefined;
  /** inside another page or a tab: without the page header */
  embedded?: boolean | undefined;
  /** a list that shares the page with another keeps its state to itself instead of in the address */
  local?: boolean | undefined;
}
