import { IconBook2, IconFolder, IconWorld } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

const files = { parent: 'files', icon: IconFolder };

export const libraryDomain = defineDomain({
  name: 'library',
  pages: [
    page({
      path: '/library',
      permission: 'library.read',
      title: 'library.item.title',
      component: () => import('./pages/library.tsx'),
    }),
    page({
      path: '/open-source',
      permission: 'open_link.read',
      title: 'library.link.title',
      component: () => import('./pages/open-source.tsx'),
    }),
    page({
      path: '/module-files',
      permission: 'module_file.read',
      title: 'library.module_file.title',
      component: () => import('./pages/module-files.tsx'),
    }),
    page({
      path: '/policy-files',
      permission: 'policy.read',
      title: 'library.policy.title',
      component: () => import('./pages/policy-files.tsx'),
    }),
    page({
      path: '/student-files',
      permission: 'student_file.read',
      title: 'library.student_file.title',
      component: () => import('./pages/student-files.tsx'),
    }),
  ],
  menu: [
    {
      id: 'open-source',
      section: 'shell.section.resources',
      title: 'library.link.title',
      icon: IconWorld,
      path: '/open-source',
      order: 50,
    },
    { id: 'libraries', section: 'shell.section.resources', title: 'library.menu', icon: IconBook2, order: 60 },
    { id: 'library', parent: 'libraries', title: 'library.item.title', icon: IconBook2, path: '/library', order: 1 },
    { id: 'files', section: 'shell.section.reports', title: 'library.files', icon: IconFolder, order: 830 },
    { id: 'module-files', ...files, title: 'library.module_file.title', path: '/module-files', order: 1 },
    { id: 'policy-files', ...files, title: 'library.policy.title', path: '/policy-files', order: 2 },
    { id: 'student-files', ...files, title: 'library.student_file.title', path: '/student-files', order: 3 },
  ],
  overlays: [
    {
      id: 'external-libraries',
      permission: 'open_link.read',
      component: () => import('./components/external-links.tsx'),
    },
  ],
});
