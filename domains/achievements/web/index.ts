import { IconAward } from '@tabler/icons-react';
import type { PermissionName } from '#platform/contract/index.ts';
import { defineDomain, page } from '#platform/web/index.ts';
import { fullName } from '#platform/web/kit/show/values.ts';

const reads = ['achievement.read', 'achievement.verify'] as const;
const inside = { parent: 'achievements', icon: IconAward };
type Scope = (permission: PermissionName) => string | undefined;
const isStudent = (scope: Scope) => scope('achievement.read') === 'own';

export const achievementsDomain = defineDomain({
  name: 'achievements',
  home: [
    {
      id: 'achievements',
      permission: 'achievement.verify',
      order: 45,
      component: () => import('./home/validator.tsx'),
    },
    { id: 'own-achievements', permission: 'achievement.submit', order: 14, component: () => import('./home/own.tsx') },
  ],
  additions: [
    {
      place: 'student.record',
      title: 'achievements.menu',
      permission: 'achievement.read',
      component: () => import('./components/of-student.tsx'),
    },
  ],
  pages: [
    page({
      path: '/achievement-records',
      permission: reads,
      title: 'achievements.list.title',
      component: () => import('./pages/achievements.tsx'),
    }),
    page({
      path: '/achievement-records/info',
      permission: reads,
      title: 'achievements.info.title',
      component: () => import('./pages/info.tsx'),
    }),
    page({
      path: '/achievement-records/together',
      permission: 'achievement.verify',
      title: 'achievements.batch.title',
      component: () => import('./pages/together.tsx'),
    }),
    page({
      path: '/achievement-records/rating',
      permission: 'achievement.rating',
      title: 'achievements.rating.title',
      component: () => import('./pages/rating.tsx'),
    }),
    page({
      path: '/achievement-records/nominations',
      permission: ['achievement.nominate', 'achievement.rating'],
      title: 'achievements.nomination.title',
      component: () => import('./pages/nominations.tsx'),
    }),
    page({
      path: '/achievement-records/nominations/{nomination_id}',
      permission: ['achievement.nominate', 'achievement.rating'],
      title: 'achievements.nomination.one',
      component: () => import('./pages/nomination.tsx'),
    }),
    page({
      path: '/achievement-records/types',
      permission: 'achievement.settings',
      title: 'achievements.type.title',
      component: () => import('./pages/types.tsx'),
    }),
    page({
      path: '/achievement-records/scales',
      permission: 'achievement.settings',
      title: 'achievements.scale.title',
      component: () => import('./pages/scales.tsx'),
    }),
    page({
      path: '/achievement-records/scales/{scale_id}',
      permission: 'achievement.settings',
      title: 'achievements.scale.one',
      component: () => import('./pages/scale.tsx'),
    }),
    page({
      path: '/achievement-records/{record_id}',
      permission: reads,
      title: 'achievements.record.title',
      component: () => import('./pages/record.tsx'),
    }),
  ],
  menu: [
    {
      id: 'achievements',
      section: 'shell.section.reports',
      title: 'achievements.menu',
      icon: IconAward,
      order: 870,
    },
    {
      id: 'achievement-records',
      ...inside,
      title: 'achievements.list.title',
      path: '/achievement-records',
      // Whoever verifies a type of their own comes through the card on the home page, where something waits.
      permission: 'achievement.read',
      order: 1,
    },
    {
      id: 'achievement-info',
      ...inside,
      title: 'achievements.info.title',
      path: '/achievement-records/info',
      permission: 'achievement.read',
      shown: isStudent,
      order: 2,
    },
    {
      id: 'achievement-rating',
      ...inside,
      title: 'achievements.rating.title',
      path: '/achievement-records/rating',
      order: 3,
    },
    {
      id: 'achievement-nominations',
      ...inside,
      title: 'achievements.nomination.title',
      path: '/achievement-records/nominations',
      order: 4,
    },
    {
      id: 'achievement-types',
      ...inside,
      title: 'achievements.type.title',
      path: '/achievement-records/types',
      order: 5,
    },
    {
      id: 'achievement-scales',
      ...inside,
      title: 'achievements.scale.title',
      path: '/achievement-records/scales',
      order: 6,
    },
  ],
  palette: {
    title: 'achievements.list.title',
    permission: reads,
    search: async (search, signal) => {
      const { api } = await import('./api.ts');
      const { content } = await api.record.list.call({ search, size: 8 }, { signal, context: { silent: true } });
      return content.map((one) => ({
        id: `achievement-${one.id}`,
        title: one.title,
        description: `${one.number} · ${fullName(one.student)}`,
        path: `/achievement-records/${one.id}`,
      }));
    },
  },
});
