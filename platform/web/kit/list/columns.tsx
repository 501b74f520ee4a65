import { ActionIcon, Button, Checkbox, Popover, Stack, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ListColumn } from './types.ts';

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
}

/** Which columns are shown, remembered for each list as those that differ from the default (new columns so appear by themselves). */
export function useColumns<Row>(name: string, columns: readonly ListColumn<Row>[]): Columns<Row> {
  const [flipped, setFlipped] = useState<string[]>(() => read(name) ?? []);
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
  };
}

/** Chooses columns; the first one names the row and always stays. */
export function ColumnChooser<Row>({ columns }: { columns: Columns<Row> }) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'kit.list.columns' });
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Tooltip label={label}>
          <ActionIcon variant="default" size="input-sm" aria-label={label}>
            <IconColumns3 size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="xs">
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
