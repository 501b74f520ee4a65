import { IconGavel } from '@tabler/icons-react';
import { silent, useAbility, useMessages, useOwnMatter } from '#platform/web/index.ts';
import { HomeCard, showDateTime } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** What waits for this person in cases, by number: whoever looks over a shoulder learns no more. */
export default function WaitingCard() {
  const t = useMessages();
  const own = useAbility().scope('offence.read') === 'own';
  const path = own ? '/offence-read' : '/offence';
  const query = useOwnMatter(own ? 'offences' : undefined, api.offence.waiting.queryOptions(silent), {
    count: 0,
    cases: [],
  });
  return (
    <HomeCard
      title={t('misconduct.home.title')}
      icon={IconGavel}
      to={path}
      query={query}
      empty={t('misconduct.home.empty')}
      rows={({ count, cases }) =>
        count === 0
          ? []
          : [
              {
                key: 'all',
                label: t('misconduct.home.waiting'),
                count,
                counts: t('misconduct.home.waiting_counts'),
                to: path,
              },
              ...cases.map((one) => ({
                key: one.id,
                label: one.number,
                note: t(`misconduct.state.${one.status}`),
                ...(one.until ? { end: showDateTime(one.until) } : {}),
                to: `${path}?open=${one.id}`,
              })),
            ]
      }
    />
  );
}
