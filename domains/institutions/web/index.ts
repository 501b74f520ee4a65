import { IconSitemap } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

export const institutionsDomain = defineDomain({
  name: 'institutions',
  pages: [
    page({
      path: '/departments',
      title: 'institutions.department.title',
      component: () => import('./pages/departments.tsx'),
    }),
  ],
  menu: [
    { id: 'departments', permission: 'reference.read', title: 'institutions.department.title', icon: IconSitemap, path: '/departments', order: 170 },
  ],
});
