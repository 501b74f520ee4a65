import { IconHelpCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { fullName, HomeCard, showDate } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

/** For the office: reasons for absence that wait for a decision, the oldest first. */
export default function ReasonsCard() {
  const t = useMessages();
  const query = useQuery(
    api.reason.list.queryOptions({ input: { status: 'SUBMITTED', size: 4, sort: 'created_at' }, ...silent }),
  );
  return (
    <HomeCard
      title={t('attendance.reason.title')}
      icon={IconHelpCircle}
      to="/attendance/reason?status=SUBMITTED"
      query={query}
      empty={t('attendance.home.decided')}
      rows={({ content, total_elements }) =>
        total_elements === 0
          ? []
          : [
              {
                key: 'all',
                label: t('attendance.home.waiting'),
                count: total_elements,
                counts: t('attendance.home.waiting_counts'),
                to: '/attendance/reason?status=SUBMITTED',
              },
              ...content.map((reason) => ({
                key: reason.id,
                label: fullName(reason.student),
                note: t(`attendance.reason_kind.${reason.kind}`),
                end: showDate(reason.starts_on),
                to: `/attendance/reason?status=SUBMITTED&search=${reason.student.student_no}`,
              })),
            ]
      }
    />
  );
}
