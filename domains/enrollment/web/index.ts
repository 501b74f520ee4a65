import { IconCalendarRepeat, IconListCheck } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

export const enrollmentDomain = defineDomain({
  name: 'enrollment',
  pages: [
    page({
      path: '/enrollment',
      requires: 'ENROLLMENT_REQUIRED',
      title: 'enrollment.own.title',
      component: () => import('./pages/own.tsx'),
    }),
    page({
      path: '/enrollment-list',
      permission: ['enrollment.read', 'enrollment.enroll'],
      title: 'enrollment.list.title',
      component: () => import('./pages/list.tsx'),
    }),
    page({
      path: '/year-turn',
      permission: 'turn.read',
      title: 'enrollment.turn.title',
      component: () => import('./pages/turn.tsx'),
    }),
    page({
      path: '/year-turn/next',
      permission: 'turn.read',
      title: 'enrollment.turn.title',
      component: () => import('./pages/next-year.tsx'),
    }),
    page({
      path: '/year-turn/{academic_year_id}',
      permission: 'turn.read',
      title: 'enrollment.turn.title',
      component: () => import('./pages/turn.tsx'),
    }),
  ],
  menu: [
    {
      id: 'enrollment-list',
      section: 'shell.section.registry',
      title: 'enrollment.list.title',
      icon: IconListCheck,
      path: '/enrollment-list',
      shown: (scope) =>
        ['branch', 'institution'].includes(scope('enrollment.read') ?? scope('enrollment.enroll') ?? ''),
      order: 670,
    },
    {
      id: 'year-turn',
      section: 'shell.section.registry',
      title: 'enrollment.turn.title',
      icon: IconCalendarRepeat,
      path: '/year-turn',
      permission: 'turn.read',
      order: 675,
    },
  ],
});
