/** The state of a list and its form in the address. Pure: what the address says ↔ what is asked of the server. */

export type FilterControl = 'select' | 'multi' | 'async' | 'asyncMulti' | 'date' | 'dateRange' | 'boolean' | 'text';

export interface FilterShape {
  key: string;
  control: FilterControl;
  /** what a dateRange is asked as, where that is not `key_from` and `key_to` */
  range?: readonly [from: string, to: string] | undefined;
}

/** A filter's value: text and select as string, multi as strings, boolean as boolean, dateRange as [from, to] with '' for an open end. */
export type FilterValue = string | boolean | string[];

export interface ListState {
  search: string;
  /** zero-based */
  page: number;
  size: number;
  /** `column` or `column,desc` */
  sort: string;
  filters: Record<string, FilterValue>;
}

export type ListDefaults = Partial<Omit<ListState, 'page' | 'search'>>;

/** What every list call is asked. Filters stand flat beside it; a dateRange `key` is asked as `key_from` and `key_to`. */
export interface ListInput {
  page?: number | undefined;
  size?: number | undefined;
  search?: string | undefined;
  sort?: string | undefined;
}

export const pageSizes = [10, 20, 50, 100] as const;
const defaultSize = 10;

const reserved = new Set(['page', 'size', 'search', 'sort']);
const whole = (value: unknown, otherwise: number) => {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d{1,7}$/.test(value)
        ? Number(value)
        : Number.NaN;
  return Number.isSafeInteger(number) && number >= 0 ? number : otherwise;
};
const asText = (value: unknown) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const asList = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(asText) : asText(value).split(',')).filter((part) => part !== '');

export const isEmptyFilter = (value: FilterValue | undefined): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.every((part) => part === ''));

const same = (a: FilterValue | undefined, b: FilterValue | undefined) =>
  isEmptyFilter(a) && isEmptyFilter(b) ? true : String(a) === String(b) && Array.isArray(a) === Array.isArray(b);

function readFilter(control: FilterControl, value: unknown): FilterValue | undefined {
  switch (control) {
    case 'boolean':
      return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;
    case 'multi':
    case 'asyncMulti':
      return asList(value);
    case 'dateRange': {
      const [from = '', to = ''] = Array.isArray(value) ? value.map(asText) : asText(value).split('~');
      return from || to ? [from, to] : undefined;
    }
    default:
      return asText(value);
  }
}

/** The address wins over the defaults; an emptied filter that has a default stands in the address as ''. */
export function readListState(
  address: Record<string, unknown>,
  filters: readonly FilterShape[],
  defaults: ListDefaults = {},
): ListState {
  const values: Record<string, FilterValue> = {};
  for (const { key, control } of filters) {
    const value = address[key] === undefined ? defaults.filters?.[key] : readFilter(control, address[key]);
    if (value !== undefined && !isEmptyFilter(value)) values[key] = value;
  }
  const size = whole(address.size, defaults.size ?? defaultSize);
  return {
    search: asText(address.search),
    page: whole(address.page, 0),
    size: size >= 1 && size <= 100 ? size : defaultSize,
    sort: asText(address.sort) || (defaults.sort ?? ''),
    filters: values,
  };
}

/** The address after the state changed: what is as by default is left out, what the list does not know (a tab) stays. */
export function writeListState(
  address: Record<string, unknown>,
  state: ListState,
  filters: readonly FilterShape[],
  defaults: ListDefaults = {},
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const own = new Set([...reserved, ...filters.map((filter) => filter.key)]);
  for (const [key, value] of Object.entries(address)) if (!own.has(key)) result[key] = value;
  if (state.search) result.search = state.search;
  if (state.page > 0) result.page = state.page;
  if (state.size !== (defaults.size ?? defaultSize)) result.size = state.size;
  if (state.sort !== (defaults.sort ?? '')) result.sort = state.sort;
  for (const { key, control } of filters) {
    const value = state.filters[key];
    if (same(value, defaults.filters?.[key])) continue;
    if (isEmptyFilter(value)) result[key] = '';
    else result[key] = Array.isArray(value) ? value.join(control === 'dateRange' ? '~' : ',') : value;
  }
  return result;
}

/** Every change but that of the page itself starts again at the first page. */
export function changeListState(state: ListState, change: Partial<ListState>): ListState {
  const next = { ...state, ...change };
  return 'page' in change ? next : { ...next, page: 0 };
}

export function toListInput(state: ListState, filters: readonly FilterShape[]): ListInput {
  const input: ListInput & Record<string, FilterValue | number> = { page: state.page, size: state.size };
  if (state.search) input.search = state.search;
  if (state.sort) input.sort = state.sort;
  for (const { key, control, range = [`${key}_from`, `${key}_to`] } of filters) {
    const value = state.filters[key];
    if (value === undefined || isEmptyFilter(value)) continue;
    if (control === 'dateRange' && Array.isArray(value)) {
      if (value[0]) input[range[0]] = value[0];
      if (value[1]) input[range[1]] = value[1];
    } else input[key] = value;
  }
  return input;
}

export const readSort = (sort: string): { column: string; descending: boolean } | null => {
  const [column = '', direction] = sort.split(',');
  return column ? { column, descending: direction === 'desc' } : null;
};

/** Ascending, descending, then the default order again. */
export function nextSort(sort: string, column: string): string {
  const now = readSort(sort);
  if (now?.column !== column) return column;
  return now.descending ? '' : `${column},desc`;
}
