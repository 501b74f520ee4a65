import { useQuery } from '@tanstack/react-query';
import { silent, today, useMessages } from '#platform/web/index.ts';
import { RailFact, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** Beside a module: its next lesson in the timetable, with room and kind. */
export default function NextFact({ id }: { id: number }) {
  const t = useMessages();
  const { data, isError } = useQuery(
    api.class_session.list.queryOptions({
      input: { course_module_id: id, from: today(), state: 'PLANNED', sort: 'date', size: 1 },
      ...silent,
    }),
  );
  const next = data?.content[0];
  if (isError || (data && !next)) return null;
  return (
    <RailFact
      label={t('attendance.rail.next')}
      value={next && `${showDate(next.date)} ${next.starts_at}`}
      note={next && [t(`attendance.kind.${next.kind}`), next.room?.title].filter(Boolean).join(' · ')}
    />
  );
}
