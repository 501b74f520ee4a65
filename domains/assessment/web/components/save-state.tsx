import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCloudOff, IconDots } from '@tabler/icons-react';
import { useMessages } from '#platform/web/index.ts';
import type { useGradebook } from '../use-gradebook.ts';

/** In one word whether everything that was typed is safe on the server. */
export function SaveState({ edits }: { edits: ReturnType<typeof useGradebook>['edits'] }) {
  const t = useMessages();
  const open = edits.counts.waiting + edits.counts.saving;
  const refused = edits.counts.refused + edits.counts.conflict;
  const [Icon, text] = edits.stuck
    ? [IconCloudOff, t('assessment.save.offline', { count: edits.counts.waiting })]
    : open > 0
      ? [IconDots, t('assessment.save.saving')]
      : refused > 0
        ? [IconAlertTriangle, t('assessment.save.refused', { count: refused })]
        : [IconCheck, t('assessment.save.saved')];
  if (open + refused === 0 && edits.saved.size === 0) return null;
  return (
    <Group gap={4} wrap="nowrap" role="status">
      <Icon size={16} aria-hidden />
      <Text size="sm">{text}</Text>
    </Group>
  );
}
