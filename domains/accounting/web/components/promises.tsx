import { ActionIcon, Alert, Badge, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { messageOf, PageSpinner, silent, useMessages } from '#platform/web/index.ts';
import { confirm, notify, showDate, showMoney } from '#platform/web/kit/index.ts';
import { api, type Debtor, refresh } from '../api.ts';

export const promiseColors = { OPEN: 'blue', KEPT: 'green', BROKEN: 'red' } as const;

/** What a student promised to pay, the newest first, and what became of it; what was written by mistake is removed. */
export function Promises({ of, onClose }: { of: Debtor | undefined; onClose: () => void }) {
  const t = useMessages();
  return (
    <Drawer
      opened={of !== undefined}
      onClose={onClose}
      position="right"
      size="md"
      title={of ? `${t('accounting.debtors.promises')}: ${of.name}` : ''}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      {of && <List id={of.id} name={of.name} manage={of.can.promise} />}
    </Drawer>
  );
}

function List({ id, name, manage }: { id: number; name: string; manage: boolean }) {
  const t = useMessages();
  const asked = useQuery(api.debtor.promises.queryOptions({ input: { id }, ...silent }));
  if (asked.isError) return <Alert color="red">{messageOf(asked.error)}</Alert>;
  if (!asked.data) return <PageSpinner />;
  if (asked.data.length === 0) return <Text c="dimmed">{t('accounting.debtors.no_promises')}</Text>;
  const remove = async (promise: (typeof asked.data)[number]) => {
    const said = t('accounting.debtors.promised', {
      sum: showMoney(promise.amount),
      day: showDate(promise.due_on),
    });
    const sure = await confirm({
      title: t('accounting.debtors.remove_promise'),
      name: `${name}: ${said}`,
      text: t('accounting.debtors.remove_promise_text'),
      yes: t('accounting.debtors.remove_promise'),
      danger: true,
    });
    if (!sure) return;
    await api.debtor.remove_promise
      .call({ id: promise.id }, silent)
      .then(() => notify.success())
      .catch((error: unknown) => notify.error(error));
    await refresh();
  };
  return (
    <Stack gap="sm">
      {asked.data.map((promise) => (
        <Group key={promise.id} justify="space-between" wrap="nowrap" className="surface" p={12}>
          <Stack gap={2}>
            <Group gap="xs">
              <Text fw={600} className="tabular">
                {t('accounting.debtors.promised', { sum: showMoney(promise.amount), day: showDate(promise.due_on) })}
              </Text>
              <Badge variant="light" color={promiseColors[promise.state]}>
                {t(`accounting.promise_state.${promise.state}`)}
              </Badge>
            </Group>
            <Text size="sm" c="dimmed">
              {[
                showDate(promise.made_on),
                ...(promise.paid === '0' || promise.state === 'KEPT'
                  ? []
                  : [t('accounting.debtors.promise_paid', { sum: showMoney(promise.paid) })]),
                promise.note,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Stack>
          {manage && (
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={t('accounting.debtors.remove_promise')}
              onClick={() => void remove(promise)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
    </Stack>
  );
}
