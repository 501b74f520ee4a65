import { Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowRight, IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { choices, useAbility, useMessages } from '#platform/web/index.ts';
import {
  type BulkAction,
  DateText,
  DateTimeText,
  fullName,
  type InputOf,
  ListPage,
  Person,
  type RowAction,
  StatusBadge,
} from '#platform/web/kit/index.ts';
import { life, lifeKinds } from '../../life.ts';
import { requestStates } from '../../workflow.ts';
import { api, type StatusRequest } from '../api.ts';
import { StudentBadge } from '../components/badge.tsx';
import { type Decision, DecisionDialogs } from '../components/request-row.tsx';

const tones: Record<string, string> = { PROPOSED: 'blue', CONFIRMED: 'teal', REJECTED: 'red', WITHDRAWN: 'gray' };

/** The worklist of proposed changes of status: the registrar's signature on what the departments ask for. */
export default function Requests() {
  const t = useMessages();
  const decides = useAbility().can('student.confirm_status');
  const [decision, setDecision] = useState<Decision>();
  const open = (requests: StatusRequest[], state: Decision['state']) => setDecision({ requests, state });
  const actions = (row: StatusRequest): RowAction<StatusRequest>[] => {
    if (row.state !== 'PROPOSED') return [];
    const refused = row.can?.decide ? {} : { refused: t('students.requests.own') };
    return [
      ...(decides
        ? [
            {
              key: 'confirm',
              label: t('students.requests.confirm'),
              icon: <IconCheck size={16} aria-hidden />,
              run: () => open([row], 'CONFIRMED'),
              ...refused,
            },
            {
              key: 'reject',
              label: t('students.requests.reject'),
              icon: <IconX size={16} aria-hidden />,
              danger: true,
              run: () => open([row], 'REJECTED'),
              ...refused,
            },
          ]
        : []),
      ...(row.can?.withdraw
        ? [
            {
              key: 'withdraw',
              label: t('students.requests.withdraw'),
              icon: <IconArrowBackUp size={16} aria-hidden />,
              run: () => open([row], 'WITHDRAWN'),
            },
          ]
        : []),
    ];
  };
  const bulk: BulkAction<StatusRequest, InputOf<typeof api.status.requests>>[] = decides
    ? [
        {
          key: 'confirm',
          label: t('students.requests.confirm'),
          icon: <IconCheck size={16} aria-hidden />,
          run: (rows) => open(rows, 'CONFIRMED'),
        },
        {
          key: 'reject',
          label: t('students.requests.reject'),
          icon: <IconX size={16} aria-hidden />,
          danger: true,
          run: (rows) => open(rows, 'REJECTED'),
        },
      ]
    : [
        {
          key: 'withdraw',
          label: t('students.requests.withdraw'),
          icon: <IconArrowBackUp size={16} aria-hidden />,
          run: (rows) => open(rows, 'WITHDRAWN'),
        },
      ];
  return (
    <>
      <ListPage
        title={t('students.requests.title')}
        description={t(decides ? 'students.requests.about' : 'students.requests.about_own')}
        of={api.status.requests}
        rowLabel={(row) => fullName(row.student)}
        rowHref={(row) => `/students/${row.student_id}?tab=status`}
        columns={[
          {
            key: 'student',
            title: t('students.column.student'),
            render: (row) => <Person person={row.student} note={row.student.student_no} />,
          },
          {
            key: 'to_status',
            title: t('students.requests.change'),
            render: (row) => (
              <Stack gap={2}>
                <Group gap={6} wrap="nowrap" w="max-content">
                  <StudentBadge status={row.from_status} />
                  <IconArrowRight size={14} aria-hidden />
                  <StudentBadge status={row.to_status} />
                </Group>
                <Text size="xs" c="dimmed">
                  {t(`students.life.${row.kind}`)}
                </Text>
              </Stack>
            ),
          },
          {
            key: 'reason',
            title: t('students.field.reason'),
            render: (row) => (
              <Text size="sm" lineClamp={2} maw={280}>
                {row.reason ?? '—'}
              </Text>
            ),
          },
          { key: 'requested_by', title: t('students.requests.by'), render: (row) => row.requested_by_name ?? '—' },
          {
            key: 'created_at',
            title: t('students.requests.when'),
            render: (row) => <DateTimeText value={row.created_at} />,
          },
          {
            key: 'state',
            title: t('students.field.state'),
            render: (row) => (
              <StatusBadge status={row.state} color={tones[row.state]} label={t(`students.request.${row.state}`)} />
            ),
          },
          {
            key: 'effective_from',
            title: t('students.field.effective_from'),
            defaultHidden: true,
            render: (row) => <DateText value={row.effective_from} />,
          },
          {
            key: 'decided_by',
            title: t('students.requests.decided_by'),
            defaultHidden: true,
            render: (row) => row.decided_by_name ?? '—',
          },
          { key: 'decision_reason', title: t('students.requests.remark'), defaultHidden: true },
        ]}
        filters={[
          {
            key: 'state',
            label: t('students.field.state'),
            control: 'multi',
            options: choices(t, 'students.request', requestStates),
          },
          {
            key: 'kind',
            label: t('students.field.kind'),
            control: 'multi',
            options: choices(
              t,
              'students.life',
              lifeKinds.filter((kind) => life[kind].permission === 'student.confirm_status'),
            ),
          },
        ]}
        defaults={{ size: 20, filters: { state: ['PROPOSED'] } }}
        actions={actions}
        bulkActions={bulk}
        empty={{ title: t('students.requests.none'), text: t('students.requests.none_about') }}
      />
      <DecisionDialogs decision={decision} onClose={() => setDecision(undefined)} />
    </>
  );
}
