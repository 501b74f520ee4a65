import {
  IconAdjustments,
  IconCalendarEvent,
  IconFileText,
  IconListDetails,
  IconSettings,
  IconSitemap,
} from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

// Everybody may read these lists, because selectors are filled from them; the menu offers them to those who work with them.
const permission = 'reference.read';
/** Everybody who works here may read these pages; in the menu they stand for those who keep or oversee the house. */
const overseers = ['account.read', 'institution.manage'] as const;

export const institutionsDomain = defineDomain({
  name: 'institutions',
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
      permission: ['department.manage', 'vacancy.read', ...overseers],
      title: 'institutions.department.title',
      icon: IconSitemap,
      path: '/departments',
      order: 270,
    },
    {
      id: 'institution',
      section: 'shell.section.administration',
      title: 'institutions.settings.title',
      icon: IconSettings,
      order: 290,
    },
    {
      id: 'institution-list',
      parent: 'institution',
      permission: overseers,
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
      permission: ['reference.manage', ...overseers],
      title: 'institutions.reference.title',
      icon: IconAdjustments,
      path: '/reference',
      order: 3,
    },
    {
      id: 'academic-years',
      section: 'shell.section.students',
      permission: ['reference.manage', 'student.manage', ...overseers],
      title: 'institutions.year.title',
      icon: IconCalendarEvent,
      path: '/academic-years',
      order: 340,
    },
  ],
});
