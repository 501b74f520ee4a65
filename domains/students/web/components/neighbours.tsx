import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { report, useIntlShape, useMessages } from '#platform/web/index.ts';
import { showNumber } from '#platform/web/kit/index.ts';
import { neighbour, placeOf } from '../place.ts';

/** On to the next student of the list, in the same tab of the record; J and K on any keyboard layout. */
export function Neighbours({ id }: { id: number }) {
  const t = useMessages();
  const { locale } = useIntlShape();
  const router = useRouter();
  const [place] = useState(() => placeOf(id));
  const go = async (by: 1 | -1) => {
    const next = await neighbour(id, by);
    if (next !== undefined)
      // In place of this one, so that going back still leads to the list.
      await router.navigate({ to: `/students/${next}`, search: (before: object) => before, replace: true } as never);
  };
  const step = (by: 1 | -1) => void go(by).catch(report);
  useHotkeys(
    place
      ? [
          ['J', () => step(1), { usePhysicalKeys: true }],
          ['K', () => step(-1), { usePhysicalKeys: true }],
        ]
      : [],
  );
  if (!place) return null;
  const button = (by: 1 | -1, label: string, key: string, disabled: boolean) => (
    <Tooltip label={`${label} (${key})`}>
      <ActionIcon
        variant="default"
        aria-label={label}
        aria-keyshortcuts={key}
        disabled={disabled}
        onClick={() => step(by)}
      >
        {by === 1 ? <IconChevronRight size={18} aria-hidden /> : <IconChevronLeft size={18} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Group gap={6} component="nav" aria-label={t('students.profile.in_list')}>
      <Text size="sm" c="dimmed" className="tabular">
        {showNumber(place.at, locale)} / {showNumber(place.total, locale)}
      </Text>
      {button(-1, t('students.profile.previous'), 'K', place.at <= 1)}
      {button(1, t('students.profile.next'), 'J', place.at >= place.total)}
    </Group>
  );
}
