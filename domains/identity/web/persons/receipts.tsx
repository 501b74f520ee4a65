import { Button, List, Text } from '@mantine/core';
import { useState } from 'react';
import { silent, useAbility, useMessages } from '#platform/web/index.ts';
import { Arrow, DateTimeText, ListPage, notify, ReasonDialog } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';

type Merge = Awaited<ReturnType<typeof api.person.merges.call>>['content'][number];

/** What was made one, line by line, and the way back. */
export function Merges() {
  const t = useMessages();
  const merges = useAbility().can('person.merge');
  const [undone, setUndone] = useState<Merge>();
  return (
    <>
      <ListPage
        title={t('identity.person.merges')}
        name="person-merges"
        of={api.person.merges}
        columns={[
          {
            key: 'created_at',
            title: t('identity.history.when'),
            sortable: true,
            width: 140,
            render: (row) => <DateTimeText value={row.created_at} />,
          },
          {
            key: 'name',
            title: t('identity.person.who'),
            render: (row) => (
              <div style={{ minWidth: 180, whiteSpace: 'normal' }}>
                <Text size="sm" fw={500}>
                  {row.name}
                </Text>
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {row.drop.title} <Arrow /> {row.keep.username}
                </Text>
              </div>
            ),
          },
          {
            key: 'lines',
            title: t('identity.person.moved'),
            render: (row) => (
              <List size="xs" style={{ minWidth: 220, whiteSpace: 'normal' }}>
                {row.lines.map(({ text }) => (
                  <List.Item key={text}>{text}</List.Item>
                ))}
              </List>
            ),
          },
          { key: 'reason', title: t('identity.person.reason') },
          { key: 'by', title: t('identity.history.who'), render: (row) => row.by ?? '—' },
          {
            key: 'undone_at',
            title: t('identity.person.undo'),
            render: (row) =>
              row.undone_at ? (
                <Text size="sm" c="dimmed">
                  {t('identity.person.undone', { reason: row.undo_reason ?? '' })}
                </Text>
              ) : merges ? (
                <Button size="xs" variant="light" color="red" onClick={() => setUndone(row)}>
                  {t('identity.person.undo')}
                </Button>
              ) : (
                '—'
              ),
          },
        ]}
        empty={{ text: t('identity.person.merges_none') }}
      />
      <ReasonDialog
        opened={undone !== undefined}
        onClose={() => setUndone(undefined)}
        danger
        title={t('identity.person.undo')}
        text={<Text size="sm">{t('identity.person.undo_about', { name: undone?.name ?? '' })}</Text>}
        confirmLabel={t('identity.person.undo')}
        onConfirm={async (reason) => {
          await api.person.undo.call({ id: undone?.id ?? 0, reason }, silent);
          notify.success(t('identity.person.parted'));
          await refresh('person');
        }}
      />
    </>
  );
}

/** Of whom somebody said that they are two. */
export function TwoPersons() {
  const t = useMessages();
  const merges = useAbility().can('person.merge');
  return (
    <ListPage
      title={t('identity.person.twos')}
      name="person-twos"
      of={api.person.two_list}
      columns={[
        {
          key: 'names',
          title: t('identity.person.who'),
          render: (row) => <div style={{ minWidth: 180, whiteSpace: 'normal' }}>{row.names.join(' · ')}</div>,
        },
        { key: 'reason', title: t('identity.person.reason') },
        { key: 'by', title: t('identity.history.who'), render: (row) => row.by ?? '—' },
        {
          key: 'created_at',
          title: t('identity.history.when'),
          sortable: true,
          render: (row) => <DateTimeText value={row.created_at} />,
        },
        ...(merges
          ? [
              {
                key: 'back',
                made: true as const,
                title: t('identity.person.undo'),
                render: (row: { id: number }) => (
                  <Button
                    size="xs"
                    variant="default"
                    onClick={async () => {
                      await api.person.two_undo.call({ id: row.id });
                      notify.success(t('identity.person.two_back'));
                      await refresh('person');
                    }}
                  >
                    {t('identity.person.undo')}
                  </Button>
                ),
              },
            ]
          : []),
      ]}
      empty={{ text: t('identity.person.twos_none') }}
    />
  );
}
