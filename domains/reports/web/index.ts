import { IconChartHistogram, IconLayoutDashboard, IconReportAnalytics } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

/** The student's home; under its other name those who work here have their dashboards. */
const dashboard = {
  permission: 'dashboard.read',
  title: 'reports.home.title',
  component: () => import('./pages/dashboard.tsx'),
} as const;

export const reportsDomain = defineDomain({
  name: 'reports',
  pages: [
    page({
      path: '/dashboard',
      permission: ['dashboard.read', 'report.read'],
      title: 'reports.boards.title',
      search: ['board', 'on'],
      component: () => import('./pages/work.tsx'),
    }),
    page({ path: '/modules', ...dashboard }),
    page({
      path: '/figures',
      public: true,
      reason: 'a university shows on its own site how many study there',
      title: 'reports.figures.title',
      search: ['frame', 'of', 'lang', 'skin', 'color'],
      component: () => import('./pages/figures.tsx'),
    }),
    page({
      path: '/report',
      permission: 'report.read',
      title: 'reports.list.title',
      component: () => import('./pages/reports.tsx'),
    }),
    page({
      path: '/report/new',
      permission: 'report.read',
      title: 'reports.new',
      search: ['subject', 'on'],
      component: () => import('./pages/new-report.tsx'),
    }),
    page({
      path: '/report/{id}',
      permission: 'report.read',
      title: 'reports.report.title',
      search: ['subject', 'file', 'on'],
      component: () => import('./pages/report.tsx'),
    }),
  ],
  home: [
    { id: 'due', permission: 'dashboard.read', order: 5, component: () => import('./home-card.tsx') },
    { id: 'pinned', permission: 'report.read', order: 900, component: () => import('./pinned-card.tsx') },
  ],
  menu: [
    {
      id: 'modules',
      title: 'reports.home.title',
      icon: IconLayoutDashboard,
      path: '/dashboard',
      permission: 'dashboard.read',
      order: 20,
    },
    {
      id: 'boards',
      title: 'reports.boards.title',
      icon: IconChartHistogram,
      path: '/dashboard',
      permission: 'report.read',
      order: 21,
    },
    {
      id: 'report',
      section: 'shell.section.reports',
      title: 'reports.list.title',
      icon: IconReportAnalytics,
      path: '/report',
      order: 800,
    },
  ],
});
