import { IconBriefcase, IconBuildingStore, IconUsersGroup } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

export const staffDomain = defineDomain({
  name: 'staff',
  pages: [
    page({
      path: '/staff',
      permission: 'staff.read',
      title: 'staff.list.title',
      component: () => import('./pages/staff-list.tsx'),
    }),
    page({
      path: '/staff/import',
      permission: 'staff.import',
      title: 'staff.import.title',
      component: () => import('./pages/import.tsx'),
    }),
    page({
      path: '/staff/{id}',
      permission: 'staff.read',
      title: 'staff.profile.title',
      component: () => import('./pages/staff-profile.tsx'),
    }),
    page({
      path: '/job-positions',
      permission: 'vacancy.read',
      title: 'staff.jobs.title',
      component: () => import('./pages/job-positions.tsx'),
    }),
    page({
      path: '/vacancy-positions',
      permission: 'vacancy.read',
      title: 'staff.vacancies.title',
      component: () => import('./pages/vacancies.tsx'),
    }),
    page({
      path: '/staff-info',
      public: true,
      reason: 'visitors look up who works here',
      title: 'staff.public.title',
      component: () => import('./pages/staff-info.tsx'),
    }),
  ],
  menu: [
    {
      id: 'staff',
      section: 'shell.section.administration',
      title: 'staff.list.title',
      icon: IconUsersGroup,
      path: '/staff',
      order: 255,
    },
    {
      id: 'job-positions',
      section: 'shell.section.administration',
      title: 'staff.jobs.title',
      icon: IconBriefcase,
      path: '/job-positions',
      order: 260,
    },
    {
      id: 'vacancy-positions',
      section: 'shell.section.administration',
      title: 'staff.vacancies.title',
      icon: IconBuildingStore,
      path: '/vacancy-positions',
      order: 280,
    },
  ],
  additions: [
    { place: 'department.people', component: () => import('./components/department-people.tsx') },
    { place: 'department.head', component: () => import('./components/department-head.tsx') },
    {
      place: 'department.form',
      permission: 'department.manage',
      component: () => import('./components/department-form.tsx'),
    },
  ],
  home: [{ id: 'staff', permission: 'vacancy.read', order: 155, component: () => import('./home-card.tsx') }],
});
