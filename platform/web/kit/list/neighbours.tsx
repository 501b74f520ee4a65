import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { report } from '../../http.ts';
import type { NameIn } from '../../i18n.tsx';
import { showNumber } from '../show/values.ts';
import type { ListPlace } from './types.ts';

export interface NeighboursProps {
  id: number;
  of: ListPlace;
  /** Address of a record, or what else opens it where it stands. */
  href: ((id: number) => string) | { open: (id: number) => void };
}

/** On to the next record of the list, in the same tab of its page; J and K on any keyboard layout. */
export function Neighbours({ id, of, href }: NeighboursProps) {
  const intl = useIntl();
  const text = (name: NameIn<'kit.place'>) => intl.formatMessage({ id: `kit.place.${name}` });
  const router = useRouter();
  const [place] = useState(() => of.placeOf(id));
  const go = async (by: 1 | -1) => {
    const next = await of.neighbour(id, by);
    if (next === undefined) return;
    if (typeof href === 'object') href.open(next);
    // In place of this one, so that going back still leads to the list.
    else await router.navigate({ to: href(next), search: (before: object) => before, replace: true });
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
    <Group gap={6} component="nav" aria-label={text('in_list')}>
      <Text size="sm" c="dimmed" className="tabular">
        {showNumber(place.at, intl.locale)} / {showNumber(place.total, intl.locale)}
      </Text>
      {button(-1, text('previous'), 'K', place.at <= 1)}
      {button(1, text('next'), 'J', place.at >= place.total)}
    </Group>
  );
}
