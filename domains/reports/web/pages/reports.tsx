import { Badge, Button, Group, Text } from '@mantine/core';
import { IconPin, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useAbility, useMessages } from '#platform/web/index.ts';
import { confirmDelete, DateTimeText, ListPage } from '#platform/web/kit/index.ts';
import { api, refreshReports } from '../api.ts';

const restore = async ({ id }: { id: number }) => {
  await api.report.restore.call({ id });
  await refreshReports();
};
const remove = (row: { id: number; name: string }) =>
  confirmDelete(
    async () => {
      await api.report.remove.call({ id: String(row.id) });
      await refreshReports();
    },
    row.name,
    () => restore(row),
  );

/** Reports that the caller made, and those that others share with them. */
export default function Reports() {
  const t = useMessages();
  const navigate = useNavigate();
  const { can } = useAbility();
  return (
    <ListPage
      title={t('reports.list.title')}
      description={t('reports.list.about')}
      of={api.report.list}
      empty={{ text: t('reports.list.empty') }}
      rowLabel={(row) => row.name}
      onRow={(row) => void navigate({ to: `/report/${row.id}` })}
      primaryAction={
        <Button component={Link} to="/report/new" leftSection={<IconPlus size={16} aria-hidden />}>
          {t('reports.new')}
        </Button>
      }
      filters={[
        {
          key: 'own',
          label: t('reports.list.whose'),
          control: 'select',
          options: [
            { id: 'true', title: t('reports.list.own') },
            { id: 'false', title: t('reports.list.shared') },
          ],
        },
      ]}
      columns={[
        {
          key: 'name',
          title: t('reports.field.name'),
          sortable: true,
          render: (row) => (
            <div>
              <Group gap={6} wrap="nowrap">
                <Text size="sm" fw={500}>
                  {row.name}
                </Text>
                {row.pinned && <IconPin size={14} aria-label={t('reports.pinned_mark')} />}
              </Group>
              {row.about && (
                <Text size="xs" c="dimmed" lineClamp={1}>
                  {row.about}
                </Text>
              )}
            </div>
          ),
        },
        {
          key: 'subject',
          title: t('reports.subject'),
          render: (row) => row.subject ?? <Badge color="gray">{t('reports.gone')}</Badge>,
        },
        { key: 'owner', title: t('reports.field.owner_id') },
        {
          key: 'updated_at',
          title: t('reports.list.updated'),
          sortable: true,
          render: (row) => <DateTimeText value={row.updated_at} />,
        },
      ]}
      actions={(row) =>
        row.own && can('report.manage')
          ? [
              {
                key: 'delete',
                label: t('reports.delete'),
                icon: <IconTrash size={16} aria-hidden />,
                danger: true,
                run: () => remove(row),
              },
            ]
          : []
      }
      {...(can('report.manage') ? { restore } : {})}
    />
  );
}
