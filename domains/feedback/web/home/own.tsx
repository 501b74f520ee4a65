import { IconMessageReport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useAbility, useMessages, useOwnMatter } from '#platform/web/index.ts';
import { HomeCard, showDate } from '#platform/web/kit/index.ts';
import { handledStates } from '../../workflow.ts';
import { api } from '../api.ts';

/** What one was given to answer, by its day, and what one wrote that waits for oneself. */
export default function OwnFeedbackCard() {
  const t = useMessages();
  const { can } = useAbility();
  const handles = can('feedback.handle');
  const own = useOwnMatter(
    handles ? undefined : 'feedback',
    api.feedback.list.queryOptions({ input: { mine: true, status: ['WAITING', 'ANSWERED'], size: 3 }, ...silent }),
    { content: [] },
  );
  const given = useQuery({
    ...api.feedback.list.queryOptions({
      input: { handled: true, status: [...handledStates], size: 4, sort: 'due_on' },
      ...silent,
    }),
    enabled: handles,
  });
  return (
    <HomeCard
      title={t(handles ? 'feedback.home.given' : 'feedback.menu')}
      icon={IconMessageReport}
      to="/feedback"
      query={own}
      lines={1}
      empty={t(handles ? 'feedback.home.nothing_given' : 'feedback.home.own_none')}
      rows={({ content }) =>
        [...(given.data?.content ?? []), ...content].map((one) => ({
          key: one.id,
          label: one.subject,
          note: one.own ? t(`feedback.next.${one.status}`) : one.number,
          end: one.own || !one.due_on ? undefined : showDate(one.due_on),
          to: `/feedback/${one.id}`,
          ...(one.overdue && !one.own ? { tone: 'alert' as const } : {}),
        }))
      }
    />
  );
}
