import { List, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMessages } from '#platform/web/index.ts';

/** What is missing for the degree, each in its own words; that nothing is, where nothing is. */
export function Faults({ faults }: { faults: readonly { code: string; message: string }[] }) {
  const t = useMessages();
  if (faults.length === 0)
    return (
      <Text size="sm" c="teal">
        <IconCheck size={14} aria-hidden /> {t('assessment.award.nothing_missing')}
      </Text>
    );
  return (
    <List size="sm" spacing={2}>
      {faults.map((fault) => (
        <List.Item key={fault.code}>{fault.message}</List.Item>
      ))}
    </List>
  );
}
