import { codeId, useMessages } from '#platform/web/index.ts';
import { StatusBadge } from '#platform/web/kit/index.ts';

const tones: Record<string, string> = {
  PLANNED: 'blue',
  ACTIVE: 'teal',
  SUSPENDED: 'orange',
  COMPLETED: 'gray',
  REPEATING: 'yellow',
  TRANSFERRED: 'gray',
  ENDED: 'gray',
};
/** How a year of study stands, in words. */
export function YearBadge({ status }: { status: string }) {
  const t = useMessages();
  return <StatusBadge status={status} label={t(codeId('enrollment.state', status))} color={tones[status] ?? 'gray'} />;
}
