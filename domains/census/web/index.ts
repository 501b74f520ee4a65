import { IconClipboardData, IconTableOptions } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

export const censusDomain = defineDomain({
  name: 'census',
  pages: [
    page({
      path: '/census',
      permission: 'census.read',
      title: 'census.title',
      component: () => import('./pages/censuses.tsx'),
    }),
    page({
      path: '/census/forms',
      permission: 'census.read',
      title: 'census.forms.title',
      component: () => import('./pages/forms.tsx'),
    }),
    page({
      path: '/census/{census_id}',
      permission: 'census.read',
      title: 'census.title',
      component: () => import('./pages/census.tsx'),
    }),
  ],
  menu: [
    { id: 'censuses', section: 'shell.section.reports', title: 'census.title', icon: IconClipboardData, order: 840 },
    { id: 'census', parent: 'censuses', title: 'census.title', icon: IconClipboardData, path: '/census', order: 1 },
    {
      id: 'census-forms',
      parent: 'censuses',
      title: 'census.forms.title',
      icon: IconTableOptions,
      path: '/census/forms',
      order: 2,
    },
  ],
});
