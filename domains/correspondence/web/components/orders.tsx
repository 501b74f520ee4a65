import { Alert, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconArrowForwardUp, IconCheck, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { date, requiredText } from '#platform/contract/index.ts';
import { silent } from '#platform/web/index.ts';
import {
  DateText,
  DateTimeText,
  DueText,
  FormDrawer,
  notify,
  ReasonDialog,
  RowMenu,
  Section,
  tellError,
} from '#platform/web/kit/index.ts';
import { api, type Letter, type Order, refresh, useFields } from '../api.ts';
import { OrderBadge } from '../shown.tsx';
import { OrderForm } from './order-form.tsx';

const extension = z.object({ until: date, reason: requiredText(1000) });

/** The resolution: a tree of orders, each below that from which it follows. */
export function Orders({ letter }: { letter: Letter }) {
  const { t } = useFields();
  const [adding, setAdding] = useState(false);
  const orders = letter.orders ?? [];
  const gives = letter.can?.order === true && letter.status !== 'DONE';
  const known = new Set(orders.map(({ id }) => id));
  const roots = orders.filter(({ parent_id }) => parent_id === null || !known.has(parent_id));
  if (orders.length === 0 && !gives) return null;
  return (
    <Section
      title={t('correspondence.order.title')}
      actions={
        gives && (
          <Button size="xs" variant={orders.length ? 'default' : 'filled'} onClick={() => setAdding(true)}>
            {t('correspondence.order.add')}
          </Button>
        )
      }
    >
      {orders.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('correspondence.order.none')}
        </Text>
      )}
      <Stack gap="sm">
        {roots.map((order) => (
          <Branch key={order.id} letter={letter} order={order} orders={orders} />
        ))}
      </Stack>
      <OrderForm letter={letter} opened={adding} onClose={() => setAdding(false)} />
    </Section>
  );
}

function Branch({ letter, order, orders }: { letter: Letter; order: Order; orders: readonly Order[] }) {
  const under = orders.filter(({ parent_id }) => parent_id === order.id);
  return (
    <div>
      <OrderCard key={order.version} letter={letter} order={order} />
      {under.length > 0 && (
        <Stack gap="sm" mt="sm" pl="md" style={{ borderInlineStart: '2px solid var(--mantine-color-default-border)' }}>
          {under.map((one) => (
            <Branch key={one.id} letter={letter} order={one} orders={orders} />
          ))}
        </Stack>
      )}
    </div>
  );
}

type Asked = 'edit' | 'under' | 'report' | 'end' | 'return' | 'cancel' | 'extend' | 'past';

function OrderCard({ letter, order }: { letter: Letter; order: Order }) {
  const { t, label } = useFields();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const done = async (work: Promise<unknown>) => {
    await work;
    await refresh();
    notify.success();
  };
  const step = (status: 'OPEN' | 'DONE' | 'CANCELLED', more: { reason?: string; past_suborders?: boolean } = {}) =>
    done(api.order.step.call({ id: order.id, version: order.version, status, ...more }, silent));
  const accept = () => step('DONE').catch(tellError);
  const responsible = order.executors.find((one) => one.responsible);
  const { can } = order;
  const actions = [
    ...(can.delegate ? [{ key: 'under', label: t('correspondence.order.under'), run: () => setAsked('under') }] : []),
    ...(can.extend ? [{ key: 'extend', label: t('correspondence.order.extend'), run: () => setAsked('extend') }] : []),
    ...(can.report ? [{ key: 'report', label: t('correspondence.order.note'), run: () => setAsked('report') }] : []),
    ...(can.accept ? [{ key: 'past', label: t('correspondence.order.past'), run: () => setAsked('past') }] : []),
    ...(can.edit ? [{ key: 'edit', label: t('correspondence.order.edit'), run: () => setAsked('edit') }] : []),
    ...(can.cancel
      ? [{ key: 'cancel', label: t('correspondence.order.cancel'), danger: true, run: () => setAsked('cancel') }]
      : []),
  ];
  return (
    <Paper withBorder p="sm" data-order={order.id}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {order.text}
        </Text>
        <Group gap={4} wrap="nowrap">
          <OrderBadge state={order.status} />
          {actions.length > 0 && <RowMenu row={order} actions={actions} name={order.text} />}
        </Group>
      </Group>
      <Group gap="xs" mt={4}>
        {order.control && (
          <Badge size="sm" variant="light" color="violet" leftSection={<IconEye size={12} aria-hidden />}>
            {t('correspondence.order.on_control')}
          </Badge>
        )}
        {order.urgent && (
          <Badge size="sm" variant="light" color="red">
            {label('urgent')}
          </Badge>
        )}
        {order.repeats && (
          <Badge size="sm" variant="light" color="gray">
            {t(`correspondence.repeat.${order.repeats}`)}
          </Badge>
        )}
        <DueText day={order.due_on} late={order.overdue} />
        {order.first_due_on !== order.due_on && order.first_due_on && (
          <Text size="xs" c="dimmed" td="line-through" component="span">
            <DateText value={order.first_due_on} />
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {t('correspondence.order.given', { name: order.author })} · <DateText value={order.given_on} />
        </Text>
      </Group>
      <Stack gap={4} mt={6}>
        {order.executors.map((one) => (
          <div key={one.id}>
            <Text size="sm">
              {one.name}
              {one.id === responsible?.id && order.executors.length > 1 && (
                <Text span size="xs" c="dimmed">
                  {' '}
                  · {t('correspondence.order.responsible')}
                </Text>
              )}
            </Text>
            {one.report && (
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                <IconArrowForwardUp size={14} aria-hidden /> {one.report} · <DateTimeText value={one.reported_at} />
              </Text>
            )}
          </div>
        ))}
        {order.extensions
          .filter(({ status, reason }) => status === 'ASKED' || reason)
          .map((ask) => (
            <Extension key={ask.id} ask={ask} done={done} />
          ))}
      </Stack>
      {(can.report || can.accept) && (
        <Group gap="xs" mt="sm">
          {can.report && (
            <Button size="xs" leftSection={<IconCheck size={14} aria-hidden />} onClick={() => setAsked('end')}>
              {t(order.control ? 'correspondence.order.report' : 'correspondence.order.end')}
            </Button>
          )}
          {can.accept && (
            <>
              <Button size="xs" leftSection={<IconCheck size={14} aria-hidden />} onClick={() => void accept()}>
                {t('correspondence.order.accept')}
              </Button>
              <Button size="xs" variant="default" onClick={() => setAsked('return')}>
                {t('correspondence.order.return')}
              </Button>
            </>
          )}
        </Group>
      )}
      <OrderForm letter={letter} order={order} opened={asked === 'edit'} onClose={close} />
      <OrderForm letter={letter} parent={order} opened={asked === 'under'} onClose={close} />
      <ReasonDialog
        opened={asked === 'report' || asked === 'end'}
        onClose={close}
        title={t(asked === 'report' ? 'correspondence.order.note' : 'correspondence.order.end')}
        label={t('correspondence.order.what_was_done')}
        onConfirm={(text) => done(api.order.report.call({ order_id: order.id, text, ends: asked === 'end' }, silent))}
      />
      <ReasonDialog
        opened={asked === 'return' || asked === 'cancel' || asked === 'past'}
        onClose={close}
        title={t(`correspondence.order.${asked === 'cancel' ? 'cancel' : asked === 'past' ? 'past' : 'return'}`)}
        text={
          asked === 'past'
            ? t('correspondence.order.past_about')
            : asked === 'cancel'
              ? t('correspondence.order.cancel_about')
              : undefined
        }
        danger={asked === 'cancel'}
        onConfirm={(reason) =>
          step(asked === 'cancel' ? 'CANCELLED' : asked === 'past' ? 'DONE' : 'OPEN', {
            reason,
            ...(asked === 'past' ? { past_suborders: true } : {}),
          })
        }
      />
      <FormDrawer
        notice={false}
        as="modal"
        opened={asked === 'extend'}
        onClose={close}
        title={t('correspondence.order.extend')}
        schema={extension}
        draftKey={false}
        fields={[
          { control: 'date', name: 'until', label: t('correspondence.order.until'), wide: true },
          { control: 'textarea', name: 'reason', label: t('correspondence.order.why'), wide: true },
        ]}
        submitLabel={t('correspondence.order.ask')}
        save={(payload: z.input<typeof extension>) =>
          done(api.order.extend.call({ order_id: order.id, ...payload }, silent))
        }
      />
    </Paper>
  );
}

/** More time that was asked for, and what came of it; whoever may decides here. */
function Extension({
  ask,
  done,
}: {
  ask: Order['extensions'][number];
  done: (work: Promise<unknown>) => Promise<void>;
}) {
  const { t } = useFields();
  const [busy, setBusy] = useState(false);
  const decide = async (grant: boolean) => {
    setBusy(true);
    await done(api.order.decide_extension.call({ id: ask.id, grant }, silent)).catch(tellError);
    setBusy(false);
  };
  return (
    <Alert p="xs" color={ask.status === 'ASKED' ? 'yellow' : ask.status === 'GRANTED' ? 'teal' : 'gray'}>
      <Text size="sm">
        {t(`correspondence.extension_state.${ask.status}`)}: <DateText value={ask.until} /> · {ask.asked_by}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {ask.reason}
      </Text>
      {ask.can_decide && (
        <Group gap="xs" mt={6}>
          <Button size="compact-sm" loading={busy} onClick={() => void decide(true)}>
            {t('correspondence.order.grant')}
          </Button>
          <Button size="compact-sm" variant="default" disabled={busy} onClick={() => void decide(false)}>
            {t('correspondence.order.refuse')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
