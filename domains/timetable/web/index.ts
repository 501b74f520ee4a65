import { IconCalendarCog, IconClock, IconClockOff } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';
import { records } from './records.ts';

export const timetableDomain = defineDomain({
  name: 'timetable',
  pages: [
    page({
      path: '/timetable',
      permission: 'timetable.read',
      title: 'timetable.title',
      component: () => import('./pages/week.tsx'),
    }),
    page({
      path: '/timetable-drafts',
      permission: 'timetable.manage',
      title: 'timetable.drafts.title',
      component: () => import('./pages/drafts.tsx'),
    }),
    page({
      path: '/timetable-drafts/{timetable_id}',
      permission: 'timetable.manage',
      title: 'timetable.board.title',
      component: () => import('./pages/board.tsx'),
    }),
    page({
      path: '/timetable-wishes',
      permission: 'timetable_wish.read',
      title: 'timetable.wishes.title',
      component: () => import('./pages/wishes.tsx'),
    }),
    page({
      path: '/timetable-wishes/import',
      permission: 'timetable.manage',
      title: 'timetable.import.title',
      component: () => import('./pages/import.tsx'),
    }),
  ],
  menu: [
    {
      id: 'timetable',
      section: 'shell.section.schedule',
      title: 'timetable.title',
      icon: IconClock,
      path: '/timetable',
      order: 90,
    },
    {
      id: 'timetable-drafts',
      section: 'shell.section.schedule',
      title: 'timetable.drafts.title',
      icon: IconCalendarCog,
      path: '/timetable-drafts',
      order: 91,
    },
    {
      id: 'timetable-wishes',
      section: 'shell.section.schedule',
      title: 'timetable.wishes.title',
      icon: IconClockOff,
      path: '/timetable-wishes',
      order: 92,
    },
  ],
  records,
});
