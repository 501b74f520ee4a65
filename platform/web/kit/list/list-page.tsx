import { Box, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useAsOf } from '../../as-of.ts';
import { addressOfCall, knowsThePast, silent } from '../../client.ts';
import { Additions } from '../../shell/pieces.tsx';
import { confirm, tellError } from '../dialogs/confirm.tsx';
import { PageHeader } from '../show/page-header.tsx';
import { namesOf, plainValue } from '../show/values.ts';
import { BulkBar } from './bulk-bar.tsx';
import { useColumns } from './columns.tsx';
import { DeletedSwitch, deletedView, useFilters } from './deleted.tsx';
import { ListFooter } from './list-footer.tsx';
import { ListOnPageContext } from './list-on-page.ts';
import { ListTable } from './list-table.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { type BulkAction, fieldOf, type ListPageProps } from './types.ts';
import { useListState } from './use-list.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows without an id of that name say theirs with rowId
const ownId = (row: any): number | string => row.id;

/** The row through which a list was left last, and the address that the list had. */
let left: { href: string; row: string } | undefined;

/** Whoever comes back to a list goes on from the row that was opened, with the keyboard too. */
function useReturn(href: string, loaded: boolean) {
  const done = useRef(false);
  useEffect(() => {
    if (!loaded || done.current) return;
    done.current = true;
    if (left?.href !== href) return;
    // The place on the page is restored with the history; the focus must not move it again.
    document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(left.row)}"]`)?.focus({ preventScroll: true });
    left = undefined;
  }, [href, loaded]);
  return (row: number | string) => {
    left = { href, row: String(row) };
  };
}

/** The one list page: search, filters, sort, columns, pages, selection and export of any list call. */
export function ListPage<Row extends object, Input extends object>(given: ListPageProps<Row, Input>) {
  const filters = useFilters(given.filters, given.restore !== undefined);
  const list = useListState(filters, given.defaults, given.local);
  const props = deletedView(given, list);
  const { columns, of, rowId = ownId, fixed, place } = props;
  const intl = useIntl();
  const past = useAsOf() !== undefined;
  const { pathname, href } = useLocation();
  const navigate = useNavigate();
  // Filters stand in the address as texts, and the server reads texts where the input has numbers.
  const named = { ...list.input, ...fixed } as Input;
  const input = props.ask?.(named) ?? named;
  useEffect(() => place?.lookAt(input));
  const bulkActions = past ? [] : (props.bulkActions ?? []);
  const name = props.name ?? pathname;
  const shown = useColumns(name, columns, props.moreColumns);
  const [chosen, setChosen] = useState<ReadonlyMap<number | string, Row>>(new Map());
  const [allMatching, setAllMatching] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const searchBox = useRef<HTMLInputElement>(null);

  const result = useQuery({
    queryKey: of.queryKey({ input }),
    // The table says itself what failed.
    queryFn: ({ signal }) => of.call(input, { signal, ...silent }),
    placeholderData: keepPreviousData,
  });
  const { data } = result;
  const pinned = list.state.page === 0 && Array.isArray(data?.top_content) ? (data.top_content as Row[]) : [];
  const rows = data?.content ?? [];

  // What is chosen belongs to one question: another search or filter makes "all matching" mean something else.
  const question = JSON.stringify({ ...input, page: 0, size: 0, sort: '' });
  const asked = useRef(question);
  if (asked.current !== question) {
    asked.current = question;
    if (chosen.size > 0) setChosen(new Map());
    if (allMatching) setAllMatching(false);
  }

  const clear = () => {
    setChosen(new Map());
    setAllMatching(false);
  };
  const runBulk = async (action: BulkAction<Row, Input>) => {
    if (busy !== null) return;
    if (
      action.confirm &&
      !(await confirm({
        title: action.label,
        name: allMatching
          ? intl.formatMessage({ id: 'kit.bulk.all' }, { count: data?.total_elements ?? 0 })
          : namesOf(
              [...chosen.values()].map(
                (row) => props.rowLabel?.(row) ?? plainValue(fieldOf(row, columns[0]), intl.locale),
              ),
            ),
        text: action.confirm,
        danger: action.danger ?? false,
      }))
    )
      return;
    setBusy(action.key);
    try {
      if ((await action.run([...chosen.values()], allMatching, input, clear)) !== false) clear();
    } catch (error) {
      await tellError(error);
    } finally {
      setBusy(null);
    }
  };
  const { rowHref, onRow } = props;
  const open = onRow ?? (rowHref ? (row: Row) => void navigate({ href: rowHref(row) }) : undefined);
  const returnTo = useReturn(href, rows.length > 0);
  const filtered = list.state.search !== '' || Object.keys(list.state.filters).some((key) => key !== 'deleted');

  return (
    <Stack gap="sm">
      {!props.embedded && (
        <PageHeader
          title={props.title}
          description={props.description}
          actions={past ? undefined : props.primaryAction}
        />
      )}
      {props.above}
      <ListToolbar
        searchBox={searchBox}
        filters={filters}
        list={list}
        columns={shown}
        toolbar={
          <>
            {props.toolbar}
            {props.restore && !past && <DeletedSwitch list={list} />}
          </>
        }
        searchable={props.searchable ?? true}
        views={
          props.embedded || props.local ? null : (
            <ListOnPageContext
              value={{
                name,
                call: addressOfCall(of.queryKey({ input })),
                query: list.query,
                columns: shown.flipped,
                show: (query, keys) => {
                  list.show(query);
                  shown.flip(keys);
                },
              }}
            >
              <Additions place="list.views" id={0} waiting={<Box data-waits w={{ base: 42, sm: 132 }} h={36} />} />
            </ListOnPageContext>
          )
        }
        action={props.embedded ? props.primaryAction : undefined}
        // Files are of today, and so is what can be done.
        exportFn={props.exportFn && !past ? () => props.exportFn?.(input) : undefined}
        exportLabel={props.exportLabel}
        fetching={result.isFetching}
        asOf={!props.embedded && knowsThePast(of.queryKey({ input }))}
      />
      {chosen.size > 0 && (
        <BulkBar
          count={allMatching ? (data?.total_elements ?? chosen.size) : chosen.size}
          total={data?.total_elements ?? 0}
          allMatching={allMatching}
          onAllMatching={() => setAllMatching(true)}
          wholePage={rows.length > 0 && rows.every((row) => chosen.has(rowId(row)))}
          actions={bulkActions}
          busy={busy}
          onRun={(action) => void runBulk(action)}
          onClear={clear}
        />
      )}
      <ListTable
        title={props.title}
        columns={shown.visible}
        pinned={pinned}
        rows={rows}
        rowId={rowId}
        rowLabel={props.rowLabel}
        rowHref={rowHref}
        onOpen={open}
        onVisit={(row) => returnTo(rowId(row))}
        actions={past ? undefined : props.actions}
        selectable={bulkActions.length > 0}
        chosen={chosen}
        onChoose={(next) => {
          setChosen(next);
          setAllMatching(false);
        }}
        sort={list.state.sort}
        onSort={(sort) => list.change({ sort })}
        size={list.state.size}
        loading={result.isPending}
        stale={result.isPlaceholderData}
        error={result.isError ? result.error : null}
        onRetry={() => void result.refetch()}
        filtered={filtered}
        // What was looked for stays where filters hid it: it is among the others.
        onUnfilter={() =>
          list.change(Object.keys(list.state.filters).length > 0 ? { filters: {} } : { search: '', filters: {} })
        }
        empty={props.empty}
        onLeave={() => searchBox.current?.focus()}
      />
      <ListFooter
        total={data?.total_elements}
        exact={data?.total_exact ?? true}
        filtered={filtered}
        page={list.state.page}
        size={list.state.size}
        rows={rows.length}
        onChange={list.change}
      />
    </Stack>
  );
}
