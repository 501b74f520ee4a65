import { IconMailForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useLiveEvent, useMessages } from '#platform/web/index.ts';
import { HomeCard } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

/** Messages that did not go out, and the person's own work that still runs. */
export default function MessagesCard() {
  const t = useMessages();
  const query = useQuery({
    queryKey: [...api.outbox.key(), 'home'],
    queryFn: async () => {
      const work = async (state: 'queued' | 'running') =>
        (await api.job.list.call({ state, size: 1 }, silent)).total_elements;
      const [failed, waits, running] = await Promise.all([
        api.outbox.list.call({ state: 'failed', size: 1 }, silent),
        work('queued'),
        work('running'),
      ]);
      return { failed: failed.total_elements, running: waits + running };
    },
  });
  useLiveEvent('job', () => void query.refetch());
  return (
    <HomeCard
      title={t('messaging.home.title')}
      icon={IconMailForward}
      to="/outbox"
      query={query}
      lines={2}
      rows={({ failed, running }) => [
        {
          key: 'failed',
          label: t('messaging.home.failed'),
          count: failed,
          counts: t('messaging.home.failed_counts'),
          to: '/outbox?state=failed',
          ...(failed > 0 ? { tone: 'alert' as const } : {}),
        },
        {
          key: 'running',
          label: t('messaging.home.running'),
          count: running,
          counts: t('messaging.home.running_counts'),
          to: '/jobs',
        },
      ]}
    />
  );
}
