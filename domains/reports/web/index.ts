import { IconLayoutDashboard } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

/** The student's home, under both names by which it is known. */
const dashboard = {
  permission: 'dashboard.read',
  title: 'reports.home.title',
  component: () => import('./pages/dashboard.tsx'),
} as const;

export const reportsDomain = defineDomain({
  name: 'reports',
  pages: [page({ path: '/dashboard', ...dashboard }), page({ path: '/modules', ...dashboard })],
  home: [{ id: 'due', permission: 'dashboard.read', order: 20, component: () => import('./home-card.tsx') }],
  menu: [
    {
      id: 'modules',
      title: 'reports.home.title',
      icon: IconLayoutDashboard,
      path: '/dashboard',
      order: 20,
    },
  ],
});
