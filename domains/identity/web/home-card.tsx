import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { CountedAt, HomeCard, untilCounted } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

/** On the home page of administrators: who came in today, and whose sign-in waits for something. */
export default function AccountsCard() {
  const t = useMessages();
  const overview = useQuery(api.account.overview.queryOptions({ ...silent, ...untilCounted }));
  return (
    <HomeCard
      title={t('identity.accounts.title')}
      icon={IconUsers}
      to="/accounts"
      query={overview}
      lines={4}
      rows={({ signed_in_today, unverified, held_up, closed }) => [
        {
          key: 'held_up',
          label: t('identity.home.held_up'),
          note: t('identity.home.held_up_note'),
          count: held_up,
          counts: t('identity.home.held_up_counts'),
          ...(held_up ? { tone: 'alert' as const } : {}),
        },
        {
          key: 'unverified',
          label: t('identity.home.unverified'),
          count: unverified,
          counts: t('identity.home.unverified_counts'),
          to: '/accounts?required_action=VERIFY_EMAIL&active=true',
        },
        {
          key: 'today',
          label: t('identity.home.today'),
          count: signed_in_today,
          counts: t('identity.home.today_counts'),
          to: '/accounts?sort=last_sign_in_at,desc',
        },
        {
          key: 'closed',
          label: t('identity.home.closed'),
          count: closed,
          counts: t('identity.home.closed_counts'),
          to: '/accounts?active=false',
        },
      ]}
    >
      {({ counted_at }) => counted_at && <CountedAt counted_at={counted_at} />}
    </HomeCard>
  );
}
