import { Button } from '@mantine/core';
import { IconFileInvoice, IconPlus, IconUsers, IconUserX } from '@tabler/icons-react';
import { useState } from 'react';
import { silent } from '#platform/web/index.ts';
import { askReason, DateText, ListPage, MoneyText, PhoneText } from '#platform/web/kit/index.ts';
import { api, loadCourses, openBill, refresh, useFields } from '../api.ts';
import { NewGroup } from '../components/new-group.tsx';

/** Companies that take places for their people, and what of their bills is paid. */
export default function Groups() {
  const { t, column, label } = useFields();
  const [making, setMaking] = useState(false);
  return (
    <>
      <ListPage
        title={t('short-courses.group.title')}
        description={t('short-courses.group.about')}
        of={api.group.list}
        rowLabel={(row) => row.company}
        rowHref={(row) => `/short-term-course/listener-list?group_id=${row.id}`}
        primaryAction={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
            {t('short-courses.group.add')}
          </Button>
        }
        columns={[
          { ...column('company') },
          { ...column('tin') },
          { ...column('course'), render: (row) => row.course.title },
          {
            ...column('people'),
            align: 'right',
            render: (row) => t('short-courses.group.confirmed', { confirmed: row.confirmed, people: row.people }),
          },
          { ...column('bill'), render: (row) => row.bill?.title ?? '—' },
          { ...column('owed'), align: 'right', render: (row) => <MoneyText value={row.owed} /> },
          { ...column('paid'), align: 'right', render: (row) => <MoneyText value={row.paid} /> },
          { ...column('pay_until'), render: (row) => <DateText value={row.pay_until} /> },
          { ...column('contact'), defaultHidden: true },
          { ...column('phone'), defaultHidden: true, render: (row) => <PhoneText value={row.phone} /> },
          { ...column('email'), defaultHidden: true },
        ]}
        filters={[{ key: 'course_id', label: label('course'), control: 'async', load: loadCourses }]}
        actions={(row) => [
          {
            key: 'listeners',
            label: t('short-courses.listeners.title'),
            icon: <IconUsers size={16} aria-hidden />,
            href: `/short-term-course/listener-list?group_id=${row.id}`,
          },
          ...(row.bill && row.owed !== '0'
            ? [
                {
                  key: 'bill',
                  label: t('short-courses.bill'),
                  icon: <IconFileInvoice size={16} aria-hidden />,
                  run: () => openBill('group', row.id),
                },
              ]
            : []),
          ...(row.can?.cancel
            ? [
                {
                  key: 'cancel',
                  label: t('short-courses.group.cancel'),
                  icon: <IconUserX size={16} aria-hidden />,
                  danger: true,
                  run: () =>
                    askReason({
                      name: row.company,
                      title: t('short-courses.group.cancel'),
                      text: t('short-courses.group.cancel_text'),
                      yes: t('short-courses.group.cancel'),
                      run: async (reason) => {
                        await api.group.cancel.call({ id: row.id, version: row.version, reason }, silent);
                        await refresh();
                      },
                    }),
                },
              ]
            : []),
        ]}
        defaults={{ size: 20, sort: 'created_at,desc' }}
        empty={{ text: t('short-courses.group.empty') }}
      />
      {making && <NewGroup course={undefined} onClose={() => setMaking(false)} />}
    </>
  );
}
