import { IconMailQuestion } from '@tabler/icons-react';
import { silent, useMessages, useOwnMatter } from '#platform/web/index.ts';
import { HomeCard, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** For a student: what was asked and is not in hand yet. */
export default function OwnRequestsCard() {
  const t = useMessages();
  const query = useOwnMatter(
    'requests',
    api.request.list.queryOptions({
      input: { mine: true, status: ['DRAFT', 'SUBMITTED', 'IN_REVIEW', 'UPDATE_REQUIRED', 'READY'], size: 4 },
      ...silent,
    }),
    { content: [] },
  );
  return (
    <HomeCard
      title={t('forms.home.own')}
      icon={IconMailQuestion}
      to="/forms-for-student"
      query={query}
      empty={t('forms.home.own_none')}
      rows={({ content }) =>
        content.map((one) => ({
          key: one.id,
          label: one.type?.title ?? one.number,
          note: t(`forms.request_state.${one.status}`),
          end: one.due_on ? showDate(one.due_on) : undefined,
          to: `/forms-for-student?id=${one.id}`,
          ...(one.status === 'UPDATE_REQUIRED' ? { tone: 'alert' as const } : {}),
        }))
      }
    />
  );
}
