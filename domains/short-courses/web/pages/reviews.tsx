import { Badge, Stack, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { silent } from '#platform/web/index.ts';
import { askReason, DateText, ListPage } from '#platform/web/kit/index.ts';
import { api, loadCourses, refresh, useFields } from '../api.ts';
import { Stars } from '../components/stars.tsx';

/** What listeners said, under their names, and what of it strangers do not read. */
export default function CourseReviews() {
  const { t, column, label } = useFields();
  return (
    <ListPage
      title={t('short-courses.review.title')}
      description={t('short-courses.review.about')}
      of={api.review.list}
      rowLabel={(row) => row.name}
      columns={[
        {
          key: 'created_at',
          title: label('said_on'),
          sortable: true,
          render: (row) => <DateText value={row.created_at} />,
        },
        { ...column('course'), render: (row) => row.course.title },
        { ...column('name') },
        { ...column('stars'), render: (row) => <Stars stars={row.stars} /> },
        {
          ...column('words'),
          render: (row) => (
            <Stack gap={4} miw={220}>
              <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {row.words ?? '—'}
              </Text>
              {row.hidden && (
                <Badge color="gray" variant="light" tt="none">
                  {t('short-courses.review.hidden')}: {row.hidden_reason}
                </Badge>
              )}
            </Stack>
          ),
        },
      ]}
      filters={[
        { key: 'course_id', label: label('course'), control: 'async', load: loadCourses },
        { key: 'hidden', label: t('short-courses.review.hidden'), control: 'boolean' },
      ]}
      actions={(row) => [
        row.hidden
          ? {
              key: 'show',
              label: t('short-courses.review.show'),
              icon: <IconEye size={16} aria-hidden />,
              run: async () => {
                await api.review.step.call({ id: row.id, version: row.version, hidden: false }, silent);
                await refresh();
              },
            }
          : {
              key: 'hide',
              label: t('short-courses.review.hide'),
              icon: <IconEyeOff size={16} aria-hidden />,
              run: () =>
                askReason({
                  name: row.name,
                  title: t('short-courses.review.hide'),
                  text: t('short-courses.review.hide_text'),
                  yes: t('short-courses.review.hide'),
                  run: async (reason) => {
                    await api.review.step.call({ id: row.id, version: row.version, hidden: true, reason }, silent);
                    await refresh();
                  },
                }),
            },
      ]}
      defaults={{ size: 20, sort: 'created_at,desc' }}
      empty={{ text: t('short-courses.review.empty') }}
    />
  );
}
