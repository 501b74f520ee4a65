import { Badge, Group, Progress, Text } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';
import type { standings } from '../../shapes.ts';

const tones = { FINE: 'teal', NEAR: 'yellow', OVER: 'red' } as const;

/** How much was missed without excuse, and how that stands to the limit; the word says what the colour says. */
export function Share({ share, standing }: { share: number; standing: (typeof standings)[number] }) {
  const t = useMessages();
  return (
    <Group gap="xs" wrap="nowrap" w="max-content">
      <Progress value={Math.min(100, share * 2)} color={tones[standing]} w={{ base: 36, sm: 72 }} aria-hidden />
      <Text size="sm" className="tabular">
        {share.toFixed(1)} %
      </Text>
      {standing !== 'FINE' && (
        <Badge color={tones[standing]} variant="light">
          {t(`attendance.standing.${standing}`)}
        </Badge>
      )}
    </Group>
  );
}
