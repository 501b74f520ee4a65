import { Anchor, Group, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useAbility, useMessages } from '#platform/web/index.ts';
import { DateTimeText, ListPage, Tabs } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { Changes } from './changes.tsx';
import { useWords } from './words.ts';

/** User info history: who changed what; and, for those who follow everybody, who went past a life cycle. */
export default function InfoHistory() {
  const t = useMessages();
  if (useAbility().scope('history.read') !== 'institution') return <Changes />;
  return (
    <Tabs
      items={[
        { key: 'changes', label: t('identity.history.title'), content: <Changes /> },
        { key: 'forced', label: t('identity.forced.title'), content: <ForcedSteps /> },
      ]}
    />
  );
}

function ForcedSteps() {
  const t = useMessages();
  const words = useWords();
  return (
    <ListPage
      title={t('identity.forced.title')}
      description={t('kit.forced.text')}
      name="forced-steps"
      searchable={false}
      of={api.forced_steps}
      columns={[
        {
          key: 'record',
          made: true,
          title: t('identity.history.record'),
          render: (row) => {
            const to = words.page(row);
            const name = row.row_title ?? `№${row.entity_id}`;
            return to ? (
              <Anchor component={Link} to={to} size="sm">
                {name}
              </Anchor>
            ) : (
              name
            );
          },
        },
        {
          key: 'step',
          made: true,
          title: t('identity.forced.step'),
          render: (row) => (
            <Group gap={6} wrap="nowrap">
              {row.from_status !== null && (
                <>
                  {String(words.code(row.table_name, 'status', row.from_status))}
                  <IconArrowRight size={12} aria-hidden />
                </>
              )}
              <b>{String(words.code(row.table_name, 'status', row.to_status))}</b>
            </Group>
          ),
        },
        {
          key: 'reason',
          title: t('identity.forced.reason'),
          render: (row) => (
            <Text size="sm" style={{ whiteSpace: 'normal', minWidth: 160 }}>
              {row.reason}
            </Text>
          ),
        },
        { key: 'at', title: t('identity.history.when'), render: (row) => <DateTimeText value={row.at} /> },
        {
          key: 'person',
          title: t('identity.history.who'),
          render: (row) => row.person ?? t('identity.history.system'),
        },
      ]}
      empty={{ text: t('identity.forced.empty') }}
    />
  );
}
