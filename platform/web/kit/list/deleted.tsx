import { Button } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { takeBack } from '../dialogs/confirm.tsx';
import styles from '../kit.module.css';
import { DateTimeText } from '../show/people.tsx';
import type { AnyFilter, ListPageProps } from './types.ts';
import type { ListControl } from './use-list.ts';

const key = 'deleted';
const noFilters: AnyFilter[] = [];

/** The filters of a list, and beside them what was deleted, where it can be restored. */
export function useFilters(filters: AnyFilter[] = noFilters, restorable: boolean): AnyFilter[] {
  const intl = useIntl();
  return useMemo(
    () =>
      restorable
        ? [...filters, { key, label: intl.formatMessage({ id: 'kit.list.deleted' }), control: 'boolean' }]
        : filters,
    [filters, restorable, intl],
  );
}

/** The same list of what was deleted: nothing opens there, the one thing to do is to restore. */
export function deletedView<Row, Input>(
  props: ListPageProps<Row, Input>,
  list: ListControl,
): ListPageProps<Row, Input> {
  const { restore } = props;
  if (!restore || list.state.filters[key] !== true) return props;
  const { rowHref, onRow, bulkActions, exportFn, primaryAction, ...rest } = props;
  return {
    ...rest,
    columns: [
      ...props.columns,
      {
        // Rows carry it only in a list of what was deleted.
        key: 'deleted_at',
        made: true,
        title: <FormattedMessage id="kit.list.deletedAt" />,
        sortable: true,
        render: (row) => <DateTimeText value={(row as { deleted_at?: string }).deleted_at ?? null} />,
      },
    ],
    actions: () => [
      {
        key: 'restore',
        label: <FormattedMessage id="kit.list.restore" />,
        icon: <IconArrowBackUp size={16} aria-hidden />,
        run: (row) => takeBack(() => restore(row)),
      },
    ],
    empty: { text: <FormattedMessage id="kit.list.deletedEmpty" /> },
  };
}

/** Shows what was deleted, and what is there again. */
export function DeletedSwitch({ list }: { list: ListControl }) {
  const on = list.state.filters[key] === true;
  return (
    <Button
      variant={on ? 'light' : 'default'}
      px="sm"
      aria-pressed={on}
      onClick={() => list.change({ filters: { ...list.state.filters, [key]: on ? '' : true } })}
    >
      <IconTrash size={16} aria-hidden />
      <span className={styles.word} style={{ marginInlineStart: 8 }}>
        <FormattedMessage id="kit.list.deleted" />
      </span>
    </Button>
  );
}
