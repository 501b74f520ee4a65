import { useEffect } from 'react';
import { useAbility, useMessages, useSession } from '#platform/web/index.ts';
import { notify } from '#platform/web/kit/index.ts';

/** Milliseconds after which the page that was opened has all it needs. */
const afterwards = 2_000;

/** Stands in the shell for those who call registers: what they entered without network goes when it is back. */
export default function Sender() {
  const t = useMessages();
  const owner = String(useSession().user?.id ?? '');
  const mine = !useAbility().can('attendance.correct');
  useEffect(() => {
    let stop = () => {};
    const timer = setTimeout(async () => {
      const { startSending } = await import('./sending.ts');
      stop = startSending(owner, mine, ({ sent, stuck }) => {
        if (sent) notify.success(t('attendance.queue.sent', { count: sent }));
        if (stuck) notify.error(t('attendance.queue.stuck', { count: stuck }));
      });
    }, afterwards);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [owner, mine, t]);
  return null;
}
