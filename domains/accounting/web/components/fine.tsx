import { Text } from '@mantine/core';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { MoneyText, showNumber } from '#platform/web/kit/index.ts';
import type { Fine } from '../../shapes.ts';

/** By which rule the fine of a contract grows; nothing where none does. */
export function useFineRule(): (fine: Fine) => string | null {
  const t = useMessages();
  const { locale } = useLocale();
  return (fine) =>
    fine.percent_per_day === 0
      ? null
      : t('accounting.fine.rule', {
          day: showNumber(fine.percent_per_day, locale, 3),
          most: showNumber(fine.most_percent, locale, 3),
          grace: fine.grace_days,
          rests: fine.rests_on_holidays ? 'yes' : 'no',
        });
}

/** The rule as a line under the instalments. */
export function FineRule({ fine }: { fine: Fine }) {
  const t = useMessages();
  const rule = useFineRule()(fine);
  return (
    rule && (
      <Text size="xs" c="dimmed" mt={8}>
        {t('accounting.fine.grows')}: {rule}
      </Text>
    )
  );
}

/** What has grown, and on how many holidays it did not. */
export function Grown({ fine, rested }: { fine: string; rested: number }) {
  const t = useMessages();
  if (fine === '0' && rested === 0) return '—';
  return (
    <>
      <MoneyText value={fine} currency={false} />
      {rested > 0 && (
        <Text size="xs" c="dimmed">
          {t('accounting.fine.rested', { days: rested })}
        </Text>
      )}
    </>
  );
}
