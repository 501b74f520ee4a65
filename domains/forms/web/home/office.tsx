import { IconMailQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { fullName, HomeCard, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** For the office: requests whose turn is here, what is due first. */
export default function RequestsCard() {
  const t = useMessages();
  const query = useQuery(
    api.request.list.queryOptions({ input: { waiting: true, size: 4, sort: 'due_on' }, ...silent }),
  );
  return (
    <HomeCard
      title={t('forms.home.title')}
      icon={IconMailQuestion}
      to="/incoming-forms?waiting=true"
      query={query}
      empty={t('forms.home.done')}
      rows={({ content, total_elements }) =>
        total_elements
          ? [
              {
                key: 'all',
                label: t('forms.home.waiting'),
                count: total_elements,
                counts: t('forms.home.waiting_counts'),
                to: '/incoming-forms?waiting=true',
              },
              ...content.map((one) => ({
                key: one.id,
                label: one.student ? fullName(one.student) : one.number,
                note: one.type?.title,
                end: one.due_on ? showDate(one.due_on) : undefined,
                to: `/incoming-forms?id=${one.id}`,
                ...(one.late ? { tone: 'alert' as const } : {}),
              })),
            ]
          : []
      }
    />
  );
}
