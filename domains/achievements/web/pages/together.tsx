import { Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useLocale } from '#platform/web/index.ts';
import { confirm, DateTimeText, ListPage, notify, StatusBadge, showNumber } from '#platform/web/kit/index.ts';
import { api, type Batch, takeBackBatch, useFields } from '../api.ts';

/** What was verified in one go, and taking it back. */
export default function Together() {
  const { t, column } = useFields();
  const { locale } = useLocale();
  const back = async (row: Batch) => {
    const yes = t('achievements.batch.back');
    const text = t('achievements.batch.back_about', { count: row.count });
    if (!(await confirm({ name: String(row.count), title: yes, text, yes }))) return;
    await takeBackBatch(row);
    notify.success(t('achievements.batch.taken_back'));
  };
  return (
    <ListPage
      title={t('achievements.batch.title')}
      description={t('achievements.batch.about')}
      name="achievement-batches"
      searchable={false}
      of={api.record.batches}
      rowLabel={(row) => `${row.id}`}
      columns={[
        {
          key: 'created_at',
          title: t('achievements.batch.when'),
          sortable: true,
          render: (row) => <DateTimeText value={row.created_at} />,
        },
        {
          ...column('status'),
          render: (row) => (
            <>
              <StatusBadge
                status={row.status}
                color={row.status === 'VERIFIED' ? 'teal' : 'gray'}
                label={t(`achievements.batch_state.${row.status}`)}
              />
              {row.built_on > 0 && row.status === 'VERIFIED' && (
                <Text size="xs" c="dimmed">
                  {t('achievements.batch.built', { count: row.built_on })}
                </Text>
              )}
            </>
          ),
        },
        { ...column('count'), align: 'right', render: (row) => showNumber(row.count, locale) },
        { ...column('badge'), render: (row) => t(row.badge ? 'common.yes' : 'common.no') },
        { ...column('verified_by') },
      ]}
      actions={(row) =>
        row.status === 'VERIFIED'
          ? [
              {
                key: 'back',
                label: t('achievements.batch.back'),
                icon: <IconArrowBackUp size={16} aria-hidden />,
                danger: true,
                refused: row.can?.take_back ? undefined : t('achievements.batch.built', { count: row.built_on }),
                run: () => back(row),
              },
            ]
          : []
      }
      empty={{ text: t('achievements.batch.none') }}
    />
  );
}
