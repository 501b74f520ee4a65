import { Badge, Group, Progress, Text } from '@mantine/core';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { showPercent } from '#platform/web/kit/index.ts';
import type { standings } from '../../shapes.ts';

const tones = { FINE: 'teal', NEAR: 'yellow', OVER: 'red' } as const;

/** How much was missed without excuse, and how that stands to the limit; the word says what the colour says. */
export function Share({ share, standing }: { share: number; standing: (typeof standings)[number] }) {
  const t = useMessages();
  const { locale } = useLocale();
  return (
    <Group gap="xs" wrap="nowrap" w="max-content">
      <Progress value={Math.min(100, share * 2)} color={tones[standing]} w={{ base: 36, sm: 72 }} aria-hidden />
      <Text size="sm" className="tabular">
        {showPercent(share, locale)}
      </Text>
      {standing !== 'FINE' && (
        <Badge color={tones[standing]} variant="light">
          {t(`attendance.standing.${standing}`)}
        </Badge>
      )}
    </Group>
  );
}
