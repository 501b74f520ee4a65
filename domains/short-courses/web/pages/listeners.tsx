import { Button } from '@mantine/core';
import { IconUserX, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { choices, silent, useAbility, useLocale } from '#platform/web/index.ts';
import { askReason, DateText, DateTimeText, ListPage, PhoneText, plainValue } from '#platform/web/kit/index.ts';
import { registrationStates } from '../../workflow.ts';
import { api, exportListeners, loadCourses, numberIn, refresh, useFields } from '../api.ts';
import { PlaceBadge } from '../shown.tsx';

/** Everybody who has or had a place, or waits for one; of one company those whom it sent. */
export default function Listeners() {
  const { t, column, label } = useFields();
  const { can } = useAbility();
  const { locale } = useLocale();
  const group_id = numberIn((useSearch({ strict: false }) as { group_id?: unknown }).group_id);
  return (
    <ListPage
      title={t('short-courses.listeners.title')}
      description={t('short-courses.listeners.about')}
      of={api.registration.list}
      fixed={group_id === undefined ? {} : { group_id }}
      toolbar={group_id !== undefined && <OfCompany group_id={group_id} />}
      rowHref={(row) => `/short-term-course/listener?id=${row.id}`}
      rowLabel={(row) => row.name}
      columns={[
        { ...column('name'), sortable: true },
        { ...column('course'), render: (row) => plainValue(row.course.title, locale) },
        {
          key: 'starts_on',
          made: true,
          title: label('starts_on'),
          render: (row) => <DateText value={row.course.starts_on} />,
        },
        { ...column('status'), render: (row) => <PlaceBadge state={row.status} /> },
        { ...column('until'), render: (row) => <DateTimeText value={row.until} /> },
        { ...column('phone'), render: (row) => <PhoneText value={row.phone} /> },
        { ...column('email'), defaultHidden: true },
        { key: 'company', made: true, title: label('company'), render: (row) => row.group?.company ?? '—' },
        { ...column('created_at'), sortable: true, render: (row) => <DateTimeText value={row.created_at} /> },
      ]}
      filters={[
        { key: 'course_id', label: label('course'), control: 'async', load: loadCourses },
        {
          key: 'status',
          label: label('status'),
          control: 'multi',
          options: choices(t, 'short-courses.place_state', registrationStates),
        },
      ]}
      actions={(row) =>
        can('short_course.manage') && row.can?.cancel
          ? [
              {
                key: 'cancel',
                label: t('short-courses.listeners.cancel'),
                icon: <IconUserX size={16} aria-hidden />,
                danger: true,
                run: () =>
                  askReason({
                    name: row.name,
                    title: t('short-courses.listeners.cancel'),
                    text: t('short-courses.listeners.cancel_text'),
                    yes: t('short-courses.listeners.cancel'),
                    run: async (reason) => {
                      await api.registration.cancel.call({ id: row.id, version: row.version, reason }, silent);
                      await refresh();
                    },
                  }),
              },
            ]
          : []
      }
      defaults={{ size: 20, sort: 'created_at,desc' }}
      exportFn={exportListeners}
      empty={{ text: t('short-courses.listeners.empty') }}
    />
  );
}

/** Whose listeners these are, and the way back to everybody's. */
function OfCompany({ group_id }: { group_id: number }) {
  const { label } = useFields();
  const asked = useQuery(api.registration.list.queryOptions({ input: { group_id, size: 1 }, ...silent }));
  return (
    <Button
      component={Link}
      to="/short-term-course/listener-list"
      variant="light"
      rightSection={<IconX size={16} aria-hidden />}
    >
      {[label('company'), asked.data?.content[0]?.group?.company].filter(Boolean).join(': ')}
    </Button>
  );
}
