import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { linkTo, silent, useMessages } from '#platform/web/index.ts';
import { Section, showDate, showMoney } from '#platform/web/kit/index.ts';
import { api, type Payment } from '../api.ts';
import { PaymentParts } from './payment-parts.tsx';

/** The newest payments of one student, or one's own, each with to what it went. */
export function NewestPayments({ title, student_id, size = 5 }: { title: string; student_id?: number; size?: number }) {
  const t = useMessages();
  const [followed, setFollowed] = useState<Payment>();
  const asked = useQuery(
    api.payment.list.queryOptions({
      input: { size, sort: 'paid_on,desc', ...(student_id === undefined ? {} : { student_id }) },
      ...silent,
    }),
  );
  const rows = asked.data?.content ?? [];
  // Of oneself nothing is said where nothing came; an office wants to read that.
  if (rows.length === 0 && (student_id === undefined || !asked.isSuccess)) return null;
  return (
    <Section
      title={title}
      actions={
        (asked.data?.total_elements ?? 0) > rows.length && (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link
                {...props}
                {...linkTo(student_id === undefined ? '/payments' : `/payments?student_id=${student_id}`)}
              />
            )}
          >
            {t('accounting.payments.all')}
          </Anchor>
        )
      }
    >
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('accounting.payments.none')}
        </Text>
      )}
      <Stack gap="sm">
        {rows.map((row) => (
          <Group key={row.id} justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
            <div style={{ minWidth: 0 }}>
              <Text size="sm" fw={600} className="tabular">
                {showMoney(row.amount)}
              </Text>
              <Text size="xs" c="dimmed">
                {showDate(row.paid_on)} ·{' '}
                {row.kind === 'REFUND'
                  ? t('accounting.payment_kind.REFUND')
                  : t(`accounting.payment_type.${row.payment_type}`)}
                {row.contract && <span style={{ whiteSpace: 'nowrap' }}> · {row.contract.title}</span>}
              </Text>
            </div>
            {row.kind === 'PAYMENT' && (
              <Anchor
                size="sm"
                component="button"
                type="button"
                ta="right"
                style={{ flexShrink: 0 }}
                aria-label={`${t('accounting.parts.title')}: ${showDate(row.paid_on)}, ${showMoney(row.amount)}`}
                onClick={() => setFollowed(row)}
              >
                {t('accounting.parts.title')}
              </Anchor>
            )}
          </Group>
        ))}
      </Stack>
      <PaymentParts of={followed} onClose={() => setFollowed(undefined)} />
    </Section>
  );
}
