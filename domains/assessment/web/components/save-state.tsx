import { Group, Text } from '@mantine/core';
import { IconCheck, IconCloudOff, IconDots } from '@tabler/icons-react';
import { useMessages } from '#platform/web/index.ts';
import type { useGradebook } from '../use-gradebook.ts';

/** In one word whether everything that was typed is safe on the server. */
export function SaveState({ edits }: { edits: ReturnType<typeof useGradebook>['edits'] }) {
  const t = useMessages();
  const open = edits.counts.waiting + edits.counts.saving;
  const [Icon, text] = edits.stuck
    ? [IconCloudOff, t('assessment.save.offline', { count: edits.counts.waiting })]
    : open > 0
      ? [IconDots, t('assessment.save.saving')]
      : [IconCheck, t('assessment.save.saved')];
  if (open === 0 && edits.saved.size === 0) return null;
  return (
    <Group gap={4} wrap="nowrap" role="status">
      <Icon size={16} aria-hidden />
      <Text size="sm">{text}</Text>
    </Group>
  );
}
