import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { Facts, showMoney } from '#platform/web/kit/index.ts';
import { api, type Payment } from '../api.ts';

interface Of {
  contract_id?: number | null | undefined;
  student_id?: number | null | undefined;
}

/** Whom a payment is for and what it meets: read before it is saved. */
export function BalanceNote({ of, amount, before }: { of: Of; amount: unknown; before: Payment | null }) {
  const t = useMessages();
  const id = of.contract_id ?? undefined;
  const student = id === undefined ? (of.student_id ?? undefined) : undefined;
  const asked = useQuery({
    ...api.payment.balance.queryOptions({
      input: {
        ...(id === undefined ? {} : { contract_id: id }),
        ...(student === undefined ? {} : { student_id: student }),
      },
      ...silent,
    }),
    enabled: id !== undefined || student !== undefined,
  });
  if (id === undefined && student === undefined)
    return (
      <Text size="sm" c="dimmed">
        {t('accounting.balance.choose')}
      </Text>
    );
  if (asked.isError) return null;
  if (!asked.data) return <Skeleton h={84} />;
  const money = asked.data;
  // What this payment counts already is not in the way of itself.
  const own = before && before.contract_id === (id ?? null) ? Number(before.amount) : 0;
  const excess = Number(amount) - (Number(money.left) + own);
  return (
    <Stack gap="xs" role="status" aria-label={t('accounting.balance.title')}>
      <Facts
        columns={3}
        items={[
          {
            label: t('accounting.field.payer'),
            value: [money.name, money.student_no].filter(Boolean).join(', '),
          },
          ...(money.contract ? [{ label: t('accounting.field.contract_id'), value: money.contract.title }] : []),
          { label: t('accounting.balance.agreed'), value: showMoney(money.amount) },
          ...(money.owed === money.amount
            ? []
            : [{ label: t('accounting.balance.owed'), value: showMoney(money.owed) }]),
          { label: t('accounting.field.paid'), value: showMoney(money.paid) },
          { label: t('accounting.contract.left'), value: showMoney(money.left) },
          ...(money.credit === '0' ? [] : [{ label: t('accounting.balance.credit'), value: showMoney(money.credit) }]),
        ]}
      />
      {excess > 0 && (
        <Alert color="orange" p="xs" icon={<IconAlertTriangle aria-hidden />}>
          {t('accounting.balance.above', { excess: showMoney(excess.toFixed(2)) })}
        </Alert>
      )}
    </Stack>
  );
}
