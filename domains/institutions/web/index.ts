import {
  IconAdjustments,
  IconCalendarEvent,
  IconFileText,
  IconListDetails,
  IconSettings,
  IconSitemap,
} from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';
import { records } from './records.ts';

// Everybody may read these lists, because selectors are filled from them; the menu offers them to those who work with them.
const permission = 'reference.read';

export const institutionsDomain = defineDomain({
  name: 'institutions',
  records,
  pages: [
    page({
      path: '/departments',
      title: 'institutions.department.title',
      component: () => import('./pages/departments.tsx'),
    }),
    page({
      path: '/academic-years',
      title: 'institutions.year.title',
      component: () => import('./pages/academic-years.tsx'),
    }),
    page({
      path: '/institution',
      title: 'institutions.institution.title',
      component: () => import('./pages/institution.tsx'),
    }),
    page({
      path: '/institution/page-settings',
      title: 'institutions.page.title',
      component: () => import('./pages/page-settings.tsx'),
    }),
    page({
      path: '/reference',
      permission,
      title: 'institutions.reference.title',
      component: () => import('./pages/reference.tsx'),
    }),
  ],
  menu: [
    {
      id: 'departments',
      section: 'shell.section.administration',
      permission,
      title: 'institutions.department.title',
      icon: IconSitemap,
      path: '/departments',
      order: 270,
    },
    {
      id: 'institution',
      section: 'shell.section.administration',
      permission,
      title: 'institutions.settings.title',
      icon: IconSettings,
      order: 290,
    },
    {
      id: 'institution-list',
      parent: 'institution',
      permission,
      title: 'institutions.institution.title',
      icon: IconListDetails,
      path: '/institution',
      order: 1,
    },
    {
      id: 'institution-pages',
      parent: 'institution',
      permission: 'pages.manage',
      title: 'institutions.page.title',
      icon: IconFileText,
      path: '/institution/page-settings',
      order: 2,
    },
    {
      id: 'reference',
      parent: 'institution',
      title: 'institutions.reference.title',
      icon: IconAdjustments,
      path: '/reference',
      order: 3,
    },
    {
      id: 'academic-years',
      section: 'shell.section.students',
      permission,
      title: 'institutions.year.title',
      icon: IconCalendarEvent,
      path: '/academic-years',
      order: 340,
    },
  ],
});
