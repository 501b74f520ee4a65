import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { type MessageId, useMessages } from '#platform/web/index.ts';
import type { Lesson } from '../api.ts';

export interface LessonDrawerProps {
  opened: boolean;
  lesson: Lesson | undefined;
  onClose: () => void;
}

/** A drawer about one lesson, which keeps showing it while it slides away. */
export function LessonDrawer({
  opened,
  lesson,
  onClose,
  size,
  title,
  children,
}: LessonDrawerProps & { size: number; title: MessageId; children: (lesson: Lesson) => ReactNode }) {
  const t = useMessages();
  return (
    <Drawer
      opened={opened && lesson !== undefined}
      onClose={onClose}
      position="right"
      size={size}
      title={t(title, { lesson: lesson?.title ?? '' })}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      {lesson && children(lesson)}
    </Drawer>
  );
}
