import { Anchor, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { silent, useAbility, useLocale } from '#platform/web/index.ts';
import { DateText, SmallTable, StatusBadge, showNumber } from '#platform/web/kit/index.ts';
import { aboutDebts, type RuleKind, windowed } from '../../rules.ts';
import { api, type Reason, useFields, type WholeCase } from '../api.ts';
import { LevelBadge, useReason } from '../shown.tsx';

/** A reason in words; its rows beside it, and the page on which they are kept. */
export function Behind({ of, reason }: { of: WholeCase; reason: Reason }) {
  const { t } = useFields();
  const say = useReason();
  const [open, setOpen] = useState(false);
  const { kind } = reason;
  const shows = !aboutDebts.includes(kind);
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="wrap" gap="xs">
        <Group gap="xs" style={{ flex: '1 1 260px' }}>
          <LevelBadge level={reason.level} />
          <Text size="sm">{say(reason)}</Text>
        </Group>
        <Group gap="md">
          {shows && (
            <Anchor component="button" type="button" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
              {t(open ? 'early-warning.rows.hide' : 'early-warning.rows.show')}
            </Anchor>
          )}
          <PageOf kind={kind} of={of} />
        </Group>
      </Group>
      {open && <Rows id={of.id} kind={kind} />}
    </Paper>
  );
}

function PageOf({ kind, of }: { kind: RuleKind; of: WholeCase }) {
  const { t } = useFields();
  const { can, scope } = useAbility();
  const { student_id } = of;
  if (aboutDebts.includes(kind))
    return scope('debit.read') === 'institution' ? (
      <Anchor component={Link} to={`/debit?student_id=${student_id}`} size="sm">
        {t('early-warning.page.debts')}
      </Anchor>
    ) : null;
  if ((kind === 'AVERAGE' || kind === 'FAILED') && can('transcript.read'))
    return (
      <Anchor component={Link} to={`/transcript?student=${student_id}`} size="sm">
        {t('early-warning.page.marks')}
      </Anchor>
    );
  if ((kind === 'ABSENCE_SHARE' || kind === 'ABSENCE_HOURS') && can('attendance.read'))
    return (
      <Anchor
        component={Link}
        to={`/attendance-list?view=student&search=${encodeURIComponent(of.student.student_no)}`}
        size="sm"
      >
        {t('early-warning.page.attendance')}
      </Anchor>
    );
  return null;
}

function Rows({ id, kind }: { id: number; kind: RuleKind }) {
  const { t, label } = useFields();
  const { locale } = useLocale();
  const query = useQuery(api.risk.rows.queryOptions({ input: { id, kind }, ...silent }));
  if (query.isPending) return <Skeleton h={80} mt="sm" />;
  const rows = query.data?.rows ?? [];
  const dated = windowed.includes(kind);
  return (
    <Stack gap={4} mt="sm">
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('early-warning.rows.none')}
        </Text>
      ) : (
        <SmallTable
          rows={rows}
          rowKey={(row) => String(row.id)}
          minWidth={320}
          maxHeight={320}
          columns={[
            ...(dated
              ? [
                  {
                    key: 'on',
                    title: label(kind === 'HOMEWORK' ? 'due_on' : 'date'),
                    render: (row: (typeof rows)[number]) => <DateText value={row.on} />,
                  },
                ]
              : []),
            {
              key: 'module',
              title: label('module'),
              names: true,
              render: (row) => [row.module, row.title].filter(Boolean).join(' · '),
            },
            ...(kind === 'HOMEWORK'
              ? []
              : [
                  {
                    key: 'value',
                    title: label(dated ? 'hours' : 'points'),
                    figure: true,
                    render: (row: (typeof rows)[number]) => (row.value === null ? '—' : showNumber(row.value, locale)),
                  },
                ]),
            ...(dated
              ? []
              : [
                  {
                    key: 'passed',
                    title: label('passed'),
                    render: (row: (typeof rows)[number]) => (
                      <StatusBadge
                        status={row.passed ? 'PASSED' : 'FAILED'}
                        label={t(row.passed ? 'early-warning.passed' : 'early-warning.failed')}
                      />
                    ),
                  },
                ]),
          ]}
        />
      )}
    </Stack>
  );
}
