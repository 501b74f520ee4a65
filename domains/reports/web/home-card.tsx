import { Badge } from '@mantine/core';
import { IconCalendarDue } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { clock } from '#platform/contract/clock.ts';
import { distance, silent, useMessages } from '#platform/web/index.ts';
import { HomeCard } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

const most = 5;

/** For students: homework that waits, the nearest deadline first. */
export default function DueCard() {
  const t = useMessages();
  const query = useQuery({ ...api.dashboard.student.queryOptions(silent) });
  return (
    <HomeCard
      title={t('reports.due.title')}
      icon={IconCalendarDue}
      to="/dashboard"
      query={query}
      empty={t('reports.due.done')}
      rows={({ due }) =>
        due.slice(0, most).map((one) => ({
          key: one.lesson_id,
          label: one.title,
          note: one.module,
          tone: one.late ? 'alert' : undefined,
          end: (
            <Badge variant="light" color={one.late ? 'red' : 'gray'}>
              {one.late ? t('reports.due.overdue') : t('reports.due.in', { ...distance(one.due_at, clock.now()) })}
            </Badge>
          ),
          to: `/${one.course_module_id}/student-lessons?lesson=${one.lesson_id}`,
        }))
      }
    />
  );
}
