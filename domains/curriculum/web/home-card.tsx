import { IconBook2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, useMessages } from '#platform/web/index.ts';
import { HomeCard } from '#platform/web/kit/index.ts';
import { api, currentYear } from './api.ts';

const unled = { active: true, without_leader: true, managed: true };
const most = 4;

/** For those who plan: modules that are taught this year and that nobody leads. */
export default function CurriculumCard() {
  const t = useMessages();
  const query = useQuery({
    queryKey: ['curriculum', 'home'],
    queryFn: async () => {
      const year = await currentYear();
      const of = { ...unled, ...(year ? { academic_year_id: year } : {}) };
      const found = await api.course_module.list.call({ ...of, size: most, sort: 'plan' }, silent);
      return { ...found, year };
    },
  });
  return (
    <HomeCard
      title={t('curriculum.home.title')}
      icon={IconBook2}
      to="/modules/activate"
      query={query}
      empty={t('curriculum.home.done')}
      rows={({ content, total_elements, year }) =>
        total_elements === 0
          ? []
          : [
              {
                key: 'all',
                label: t('curriculum.home.without_leader'),
                count: total_elements,
                counts: t('curriculum.home.without_leader_counts'),
                to: `/modules/activate?active=true&without_leader=true${year ? `&academic_year_id=${year}` : ''}`,
                tone: 'alert',
              },
              ...content.map((row) => ({
                key: row.id,
                label: row.module.title,
                note: t('curriculum.place', {
                  course: row.course?.title ?? '',
                  year: row.study_year,
                  semester: row.semester,
                }),
                to: `/course/${row.course_id}/plan?year=${row.academic_year_id}`,
              })),
            ]
      }
    />
  );
}
