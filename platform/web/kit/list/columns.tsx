import { ActionIcon, Button, Checkbox, Menu, Popover, SegmentedControl, Stack, Text, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { type Translate, useMessages } from '../../i18n.tsx';
import { rowHeights, usePreferences } from '../../preferences.ts';
import styles from '../kit.module.css';
import { nextSort, readSort } from './search-state.ts';
import type { ListColumn, MoreColumns } from './types.ts';

const prefix = 'edulab.columns.';

const read = (name: string): string[] | null => {
  try {
    const stored = JSON.parse(localStorage.getItem(prefix + name) ?? 'null') as unknown;
    return Array.isArray(stored) ? stored.filter((key): key is string => typeof key === 'string') : null;
  } catch {
    return null;
  }
};

export interface Columns<Row> {
  all: readonly ListColumn<Row>[];
  visible: ListColumn<Row>[];
  toggle: (key: string) => void;
  reset: () => void;
  changed: boolean;
  /** Somebody chooses: now those are wanted that come later. */
  choose: () => void;
  /** keys of those that are shown or hidden otherwise than usual */
  flipped: readonly string[];
  flip: (keys: string[]) => void;
}

/**
 * Which columns are shown, remembered for each list as those that differ from the default (new columns so appear by
 * themselves). `load` brings more of them when somebody chooses, or has chosen one of them.
 */
export function useColumns<Row>(
  name: string,
  usual: readonly ListColumn<Row>[],
  load?: MoreColumns<Row>,
): Columns<Row> {
  const t = useMessages();
  const [flipped, setFlipped] = useState<string[]>(() => read(name) ?? []);
  const [choosing, setChoosing] = useState(false);
  const [more, setMore] = useState<(t: Translate) => ListColumn<Row>[]>();
  const columns = more ? [...usual, ...more(t)] : usual;
  const wanted = choosing || flipped.some((key) => usual.every((column) => column.key !== key));
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are the same however often they are asked for
  useEffect(() => {
    // Where they do not come, as without a network, the usual ones are there all the same.
    if (wanted && load)
      load().then(
        (found) => setMore(() => found),
        () => setChoosing(false),
      );
  }, [wanted]);
  const keep = (next: string[]) => {
    setFlipped(next);
    try {
      if (next.length > 0) localStorage.setItem(prefix + name, JSON.stringify(next));
      else localStorage.removeItem(prefix + name);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  };
  const isShown = (column: ListColumn<Row>) => Boolean(column.defaultHidden) === flipped.includes(column.key);
  return {
    all: columns,
    visible: columns.filter((column, index) => index === 0 || isShown(column)),
    toggle: (key) => keep(flipped.includes(key) ? flipped.filter((other) => other !== key) : [...flipped, key]),
    reset: () => keep([]),
    changed: flipped.length > 0,
    choose: () => setChoosing(true),
    flipped,
    flip: keep,
  };
}

/** Chooses columns; the first one names the row and always stays. How high rows are is chosen for all lists at once. */
export function ColumnChooser<Row>({ columns }: { columns: Columns<Row> }) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'kit.list.columns' });
  const [look, change] = usePreferences();
  return (
    <Popover position="bottom-end" shadow="md" trapFocus onOpen={columns.choose}>
      <Popover.Target>
        <Tooltip label={label}>
          <ActionIcon className={styles.desk} variant="default" size="input-sm" aria-label={label}>
            <IconColumns3 size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="xs">
          <div>
            <Text size="xs" c="dimmed" mb={4}>
              <FormattedMessage id="kit.list.rows" />
            </Text>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={intl.formatMessage({ id: 'kit.list.rows' })}
              value={look.rows}
              onChange={(rows) => change({ rows })}
              data={rowHeights.map((value) => ({ value, label: intl.formatMessage({ id: `kit.list.rows.${value}` }) }))}
            />
          </div>
          {columns.all.slice(1).map((column) => (
            <Checkbox
              key={column.key}
              size="sm"
              label={column.title}
              checked={columns.visible.includes(column)}
              onChange={() => columns.toggle(column.key)}
            />
          ))}
          <Button size="compact-sm" variant="subtle" disabled={!columns.changed} onClick={columns.reset}>
            <FormattedMessage id="kit.list.columnsReset" />
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** On a phone, where cards have no heads to press. */
export function SortMenu<Row>({
  columns,
  sort,
  onSort,
}: {
  columns: Columns<Row>;
  sort: string;
  onSort: (sort: string) => void;
}) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'kit.list.sort' });
  const sortable = columns.all.filter((column) => column.sortable);
  const now = readSort(sort);
  if (sortable.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon className={styles.phone} variant="default" size="input-sm" aria-label={label}>
          <IconArrowsSort size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {sortable.map((column) => {
          const Arrow = now?.descending ? IconArrowDown : IconArrowUp;
          return (
            <Menu.Item
              key={column.key}
              closeMenuOnClick={false}
              onClick={() => onSort(nextSort(sort, column.key))}
              rightSection={now?.column === column.key ? <Arrow size={16} aria-hidden /> : null}
            >
              {column.title}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
