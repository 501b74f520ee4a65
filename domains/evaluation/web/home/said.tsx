import { IconThumbUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useLocale, useMessages } from '#platform/web/index.ts';
import { HomeCard, showNumber } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** For those who teach: what was said about them and is released, the newest first. */
export default function SaidCard() {
  const t = useMessages();
  const { locale } = useLocale();
  const query = useQuery(api.result.list.queryOptions({ input: { released: true, size: 4 }, ...silent }));
  return (
    <HomeCard
      title={t('evaluation.home.results')}
      icon={IconThumbUp}
      to="/evaluation/results"
      query={query}
      lines={1}
      empty={t('evaluation.home.no_results')}
      rows={({ content }) =>
        content.map((one) => ({
          key: one.id,
          label: one.module,
          note: one.can?.reply && !one.replied ? t('evaluation.home.reply') : one.period,
          end: one.mean === null ? t('evaluation.few_short') : showNumber(one.mean, locale),
          to: `/evaluation/results/${one.id}`,
        }))
      }
    />
  );
}
