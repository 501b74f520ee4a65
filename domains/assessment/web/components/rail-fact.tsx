import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { silent, useMessages } from '#platform/web/index.ts';
import { RailFact, showNumber } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** Beside a student's record: the average and the credits, as the transcript has them. */
export default function AverageFact({ id }: { id: number }) {
  const t = useMessages();
  const intl = useIntl();
  const { data, isError } = useQuery(api.transcript.read.queryOptions({ input: { student_id: id }, ...silent }));
  if (isError) return null;
  const credits = data && t('assessment.rail.credits', { earned: data.earned, all: data.programme ?? data.credits });
  return (
    <RailFact
      label={t('assessment.rail.average')}
      value={data && (data.average === null ? t('assessment.rail.no_marks') : showNumber(data.average, intl.locale))}
      note={credits}
      to={`/transcript?student=${id}`}
    />
  );
}
