import { ActionIcon, Group, Paper, Slider, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { asOfKey, useAsOf } from '../../as-of.ts';
import { dayOf } from '../../clock.ts';
import { justAfter, justBefore, showDateTime } from './values.ts';

export interface LifeStep {
  /** ISO instant of the change */
  at: string;
  /** who made it; null for the system */
  who: string | null;
  what: string;
}

/** Through the life of a record, change by change: the page shows it as it stood after the one that is chosen. */
export function LifeSteps({ steps }: { steps: readonly LifeStep[] }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const time = useAsOf();
  const inOrder = steps.toSorted((a, b) => a.at.localeCompare(b.at));
  // At place n stands what the n-th change made of it, at 0 what was before; the last is how it is today.
  const reached =
    time === undefined
      ? inOrder.length
      : inOrder.filter(({ at }) => (time.length > 10 ? at <= time : dayOf(at) <= time)).length;
  const [place, setPlace] = useState(reached);
  useEffect(() => setPlace(reached), [reached]);
  const [first] = inOrder;
  if (!first) return null;
  const go = (to: number) => {
    const step = inOrder[to - 1];
    const then = to >= inOrder.length ? undefined : step ? justAfter(step.at) : justBefore(first.at);
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, [asOfKey]: then }),
      resetScroll: false,
    });
  };
  const shown = inOrder[place - 1];
  const said = shown
    ? intl.formatMessage(
        { id: 'kit.as_of.step' },
        {
          at: place,
          of: inOrder.length,
          time: showDateTime(shown.at),
          who: shown.who ?? intl.formatMessage({ id: 'kit.as_of.nobody' }),
          what: shown.what,
        },
      )
    : intl.formatMessage({ id: 'kit.as_of.before' }, { time: showDateTime(first.at) });
  const arrow = (by: 1 | -1) => (
    <ActionIcon
      variant="default"
      disabled={reached + by < 0 || reached + by > inOrder.length}
      aria-label={intl.formatMessage({ id: by < 0 ? 'kit.as_of.earlier' : 'kit.as_of.later' })}
      onClick={() => go(reached + by)}
    >
      {by < 0 ? <IconChevronLeft size={18} aria-hidden /> : <IconChevronRight size={18} aria-hidden />}
    </ActionIcon>
  );
  return (
    <Paper withBorder p="sm" data-screen>
      <Group gap="sm" wrap="nowrap">
        {arrow(-1)}
        <Slider
          flex={1}
          min={0}
          max={inOrder.length}
          value={place}
          label={null}
          onChange={setPlace}
          onChangeEnd={go}
          thumbProps={{ 'aria-valuetext': said }}
          thumbLabel={intl.formatMessage({ id: 'kit.as_of.life' })}
        />
        {arrow(1)}
      </Group>
      <Text size="sm" mt={6}>
        {said}
      </Text>
    </Paper>
  );
}
