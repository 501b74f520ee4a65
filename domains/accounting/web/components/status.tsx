import { codeId, useMessages } from '#platform/web/index.ts';
import { StatusBadge } from '#platform/web/kit/index.ts';

const colors: Record<string, string> = {
  DRAFT: 'gray',
  ISSUED: 'blue',
  OPENED: 'blue',
  ACCEPTED: 'indigo',
  ACTIVE: 'teal',
  FULFILLED: 'green',
  TERMINATED: 'red',
  SUPERSEDED: 'gray',
  PUBLISHED: 'teal',
  CLOSED: 'gray',
  PAID: 'green',
  PARTLY: 'blue',
  OPEN: 'gray',
  OVERDUE: 'red',
  CANCELLED: 'gray',
  REFUND_ASKED: 'blue',
  REFUND_PAID: 'green',
  REFUND_REFUSED: 'red',
  REFUND_WITHDRAWN: 'gray',
};

export function State({ value }: { value: string }) {
  const t = useMessages();
  return <StatusBadge status={value} color={colors[value] ?? 'gray'} label={t(codeId('accounting.status', value))} />;
}
