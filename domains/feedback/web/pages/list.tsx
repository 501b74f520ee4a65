import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { choices, download, messageOf, silent, today, useAbility } from '#platform/web/index.ts';
import { DateText, DueText, Empty, type InputOf, ListPage, PageHeader, Tabs } from '#platform/web/kit/index.ts';
import { feedbackKinds, feedbackModes, feedbackThemes } from '../../shapes.ts';
import { feedbackStates } from '../../workflow.ts';
import { api, feedbackList, useFields } from '../api.ts';
import { WriteForm } from '../components/write-form.tsx';
import { StateBadge } from '../shown.tsx';

/** What one wrote, what one was given to answer, and for those who keep it the whole register. */
export default function FeedbackPage() {
  const { t } = useFields();
  const { can, scope } = useAbility();
  const [writing, setWriting] = useState(false);
  const writes = can('feedback.submit');
  const add = writes ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setWriting(true)}>
      {t('feedback.add')}
    </Button>
  ) : undefined;
  const tabs = [
    ...(scope('feedback.read') === 'institution'
      ? [{ key: 'register', label: t('feedback.tab.register'), content: <Register /> }]
      : []),
    ...(can('feedback.handle')
      ? [{ key: 'given', label: t('feedback.tab.given'), content: <Register handled /> }]
      : []),
    ...(writes ? [{ key: 'mine', label: t('feedback.tab.mine'), content: <Mine add={add} /> }] : []),
  ];
  return (
    <Stack gap="md" {...(tabs.length > 1 ? {} : { maw: 860 })}>
      <PageHeader title={t('feedback.title')} description={t('feedback.about')} actions={add} />
      {tabs.length > 1 ? <Tabs items={tabs} /> : tabs[0]?.content}
      <WriteForm opened={writing} onClose={() => setWriting(false)} />
    </Stack>
  );
}

function Mine({ add }: { add: ReactNode }) {
  const { t } = useFields();
  const query = useQuery(api.feedback.list.queryOptions({ input: { mine: true, size: 100 }, ...silent }));
  if (query.isPending) return <Skeleton h={240} />;
  if (query.isError) return <Empty title={messageOf(query.error)} />;
  if (query.data.content.length === 0)
    return <Empty title={t('feedback.none')} text={t('feedback.none_about')} action={add} />;
  return (
    <Stack gap="sm" maw={860}>
      {query.data.content.map((one) => (
        <Paper
          key={one.id}
          withBorder
          p="md"
          component={Link}
          to={`/feedback/${one.id}`}
          style={{ color: 'inherit', textDecoration: 'none' }}
        >
          <Group justify="space-between" gap="xs">
            <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {one.subject}
            </Text>
            <StateBadge state={one.status} own wrap />
          </Group>
          <Text size="sm" c="dimmed" component="div">
            {one.number} · {t(`feedback.kind.${one.kind}`)} · <DateText value={one.filed_on} />
          </Text>
          <Text size="sm" c="dimmed">
            {t(`feedback.next.${one.status}`)}
          </Text>
        </Paper>
      ))}
    </Stack>
  );
}

/** The xlsx of what the list shows: its filters without the paging, which a file has not. */
function exportList({ page: _page, size: _size, ...input }: InputOf<typeof api.feedback.list>) {
  const asked = Object.entries(input).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  );
  return download(`/feedback/export?${new URLSearchParams(asked)}`, `feedback-${today()}.xlsx`).catch(() => undefined);
}

function Register({ handled }: { handled?: boolean }) {
  const { t, column, label } = useFields();
  const { can } = useAbility();
  const moderates = can('feedback.moderate') && !handled;
  return (
    <ListPage
      embedded
      title={t(handled ? 'feedback.tab.given' : 'feedback.tab.register')}
      name={handled ? 'feedback-given' : 'feedback'}
      of={api.feedback.list}
      {...(handled ? { fixed: { handled: true } } : {})}
      place={feedbackList}
      rowHref={(row) => `/feedback/${row.id}`}
      rowLabel={(row) => row.number}
      columns={[
        {
          ...column('subject'),
          render: (row) => (
            <div style={{ minWidth: 0 }}>
              <Text size="sm" fw={500} lineClamp={2}>
                {row.subject}
              </Text>
              <Text size="xs" c="dimmed">
                {[row.number, row.type.title].join(' · ')}
              </Text>
            </div>
          ),
        },
        { ...column('status'), render: (row) => <StateBadge state={row.status} wrap /> },
        { ...column('kind'), render: (row) => t(`feedback.kind.${row.kind}`) },
        { ...column('due_on'), sortable: true, render: (row) => <DueText day={row.due_on} late={row.overdue} /> },
        { ...column('handler'), render: (row) => row.handler ?? '—' },
        { ...column('mode'), render: (row) => row.author ?? t(`feedback.mode.${row.mode}`) },
        {
          ...column('theme'),
          defaultHidden: true,
          render: (row) => (row.theme ? t(`feedback.theme.${row.theme}`) : '—'),
        },
        { ...column('filed_on'), sortable: true, render: (row) => <DateText value={row.filed_on} /> },
      ]}
      filters={[
        {
          key: 'status',
          label: label('status'),
          control: 'multi',
          options: choices(t, 'feedback.state', feedbackStates),
        },
        { key: 'kind', label: label('kind'), control: 'select', options: choices(t, 'feedback.kind', feedbackKinds) },
        {
          key: 'theme',
          label: label('theme'),
          control: 'multi',
          options: choices(t, 'feedback.theme', feedbackThemes),
        },
        { key: 'mode', label: label('mode'), control: 'select', options: choices(t, 'feedback.mode', feedbackModes) },
        { key: 'overdue', label: t('feedback.overdue'), control: 'boolean' },
      ]}
      {...(moderates ? { exportFn: exportList } : {})}
      defaults={{ size: 20, sort: 'filed_on,desc' }}
      empty={{ text: t(handled ? 'feedback.none_given' : 'feedback.empty') }}
    />
  );
}
