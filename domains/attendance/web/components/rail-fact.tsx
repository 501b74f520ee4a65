import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { RailFact } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** Beside a student's record: hours missed without excuse in the running semester, and in how many modules it is too many. */
export default function AbsenceFact({ id }: { id: number }) {
  const t = useMessages();
  const { data, isError } = useQuery(
    api.attendance.table_student.queryOptions({ input: { student_id: id, size: 100 }, ...silent }),
  );
  if (isError || data?.content.length === 0) return null;
  const missed = data?.content.reduce((sum, row) => sum + row.missed_hours, 0);
  const over = data?.content.filter(({ standing }) => standing === 'OVER').length ?? 0;
  const near = data?.content.filter(({ standing }) => standing === 'NEAR').length ?? 0;
  return (
    <RailFact
      label={t('attendance.rail.missed')}
      value={missed === undefined ? undefined : t('attendance.rail.hours', { count: missed })}
      note={
        over > 0
          ? t('attendance.rail.over', { count: over })
          : near > 0
            ? t('attendance.rail.near', { count: near })
            : ''
      }
      tone={over > 0 ? 'alert' : undefined}
    />
  );
}
