import { ActionIcon, Alert, Button, Checkbox, Group, rem, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconChevronDown,
  IconPin,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { usePreferences } from '../../preferences.ts';
import styles from '../kit.module.css';
import { Empty } from '../show/empty.tsx';
import { keepSize, keptSize } from '../show/kept-height.ts';
import { plainValue } from '../show/values.ts';
import { RowMenu } from './row-menu.tsx';
import { nextSort, readSort } from './search-state.ts';
import { fieldOf, type ListColumn, type ListPageProps, type PhonePlace, phonePlaces } from './types.ts';

type Id = number | string;

/** On a phone a table is laid out as cards, by which it would stop to be one for those who hear it. */
const is = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  head: { role: 'columnheader' },
} as const;

export interface ListTableProps<Row>
  extends Pick<ListPageProps<Row, never>, 'title' | 'rowLabel' | 'rowHref' | 'actions' | 'empty'> {
  columns: ListColumn<Row>[];
  pinned: Row[];
  rows: Row[];
  rowId: (row: Row) => Id;
  onOpen: ((row: Row) => void) | undefined;
  /** the row is about to be opened, by whatever way */
  onVisit: (row: Row) => void;
  selectable: boolean;
  chosen: ReadonlyMap<Id, Row>;
  onChoose: (chosen: ReadonlyMap<Id, Row>) => void;
  sort: string;
  onSort: (sort: string) => void;
  size: number;
  loading: boolean;
  stale: boolean;
  error: unknown;
  onRetry: () => void;
  filtered: boolean;
  onUnfilter: () => void;
  /** arrow up on the first row */
  onLeave: () => void;
}

// A press on a control inside the row is meant for that control.
const onControl = (event: { target: EventTarget | null; currentTarget: EventTarget | null }) =>
  event.target instanceof Element &&
  event.target !== event.currentTarget &&
  event.target.closest('a,button,input,label,[role=menuitem],[role=menu]') !== null;

export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { columns, rows, pinned, rowId, chosen, selectable, loading } = props;
  const intl = useIntl();
  const [{ rows: density }] = usePreferences();
  /** Cards of a phone that were unfolded. */
  const [whole, setWhole] = useState<ReadonlySet<Id>>(new Set());
  const places = phonePlaces(columns);
  // As many rows wait as there were the last time: what stands below the list does not run down.
  const place = `rows ${window.location.pathname}`;
  const heads = useRef<HTMLTableRowElement>(null);
  useLayoutEffect(() => {
    // Columns are as wide as what stands in them: while it is fetched, as they were the last time.
    const cells = [...(heads.current?.cells ?? [])];
    const keyOf = (at: number) => `${place} ${cells.length} ${at}`;
    for (const [at, cell] of cells.entries()) {
      const kept = loading ? keptSize(keyOf(at)) : undefined;
      cell.style.minWidth = kept ? `${kept}px` : '';
    }
    if (loading || rows.length === 0) return;
    keepSize(place, rows.length);
    for (const [at, cell] of cells.entries()) if (cell.offsetWidth > 0) keepSize(keyOf(at), cell.offsetWidth);
  }, [loading, rows, place]);
  const folds = !props.onOpen && places.includes('rest');
  const nameOf = (row: Row) => props.rowLabel?.(row) ?? plainValue(fieldOf(row, columns[0]), intl.locale);

  if (props.error !== null && rows.length === 0) return <Failure error={props.error} onRetry={props.onRetry} />;
  const onPage = rows.filter((row) => chosen.has(rowId(row))).length;
  const togglePage = () => {
    const next = new Map(chosen);
    for (const row of rows) {
      if (onPage === rows.length) next.delete(rowId(row));
      else next.set(rowId(row), row);
    }
    props.onChoose(next);
  };
  const toggle = (row: Row) => {
    const next = new Map(chosen);
    if (!next.delete(rowId(row))) next.set(rowId(row), row);
    props.onChoose(next);
  };
  const unfold = (id: Id) => {
    const next = new Set(whole);
    if (!next.delete(id)) next.add(id);
    setWhole(next);
  };
  const keys = (event: KeyboardEvent<HTMLTableRowElement>, row: Row) => {
    if (onControl(event)) return;
    const to =
      event.key === 'ArrowDown'
        ? event.currentTarget.nextElementSibling
        : event.key === 'ArrowUp'
          ? event.currentTarget.previousElementSibling
          : null;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (to instanceof HTMLElement) to.focus();
      else if (event.key === 'ArrowUp') props.onLeave();
    } else if (event.key === 'Enter' && props.onOpen) {
      event.preventDefault();
      if (inNewTab(event, row)) return;
      props.onVisit(row);
      props.onOpen(row);
    } else if (event.key === ' ' && selectable) {
      event.preventDefault();
      toggle(row);
    }
  };
  /** As with links: Ctrl, Command or the middle button open a tab of its own. */
  const inNewTab = (event: KeyboardEvent | MouseEvent, row: Row) => {
    const href = props.rowHref?.(row);
    const wanted = event.ctrlKey || event.metaKey || ('button' in event && event.button === 1);
    if (href === undefined || !wanted) return false;
    window.open(href, '_blank', 'noopener');
    return true;
  };
  const click = (event: MouseEvent<HTMLTableRowElement>, row: Row) => {
    if (event.target instanceof Element && event.target.closest('a[data-row-link]')) props.onVisit(row);
    if (onControl(event) || inNewTab(event, row) || event.button !== 0) return;
    // Dragging over text to copy it is not a press.
    if (window.getSelection()?.isCollapsed === false) return;
    props.onVisit(row);
    props.onOpen?.(row);
  };
  const line = (row: Row, onTop: boolean) => (
    <tr
      key={onTop ? `top-${rowId(row)}` : rowId(row)}
      className={styles.row}
      data-row={rowId(row)}
      tabIndex={0}
      data-open={props.onOpen ? true : undefined}
      data-chosen={chosen.has(rowId(row)) || undefined}
      data-whole={whole.has(rowId(row)) || undefined}
      {...is.row}
      onKeyDown={(event) => keys(event, row)}
      onClick={(event) => click(event, row)}
      onAuxClick={(event) => click(event, row)}
    >
      {selectable && (
        <td {...is.cell} className={`${styles.box} ${styles.pinned}`}>
          {onTop ? (
            <IconPin size={16} aria-label={intl.formatMessage({ id: 'kit.list.pinned' })} />
          ) : (
            <Checkbox
              size="sm"
              checked={chosen.has(rowId(row))}
              onChange={() => toggle(row)}
              aria-label={intl.formatMessage({ id: 'kit.list.choose' }, { name: nameOf(row) })}
            />
          )}
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.key}
          {...is.cell}
          data-align={column.align}
          className={cellClass(column, index, selectable)}
          {...onCard(column, places[index])}
        >
          <Cell column={column} row={row} href={index === 0 ? props.rowHref?.(row) : undefined} />
        </td>
      ))}
      {(props.actions || folds) && (
        <td {...is.cell} data-align="right" className={`${styles.end} ${props.actions ? '' : styles.phone}`}>
          <div className={styles.tools}>
            {props.actions && <RowMenu actions={props.actions(row)} row={row} name={nameOf(row)} />}
            {folds && (
              <ActionIcon
                className={styles.phone}
                variant="subtle"
                color="gray"
                aria-expanded={whole.has(rowId(row))}
                aria-label={intl.formatMessage({ id: 'kit.list.unfold' }, { name: nameOf(row) })}
                onClick={() => unfold(rowId(row))}
              >
                <IconChevronDown size={18} aria-hidden />
              </ActionIcon>
            )}
          </div>
        </td>
      )}
    </tr>
  );
  const nothing = !loading && rows.length === 0 && pinned.length === 0;
  return (
    <>
      {props.error !== null && <Failure error={props.error} onRetry={props.onRetry} />}
      <section
        className={styles.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach what is out of sight
        tabIndex={0}
        aria-label={typeof props.title === 'string' ? props.title : intl.formatMessage({ id: 'kit.list.table' })}
        aria-busy={loading || props.stale}
      >
        <table {...is.table} className={`${styles.table} ${props.stale ? styles.refreshing : ''}`} data-rows={density}>
          <thead {...is.group}>
            <tr {...is.row} ref={heads}>
              {selectable && (
                <th {...is.head} className={`${styles.box} ${styles.pinned}`}>
                  <Checkbox
                    size="sm"
                    aria-label={intl.formatMessage({ id: 'kit.list.choosePage' })}
                    checked={rows.length > 0 && onPage === rows.length}
                    indeterminate={onPage > 0 && onPage < rows.length}
                    disabled={rows.length === 0}
                    onChange={togglePage}
                  />
                </th>
              )}
              {columns.map((column, index) => (
                <HeaderCell
                  key={column.key}
                  column={column}
                  className={cellClass(column, index, selectable)}
                  sort={props.sort}
                  onSort={props.onSort}
                />
              ))}
              {(props.actions || folds) && (
                <th {...is.head} className={`${styles.end} ${props.actions ? '' : styles.phone}`}>
                  <VisuallyHidden>
                    <FormattedMessage id="kit.list.actions" />
                  </VisuallyHidden>
                </th>
              )}
            </tr>
          </thead>
          <tbody {...is.group} data-loading={loading || undefined}>
            {loading
              ? Array.from({ length: Math.min(props.size, keptSize(place) ?? 10) }, (_, index) => (
                  // Its key is no row's: one that took its place would be seen to move.
                  // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
                  <tr key={`waits ${index}`} className={styles.row} aria-hidden>
                    {selectable && <td className={styles.box} />}
                    {columns.map((column, at) => (
                      <td key={column.key} data-phone={places[at]}>
                        <div className={styles.blank} style={{ width: `${40 + ((index * 7 + at * 23) % 50)}%` }} />
                      </td>
                    ))}
                    {props.actions && <td />}
                  </tr>
                ))
              : [...pinned.map((row) => line(row, true)), ...rows.map((row) => line(row, false))]}
          </tbody>
        </table>
        {nothing &&
          (props.filtered ? (
            <Empty
              text={<FormattedMessage id="kit.list.emptyFiltered" />}
              action={
                <Button variant="light" size="xs" onClick={props.onUnfilter}>
                  <FormattedMessage id="kit.list.unfilter" />
                </Button>
              }
            />
          ) : (
            <Empty {...props.empty} />
          ))}
      </section>
    </>
  );
}

const cellClass = (column: { pinned?: boolean | undefined }, index: number, selectable: boolean) =>
  index === 0 || column.pinned ? `${styles.pinned} ${selectable && index === 0 ? styles.afterBox : ''}` : '';

/** Where a cell stands on a phone's card, and what says what it is there, without the head of its column. */
const onCard = <Row,>({ title, align }: ListColumn<Row>, place: PhonePlace | undefined) => ({
  'data-phone': place,
  ...(typeof title === 'string' && (place === 'rest' || (align === 'right' && place !== 'end'))
    ? { 'data-label': title }
    : {}),
});

function Cell<Row extends object>({
  column,
  row,
  href,
}: {
  column: ListColumn<Row>;
  row: Row;
  href: string | undefined;
}) {
  const intl = useIntl();
  const content: ReactNode = column.render ? column.render(row) : plainValue(fieldOf(row, column), intl.locale);
  if (href === undefined) return content;
  // A real link: it can be opened in a new tab, and readers say where it leads.
  return (
    <Link data-row-link to={href} style={{ color: 'inherit', textDecoration: 'none', fontWeight: 500 }} tabIndex={-1}>
      {content}
    </Link>
  );
}

function HeaderCell<Row>({
  column,
  className,
  sort,
  onSort,
}: {
  column: ListColumn<Row>;
  className: string;
  sort: string;
  onSort: (sort: string) => void;
}) {
  const now = readSort(sort);
  const active = now?.column === column.key;
  const Icon = !active ? IconArrowsSort : now.descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      {...is.head}
      data-align={column.align}
      className={className}
      style={column.width === undefined ? undefined : { width: rem(column.width) }}
      aria-sort={!column.sortable ? undefined : !active ? 'none' : now.descending ? 'descending' : 'ascending'}
    >
      {column.sortable ? (
        <UnstyledButton
          className={styles.sorter}
          data-active={active || undefined}
          onClick={() => onSort(nextSort(sort, column.key))}
        >
          {column.title}
          <Icon size={14} aria-hidden />
        </UnstyledButton>
      ) : (
        column.title
      )}
    </th>
  );
}

export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const message = (error as { message?: unknown } | null)?.message;
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      role="alert"
      title={<FormattedMessage id="kit.list.failed" />}
    >
      <Group justify="space-between">
        <Text size="sm">
          {typeof message === 'string' && message !== '' ? message : <FormattedMessage id="kit.error.wrong" />}
        </Text>
        <Button size="xs" variant="light" color="red" onClick={onRetry}>
          <FormattedMessage id="kit.retry" />
        </Button>
      </Group>
    </Alert>
  );
}
