import { IconMessageReport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { HomeCard } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** For those who moderate: what nobody has taken up, what was reopened, what is late. */
export default function FeedbackDeskCard() {
  const t = useMessages();
  const count = (input: { status?: ('NEW' | 'REOPENED')[]; overdue?: boolean }) =>
    api.feedback.list.queryOptions({ input: { ...input, size: 1 }, ...silent });
  const fresh = useQuery(count({ status: ['NEW'] }));
  const again = useQuery(count({ status: ['REOPENED'] }));
  const late = useQuery(count({ overdue: true }));
  return (
    <HomeCard
      title={t('feedback.home.title')}
      icon={IconMessageReport}
      to="/feedback"
      query={fresh}
      empty={t('feedback.home.calm')}
      rows={({ total_elements }) =>
        [
          {
            key: 'late' as const,
            count: late.data?.total_elements ?? 0,
            to: '/feedback?overdue=true',
            tone: 'alert' as const,
          },
          { key: 'new' as const, count: total_elements, to: '/feedback?status=NEW' },
          { key: 'reopened' as const, count: again.data?.total_elements ?? 0, to: '/feedback?status=REOPENED' },
        ].flatMap(({ key, ...row }) =>
          row.count > 0
            ? [
                {
                  ...row,
                  key,
                  label: t(`feedback.home.${key === 'late' ? 'overdue' : key}`),
                  counts: t(`feedback.home.${key === 'late' ? 'overdue' : key}_counts`),
                },
              ]
            : [],
        )
      }
    />
  );
}
