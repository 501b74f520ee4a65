import { Group, Progress, Stack, Text } from '@mantine/core';
import { today, useMessages } from '#platform/web/index.ts';
import { showDate, showMoney } from '#platform/web/kit/index.ts';

/** Instalments with what is paid of each: the day, the amount, a bar. */
export function Plan({
  parts,
  owed,
}: {
  parts: readonly { due_on: string; amount: string; paid?: string }[];
  owed: boolean;
}) {
  const t = useMessages();
  const now = today();
  return (
    <Stack gap={10} component="ol" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {parts.map((part, at) => {
        const paid = Number(part.paid ?? 0);
        const whole = Number(part.amount);
        const done = paid >= whole;
        const late = owed && !done && part.due_on < now;
        return (
          <li key={part.due_on}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text size="sm">
                {at + 1}. {showDate(part.due_on)}
              </Text>
              <Text size="sm" className="tabular" fw={600} {...(late ? { c: 'red' } : {})}>
                {showMoney(part.amount)}
              </Text>
            </Group>
            {owed && (
              <>
                <Progress
                  value={whole > 0 ? Math.min(100, (paid * 100) / whole) : 100}
                  color={done ? 'teal' : late ? 'red' : 'accent'}
                  size={6}
                  mt={4}
                  aria-label={t('accounting.plan.paid_of', {
                    paid: showMoney(part.paid ?? '0'),
                    amount: showMoney(part.amount),
                  })}
                />
                <Text size="xs" c={late ? 'red' : 'dimmed'} mt={2}>
                  {done
                    ? t('accounting.status.PAID')
                    : late
                      ? t('accounting.plan.late', { amount: showMoney(String(whole - paid)) })
                      : t('accounting.plan.paid_of', {
                          paid: showMoney(part.paid ?? '0'),
                          amount: showMoney(part.amount),
                        })}
                </Text>
              </>
            )}
          </li>
        );
      })}
    </Stack>
  );
}
