import { IconThumbUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useLocale, useMessages } from '#platform/web/index.ts';
import { HomeCard, plainValue, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** For those who ask: what runs and how many have answered, and what could be released. */
export default function EvaluationDeskCard() {
  const t = useMessages();
  const { locale } = useLocale();
  const query = useQuery(api.period.list.queryOptions({ input: { size: 6, sort: 'starts_on,desc' }, ...silent }));
  return (
    <HomeCard
      title={t('evaluation.home.desk')}
      icon={IconThumbUp}
      to="/evaluation/periods"
      query={query}
      lines={1}
      empty={t('evaluation.home.calm')}
      rows={({ content }) => {
        const ready = content.reduce((sum, one) => sum + one.ready, 0);
        return [
          ...(ready
            ? [
                {
                  key: 'ready',
                  label: t('evaluation.home.ready'),
                  count: ready,
                  counts: t('evaluation.home.ready_counts'),
                  to: '/evaluation/periods',
                },
              ]
            : []),
          ...content.flatMap((one) =>
            one.status === 'RUNNING'
              ? [
                  {
                    key: one.id,
                    label: plainValue(one.title, locale),
                    note: t('evaluation.home.running_rate', {
                      rate: one.invited ? Math.floor((100 * one.voted) / one.invited) : 0,
                    }),
                    end: showDate(one.ends_on),
                    to: '/evaluation/periods',
                  },
                ]
              : [],
          ),
        ];
      }}
    />
  );
}
