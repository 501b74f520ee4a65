import { Progress, Text } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';

/** How full a group is, in figures and as a bar; `away` of those who are in it do not study now. */
export function Places({ taken, capacity, away = 0 }: { taken: number; capacity: number; away?: number }) {
  const t = useMessages();
  const full = taken >= capacity;
  return (
    <div style={{ minWidth: 90 }}>
      <Text size="sm" className="tabular" fw={full ? 600 : 400}>
        {t('groups.places', { taken, capacity })}
      </Text>
      {away > 0 && (
        <Text size="xs" c="dimmed" className="tabular">
          {t('groups.away', { count: away })}
        </Text>
      )}
      <Progress
        value={Math.min(100, (taken / Math.max(1, capacity)) * 100)}
        size={4}
        color={full ? 'orange' : 'accent'}
        aria-hidden
      />
    </div>
  );
}
