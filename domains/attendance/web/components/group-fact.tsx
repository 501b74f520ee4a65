import { useQuery } from '@tanstack/react-query';
import { silent, useAbility, useMessages } from '#platform/web/index.ts';
import { RailFact } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** Beside a group: how many of its students have missed too much in the running semester, and how many nearly have. */
export default function GroupAbsence({ id }: { id: number }) {
  const t = useMessages();
  const { scope } = useAbility();
  // Whoever sees themselves alone would read their own absence as that of the group.
  const own = scope('attendance.read') === 'own';
  const { data, isError } = useQuery(
    api.attendance.group.queryOptions({ input: { group_id: id, size: 1 }, enabled: !own, ...silent }),
  );
  if (own || isError || (data && data.content.length === 0)) return null;
  const row = data?.content[0];
  return (
    <RailFact
      label={t('attendance.rail.absent')}
      value={row && t('attendance.rail.students', { count: row.over })}
      note={row && row.near > 0 ? t('attendance.rail.students_near', { count: row.near }) : ''}
      tone={row && row.over > 0 ? 'alert' : undefined}
      to={`/attendance-list?view=student&group_id=${id}`}
    />
  );
}
