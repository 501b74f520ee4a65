import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { namesOf, RailFact } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** Beside a member of staff: how many lessons their week has as it is published, and for which groups. */
export default function LoadFact({ id }: { id: number }) {
  const t = useMessages();
  const { data, isError } = useQuery(
    api.entry.week.queryOptions({ input: { staff_id: id, pattern: true }, ...silent }),
  );
  if (isError || data?.timetable === null || data?.entries.length === 0) return null;
  // A lesson of every other week is half of one.
  const lessons = data?.entries.reduce((sum, { length, week }) => sum + length / (week === 'EVERY' ? 1 : 2), 0);
  const groups = new Map(
    data?.entries.flatMap((entry) => entry.groups.map(({ id: group, title }) => [group, title] as const)),
  );
  return (
    <RailFact
      label={t('timetable.rail.load')}
      value={lessons === undefined ? undefined : t('timetable.rail.lessons', { count: lessons })}
      note={groups.size > 0 ? t('timetable.rail.groups', { groups: namesOf([...groups.values()]) }) : ''}
      to={`/timetable?whose=staff&id=${id}`}
    />
  );
}
