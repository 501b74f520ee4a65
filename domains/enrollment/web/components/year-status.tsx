import { Alert, Group, List, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { date, requiredText, text, transitionOf } from '#platform/contract/index.ts';
import { choices, codeId, type NameIn, silent, useMessages } from '#platform/web/index.ts';
import { FormDrawer, notify, SelectField, takeBack } from '#platform/web/kit/index.ts';
import { closedEarly, type MembershipState, membershipWorkflow } from '../../workflow.ts';
import { api, refresh, type Year } from '../api.ts';
import { YearBadge } from './year-badge.tsx';

/** Another status for one year of study or for many: what the step needs is asked, who cannot take it is named first. */
export function YearStatusDialog({
  rows,
  onClose,
  onDone,
}: {
  rows: Year[] | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useMessages();
  const [chosen, setChosen] = useState<MembershipState>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every opening asks anew
  useEffect(() => setChosen(undefined), [rows]);
  const targets = [...new Set((rows ?? []).flatMap((row) => row.next.map((step) => step.status)))];
  const to = chosen ?? (targets.length === 1 ? targets[0] : undefined);
  const needs = (rows ?? []).flatMap((row) => (to ? (transitionOf(membershipWorkflow, row.status, to) ?? []) : []));
  const reason = needs.some((step) => step.reason);
  const order = needs.some((step) => step.order);
  const early = to !== undefined && closedEarly.includes(to);
  const ids = (rows ?? []).map((row) => row.id);
  const check = useQuery({
    queryKey: ['enrollment status', to, ids],
    queryFn: () => api.enrollment.status.call({ ids, status: to ?? 'ACTIVE', preview: true }, silent),
    enabled: rows !== undefined && to !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const told = check.data?.rows ?? [];
  const faults = told.filter((row) => row.code !== null);
  const able = told.filter((row) => row.code === null).map((row) => row.id);
  const schema = z.object({
    reason: reason ? requiredText(1000) : text(1000).nullish(),
    order_number: order ? requiredText(50) : text(50).nullish(),
    order_date: order ? date : date.nullish(),
    effective_from: date.nullish(),
  });
  const field = <N extends NameIn<'enrollment.field'>>(name: N) => ({
    name,
    label: t(codeId('enrollment.field', name)),
  });
  return (
    <FormDrawer
      notice={false}
      opened={rows !== undefined}
      onClose={onClose}
      title={t('enrollment.status.title', { count: ids.length })}
      schema={schema}
      draftKey={false}
      fields={
        to
          ? [
              { control: 'text', ...field('order_number') },
              { control: 'date', ...field('order_date') },
              ...(early
                ? [
                    {
                      control: 'date' as const,
                      ...field('effective_from'),
                      description: t('enrollment.hint.effective_from'),
                    },
                  ]
                : []),
              { control: 'textarea', ...field('reason'), wide: true },
            ]
          : []
      }
      submitLabel={t('enrollment.status.apply', { count: able.length })}
      save={async (payload) => {
        const note = Object.fromEntries(Object.entries(payload).filter(([, value]) => value));
        const answer = await api.enrollment.status.call(
          { ids: faults.length ? able : ids, status: to ?? 'ACTIVE', ...note },
          silent,
        );
        notify.undo(t('enrollment.status.done', { count: answer.changed }), () =>
          takeBack(async () => {
            await api.enrollment.undo_status.call({ ids: answer.rows.map((row) => row.id) }, silent);
            await refresh();
          }),
        );
        return answer;
      }}
      onSaved={() => {
        onDone();
        void refresh();
      }}
      intro={
        <Stack gap="sm">
          <SelectField
            label={t('enrollment.status.to')}
            required
            options={choices(t, 'enrollment.state', targets)}
            value={to ?? null}
            onChange={(state) => setChosen(state === null ? undefined : (state as MembershipState))}
          />
          {to && told.length > 0 && (
            <Paper withBorder p="sm" aria-live="polite">
              <Stack gap={6}>
                {[
                  ...Map.groupBy(
                    told.filter((row) => row.code === null),
                    (row) => row.from,
                  ),
                ].map(([from, some]) => (
                  <Group key={from} gap={6}>
                    <YearBadge status={from} />
                    <IconArrowRight size={14} aria-hidden />
                    <YearBadge status={to} />
                    <Text size="sm">{t('enrollment.status.so_many', { count: some.length })}</Text>
                  </Group>
                ))}
                {able.length === 0 && <Text size="sm">{t('enrollment.status.nobody')}</Text>}
              </Stack>
            </Paper>
          )}
          {faults.length > 0 && (
            <Alert
              color="orange"
              icon={<IconAlertTriangle aria-hidden />}
              title={t('enrollment.status.refused', { count: faults.length })}
            >
              <List size="sm">
                {faults.slice(0, 10).map((row) => (
                  <List.Item key={row.id}>
                    {row.name}: {row.message}
                  </List.Item>
                ))}
              </List>
            </Alert>
          )}
        </Stack>
      }
    />
  );
}
