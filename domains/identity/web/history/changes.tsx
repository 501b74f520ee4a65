import { Anchor, Badge, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAbility, useIntlShape, useMessages } from '#platform/web/index.ts';
import { DateTimeText, ListPage, Person, plainValue } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { operations } from './operations.ts';

type Row = Awaited<ReturnType<typeof api.user.history.call>>['content'][number];

/** Pages that show a record of a table, where there is one. */
const pages: Record<string, { permission: string; to: (id: number) => string }> = {
  students: { permission: 'student.read', to: (id) => `/students/${id}` },
  staff: { permission: 'staff.read', to: (id) => `/staff/${id}` },
  accounts: { permission: 'account.read', to: (id) => `/accounts/${id}` },
  roles: { permission: 'role.read', to: (id) => `/roles?role=${id}` },
};
const few = 3;

/** Who changed what and when, as a list: of everybody, or of one account inside its page. */
export function Changes({ account_id }: { account_id?: number }) {
  const t = useMessages();
  const ability = useAbility();
  const all = ability.scope('history.read') === 'institution';
  const link = (row: Row) => {
    const page = pages[row.table_name];
    return page && row.operation !== 'DELETE' && ability.can(page.permission) ? page.to(row.row_id) : undefined;
  };
  return (
    <ListPage<Row>
      title={t('identity.history.title')}
      description={t(all ? 'identity.history.about' : 'identity.history.about_own')}
      name="info-history"
      embedded={account_id !== undefined}
      {...(account_id === undefined ? {} : { fixed: { account_id } })}
      query={({ at_from, at_to, ...input }) =>
        api.user.history.queryOptions({
          input: { ...input, ...(at_from ? { from: at_from } : {}), ...(at_to ? { to: at_to } : {}) } as never,
        })
      }
      columns={[
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
                key: 'person',
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
        {
          key: 'table_name',
          title: t('identity.history.record'),
          render: (row) => {
            const to = link(row);
            const name = `${row.table_title} №${row.row_id}`;
            return to ? (
              <Anchor component={Link} {...({ to } as object)} size="sm">
                {name}
              </Anchor>
            ) : (
              name
            );
          },
        },
        { key: 'changes', title: t('identity.history.changes'), render: (row) => <Diff row={row} /> },
      ]}
      filters={[
        ...(all && account_id === undefined && ability.can('account.choose')
          ? [
              {
                key: 'account_id',
                label: t('identity.history.who'),
                control: 'async' as const,
                load: (search: string, ids?: (number | string)[]) =>
                  api.account.all.call(ids ? { ids: ids.join(',') } : { search }),
              },
            ]
          : []),
        {
          key: 'operation',
          label: t('identity.history.what'),
          control: 'multi',
          options: operations.map((id) => ({ id, title: t(`identity.operation.${id}`) })),
        },
        { key: 'at', label: t('identity.history.when'), control: 'dateRange' },
      ]}
      empty={{ text: t('identity.history.empty') }}
    />
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

/** Old → new of each field; a long list opens on demand. */
function Diff({ row }: { row: Row }) {
  const t = useMessages();
  const { locale } = useIntlShape();
  const [whole, setWhole] = useState(false);
  const shown = whole ? row.changes : row.changes.slice(0, few);
  return (
    <div style={{ maxWidth: 520, minWidth: 240, whiteSpace: 'normal' }}>
      {shown.map((change) => (
        <Text key={change.field} size="xs" style={{ overflowWrap: 'anywhere' }}>
          <Text span inherit c="dimmed">
            {change.field}:
          </Text>{' '}
          {row.operation === 'INSERT' ? null : (
            <>
              <del>{plainValue(change.old, locale)}</del>
              {' → '}
            </>
          )}
          {row.operation === 'DELETE' ? '—' : <b style={{ fontWeight: 550 }}>{plainValue(change.new, locale)}</b>}
        </Text>
      ))}
      {row.changes.length > few ? (
        <UnstyledButton fz="xs" c="accent" td="underline" onClick={() => setWhole(!whole)}>
          {whole ? t('identity.history.less') : t('identity.history.more', { count: row.changes.length - few })}
        </UnstyledButton>
      ) : null}
    </div>
  );
}
