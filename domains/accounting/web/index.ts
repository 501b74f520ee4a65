import {
  IconAlarm,
  IconArrowBackUp,
  IconBook2,
  IconCash,
  IconFileDescription,
  IconFileInvoice,
  IconFileText,
  IconReceipt2,
  IconScale,
} from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

const own = {
  public: true,
  reason: 'what study costs may be read by anybody; the own contract shows with a session',
  title: 'accounting.open.title',
  component: () => import('./pages/my-contract.tsx'),
} as const;
const payments = {
  permission: 'payment.read',
  title: 'accounting.payments.title',
  component: () => import('./pages/payments.tsx'),
} as const;

export const accountingDomain = defineDomain({
  name: 'accounting',
  pages: [
    page({ path: '/bachelor/contracts', ...own }),
    page({ path: '/master/contracts', ...own }),
    page({
      path: '/accounting/contract',
      permission: 'contract.read',
      title: 'accounting.contracts.title',
      component: () => import('./pages/contracts.tsx'),
    }),
    page({
      path: '/accounting/contract/import',
      permission: 'contract.manage',
      title: 'accounting.import_contracts.title',
      component: () => import('./pages/import-contracts.tsx'),
    }),
    page({
      path: '/accounting/agreements',
      permission: 'agreement.read',
      title: 'accounting.agreements.title',
      component: () => import('./pages/agreements.tsx'),
    }),
    page({ path: '/payments', ...payments }),
    page({ path: '/accounting/payments', ...payments }),
    page({
      path: '/payments/import',
      permission: 'payment.manage',
      title: 'accounting.import_payments.title',
      component: () => import('./pages/import-payments.tsx'),
    }),
    page({
      path: '/payments/import-fines',
      permission: 'debit.manage',
      title: 'accounting.import_fines.title',
      component: () => import('./pages/import-fines.tsx'),
    }),
    page({
      path: '/debit',
      permission: 'debit.read',
      title: 'accounting.debits.title',
      component: () => import('./pages/debit.tsx'),
    }),
    page({
      path: '/accounting/invoices',
      permission: 'invoice.read',
      title: 'accounting.invoices.title',
      component: () => import('./pages/invoices.tsx'),
    }),
    page({
      path: '/accounting/debtors',
      permission: 'debit.read',
      title: 'accounting.debtors.title',
      component: () => import('./pages/debtors.tsx'),
    }),
    page({
      path: '/accounting/refunds',
      permission: 'payment.read',
      title: 'accounting.refunds.title',
      component: () => import('./pages/refunds.tsx'),
    }),
    page({
      path: '/accounting/journal',
      permission: 'journal.read',
      title: 'accounting.journal.title',
      component: () => import('./pages/journal.tsx'),
    }),
    page({
      path: '/accounting/journal/entries',
      permission: 'journal.read',
      title: 'accounting.entries.title',
      component: () => import('./pages/journal-entries.tsx'),
    }),
  ],
  menu: [
    { id: 'accounting', section: 'shell.section.finance', title: 'accounting.menu', icon: IconCash, order: 80 },
    {
      id: 'accounting-contracts',
      parent: 'accounting',
      title: 'accounting.contracts.title',
      icon: IconFileText,
      path: '/accounting/contract',
      order: 10,
    },
    {
      id: 'accounting-agreements',
      parent: 'accounting',
      title: 'accounting.agreements.title',
      icon: IconFileDescription,
      path: '/accounting/agreements',
      order: 20,
    },
    {
      id: 'accounting-invoices',
      parent: 'accounting',
      title: 'accounting.invoices.title',
      icon: IconFileInvoice,
      path: '/accounting/invoices',
      order: 25,
    },
    {
      id: 'accounting-payments',
      parent: 'accounting',
      title: 'accounting.payments.title',
      icon: IconReceipt2,
      path: '/payments',
      order: 30,
    },
    {
      id: 'accounting-refunds',
      parent: 'accounting',
      title: 'accounting.refunds.title',
      icon: IconArrowBackUp,
      path: '/accounting/refunds',
      order: 36,
    },
    {
      id: 'accounting-debit',
      parent: 'accounting',
      title: 'accounting.debits.title',
      icon: IconScale,
      path: '/debit',
      // Students see the same on the page of their contract.
      shown: (scope) => scope('debit.read') === 'institution',
      order: 40,
    },
    {
      id: 'accounting-debtors',
      parent: 'accounting',
      title: 'accounting.debtors.title',
      icon: IconAlarm,
      path: '/accounting/debtors',
      shown: (scope) => scope('debit.read') === 'institution',
      order: 45,
    },
    {
      id: 'accounting-journal',
      parent: 'accounting',
      title: 'accounting.journal.title',
      icon: IconBook2,
      path: '/accounting/journal',
      order: 50,
    },
  ],
  additions: [
    {
      place: 'student.record',
      title: 'accounting.record',
      permission: 'payment.read',
      component: () => import('./components/of-student.tsx'),
    },
    {
      place: 'student.rail',
      permission: 'debit.read',
      order: 4,
      component: () => import('./components/rail-fact.tsx'),
    },
    {
      place: 'application.rail',
      permission: 'contract.read',
      order: 1,
      component: () => import('./components/application-fact.tsx'),
    },
  ],
  home: [
    { id: 'own-debt', permission: 'debit.read', order: 18, component: () => import('./home-card.tsx') },
    { id: 'refunds', permission: 'payment.manage', order: 18, component: () => import('./refunds-card.tsx') },
  ],
  palette: {
    title: 'accounting.contracts.title',
    permission: 'contract.read',
    search: async (search, signal) => {
      // Fetched with the first search: the calls of a domain are no part of the first page.
      const { api } = await import('./api.ts');
      const { content } = await api.contract.list.call(
        { search, size: 8 },
        {
          signal,
          context: { silent: true },
        },
      );
      return content.map((one) => ({
        id: `contract-${one.id}`,
        title: one.number,
        description: one.payer_name,
        path: `/accounting/contract?open=${one.id}`,
      }));
    },
  },
});
