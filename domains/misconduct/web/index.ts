import {
  IconChartBar,
  IconEye,
  IconFlag,
  IconGavel,
  IconListDetails,
  IconMessageExclamation,
  IconScale,
} from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';
import { records } from './records.ts';

export const misconductDomain = defineDomain({
  name: 'misconduct',
  records,
  home: [{ id: 'cases', permission: 'offence.read', order: 35, component: () => import('./home/waiting.tsx') }],
  pages: [
    page({
      path: '/offence',
      permission: 'offence.read',
      title: 'misconduct.desk.title',
      component: () => import('./pages/desk.tsx'),
    }),
    page({
      path: '/offence-read',
      permission: 'offence.read',
      title: 'misconduct.own.title',
      component: () => import('./pages/own.tsx'),
    }),
    page({
      path: '/report-misconduct',
      permission: 'offence.report',
      title: 'misconduct.report.title',
      component: () => import('./pages/report.tsx'),
    }),
    page({
      path: '/offence-types',
      permission: 'offence_type.manage',
      title: 'misconduct.types.title',
      component: () => import('./pages/types.tsx'),
    }),
    page({
      path: '/offence-tariffs',
      permission: 'offence_type.manage',
      title: 'misconduct.tariffs.title',
      component: () => import('./pages/tariffs.tsx'),
    }),
    page({
      path: '/invigilation',
      permission: 'invigilation.read',
      title: 'misconduct.invigilation.title',
      component: () => import('./pages/invigilation.tsx'),
    }),
    page({
      path: '/invigilation/{invigilation_id}',
      permission: 'invigilation.read',
      title: 'misconduct.minutes.title',
      component: () => import('./pages/minutes.tsx'),
    }),
    page({
      path: '/offence-statistics',
      permission: 'offence.statistics',
      title: 'misconduct.statistics.title',
      component: () => import('./pages/statistics.tsx'),
    }),
  ],
  menu: [
    {
      id: 'offence',
      section: 'shell.section.conduct',
      title: 'misconduct.desk.title',
      icon: IconGavel,
      path: '/offence',
      // Students have a page of their own for what is theirs.
      shown: (scope) => scope('offence.read') !== 'own',
      order: 760,
    },
    {
      id: 'offence-own',
      section: 'shell.section.conduct',
      title: 'misconduct.own.title',
      icon: IconMessageExclamation,
      path: '/offence-read',
      shown: (scope) => scope('offence.read') === 'own',
      order: 761,
    },
    {
      id: 'report-misconduct',
      section: 'shell.section.conduct',
      title: 'misconduct.report.title',
      icon: IconFlag,
      path: '/report-misconduct',
      order: 770,
    },
    {
      id: 'invigilation',
      section: 'shell.section.conduct',
      title: 'misconduct.invigilation.title',
      icon: IconEye,
      path: '/invigilation',
      order: 765,
    },
    {
      id: 'offence-tariffs',
      section: 'shell.section.conduct',
      title: 'misconduct.tariffs.title',
      icon: IconScale,
      path: '/offence-tariffs',
      order: 772,
    },
    {
      id: 'offence-types',
      section: 'shell.section.conduct',
      title: 'misconduct.types.title',
      icon: IconListDetails,
      path: '/offence-types',
      order: 771,
    },
    {
      id: 'offence-statistics',
      section: 'shell.section.conduct',
      title: 'misconduct.statistics.title',
      icon: IconChartBar,
      path: '/offence-statistics',
      order: 773,
    },
  ],
});
