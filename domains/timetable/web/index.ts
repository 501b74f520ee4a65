import {
  IconArmchair,
  IconCalendarCog,
  IconClock,
  IconClockOff,
  IconListCheck,
  IconPencilCheck,
} from '@tabler/icons-react';
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
    page({
      path: '/timetable-needs',
      permission: 'timetable.manage',
      title: 'timetable.needs.title',
      component: () => import('./pages/needs.tsx'),
    }),
    page({
      path: '/timetable-needs/import',
      permission: 'timetable.manage',
      title: 'timetable.needs_import.title',
      component: () => import('./pages/needs-import.tsx'),
    }),
    page({
      path: '/timetable-settings',
      permission: 'timetable.manage',
      title: 'timetable.settings.title',
      component: () => import('./pages/settings.tsx'),
    }),
    page({
      path: '/timetable-rooms/import',
      permission: 'reference.manage',
      title: 'timetable.rooms_import.title',
      component: () => import('./pages/rooms-import.tsx'),
    }),
    page({
      path: '/timetable-ways/import',
      permission: 'timetable.manage',
      title: 'timetable.ways_import.title',
      component: () => import('./pages/walking-times-import.tsx'),
    }),
    page({
      path: '/exams',
      permission: 'exam.own',
      title: 'timetable.exams.own',
      component: () => import('./pages/exams.tsx'),
    }),
    page({
      path: '/exam-periods',
      permission: 'exam_period.read',
      title: 'timetable.exam_periods.title',
      component: () => import('./pages/exam-periods.tsx'),
    }),
    page({
      path: '/exam-periods/{period_id}',
      permission: 'exam_period.read',
      title: 'timetable.exam_periods.title',
      component: () => import('./pages/exam-period.tsx'),
    }),
  ],
  additions: [
    {
      place: 'staff.rail',
      permission: 'timetable.read',
      order: 2,
      component: () => import('./components/staff-fact.tsx'),
    },
  ],
  home: [{ id: 'exams', permission: 'exam.own', order: 12, component: () => import('./components/home-exams.tsx') }],
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
    {
      id: 'timetable-needs',
      section: 'shell.section.schedule',
      title: 'timetable.needs.title',
      icon: IconListCheck,
      path: '/timetable-needs',
      order: 92.5,
    },
    {
      id: 'own-exams',
      section: 'shell.section.schedule',
      title: 'timetable.exams.own',
      icon: IconPencilCheck,
      path: '/exams',
      order: 93,
    },
    {
      id: 'exam-periods',
      section: 'shell.section.schedule',
      title: 'timetable.exam_periods.title',
      icon: IconArmchair,
      path: '/exam-periods',
      order: 94,
    },
  ],
  records,
});
