import { Stack, Text } from '@mantine/core';
import { codeId, dayOf, useLocale, useMessages } from '#platform/web/index.ts';
import { showDate, showDateTime, showMoney, showNumber } from '#platform/web/kit/index.ts';
import type { api } from '../api.ts';

export type Admission = Awaited<ReturnType<typeof api.admission.read.call>>;
export type Learner = Admission['students'][number];
type Reason = Learner['reasons'][number];

interface Lesson {
  date: string;
}
interface Component {
  code: string;
  title: Partial<Record<string, string>>;
  due_at: string | null;
  low?: boolean;
}

/** Days of lessons in their order; a day with two lessons is said once, with their number. */
function daysOf(lessons: readonly Lesson[]): string {
  const days = new Map<string, number>();
  for (const { date } of lessons) days.set(date, (days.get(date) ?? 0) + 1);
  return [...days].map(([date, count]) => (count > 1 ? `${showDate(date)} (${count})` : showDate(date))).join(', ');
}

/** Every reason that bars somebody, with what lies behind it, and under it what cures it. */
export function Reasons({ of }: { of: Pick<Learner, 'reasons' | 'override' | 'kept_on'> }) {
  const t = useMessages();
  const { locale } = useLocale();
  /** What stands behind a reason, ready to be put into its sentence. */
  const words = ({ data }: Reason): Record<string, string> => ({
    // Whoever may not read sums is told none.
    known: 'amount' in data ? 'yes' : 'no',
    ...Object.fromEntries(
      Object.entries(data).flatMap(([key, value]): [string, string][] => {
        if (key === 'lessons') return [['dates', daysOf(value as Lesson[]) || '—']];
        if (key === 'components')
          return [
            ['components', (value as Component[]).map((one) => component(one, data.minimum)).join(', ')],
            ['low', (value as Component[]).some(({ low }) => low) ? 'yes' : 'no'],
          ];
        if (key === 'amount') return [[key, showMoney(String(value))]];
        if (key === 'fine')
          return [
            [key, showMoney(String(value))],
            ['fined', Number(value) > 0 ? 'yes' : 'no'],
          ];
        if (key === 'since') return [[key, showDate(String(value))]];
        return [[key, typeof value === 'number' ? showNumber(value, locale) : String(value)]];
      }),
    ),
  });
  const component = ({ code, title, due_at, low }: Component, minimum: unknown) => {
    const remark = low
      ? t('assessment.admission.low', { minimum: showNumber(Number(minimum), locale) })
      : due_at && t('assessment.admission.due', { day: showDate(dayOf(due_at)) });
    const name = `${code} ${title[locale] ?? Object.values(title)[0] ?? ''}`.trim();
    return remark ? `${name} (${remark})` : name;
  };
  return (
    <Stack gap={6}>
      {of.reasons.map((reason) => (
        <div key={reason.code}>
          <Text size="sm">{t(codeId('assessment.admission.reason', reason.code), words(reason))}</Text>
          <Text size="xs" c="dimmed">
            {t('assessment.admission.cured', {
              cure: t(codeId('assessment.admission.cure', reason.code), words(reason)),
            })}
          </Text>
        </div>
      ))}
      {of.kept_on && (
        <Text size="xs" c="dimmed">
          {t('assessment.admission.kept', { day: showDate(of.kept_on) })}
        </Text>
      )}
      {of.override && (
        <Text size="sm" fs="italic">
          {of.override.by === null
            ? t('assessment.admission.override_own', {
                reason: of.override.reason,
                at: showDateTime(of.override.at),
              })
            : t('assessment.admission.override', {
                reason: of.override.reason,
                by: of.override.by,
                at: showDateTime(of.override.at),
              })}
        </Text>
      )}
    </Stack>
  );
}
