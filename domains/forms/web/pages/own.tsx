import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { choices, useAbility, useMessages } from '#platform/web/index.ts';
import { DateText, DueText, ListPage } from '#platform/web/kit/index.ts';
import { requestStates } from '../../workflow.ts';
import { api } from '../api.ts';
import { RequestView } from '../components/request-view.tsx';
import { StateBadge } from '../components/shown.tsx';

/** What one has asked for, and where each stands. */
export default function Own() {
  const t = useMessages();
  const { can } = useAbility();
  const { id } = useSearch({ strict: false }) as { id?: unknown };
  if (/^\d{1,9}$/.test(String(id))) return <RequestView id={Number(id)} back="/forms-for-student" />;
  const add = can('form_request.ask') ? (
    <Button component={Link} to="/request-form" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('forms.ask')}
    </Button>
  ) : undefined;
  return (
    <ListPage
      title={t('forms.own.title')}
      description={t('forms.own.about')}
      name="own-requests"
      of={api.request.list}
      fixed={{ mine: true }}
      rowHref={(row) => `/forms-for-student?id=${row.id}`}
      rowLabel={(row) => row.number}
      primaryAction={add}
      columns={[
        { key: 'type', title: t('forms.field.type_id'), render: (row) => row.type?.title ?? '—' },
        {
          key: 'status',
          title: t('forms.field.status'),
          render: (row) => <StateBadge status={row.status} />,
        },
        {
          key: 'submitted_at',
          title: t('forms.field.submitted_at'),
          sortable: true,
          render: (row) => <DateText value={row.submitted_at} />,
        },
        {
          key: 'due_on',
          title: t('forms.field.due_on'),
          render: (row) => <DueText day={row.due_on} late={row.late} />,
        },
        { key: 'number', title: t('forms.field.number') },
      ]}
      filters={[
        {
          key: 'status',
          label: t('forms.field.status'),
          control: 'multi',
          options: choices(t, 'forms.request_state', requestStates),
        },
      ]}
      empty={{ title: t('forms.own.none'), text: t('forms.own.none_about'), action: add }}
    />
  );
}
