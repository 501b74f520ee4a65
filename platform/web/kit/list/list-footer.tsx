import { Group, Pagination, Select, Text } from '@mantine/core';
import { FormattedMessage, useIntl } from 'react-intl';
import { showNumber } from '../show/values.ts';
import type { ListState } from './search-state.ts';
import { pageSizes } from './search-state.ts';

export interface ListFooterProps {
  total: number | undefined;
  exact: boolean;
  /** Something is looked for or filtered: the total counts what was found. */
  filtered: boolean;
  page: number;
  size: number;
  rows: number;
  onChange: (change: Partial<ListState>) => void;
}

/** Where one is, how many there are, how many a page holds. */
export function ListFooter({ total, exact, filtered, page, size, rows, onChange }: ListFooterProps) {
  const intl = useIntl();
  const number = (value: number) => showNumber(value, intl.locale);
  // What to do with an empty list stands in the list itself.
  const some = total !== 0 || rows > 0 || page > 0;
  const pages = total === undefined ? 1 : Math.max(1, Math.ceil(total / size));
  const sizes = pageSizes.includes(size as 10) ? [...pageSizes] : [...pageSizes, size].sort((a, b) => a - b);
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm">
        <Text size="sm" c="dimmed" aria-live="polite">
          {total !== undefined && some && (
            <FormattedMessage
              id={exact ? 'kit.list.range' : 'kit.list.rangeAbout'}
              values={{
                from: number(rows === 0 ? 0 : page * size + 1),
                to: number(page * size + rows),
                total: number(total),
                found: filtered ? 'yes' : 'no',
              }}
            />
          )}
        </Text>
        {some && (
          <Select
            data-screen
            size="xs"
            w={128}
            allowDeselect={false}
            aria-label={intl.formatMessage({ id: 'kit.list.size' })}
            value={String(size)}
            data={sizes.map((value) => ({
              value: String(value),
              label: intl.formatMessage({ id: 'kit.list.perPage' }, { size: value }),
            }))}
            onChange={(value) => value !== null && onChange({ size: Number(value) })}
          />
        )}
      </Group>
      {(pages > 1 || page > 0) && (
        <Pagination
          size="sm"
          total={Math.max(pages, page + 1)}
          value={page + 1}
          onChange={(next) => onChange({ page: next - 1 })}
          siblings={1}
          boundaries={1}
          aria-label={intl.formatMessage({ id: 'kit.list.pages' })}
          getItemProps={(number) => ({ 'aria-label': intl.formatMessage({ id: 'kit.list.page' }, { number }) })}
          getControlProps={(control) => ({ 'aria-label': intl.formatMessage({ id: `kit.list.${control}` }) })}
        />
      )}
    </Group>
  );
}
