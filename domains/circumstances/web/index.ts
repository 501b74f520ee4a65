import { IconHeartHandshake } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

const reads = ['circumstance.read', 'circumstance.panel'] as const;
const inside = { parent: 'circumstances', icon: IconHeartHandshake };

export const circumstancesDomain = defineDomain({
  name: 'circumstances',
  home: [
    { id: 'claims', permission: 'circumstance.decide', order: 42, component: () => import('./home/office.tsx') },
    { id: 'panel', permission: 'circumstance.panel', order: 43, component: () => import('./home/panel.tsx') },
    { id: 'own-claims', permission: 'circumstance.submit', order: 13, component: () => import('./home/own.tsx') },
  ],
  pages: [
    page({
      path: '/ec-submit',
      permission: 'circumstance.submit',
      title: 'circumstances.submit.title',
      component: () => import('./pages/submit.tsx'),
    }),
    page({
      path: '/ec',
      permission: reads,
      title: 'circumstances.list.title',
      component: () => import('./pages/claims.tsx'),
    }),
    page({
      path: '/ec/reasons',
      permission: 'circumstance.decide',
      title: 'circumstances.template.title',
      component: () => import('./pages/reasons.tsx'),
    }),
    page({
      path: '/ec/rules',
      permission: 'circumstance.settings',
      title: 'circumstances.rules.title',
      component: () => import('./pages/rules.tsx'),
    }),
    page({
      path: '/ec/statistics',
      permission: 'circumstance.statistics',
      title: 'circumstances.statistics.title',
      component: () => import('./pages/statistics.tsx'),
    }),
    page({
      path: '/ec/{claim_id}',
      permission: reads,
      title: 'circumstances.claim.title',
      component: () => import('./pages/claim.tsx'),
    }),
  ],
  menu: [
    {
      id: 'circumstances',
      section: 'shell.section.conduct',
      title: 'circumstances.menu',
      icon: IconHeartHandshake,
      order: 790,
    },
    { id: 'ec-submit', ...inside, title: 'circumstances.submit.title', path: '/ec-submit', order: 1 },
    { id: 'ec', ...inside, title: 'circumstances.list.title', path: '/ec', order: 2 },
    { id: 'ec-statistics', ...inside, title: 'circumstances.statistics.title', path: '/ec/statistics', order: 3 },
    { id: 'ec-reasons', ...inside, title: 'circumstances.template.title', path: '/ec/reasons', order: 4 },
    { id: 'ec-rules', ...inside, title: 'circumstances.rules.title', path: '/ec/rules', order: 5 },
  ],
});
