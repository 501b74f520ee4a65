import { IconInbox } from '@tabler/icons-react';
import { defineDomain, type MenuEntry, type Page } from '#platform/web/index.ts';
import { fullName } from '#platform/web/kit/show/values.ts';
import { applyHome, applyMenu, applyPages } from './apply/pages.ts';
import { deskMenu, deskPages } from './desk/index.ts';
import { flavourPaths, readsOthers } from './paths.ts';

/** Pages that both sides share: staff see what others sent, applicants what they sent themselves. */
const shared: Page[] = Object.values(flavourPaths).map(({ list, permission, title }) => ({
  path: list,
  permission,
  title,
  component: () => import('./pages/applications.tsx'),
}));

const menu: MenuEntry[] = [
  {
    id: 'applications',
    section: 'shell.section.applications',
    title: 'admissions.menu.applications',
    icon: IconInbox,
    order: 200,
  },
  ...(['plain', 'general', 'st_course'] as const).map((name, at) => ({
    id: `applications-${name}`,
    parent: 'applications',
    title: flavourPaths[name].title,
    icon: IconInbox,
    path: flavourPaths[name].list,
    shown: readsOthers(name),
    order: at,
  })),
];

export const admissionsDomain = defineDomain({
  name: 'admissions',
  pages: [...shared, ...applyPages, ...deskPages],
  menu: [...menu, ...applyMenu, ...deskMenu],
  home: [
    ...applyHome,
    { id: 'admission', permission: 'application.desk', order: 25, component: () => import('./desk/home-card.tsx') },
  ],
  palette: {
    title: 'admissions.menu.guests',
    permission: 'guest.read',
    search: async (search, signal) => {
      // Fetched with the first search: the calls of a domain are no part of the first page.
      const { api } = await import('./api.ts');
      const { content } = await api.guests.list.call(
        { search, size: 6 },
        {
          signal,
          context: { silent: true },
        },
      );
      return content.map((guest) => ({
        id: `guest-${guest.id}`,
        title: fullName(guest),
        description: guest.application?.number ?? guest.phone ?? '',
        path: `/guest-users/${guest.id}`,
      }));
    },
  },
});
