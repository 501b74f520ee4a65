import { IconCheckbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { HomeCard, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** For teachers: lessons that have begun and whose register nobody called, the oldest first, before it locks. */
export default function UncalledCard() {
  const t = useMessages();
  const query = useQuery(
    api.class_session.list.queryOptions({
      input: { mine: true, uncalled: true, size: 5, sort: 'date' },
      ...silent,
    }),
  );
  return (
    <HomeCard
      title={t('attendance.home.uncalled')}
      icon={IconCheckbox}
      to="/attendance"
      query={query}
      empty={t('attendance.home.all_called')}
      rows={({ content }) =>
        content.map((lesson) => ({
          key: lesson.id,
          label: lesson.module.title,
          note: lesson.groups.map((group) => group.title).join(', '),
          end: `${showDate(lesson.date)} ${lesson.starts_at}`,
          to: `/attendance?day=${lesson.date}&session=${lesson.id}`,
        }))
      }
    />
  );
}
