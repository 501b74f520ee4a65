import { Alert, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconClockHour4 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { date, localeSchema, locales, text } from '#platform/contract/index.ts';
import { choices, codeId, messageOf, type NameIn, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { DateTimeText, type FieldDefinition, FormDrawer, notify, ReasonDialog } from '#platform/web/kit/index.ts';
import { api, type Profile, refresh, type StatusRequest } from '../api.ts';
import { Faults, Follows } from './life-follows.tsx';
import { Whom } from './status-dialog.tsx';

/** A number comes with its day. */
const confirmation = z
  .object({
    order_number: text(60).optional(),
    order_date: date.optional(),
    effective_from: date.optional(),
    language: localeSchema.optional(),
    reason: text(1000).optional(),
  })
  .refine(({ order_number, order_date }) => !order_number || order_date, {
    path: ['order_date'],
    error: 'form_required',
  });

export interface Decision {
  requests: StatusRequest[];
  state: 'CONFIRMED' | 'REJECTED' | 'WITHDRAWN';
}

/**
 * Confirming tells what will happen and asks for the order, which is written here where it has no number; rejecting asks for a
 * reason, taking back for nothing but the will.
 */
export function DecisionDialogs({ decision, onClose }: { decision: Decision | undefined; onClose: () => void }) {
  const t = useMessages();
  const requests = decision?.requests ?? [];
  const ids = requests.map(({ id }) => id);
  const confirming = decision?.state === 'CONFIRMED';
  // Told anew at each opening: what it says may be other by then.
  const told = useQuery({
    ...api.status.decide.queryOptions({ input: { ids, state: 'CONFIRMED', preview: true }, ...silent }),
    enabled: confirming,
    gcTime: 0,
  });
  const decide = async (state: Decision['state'], note: object) => {
    const answer = await api.status.decide.call({ ids, state, ...note }, silent);
    const [order] = answer.changes;
    notify.success(
      order?.order_number && answer.changes.length === 1
        ? t('students.requests.done_order', { count: answer.students.length, number: order.order_number })
        : t(`students.requests.done.${state}`, { count: answer.students.length }),
    );
    await refresh();
    return answer;
  };
  const field = <N extends NameIn<'students.field'>>(name: N) => ({ name, label: t(codeId('students.field', name)) });
  const fields: FieldDefinition[] = [
    { control: 'text', ...field('order_number'), description: t('students.life.paper_about') },
    { control: 'date', ...field('order_date') },
    { control: 'date', ...field('effective_from'), description: t('students.hint.effective_from') },
    {
      control: 'select',
      name: 'language',
      label: t('students.life.language'),
      options: choices(t, 'students.language', locales),
    },
    { control: 'textarea', ...field('reason'), label: t('students.requests.remark'), wide: true },
  ];
  const able = (told.data?.students ?? []).flatMap(({ lines, ...one }) => (lines ? [{ ...one, lines }] : []));
  return (
    <>
      <FormDrawer
        notice={false}
        opened={confirming}
        onClose={onClose}
        title={t('students.requests.confirm_title', { count: ids.length })}
        schema={confirmation}
        draftKey={false}
        defaults={{ language: 'uz' }}
        fields={fields}
        intro={
          <Stack gap="sm" role="status">
            {told.error && <Alert color="red">{messageOf(told.error)}</Alert>}
            <Faults faults={told.data?.faults ?? []} count={ids.length} />
            {able.length > 0 && (
              <>
                <Text fw={600}>{t('students.life.follows')}</Text>
                {able.length > 1 && <Whom students={able} />}
                <Follows students={able} />
              </>
            )}
          </Stack>
        }
        submitLabel={t('students.requests.confirm')}
        save={(payload) => decide('CONFIRMED', payload)}
      />
      <ReasonDialog
        opened={decision?.state === 'REJECTED'}
        onClose={onClose}
        danger
        title={t('students.requests.reject_title', { count: ids.length })}
        confirmLabel={t('students.requests.reject')}
        onConfirm={(reason) => decide('REJECTED', { reason })}
      />
      <ReasonDialog
        opened={decision?.state === 'WITHDRAWN'}
        onClose={onClose}
        optional
        title={t('students.requests.withdraw_title', { count: ids.length })}
        confirmLabel={t('students.requests.withdraw')}
        onConfirm={(reason) => decide('WITHDRAWN', reason ? { reason } : {})}
      />
    </>
  );
}

/** The proposal that waits for a decision on this student, with the buttons of whoever looks. */
export function OpenRequest({ student }: { student: Profile }) {
  const t = useMessages();
  const { can } = useAbility();
  const [decision, setDecision] = useState<Decision>();
  const sees = can(['student.confirm_status', 'student.propose_status']);
  const { data } = useQuery({
    ...api.status.requests.queryOptions({
      input: { student_id: student.id, state: ['PROPOSED'] },
      context: { silent: true },
    }),
    enabled: sees,
  });
  const request = data?.content[0];
  if (!request)
    return sees ? null : (
      <Alert color="blue" icon={<IconClockHour4 aria-hidden />}>
        {t('students.profile.request_open')}
      </Alert>
    );
  return (
    <Alert
      color="blue"
      icon={<IconClockHour4 aria-hidden />}
      title={t('students.requests.proposed', { status: t(`students.life.${request.kind}`) })}
    >
      <Text size="sm">{request.reason}</Text>
      <Text size="xs" c="dimmed">
        {request.requested_by_name} · <DateTimeText value={request.created_at} />
      </Text>
      <Group gap="xs" mt="sm">
        {request.can?.withdraw && (
          <Button size="xs" variant="default" onClick={() => setDecision({ requests: [request], state: 'WITHDRAWN' })}>
            {t('students.requests.withdraw')}
          </Button>
        )}
        {can('student.confirm_status') && (
          <Tooltip label={t('students.requests.own')} disabled={Boolean(request.can?.decide)}>
            <Group gap="xs">
              <Button
                size="xs"
                {...(request.can?.decide ? {} : { 'data-disabled': true, 'aria-disabled': true })}
                onClick={() => request.can?.decide && setDecision({ requests: [request], state: 'CONFIRMED' })}
              >
                {t('students.requests.confirm')}
              </Button>
              <Button
                size="xs"
                variant="light"
                color="red"
                {...(request.can?.decide ? {} : { 'data-disabled': true, 'aria-disabled': true })}
                onClick={() => request.can?.decide && setDecision({ requests: [request], state: 'REJECTED' })}
              >
                {t('students.requests.reject')}
              </Button>
            </Group>
          </Tooltip>
        )}
      </Group>
      <DecisionDialogs decision={decision} onClose={() => setDecision(undefined)} />
    </Alert>
  );
}
