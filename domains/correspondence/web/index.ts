import { IconMail } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

const inside = { parent: 'documents', icon: IconMail };
const read = 'correspondence.read';

export const correspondenceDomain = defineDomain({
  name: 'correspondence',
  home: [{ id: 'correspondence', permission: read, order: 44, component: () => import('./home.tsx') }],
  pages: [
    page({
      path: '/document-management/',
      permission: read,
      title: 'correspondence.own.title',
      component: () => import('./pages/own.tsx'),
    }),
    page({
      path: '/document-management/incoming',
      permission: read,
      title: 'correspondence.incoming.title',
      component: () => import('./pages/incoming.tsx'),
    }),
    page({
      path: '/document-management/outgoing',
      permission: read,
      title: 'correspondence.outgoing.title',
      component: () => import('./pages/outgoing.tsx'),
    }),
    page({
      path: '/document-management/incoming/{id}',
      permission: read,
      title: 'correspondence.letter.title',
      component: () => import('./pages/letter.tsx'),
    }),
    page({
      path: '/document-management/outgoing/{id}',
      permission: read,
      title: 'correspondence.letter.title',
      component: () => import('./pages/letter.tsx'),
    }),
    page({
      path: '/document-management-group',
      permission: 'correspondence.oversee',
      title: 'correspondence.group.title',
      component: () => import('./pages/groups.tsx'),
    }),
    page({
      path: '/document-management-moderator',
      permission: 'correspondence.oversee',
      title: 'correspondence.control.title',
      component: () => import('./pages/control.tsx'),
    }),
    page({
      path: '/document-management-moderator/destruction/{id}',
      permission: read,
      title: 'correspondence.destruction.title',
      component: () => import('./pages/act.tsx'),
    }),
  ],
  menu: [
    {
      id: 'documents',
      section: 'shell.section.resources',
      title: 'correspondence.menu',
      icon: IconMail,
      order: 70,
    },
    { id: 'letters-own', ...inside, title: 'correspondence.own.title', path: '/document-management/', order: 1 },
    {
      id: 'letters-in',
      ...inside,
      title: 'correspondence.incoming.title',
      path: '/document-management/incoming',
      order: 2,
    },
    {
      id: 'letters-out',
      ...inside,
      title: 'correspondence.outgoing.title',
      path: '/document-management/outgoing',
      order: 3,
    },
    {
      id: 'letter-groups',
      ...inside,
      title: 'correspondence.group.title',
      path: '/document-management-group',
      order: 4,
    },
    {
      id: 'letter-control',
      ...inside,
      title: 'correspondence.control.title',
      path: '/document-management-moderator',
      order: 5,
    },
  ],
});
