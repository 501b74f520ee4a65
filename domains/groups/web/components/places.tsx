import { Progress, Text } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';

/** How full a group is, in figures and as a bar. */
export function Places({ taken, capacity }: { taken: number; capacity: number }) {
  const t = useMessages();
  const full = taken >= capacity;
  return (
    <div style={{ minWidth: 90 }}>
      <Text size="sm" className="tabular" fw={full ? 600 : 400}>
        {t('groups.places', { taken, capacity })}
      </Text>
      <Progress
        value={Math.min(100, (taken / Math.max(1, capacity)) * 100)}
        size={4}
        color={full ? 'orange' : 'accent'}
        aria-hidden
      />
    </div>
  );
}
