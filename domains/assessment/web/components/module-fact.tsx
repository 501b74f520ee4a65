import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { silent, useMessages } from '#platform/web/index.ts';
import { RailFact, showNumber, showPercent } from '#platform/web/kit/index.ts';
import { shownStates } from '../../workflow.ts';
import { api } from '../api.ts';

/** Beside a module: how many take it; once all marks are published, how many passed; once confirmed, the average. */
export default function MarksFact({ id }: { id: number }) {
  const t = useMessages();
  const intl = useIntl();
  const { data, isError } = useQuery(
    api.plan.list.queryOptions({ input: { course_module_id: id, size: 1 }, ...silent }),
  );
  const progress = data?.content[0]?.progress;
  if (isError || (data && !progress)) return null;
  const shown: readonly string[] = shownStates;
  const open =
    progress && Object.entries(progress.states).some(([state, count]) => count > 0 && !shown.includes(state));
  return (
    <>
      <RailFact
        label={t('assessment.rail.students')}
        value={progress && showNumber(progress.students, intl.locale)}
        note={open && t('assessment.rail.marking')}
      />
      {progress && !open && progress.complete > 0 && (
        <RailFact
          label={t('assessment.rail.pass_rate')}
          value={showPercent((progress.passed * 100) / progress.complete, intl.locale)}
          note={t('assessment.rail.passed', { passed: progress.passed, all: progress.complete })}
        />
      )}
      {typeof progress?.average === 'number' && (
        <RailFact
          label={t('assessment.rail.average')}
          value={showNumber(progress.average, intl.locale)}
          note={t('assessment.rail.confirmed')}
        />
      )}
    </>
  );
}
