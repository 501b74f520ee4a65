import { List } from '@mantine/core';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { StatusBadge, showNumber } from '#platform/web/kit/index.ts';
import type { Level } from '../rules.ts';
import type { Reason } from './api.ts';

export function LevelBadge({ level, better }: { level: Level; better?: boolean }) {
  const t = useMessages();
  if (better) return <StatusBadge status="BETTER" color="teal" label={t('early-warning.better')} wrap />;
  return (
    <StatusBadge
      status={level}
      color={level === 'ACT' ? 'red' : 'yellow'}
      label={t(`early-warning.level.${level}`)}
      wrap
    />
  );
}

/** A reason as a sentence with its number. */
export function useReason() {
  const t = useMessages();
  const { locale } = useLocale();
  return ({ kind, value, limit, weeks }: Reason): string =>
    value === null
      ? t('early-warning.reason.hidden')
      : t(`early-warning.reason.${kind}`, {
          value,
          shown: showNumber(value, locale),
          limit: showNumber(limit, locale),
          weeks: weeks ?? 0,
        });
}

/** Two reasons that say the same, because their figures are not shown, are one. */
export const distinct = (said: readonly string[]): string[] => [...new Set(said)];

export function Reasons({ of }: { of: readonly Reason[] }) {
  const say = useReason();
  return (
    <List size="sm" spacing={2} withPadding={false} listStyleType="none">
      {distinct(of.map(say)).map((one) => (
        <List.Item key={one}>{one}</List.Item>
      ))}
    </List>
  );
}
