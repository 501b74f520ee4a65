import { IconChecklist, IconUsersGroup } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

export const groupsDomain = defineDomain({
  name: 'groups',
  pages: [
    page({
      path: '/groups',
      permission: 'group.read',
      title: 'groups.list.title',
      component: () => import('./pages/groups.tsx'),
    }),
    page({
      path: '/groups/create',
      permission: 'group.manage',
      title: 'groups.create.title',
      component: () => import('./pages/create.tsx'),
    }),
    page({
      path: '/groups/assign',
      permission: 'group.assign',
      title: 'groups.assign.title',
      component: () => import('./pages/assign.tsx'),
    }),
    page({
      path: '/groups/{group_id}',
      permission: 'group.read',
      title: 'groups.one.title',
      component: () => import('./pages/group.tsx'),
    }),
    page({
      path: '/module-choice',
      permission: 'module_choice.read',
      title: 'groups.choice.title',
      component: () => import('./pages/module-choice.tsx'),
    }),
  ],
  menu: [
    {
      id: 'module-choice',
      section: 'shell.section.programme',
      title: 'groups.choice.title',
      icon: IconChecklist,
      path: '/module-choice',
      order: 545,
    },
    {
      id: 'groups',
      section: 'shell.section.registry',
      title: 'groups.list.title',
      icon: IconUsersGroup,
      path: '/groups',
      order: 660,
    },
  ],
  additions: [
    {
      place: 'student.rail',
      permission: 'group.read',
      order: 1,
      component: () => import('./components/rail-fact.tsx'),
    },
  ],
  home: [
    { id: 'module-choice', permission: 'module_choice.choose', order: 15, component: () => import('./home-card.tsx') },
  ],
  palette: {
    title: 'groups.list.title',
    permission: 'group.read',
    search: async (search, signal) => {
      // Fetched with the first search: the calls of a domain are no part of the first page.
      const { api } = await import('./api.ts');
      const { content } = await api.group.list.call(
        { search, size: 8 },
        {
          signal,
          context: { silent: true },
        },
      );
      return content.map((group) => ({
        id: `group-${group.id}`,
        title: group.name,
        description: group.course?.title ?? '',
        path: `/groups/${group.id}`,
      }));
    },
  },
});
