import { IconCheckbox, IconHelpCircle, IconQrcode, IconTable } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';
import { records } from './records.ts';

export const attendanceDomain = defineDomain({
  name: 'attendance',
  overlays: [{ id: 'registers', permission: 'attendance.mark', component: () => import('./sender.tsx') }],
  pages: [
    page({
      path: '/attendance',
      permission: ['attendance.mark', 'attendance.correct', 'attendance.plan', 'attendance.read'],
      title: 'attendance.day.title',
      component: () => import('./pages/day.tsx'),
    }),
    page({
      path: '/attendance-lessons',
      permission: 'attendance.read',
      title: 'attendance.lessons.title',
      component: () => import('./pages/lessons.tsx'),
    }),
    page({
      path: '/attendance-students',
      permission: 'attendance.read',
      title: 'attendance.students.title',
      component: () => import('./pages/students.tsx'),
    }),
    page({
      path: '/attendance-list',
      permission: 'attendance.read',
      title: 'attendance.list.title',
      component: () => import('./pages/tables.tsx'),
    }),
    page({
      path: '/attendance/reason',
      permission: 'attendance_reason.read',
      title: 'attendance.reason.title',
      component: () => import('./pages/reasons.tsx'),
    }),
    page({
      path: '/attendance/check-in',
      permission: 'attendance.check_in',
      title: 'attendance.check_in.title',
      component: () => import('./pages/check-in.tsx'),
    }),
  ],
  menu: [
    {
      id: 'attendance',
      section: 'shell.section.teaching',
      title: 'attendance.menu',
      icon: IconCheckbox,
      order: 560,
    },
    {
      id: 'attendance-day',
      parent: 'attendance',
      title: 'attendance.day.title',
      icon: IconCheckbox,
      path: '/attendance',
      permission: ['attendance.mark', 'attendance.correct', 'attendance.plan'],
      order: 561,
    },
    {
      id: 'attendance-lessons',
      parent: 'attendance',
      title: 'attendance.lessons.title',
      icon: IconCheckbox,
      path: '/attendance-lessons',
      order: 562,
    },
    {
      id: 'attendance-students',
      parent: 'attendance',
      title: 'attendance.students.title',
      icon: IconCheckbox,
      path: '/attendance-students',
      order: 563,
    },
    {
      id: 'attendance-check-in',
      parent: 'attendance',
      title: 'attendance.check_in.title',
      icon: IconQrcode,
      path: '/attendance/check-in',
      order: 564,
    },
    {
      id: 'attendance-list',
      section: 'shell.section.teaching',
      title: 'attendance.list.title',
      icon: IconTable,
      path: '/attendance-list',
      order: 570,
    },
    {
      id: 'attendance-reason',
      section: 'shell.section.teaching',
      title: 'attendance.reason.title',
      icon: IconHelpCircle,
      path: '/attendance/reason',
      order: 630,
    },
  ],
  records,
});
