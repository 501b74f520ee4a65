import { Text } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';

/** Where what was typed is by now: on its way, on this device alone, or safe. */
export function SaveStatus({ state }: { state: 'idle' | 'typing' | 'saving' | 'waiting' }) {
  const t = useMessages();
  return (
    <Text size="xs" c="dimmed" role="status">
      {t(`apply.saved.${state === 'typing' ? 'saving' : state}`)}
    </Text>
  );
}
