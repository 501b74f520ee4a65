import { IconBuildingBank, IconCalendarCheck, IconListCheck, IconScale } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

/** What banks told, and whether all of it agrees. */
export const bankingDomain = defineDomain({
  name: 'banking',
  pages: [
    page({
      path: '/accounting/statements',
      permission: 'statement.read',
      title: 'banking.statements.title',
      component: () => import('./pages/statements.tsx'),
    }),
    page({
      path: '/accounting/statements/import',
      permission: 'statement.manage',
      title: 'banking.import.title',
      component: () => import('./pages/import.tsx'),
    }),
    page({
      path: '/accounting/statements/rows',
      permission: 'statement.read',
      title: 'banking.rows.title',
      component: () => import('./pages/rows.tsx'),
    }),
    page({
      path: '/accounting/reconciliation',
      permission: 'reconciliation.read',
      title: 'banking.reconciliation.title',
      component: () => import('./pages/reconciliation.tsx'),
    }),
    page({
      path: '/accounting/days',
      permission: 'reconciliation.read',
      title: 'banking.days.title',
      component: () => import('./pages/days.tsx'),
    }),
  ],
  menu: [
    {
      id: 'accounting-statements',
      parent: 'accounting',
      title: 'banking.statements.title',
      icon: IconBuildingBank,
      path: '/accounting/statements',
      order: 32,
    },
    {
      id: 'accounting-statement-rows',
      parent: 'accounting',
      title: 'banking.rows.title',
      icon: IconListCheck,
      path: '/accounting/statements/rows',
      order: 34,
    },
    {
      id: 'accounting-reconciliation',
      parent: 'accounting',
      title: 'banking.reconciliation.title',
      icon: IconScale,
      path: '/accounting/reconciliation',
      order: 52,
    },
    {
      id: 'accounting-days',
      parent: 'accounting',
      title: 'banking.days.title',
      icon: IconCalendarCheck,
      path: '/accounting/days',
      order: 54,
    },
  ],
  home: [{ id: 'unmatched', permission: 'statement.read', order: 17, component: () => import('./home-card.tsx') }],
});
