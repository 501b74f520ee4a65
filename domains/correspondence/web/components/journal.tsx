import { Stack, Text } from '@mantine/core';
import { choices } from '#platform/web/index.ts';
import { DateText, DueText, ListPage } from '#platform/web/kit/index.ts';
import { journalStates } from '../../shapes.ts';
import { api, pageOf, useFields } from '../api.ts';
import { JournalBadge } from '../shown.tsx';

/** Orders as they stand, or stood on a day: one's own, or all of them for who controls. */
export function Journal({ mine = false }: { mine?: boolean }) {
  const { t, column, label } = useFields();
  return (
    <ListPage
      embedded
      title={t('correspondence.control.journal')}
      name={mine ? 'letter-orders-own' : 'letter-journal'}
      of={api.order.journal}
      {...(mine ? { fixed: { mine: true } } : {})}
      rowHref={(row) => pageOf({ id: row.letter_id, direction: row.direction })}
      rowLabel={(row) => row.text}
      columns={[
        {
          ...column('text'),
          render: (row) => (
            <Stack gap={0}>
              <Text size="sm" lineClamp={2}>
                {row.text}
              </Text>
              <Text size="xs" c="dimmed" lineClamp={1}>
                {[row.number, row.heading].filter(Boolean).join(' · ')}
              </Text>
            </Stack>
          ),
        },
        ...(mine ? [] : [{ ...column('executor') }]),
        {
          ...column('due_on'),
          sortable: true,
          render: (row) => <DueText day={row.due_on} late={row.state === 'LATE'} />,
        },
        { key: 'state', title: label('status'), render: (row) => <JournalBadge state={row.state} /> },
        { ...column('given_on'), sortable: true, render: (row) => <DateText value={row.given_on} /> },
        { ...column('closed_on'), defaultHidden: true, render: (row) => <DateText value={row.closed_on} /> },
        {
          ...column('control'),
          defaultHidden: true,
          render: (row) => (row.control ? t('correspondence.order.on_control') : '—'),
        },
      ]}
      filters={[
        {
          key: 'state',
          label: label('status'),
          control: 'select',
          options: choices(t, 'correspondence.journal', journalStates),
        },
        { key: 'control', label: label('control'), control: 'boolean' },
        ...(mine ? [] : [{ key: 'on' as const, label: t('correspondence.control.as_of'), control: 'date' as const }]),
      ]}
      defaults={{ size: 20, sort: 'urgency' }}
      empty={{ text: t(mine ? 'correspondence.own.no_orders' : 'correspondence.control.empty') }}
    />
  );
}
