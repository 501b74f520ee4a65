import { IconAlertTriangle } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';
import { fullName } from '#platform/web/kit/show/values.ts';

const inside = { parent: 'early-warning', icon: IconAlertTriangle };

export const earlyWarningDomain = defineDomain({
  name: 'early-warning',
  home: [{ id: 'early-warning', permission: 'risk.act', order: 20, component: () => import('./home/waiting.tsx') }],
  pages: [
    page({
      path: '/early-warning',
      permission: 'risk.read',
      title: 'early-warning.list.title',
      component: () => import('./pages/cases.tsx'),
    }),
    page({
      path: '/early-warning/rules',
      permission: 'risk.read',
      title: 'early-warning.rules.title',
      component: () => import('./pages/rules.tsx'),
    }),
    page({
      path: '/early-warning/effect',
      permission: 'risk.read',
      title: 'early-warning.effect.title',
      component: () => import('./pages/effect.tsx'),
    }),
    page({
      path: '/early-warning/deputies',
      permission: 'risk.act',
      title: 'early-warning.deputy.title',
      component: () => import('./pages/deputies.tsx'),
    }),
    page({
      path: '/early-warning/{case_id}',
      permission: 'risk.read',
      title: 'early-warning.case.title',
      component: () => import('./pages/case.tsx'),
    }),
  ],
  menu: [
    {
      id: 'early-warning',
      section: 'shell.section.reports',
      title: 'early-warning.menu',
      icon: IconAlertTriangle,
      order: 865,
    },
    { id: 'early-warning-list', ...inside, title: 'early-warning.list.title', path: '/early-warning', order: 1 },
    {
      id: 'early-warning-rules',
      ...inside,
      title: 'early-warning.rules.title',
      path: '/early-warning/rules',
      order: 2,
    },
    {
      id: 'early-warning-effect',
      ...inside,
      title: 'early-warning.effect.title',
      path: '/early-warning/effect',
      order: 3,
    },
    {
      id: 'early-warning-deputies',
      ...inside,
      title: 'early-warning.deputy.title',
      path: '/early-warning/deputies',
      order: 4,
    },
  ],
  palette: {
    title: 'early-warning.list.title',
    permission: 'risk.read',
    search: async (search, signal) => {
      // Fetched with the first search: the calls of a domain are no part of the first page.
      const { api } = await import('./api.ts');
      const { content } = await api.risk.list.call({ search, size: 6 }, { signal, context: { silent: true } });
      return content.map((one) => ({
        id: `risk-${one.id}`,
        title: fullName(one.student),
        description: [one.student.student_no, one.student.group?.title].filter(Boolean).join(' · '),
        path: `/early-warning/${one.id}`,
      }));
    },
  },
});
