import { RingProgress, Text } from '@mantine/core';
import { useMessages } from '#platform/web/index.ts';
import { moduleColor } from '#platform/web/kit/index.ts';
import type { Lesson } from '../api.ts';
import { reachedOf } from '../reached.ts';

/** How much of what a learner has to do in a module is done; nothing where there is nothing to do. */
export function ProgressRing({
  lessons,
  code,
  size = 44,
}: {
  lessons: readonly Lesson[];
  code: string;
  size?: number;
}) {
  const t = useMessages();
  const { done, all } = reachedOf(lessons);
  if (all === 0) return null;
  return (
    <RingProgress
      size={size}
      thickness={4}
      roundCaps
      style={{ flexShrink: 0 }}
      role="img"
      aria-label={t('lessons.reached', { done, all })}
      // Nothing done is no dot with round ends.
      sections={done === 0 ? [] : [{ value: (done * 100) / all, color: moduleColor(code) }]}
      label={
        <Text size="xs" ta="center" className="tabular" aria-hidden>
          {done}/{all}
        </Text>
      }
    />
  );
}
