import { Anchor, Badge, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAbility, useMessages } from '#platform/web/index.ts';
import { DateTimeText, type ListColumn, ListPage, Person } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { operations } from './operations.ts';
import { type HistoryRow as Row, useWords } from './words.ts';

const few = 3;

/** Who changed what and when, as a list: of everybody, or inside a page of one account or one record. */
export function Changes({ account_id, record }: { account_id?: number; record?: { table: string; id: number } }) {
  const t = useMessages();
  const ability = useAbility();
  const all = ability.scope('history.read') === 'institution';
  const inside = account_id !== undefined || record !== undefined;
  const { data: tables = [] } = useQuery(api.history_tables.queryOptions());
  const about = all ? '' : tables.some((table) => table.followed) ? '_followed' : '_own';
  // On a phone one column says all, so that nothing stands beyond the edge.
  const narrow = useMediaQuery('(max-width: 37.5em)', undefined, { getInitialValueInEffect: false });
  const wide: ListColumn<Row>[] = [
    {
      key: 'at',
      title: t('identity.history.when'),
      sortable: true,
      width: 140,
      render: (row) => <DateTimeText value={row.at} />,
    },
    ...(account_id === undefined
      ? [
          {
            key: 'person' as const,
            title: t('identity.history.who'),
            render: (row: Row) =>
              row.person ? (
                <Person person={{ lastname: row.person.name, username: row.person.username }} />
              ) : (
                t('identity.history.system')
              ),
          },
        ]
      : []),
    {
      key: 'operation',
      title: t('identity.history.what'),
      render: (row) => <Operation operation={row.operation} />,
    },
    ...(record
      ? []
      : [
          {
            key: 'table_name' as const,
            title: t('identity.history.record'),
            render: (row: Row) => <Record row={row} />,
          },
        ]),
    { key: 'changes', title: t('identity.history.changes'), render: (row) => <Diff row={row} /> },
  ];
  return (
    <ListPage
      title={t('identity.history.title')}
      description={t(`identity.history.about${about}`)}
      name="info-history"
      embedded={inside}
      fixed={
        record ? { table_name: [record.table], row_id: record.id } : account_id === undefined ? {} : { account_id }
      }
      local={record !== undefined}
      of={api.user.history}
      columns={
        narrow
          ? [
              {
                key: 'at',
                title: t('identity.history.changes'),
                sortable: true,
                render: (row) => (
                  <Stack gap={4}>
                    <Group gap="xs">
                      <Operation operation={row.operation} />
                      <Text size="xs" c="dimmed" component="span">
                        <DateTimeText value={row.at} />
                        {account_id === undefined && ` · ${row.person?.name ?? t('identity.history.system')}`}
                      </Text>
                    </Group>
                    {!record && <Record row={row} />}
                    <Diff row={row} />
                  </Stack>
                ),
              },
            ]
          : wide
      }
      filters={[
        ...(about !== '_own' && !inside && ability.can('account.choose')
          ? [
              {
                key: 'account_id' as const,
                label: t('identity.history.who'),
                control: 'async' as const,
                load: (search: string, ids?: (number | string)[]) =>
                  api.account.all.call(ids ? { ids: ids.join(',') } : { search }),
              },
            ]
          : []),
        ...(record
          ? []
          : [
              {
                key: 'table_name' as const,
                label: t('identity.history.kind'),
                control: 'multi' as const,
                options: tables.map(({ value, label }) => ({ id: String(value), title: label })),
              },
            ]),
        {
          key: 'operation',
          label: t('identity.history.what'),
          control: 'multi',
          options: operations.map((id) => ({ id, title: t(`identity.operation.${id}`) })),
        },
        { key: 'at', label: t('identity.history.when'), control: 'dateRange', range: ['from', 'to'] },
      ]}
      empty={{ text: t('identity.history.empty') }}
    />
  );
}

function Record({ row }: { row: Row }) {
  const to = useWords().page(row);
  const name = row.row_title ?? `№${row.row_id}`;
  return (
    <div style={{ minWidth: 140, whiteSpace: 'normal' }}>
      {to ? (
        <Anchor component={Link} to={to} size="sm" fw={500}>
          {name}
        </Anchor>
      ) : (
        <Text size="sm">{name}</Text>
      )}
      <Text size="xs" c="dimmed">
        {row.table_title}
      </Text>
    </div>
  );
}

const tones = { INSERT: 'teal', UPDATE: 'blue', DELETE: 'red' } as const;
function Operation({ operation }: { operation: Row['operation'] }) {
  const t = useMessages();
  return (
    <Badge variant="light" color={tones[operation]} radius="sm">
      {t(`identity.operation.${operation}`)}
    </Badge>
  );
}

const Arrow = () => <IconArrowRight size={12} aria-hidden style={{ margin: '0 4px', verticalAlign: '-1px' }} />;

/** Old → new of each part that differs; a long list, and a long value, open on demand. */
function Diff({ row }: { row: Row }) {
  const t = useMessages();
  const words = useWords();
  const [whole, setWhole] = useState(false);
  const parts = row.changes.flatMap((change) =>
    words.parts(row.table_name, change).map((part, at) => ({ ...part, key: `${change.field} ${at}` })),
  );
  const shown = whole ? parts : parts.slice(0, few);
  return (
    <div style={{ maxWidth: 520, minWidth: 240, whiteSpace: 'normal' }}>
      {shown.map((part) => (
        <Text key={part.key} size="xs" component="div" style={{ overflowWrap: 'anywhere' }}>
          <Text span inherit c="dimmed">
            {part.label}:
          </Text>{' '}
          {row.operation === 'INSERT' ? null : (
            <>
              <del>
                <Value text={part.old} />
              </del>
              <Arrow />
            </>
          )}
          {row.operation === 'DELETE' && part.new === '—' ? (
            '—'
          ) : (
            <b style={{ fontWeight: 550 }}>
              <Value text={part.new} />
            </b>
          )}
        </Text>
      ))}
      {parts.length > few ? (
        <UnstyledButton fz="xs" c="accent" td="underline" onClick={() => setWhole(!whole)}>
          {whole ? t('identity.history.less') : t('identity.history.more', { count: parts.length - few })}
        </UnstyledButton>
      ) : null}
    </div>
  );
}

/** Letters, which are about five lines where the column is narrowest. */
const long = 150;
/** The beginning of a long text, and all of it on demand. */
function Value({ text }: { text: string }) {
  const t = useMessages();
  const [whole, setWhole] = useState(false);
  if (text.length <= long) return text;
  return (
    <>
      <span style={{ whiteSpace: 'pre-line' }}>{whole ? text : `${text.slice(0, long)}…`}</span>{' '}
      <UnstyledButton fz="xs" c="accent" td="underline" onClick={() => setWhole(!whole)}>
        {t(whole ? 'identity.history.less' : 'identity.history.whole')}
      </UnstyledButton>
    </>
  );
}
