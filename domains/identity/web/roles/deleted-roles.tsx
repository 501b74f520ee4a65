import { IconArrowBackUp } from '@tabler/icons-react';
import { queryClient, silent, titleIn, useLocale, useMessages } from '#platform/web/index.ts';
import { DateTimeText, ListPage, takeBack } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';

type Role = Awaited<ReturnType<typeof api.role.list.call>>['content'][number];

/** Roles that were deleted; a restored one gives what it gave, to nobody at first. */
export function DeletedRoles() {
  const t = useMessages();
  const { locale } = useLocale();
  const restore = async (row: Role) => {
    await api.role.restore.call({ id: row.id }, silent);
    queryClient.removeQueries({ queryKey: api.role.key() });
    await refresh('permission');
  };
  return (
    <ListPage
      embedded
      name="roles.deleted"
      title={t('kit.list.deleted')}
      of={api.role.list}
      fixed={{ deleted: true }}
      rowLabel={(row) => titleIn(row.title, locale)}
      columns={[
        { key: 'title', title: t('identity.roles.role'), render: (row) => titleIn(row.title, locale) },
        {
          key: 'deleted_at',
          title: t('kit.list.deletedAt'),
          render: (row) => <DateTimeText value={row.deleted_at ?? null} />,
        },
      ]}
      actions={(row) => [
        {
          key: 'restore',
          label: t('kit.list.restore'),
          icon: <IconArrowBackUp size={16} aria-hidden />,
          run: () => takeBack(() => restore(row)),
        },
      ]}
      empty={{ text: t('kit.list.deletedEmpty') }}
    />
  );
}
