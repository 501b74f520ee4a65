import { useMessages } from '#platform/web/index.ts';
import { StatusBadge } from '#platform/web/kit/index.ts';
import type { StudentStatus } from '../../workflow.ts';

export const tones: Record<StudentStatus, string> = {
  ACTIVE: 'teal',
  GAP_YEAR: 'orange',
  INACTIVE: 'yellow',
  WITHDRAWN: 'red',
  TRANSFERRED_OUT: 'gray',
  GRADUATED: 'blue',
  DELETED: 'red',
};

/** A student's status, with the day until which it lasts where there is one. */
export function StudentBadge({
  status,
  until,
  wrap,
}: {
  status: StudentStatus;
  until?: string | null;
  /** In a line of its own: told whole, however narrow the screen. */
  wrap?: boolean;
}) {
  const t = useMessages();
  return (
    <StatusBadge
      status={status}
      {...(wrap ? { wrap } : {})}
      color={tones[status]}
      label={
        until
          ? t('students.status.until', {
              status: t(`students.status.${status}`),
              until: until.split('-').reverse().join('.'),
            })
          : t(`students.status.${status}`)
      }
    />
  );
}
