import { IconPencilCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { HomeCard, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** The next exams that one sits or sees to; nothing while there are none. */
export default function HomeExams() {
  const t = useMessages();
  const query = useQuery(api.exam.own.queryOptions(silent));
  if (!query.data?.length) return null;
  return (
    <HomeCard
      title={t('timetable.exams.own')}
      icon={IconPencilCheck}
      to="/exams"
      query={query}
      rows={(exams) =>
        exams.slice(0, 5).map((one) => ({
          key: `${one.kind} ${one.hall_id} ${one.title}`,
          label: one.kind === 'DUTY' ? `${t('timetable.exams.duty')}: ${one.title}` : one.title,
          note: [one.room, one.row === null ? '' : t('timetable.exams.seat', { row: one.row, column: one.column ?? 0 })]
            .filter(Boolean)
            .join(' · '),
          end: `${showDate(one.date)}, ${one.starts_at}`,
          to: '/exams',
        }))
      }
    />
  );
}
