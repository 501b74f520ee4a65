import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAbility, useMessages } from '#platform/web/index.ts';
import { DateText } from '#platform/web/kit/index.ts';
import { api, type Progress } from '../api.ts';
import { TurnRuns } from './turn-runs.tsx';

/** Progressions that were applied, the way back, and where it is decided about those who were to leave. */
export function Runs({ runs, undo, leavers }: { runs: Progress['runs']; undo: boolean; leavers: number }) {
  const t = useMessages();
  const decides = useAbility().can(['student.confirm_status', 'student.propose_status']);
  return (
    <TurnRuns
      title={t('enrollment.progress.runs')}
      runs={runs}
      columns={[
        {
          key: 'order',
          title: t('enrollment.field.order_number'),
          render: (run) => (
            <>
              {run.order_number} · <DateText value={run.order_date} />
            </>
          ),
        },
        { key: 'count', title: t('enrollment.progress.count'), figure: true, render: (run) => run.count },
      ]}
      mayUndo={() => undo}
      question={({ order_number, count }) => ({
        title: t('enrollment.progress.undo_title', { number: order_number }),
        text: t('enrollment.progress.undo_about', { count }),
      })}
      undo={api.turn.undo.call}
      undoing={t('enrollment.progress.undoing')}
      done={t('enrollment.progress.taken_back')}
      note={
        leavers > 0 &&
        decides && (
          <Alert color="blue" p="xs">
            <Anchor
              size="sm"
              renderRoot={(props) => <Link {...props} to="/students/requests" search={{ kind: 'EXPULSION' }} />}
            >
              {t('enrollment.progress.leavers', { count: leavers })}
            </Anchor>
          </Alert>
        )
      }
    />
  );
}
