import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { choices, messageOf, silent, useAbility } from '#platform/web/index.ts';
import { DateText, Empty, ListPage, PageHeader, Person } from '#platform/web/kit/index.ts';
import type { claimKinds } from '../../shapes.ts';
import { claimStates } from '../../workflow.ts';
import { api, claimList, useFields } from '../api.ts';
import { nextOf } from '../next.ts';
import { StateBadge } from '../shown.tsx';

/** A student's own claims, or those that the office and panels work on. */
export default function Claims() {
  const { scope } = useAbility();
  return scope('circumstance.read') === 'own' ? <OwnClaims /> : <AllClaims />;
}

/** Where each stands and what comes next. */
function OwnClaims() {
  const { t } = useFields();
  const { can } = useAbility();
  const query = useQuery(api.ec.list.queryOptions({ input: { size: 100 }, ...silent }));
  const begin = can('circumstance.submit') ? (
    <Button component={Link} to="/ec-submit" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('circumstances.list.add')}
    </Button>
  ) : undefined;
  return (
    <Stack gap="md" maw={860}>
      <PageHeader title={t('circumstances.list.own')} description={t('circumstances.list.own_about')} actions={begin} />
      {query.isPending && <Skeleton h={240} />}
      {query.isError && <Empty title={messageOf(query.error)} />}
      {query.data?.content.length === 0 && (
        <Empty title={t('circumstances.list.none')} text={t('circumstances.list.none_about')} action={begin} />
      )}
      {query.data?.content.map((one) => (
        <Paper
          key={one.id}
          withBorder
          p="md"
          component={Link}
          to={one.status === 'DRAFT' ? `/ec-submit?id=${one.id}` : `/ec/${one.id}`}
          style={{ color: 'inherit', textDecoration: 'none' }}
        >
          <Group justify="space-between" gap="xs">
            <Text fw={600} size="sm">
              {one.number}
              {one.kind && ` · ${t(`circumstances.kind.${one.kind}`)}`}
            </Text>
            <StateBadge state={one.status} wrap />
          </Group>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {one.papers.map((paper) => paper.title).join(', ') || '—'}
          </Text>
          <Text size="sm" c="dimmed">
            {nextOf(t, one)}
          </Text>
        </Paper>
      ))}
    </Stack>
  );
}

function AllClaims() {
  const { t, column, label } = useFields();
  const { can } = useAbility();
  return (
    <ListPage
      title={t('circumstances.list.title')}
      description={t('circumstances.list.about')}
      name="circumstances"
      of={api.ec.list}
      place={claimList}
      rowHref={(row) => `/ec/${row.id}`}
      rowLabel={(row) => row.number}
      columns={[
        {
          key: 'student',
          title: label('student'),
          render: (row) => <Person person={row.student} note={`${row.number} · ${row.student.student_no}`} />,
        },
        {
          key: 'papers',
          title: label('papers'),
          render: (row) => (
            <Text size="sm" lineClamp={2} maw={320}>
              {row.papers
                .map((paper) => `${paper.module}${paper.target === 'EXAM' ? '' : `: ${paper.title}`}`)
                .join(', ')}
            </Text>
          ),
        },
        ...(can(['circumstance.decide', 'circumstance.panel'])
          ? [
              {
                ...column('kind'),
                render: (row: { kind: (typeof claimKinds)[number] | null }) =>
                  row.kind ? t(`circumstances.kind.${row.kind}`) : '—',
              },
            ]
          : []),
        { ...column('status'), render: (row) => <StateBadge state={row.status} /> },
        { ...column('submitted_at'), sortable: true, render: (row) => <DateText value={row.submitted_at} /> },
        {
          key: 'published_at',
          title: label('published_at'),
          render: (row) => <DateText value={row.published_at} />,
        },
      ]}
      filters={[
        {
          key: 'status',
          label: label('status'),
          control: 'multi',
          options: choices(
            t,
            'circumstances.state',
            claimStates.filter((state) => state !== 'DRAFT'),
          ),
        },
        { key: 'panel', label: label('panel'), control: 'boolean' },
        { key: 'published', label: t('circumstances.filter.published'), control: 'boolean' },
      ]}
      defaults={{ size: 20, sort: 'submitted_at,desc' }}
      empty={{ text: t('circumstances.list.empty') }}
    />
  );
}
