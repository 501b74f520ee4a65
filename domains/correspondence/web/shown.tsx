import { Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useMessages } from '#platform/web/index.ts';
import { StatusBadge } from '#platform/web/kit/index.ts';
import type { JournalState } from '../shapes.ts';
import type { LetterState, OrderState } from '../workflow.ts';

const letterTones: Record<LetterState, string> = {
  DRAFT: 'gray',
  AGREEING: 'yellow',
  AGREED: 'blue',
  SIGNED: 'violet',
  REGISTERED: 'blue',
  SENT: 'teal',
  DONE: 'teal',
  ARCHIVED: 'gray',
  DESTROYED: 'red',
};
const orderTones: Record<OrderState, string> = { OPEN: 'blue', REPORTED: 'yellow', DONE: 'teal', CANCELLED: 'gray' };
const journalTones: Record<JournalState, string> = {
  OPEN: 'blue',
  LATE: 'red',
  IN_TIME: 'teal',
  AFTER: 'orange',
  CANCELLED: 'gray',
};

export function LetterBadge({ state }: { state: LetterState }) {
  const t = useMessages();
  return <StatusBadge status={state} color={letterTones[state]} label={t(`correspondence.state.${state}`)} />;
}
export function OrderBadge({ state }: { state: OrderState }) {
  const t = useMessages();
  return <StatusBadge status={state} color={orderTones[state]} label={t(`correspondence.order_state.${state}`)} />;
}
export function JournalBadge({ state }: { state: JournalState }) {
  const t = useMessages();
  return <StatusBadge status={state} color={journalTones[state]} label={t(`correspondence.journal.${state}`)} />;
}

/** What a letter is about, with a lock where few may know. */
export function Heading({ of }: { of: { heading: string; confidential: boolean } }) {
  const t = useMessages();
  return (
    <Text size="sm" lineClamp={2} component="span">
      {of.confidential && (
        <IconLock size={14} role="img" aria-label={t('correspondence.field.confidential')} style={{ marginRight: 4 }} />
      )}
      {of.heading}
    </Text>
  );
}
