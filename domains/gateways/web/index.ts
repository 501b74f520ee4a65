import { IconCreditCard } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

/** Paying online, and what accounting sees of it. */
export const gatewaysDomain = defineDomain({
  name: 'gateways',
  pages: [
    page({
      path: '/payments/online',
      permission: 'gateway.pay',
      title: 'gateways.pay.title',
      component: () => import('./pages/pay.tsx'),
    }),
    page({
      path: '/payments/bank',
      permission: 'gateway.pay',
      title: 'gateways.bank.title',
      component: () => import('./pages/bank.tsx'),
    }),
    page({
      path: '/accounting/gateways',
      permission: 'gateway.read',
      title: 'gateways.title',
      component: () => import('./pages/gateways.tsx'),
    }),
  ],
  menu: [
    {
      id: 'accounting-gateways',
      parent: 'accounting',
      title: 'gateways.title',
      icon: IconCreditCard,
      path: '/accounting/gateways',
      order: 60,
    },
  ],
});
