import {
  ActionIcon,
  Button,
  CloseButton,
  FocusTrap,
  Group,
  Loader,
  Pill,
  Popover,
  Stack,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconDownload, IconFilter, IconSearch } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { useEffect, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { tellError } from '../dialogs/confirm.tsx';
import styles from '../kit.module.css';
import { Popup } from '../show/popup.tsx';
import { AsOfControl } from './as-of.tsx';
import type { Columns } from './columns.tsx';
import { ColumnChooser, SortMenu } from './columns.tsx';
import { FilterChipText, FilterInput } from './filters.tsx';
import type { AnyFilter } from './types.ts';
import type { ListControl } from './use-list.ts';

export interface ListToolbarProps<Row> {
  searchBox: RefObject<HTMLInputElement | null>;
  filters: AnyFilter[];
  list: ListControl;
  columns: Columns<Row>;
  toolbar: ReactNode;
  searchable: boolean;
  /** what is kept of this list under a name */
  views: ReactNode;
  action: ReactNode;
  exportFn: (() => unknown) | undefined;
  exportLabel: string | undefined;
  fetching: boolean;
  /** it can be asked as of a past day */
  asOf: boolean;
}

export function ListToolbar<Row>({
  searchBox,
  filters,
  list,
  columns,
  toolbar,
  searchable,
  views,
  action,
  exportFn,
  exportLabel,
  fetching,
  asOf,
}: ListToolbarProps<Row>) {
  const chips = useId();
  const intl = useIntl();
  const { state, change } = list;
  const [typed, setTyped] = useState(state.search);
  const [exporting, setExporting] = useState(false);
  const [opened, setOpened] = useState(false);
  const ask = useDebouncedCallback((search: string) => change({ search: search.trim() }), 300);
  // Back and forward change the address, not the box; what is being typed is newer than the address.
  useEffect(() => {
    setTyped((now) =>
      now.trim() === state.search ? now : document.activeElement === searchBox.current ? now : state.search,
    );
  }, [state.search, searchBox]);
  useHotkeys([['/', () => searchBox.current?.focus()]]);

  // What was deleted has a switch of its own.
  const offered = filters.filter(({ key }) => key !== 'deleted');
  const active = offered.filter((filter) => state.filters[filter.key] !== undefined);
  const label = intl.formatMessage({ id: 'kit.list.search' });
  const runExport = async () => {
    setExporting(true);
    try {
      await exportFn?.();
    } catch (error) {
      await tellError(error);
    } finally {
      setExporting(false);
    }
  };
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {searchable && (
          <TextInput
            ref={searchBox}
            type="search"
            role="searchbox"
            aria-label={label}
            aria-keyshortcuts="/"
            placeholder={label}
            value={typed}
            maxLength={200}
            flex="1 1 140px"
            maw={420}
            leftSection={fetching ? <Loader size={14} aria-hidden /> : <IconSearch size={16} aria-hidden />}
            rightSection={
              typed !== '' ? (
                <CloseButton
                  size="sm"
                  aria-label={intl.formatMessage({ id: 'kit.clear' })}
                  onClick={() => {
                    setTyped('');
                    ask.cancel?.();
                    change({ search: '' });
                    searchBox.current?.focus();
                  }}
                />
              ) : null
            }
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              ask(event.currentTarget.value);
            }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') {
                event.preventDefault();
                document.querySelector<HTMLElement>('table tbody tr[tabindex="0"]')?.focus();
              }
            }}
          />
        )}
        {offered.length > 0 && (
          <Popup
            position="bottom-start"
            width={300}
            trapFocus
            opened={opened}
            onChange={setOpened}
            target={
              <Button variant="default" px="sm" onClick={() => setOpened(!opened)}>
                <IconFilter size={16} aria-hidden />
                <span className={styles.word} style={{ marginInlineStart: 8 }}>
                  <FormattedMessage id="kit.list.filters" values={{ count: active.length }} />
                </span>
              </Button>
            }
          >
            <Popover.Dropdown aria-label={intl.formatMessage({ id: 'kit.list.filters' }, { count: 0 })}>
              {/* The first filter would open its choices, over the others. */}
              <FocusTrap.InitialFocus />
              <Stack gap="sm">
                {offered.map((filter) => (
                  <FilterInput
                    key={filter.key}
                    filter={filter}
                    value={state.filters[filter.key]}
                    onChange={(value) => change({ filters: { ...state.filters, [filter.key]: value ?? '' } })}
                  />
                ))}
              </Stack>
            </Popover.Dropdown>
          </Popup>
        )}
        {toolbar}
        <Group gap="xs" ml="auto" wrap="nowrap">
          {views}
          {exportFn && (
            <Tooltip label={exportLabel ?? <FormattedMessage id="kit.list.export" />}>
              <ActionIcon
                variant="default"
                size="input-sm"
                loading={exporting}
                aria-label={exportLabel ?? intl.formatMessage({ id: 'kit.list.export' })}
                onClick={() => void runExport()}
              >
                <IconDownload size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          {asOf && <AsOfControl />}
          <SortMenu columns={columns} sort={state.sort} onSort={(sort) => change({ sort })} />
          <ColumnChooser columns={columns} />
          {action}
        </Group>
      </Group>
      {active.length > 0 && (
        <Group gap={6}>
          {active.map((filter) => (
            <Pill
              key={filter.key}
              withRemoveButton
              size="md"
              onRemove={() => change({ filters: { ...state.filters, [filter.key]: '' } })}
              // Mantine hides it from readers, as if Backspace in a field would do; here it is the only way.
              removeButtonProps={{
                'aria-label': intl.formatMessage({ id: 'kit.list.removeFilter' }),
                'aria-describedby': `${chips}-${filter.key}`,
                'aria-hidden': false,
                tabIndex: 0,
              }}
            >
              <span id={`${chips}-${filter.key}`}>
                {filter.label}: <FilterChipText filter={filter} value={state.filters[filter.key]} />
              </span>
            </Pill>
          ))}
          {active.length > 1 && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() =>
                change({ filters: { ...state.filters, ...Object.fromEntries(offered.map(({ key }) => [key, ''])) } })
              }
            >
              <FormattedMessage id="kit.list.unfilter" />
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
