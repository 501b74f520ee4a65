import { Badge, Button, Group } from '@mantine/core';
import { IconKey, IconPencil, IconPlus, IconTrash, IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { silent, toast, useAbility, useMessages } from '#platform/web/index.ts';
import {
  confirm,
  confirmDelete,
  DateTimeText,
  fullName,
  ListPage,
  Person,
  PhoneText,
  StatusBadge,
} from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';
import { AccountForm } from './account-form.tsx';
import { ResetPassword } from './reset-dialog.tsx';
import { type AccountRecord, actionOptions, typeOptions } from './types.ts';

/** Everybody who can sign in here. */
export default function Accounts() {
  const t = useMessages();
  const manage = useAbility().can('account.manage');
  const [form, setForm] = useState<{ opened: boolean; record?: AccountRecord }>({ opened: false });
  const [reset, setReset] = useState<AccountRecord | null>(null);
  const { data: roles = [] } = useQuery(api.role.all.queryOptions({ input: undefined }));

  const demand = async (action: 'UPDATE_PASSWORD' | 'VERIFY_EMAIL', rows: AccountRecord[]) => {
    const { changed } = await api.account.required_action.call({ ids: rows.map((row) => row.id), add: [action] });
    toast.success(t('identity.accounts.demanded', { count: changed }));
    await refresh('account');
  };
  const close = async (row: AccountRecord) => {
    if (
      row.active &&
      !(await confirm({
        title: t('identity.account.close_title', { name: fullName(row) }),
        name: `${fullName(row)} (${row.username})`,
        text: t('identity.account.close_text'),
      }))
    )
      return;
    await api.account.save.call({ id: row.id, version: row.version, active: !row.active });
    await refresh('account');
  };
  const restore = async (row: { id: number }) => {
    await api.account.restore.call({ id: row.id }, silent);
    await refresh('account');
  };
  return (
    <>
      <ListPage
        {...(manage ? { restore } : {})}
        title={t('identity.accounts.title')}
        description={t('identity.accounts.about')}
        of={api.account.list}
        rowLabel={fullName}
        rowHref={(row) => `/accounts/${row.id}`}
        columns={[
          {
            key: 'lastname',
            title: t('identity.accounts.person'),
            sortable: true,
            render: (row) => <Person person={row} />,
          },
          { key: 'roles', title: t('identity.account.roles'), render: (row) => <Roles roles={row.roles} /> },
          {
            key: 'email',
            title: t('identity.email'),
            sortable: true,
            phone: 'rest',
            render: (row) => row.email ?? '—',
          },
          { key: 'phone', title: t('identity.phone'), render: (row) => <PhoneText value={row.phone} /> },
          { key: 'active', title: t('identity.account.status'), render: (row) => <State row={row} /> },
          {
            key: 'last_sign_in_at',
            title: t('identity.account.last_sign_in'),
            sortable: true,
            render: (row) => <DateTimeText value={row.last_sign_in_at} />,
          },
          {
            key: 'created_at',
            title: t('identity.account.created'),
            sortable: true,
            defaultHidden: true,
            render: (row) => <DateTimeText value={row.created_at} />,
          },
        ]}
        filters={[
          {
            key: 'role',
            label: t('identity.account.role'),
            control: 'multi',
            options: roles.map((role) => ({ id: role.name, title: role.title })),
          },
          { key: 'type', label: t('identity.account.type'), control: 'select', options: typeOptions(t) },
          { key: 'active', label: t('identity.account.active'), control: 'boolean' },
          {
            key: 'required_action',
            label: t('identity.account.required_action'),
            control: 'select',
            options: actionOptions(t),
          },
        ]}
        empty={{ text: t('identity.accounts.empty') }}
        {...(manage
          ? {
              primaryAction: (
                <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setForm({ opened: true })}>
                  {t('identity.account.new')}
                </Button>
              ),
              actions: (row: AccountRecord) => [
                {
                  key: 'edit',
                  label: t('identity.edit'),
                  icon: <IconPencil size={16} />,
                  run: () => setForm({ opened: true, record: row }),
                },
                ...(row.can?.reset_password
                  ? [
                      {
                        key: 'reset',
                        label: t('identity.account.reset_password'),
                        icon: <IconKey size={16} />,
                        run: () => setReset(row),
                      },
                    ]
                  : []),
                ...(row.can?.remove
                  ? [
                      {
                        key: 'close',
                        label: t(row.active ? 'identity.account.close' : 'identity.account.open'),
                        icon: <IconUserOff size={16} />,
                        run: () => close(row),
                      },
                      {
                        key: 'remove',
                        label: t('identity.remove'),
                        icon: <IconTrash size={16} />,
                        danger: true,
                        run: () =>
                          confirmDelete(
                            () => api.account.remove.call({ id: row.id }, silent).then(() => refresh('account')),
                            fullName(row),
                            () => restore(row),
                          ),
                      },
                    ]
                  : []),
              ],
              bulkActions: [
                {
                  key: 'password',
                  label: t('identity.accounts.demand_password'),
                  confirm: t('identity.accounts.demand_password_text'),
                  run: (rows: AccountRecord[]) => demand('UPDATE_PASSWORD', rows),
                },
                {
                  key: 'email',
                  label: t('identity.accounts.demand_email'),
                  confirm: t('identity.accounts.demand_email_text'),
                  run: (rows: AccountRecord[]) => demand('VERIFY_EMAIL', rows),
                },
              ],
            }
          : {})}
      />
      <AccountForm opened={form.opened} record={form.record} onClose={() => setForm({ opened: false })} />
      {reset ? <ResetPassword account={reset} onClose={() => setReset(null)} /> : null}
    </>
  );
}

export function Roles({ roles }: { roles: AccountRecord['roles'] }) {
  const titles = [...new Set(roles.map((role) => role.title))];
  return titles.length ? (
    <Group gap={4}>
      {titles.slice(0, 2).map((title) => (
        <Badge key={title} variant="light" color="gray" radius="sm">
          {title}
        </Badge>
      ))}
      {titles.length > 2 ? `+${titles.length - 2}` : null}
    </Group>
  ) : (
    '—'
  );
}

export function State({ row }: { row: AccountRecord }) {
  const t = useMessages();
  if (!row.active) return <StatusBadge status="BLOCKED" label={t('identity.account.closed')} />;
  if (row.required_actions.length) return <StatusBadge status="PENDING" label={t('identity.account.awaits')} />;
  return <StatusBadge status="ACTIVE" label={t('identity.account.active')} />;
}
