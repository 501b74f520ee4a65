import { IconCalendar } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

export const calendarDomain = defineDomain({
  name: 'calendar',
  pages: [
    page({
      path: '/calendar',
      permission: 'calendar.read',
      title: 'calendar.title',
      component: () => import('./pages/calendar.tsx'),
    }),
  ],
  menu: [
    {
      id: 'calendar',
      section: 'shell.section.schedule',
      title: 'calendar.title',
      icon: IconCalendar,
      path: '/calendar',
      order: 100,
    },
  ],
  lead: [{ id: 'now', permission: 'calendar.read', component: () => import('./home/now.tsx') }],
});
