import { IconDeviceLaptop, IconNotebook } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

export { LinksField, Material, PackageDrawer, PackagePlayer, PackageResults, PackageStart } from './lent.ts';
export { type PackageDesk, useWaitingReports } from './reports.ts';

export const lessonsDomain = defineDomain({
  name: 'lessons',
  pages: [
    page({
      path: '/lessons',
      permission: 'lesson.read',
      title: 'lessons.title',
      component: () => import('./pages/lessons.tsx'),
    }),
    page({
      path: '/{ccls_module_id}/student-lessons',
      permission: 'lesson.read',
      title: 'lessons.student.title',
      component: () => import('./pages/student-lessons.tsx'),
    }),
    page({
      path: '/articulate',
      permission: 'lesson.read',
      title: 'lessons.articulate.title',
      component: () => import('./pages/articulate.tsx'),
    }),
    page({
      path: '/articulate/callback/{module_id}/{lesson_id}',
      permission: 'lesson.read',
      title: 'lessons.articulate.done',
      component: () => import('./pages/callback.tsx'),
    }),
    page({
      path: '/articulate/{module_id}',
      permission: 'lesson.read',
      title: 'lessons.articulate.title',
      component: () => import('./pages/articulate.tsx'),
    }),
    page({
      path: '/articulate/{module_id}/{lesson_id}',
      permission: 'lesson.read',
      title: 'lessons.articulate.play',
      component: () => import('./pages/player.tsx'),
    }),
  ],
  home: [{ id: 'works', permission: 'lesson.assess', order: 20, component: () => import('./home-card.tsx') }],
  menu: [
    {
      id: 'articulate',
      section: 'shell.section.resources',
      title: 'lessons.articulate.title',
      icon: IconDeviceLaptop,
      path: '/articulate',
      order: 40,
    },
    {
      id: 'lessons',
      section: 'shell.section.teaching',
      title: 'lessons.title',
      icon: IconNotebook,
      path: '/lessons',
      order: 550,
    },
  ],
});
