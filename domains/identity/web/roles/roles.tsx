import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, PageSpinner, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { Empty, PageHeader, Tabs } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { ByPermission } from './by-permission.tsx';
import { ByRole } from './by-role.tsx';
import { DeletedRoles } from './deleted-roles.tsx';
import { RoleForm } from './role-form.tsx';

/** Who may do what: a role and its permissions, or a permission and the roles that give it. */
export default function RolesPage() {
  const t = useMessages();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { role?: string; permission?: string };
  const manage = useAbility().can('role.manage');
  const [creating, setCreating] = useState(false);
  const { data: matrix, error } = useQuery(api.permission.queryOptions(silent));
  if (error) return <Empty title={messageOf(error)} />;
  if (!matrix) return <PageSpinner />;
  const show = (next: Record<string, string>) => void navigate({ to: '.', search: next, resetScroll: false });
  return (
    <Stack>
      <PageHeader
        title={t('identity.roles.title')}
        description={t('identity.roles.about')}
        actions={
          manage ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
              {t('identity.roles.new')}
            </Button>
          ) : null
        }
      />
      <Tabs
        items={[
          {
            key: 'role',
            label: t('identity.roles.by_role'),
            content: (
              <ByRole matrix={matrix} chosen={Number(search.role)} choose={(id) => show({ role: String(id) })} />
            ),
          },
          {
            key: 'permission',
            label: t('identity.roles.by_permission'),
            content: (
              <ByPermission
                matrix={matrix}
                chosen={search.permission}
                choose={(permission) => show({ tab: 'permission', permission })}
                toRole={(id) => show({ role: String(id) })}
              />
            ),
          },
          ...(manage ? [{ key: 'deleted', label: t('kit.list.deleted'), content: <DeletedRoles /> }] : []),
        ]}
      />
      <RoleForm opened={creating} onClose={() => setCreating(false)} onSaved={(id) => show({ role: String(id) })} />
    </Stack>
  );
}
