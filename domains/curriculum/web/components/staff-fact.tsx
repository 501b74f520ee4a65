import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { namesOf, RailFact } from '#platform/web/kit/index.ts';
import { api, useYears } from '../api.ts';

/** Beside a member of staff: what they teach in the running academic year. */
export default function TaughtFact({ id }: { id: number }) {
  const t = useMessages();
  const year = useYears().data?.content.find(({ current }) => current)?.id;
  const { data, isError } = useQuery({
    ...api.course_module.list.queryOptions({
      input: { staff_id: id, academic_year_id: year ?? 0, size: 50 },
      ...silent,
    }),
    enabled: year !== undefined,
  });
  if (isError || data?.content.length === 0) return null;
  const names = [...new Set(data?.content.map(({ module }) => module.title))];
  return (
    <RailFact
      label={t('curriculum.rail.taught')}
      value={data && t('curriculum.rail.modules', { count: names.length })}
      note={namesOf(names)}
    />
  );
}
