import { IconMessageReport } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';
import { api } from './api.ts';

const inside = { parent: 'feedback', icon: IconMessageReport };

export const feedbackDomain = defineDomain({
  name: 'feedback',
  home: [
    { id: 'feedback-desk', permission: 'feedback.moderate', order: 41, component: () => import('./home/desk.tsx') },
    { id: 'feedback-own', permission: 'feedback.submit', order: 46, component: () => import('./home/own.tsx') },
  ],
  pages: [
    page({
      path: '/feedback',
      permission: 'feedback.read',
      title: 'feedback.title',
      component: () => import('./pages/list.tsx'),
    }),
    page({
      path: '/feedback/anonymous',
      public: true,
      reason: 'whoever complains without a name does not sign in',
      title: 'feedback.nameless.title',
      component: () => import('./pages/nameless.tsx'),
    }),
    page({
      path: '/accessibility',
      public: true,
      reason: 'whoever cannot use the sign-in reads here whom to tell',
      title: 'feedback.accessibility.title',
      component: () => import('./pages/accessibility.tsx'),
    }),
    page({
      path: '/feedback/types',
      permission: 'feedback.moderate',
      title: 'feedback.type.title',
      component: () => import('./pages/types.tsx'),
    }),
    page({
      path: '/feedback/statistics',
      permission: 'feedback.statistics',
      title: 'feedback.statistics.title',
      component: () => import('./pages/statistics.tsx'),
    }),
    page({
      path: '/feedback/{feedback_id}',
      permission: 'feedback.read',
      title: 'feedback.record',
      component: () => import('./pages/record.tsx'),
    }),
  ],
  menu: [
    {
      id: 'feedback',
      section: 'shell.section.conduct',
      title: 'feedback.menu',
      icon: IconMessageReport,
      order: 805,
    },
    { id: 'feedback-list', ...inside, title: 'feedback.title', path: '/feedback', order: 1 },
    {
      id: 'feedback-statistics',
      ...inside,
      title: 'feedback.statistics.title',
      path: '/feedback/statistics',
      order: 2,
    },
    { id: 'feedback-types', ...inside, title: 'feedback.type.title', path: '/feedback/types', order: 3 },
  ],
  palette: {
    title: 'feedback.title',
    permission: 'feedback.read',
    search: async (search, signal) => {
      const { content } = await api.feedback.list.call({ search, size: 5 }, { signal, context: { silent: true } });
      return content.map(({ id, number, subject, type }) => ({
        id: `feedback-${id}`,
        title: `${number} · ${subject}`,
        description: type.title,
        path: `/feedback/${id}`,
      }));
    },
  },
});
