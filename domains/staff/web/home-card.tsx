import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { silent, today, useAbility, useMessages } from '#platform/web/index.ts';
import { HomeCard } from '#platform/web/kit/index.ts';
import { api } from './api.ts';

const monthStart = () => `${today().slice(0, 7)}-01`;

/** How many places are open, and who came and went this month. */
export default function StaffCard() {
  const t = useMessages();
  const people = useAbility().can('staff.read');
  const month = monthStart();
  const query = useQuery({
    queryKey: ['staff', 'home', month, people],
    queryFn: async () => {
      const count = async (filter: object) =>
        (await api.staff.list.call({ size: 1, ...filter }, silent)).total_elements;
      const [vacancies, came, left] = await Promise.all([
        api.vacancy.list.call({ open: true, size: 1 }, silent),
        people ? count({ hired_from: month }) : 0,
        people ? count({ left_from: month }) : 0,
      ]);
      return { open: vacancies.total_elements, came, left };
    },
  });
  return (
    <HomeCard
      title={t('staff.home.title')}
      icon={IconUsersGroup}
      to={people ? '/staff' : '/vacancy-positions'}
      query={query}
      rows={({ open, came, left }) => [
        {
          key: 'open',
          label: t('staff.home.open'),
          count: open,
          counts: t('staff.home.open_counts'),
          to: '/vacancy-positions?open=true',
        },
        ...(people
          ? [
              {
                key: 'came',
                label: t('staff.home.came'),
                count: came,
                counts: t('staff.home.came_counts'),
                to: `/staff?hired_from=${month}`,
              },
              {
                key: 'left',
                label: t('staff.home.left'),
                count: left,
                counts: t('staff.home.left_counts'),
                to: `/staff?left_from=${month}`,
              },
            ]
          : []),
      ]}
    />
  );
}
