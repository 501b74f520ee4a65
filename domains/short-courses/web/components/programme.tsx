import { Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconBook2, IconFileText, IconPencil, IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { plainValue, showDateTime } from '#platform/web/kit/index.ts';
import type { OfferedWhole } from '../api.ts';

type Line = OfferedWhole['chapters'][number];

const icons = { LESSON: IconBook2, VIDEO: IconPlayerPlay, READING: IconFileText, TASK: IconPencil };

/** The chapters of a course in their order. */
export function Programme<L extends Line>({ chapters, end }: { chapters: readonly L[]; end?: (line: L) => ReactNode }) {
  const t = useMessages();
  const { locale } = useLocale();
  return (
    <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
      {chapters.map((line, at) => {
        const Icon = icons[line.kind];
        return (
          <Group key={line.id} component="li" gap="sm" wrap="nowrap" align="flex-start">
            <ThemeIcon variant="light" color="gray" radius="xl" aria-hidden>
              <Icon size={16} />
            </ThemeIcon>
            <div style={{ flex: 1, minWidth: 0 }}>
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {at + 1}. {plainValue(line.title, locale)}
              </Text>
              <Text size="xs" c="dimmed">
                {[
                  t(`short-courses.chapter_kind.${line.kind}`),
                  line.starts_at && showDateTime(line.starts_at),
                  line.minutes && t('short-courses.minutes', { count: line.minutes }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
            {end?.(line)}
          </Group>
        );
      })}
    </Stack>
  );
}
