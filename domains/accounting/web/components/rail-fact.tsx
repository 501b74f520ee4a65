import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { MoneyText, RailFact, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** Beside a student's record: what is owed today, and since when it is late. */
export default function DebtFact({ id }: { id: number }) {
  const t = useMessages();
  const { data, isError } = useQuery(api.debit.standing.queryOptions({ input: { student_id: id }, ...silent }));
  if (isError) return null;
  const late = data?.overdue_since ?? null;
  return (
    <RailFact
      label={t(late ? 'accounting.rail.overdue' : 'accounting.rail.due')}
      value={data && <MoneyText value={late ? data.overdue : data.due} />}
      note={
        late
          ? t('accounting.rail.since', { day: showDate(late) })
          : data?.next
            ? t('accounting.rail.next', { day: showDate(data.next.due_on) })
            : ''
      }
      tone={late ? 'alert' : undefined}
    />
  );
}
