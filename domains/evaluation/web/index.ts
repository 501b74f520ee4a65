import { IconThumbUp } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

const inside = { parent: 'evaluation', icon: IconThumbUp };

export const evaluationDomain = defineDomain({
  name: 'evaluation',
  home: [
    { id: 'evaluation-own', permission: 'evaluation.vote', order: 12, component: () => import('./home/own.tsx') },
    { id: 'evaluation-desk', permission: 'evaluation.manage', order: 46, component: () => import('./home/desk.tsx') },
    { id: 'evaluation-said', permission: 'evaluation.reply', order: 47, component: () => import('./home/said.tsx') },
  ],
  pages: [
    page({
      path: '/evaluation',
      permission: 'evaluation.vote',
      title: 'evaluation.own.title',
      component: () => import('./pages/own.tsx'),
    }),
    page({
      path: '/evaluation/vote/{unit_id}',
      permission: 'evaluation.vote',
      title: 'evaluation.vote.title',
      component: () => import('./pages/vote.tsx'),
    }),
    page({
      path: '/evaluation/results',
      permission: 'evaluation.read',
      title: 'evaluation.results.title',
      component: () => import('./pages/results.tsx'),
    }),
    page({
      path: '/evaluation/results/{result_id}',
      permission: 'evaluation.read',
      title: 'evaluation.result',
      component: () => import('./pages/result.tsx'),
    }),
    page({
      path: '/evaluation/teachers/own',
      permission: 'evaluation.reply',
      title: 'evaluation.teacher.title',
      component: () => import('./pages/teacher.tsx'),
    }),
    page({
      path: '/evaluation/teachers/{staff_id}',
      permission: 'evaluation.read',
      title: 'evaluation.teacher.title',
      component: () => import('./pages/teacher.tsx'),
    }),
    page({
      path: '/evaluation/periods',
      permission: 'evaluation.manage',
      title: 'evaluation.period.title',
      component: () => import('./pages/periods.tsx'),
    }),
    page({
      path: '/evaluation/questionnaires',
      permission: 'evaluation.manage',
      title: 'evaluation.questionnaire.title',
      component: () => import('./pages/questionnaires.tsx'),
    }),
    page({
      path: '/evaluation/questionnaires/{questionnaire_id}',
      permission: 'evaluation.manage',
      title: 'evaluation.questionnaire.build',
      component: () => import('./pages/builder.tsx'),
    }),
  ],
  menu: [
    {
      id: 'evaluation',
      section: 'shell.section.conduct',
      title: 'evaluation.menu',
      icon: IconThumbUp,
      order: 807,
    },
    { id: 'evaluation-own', ...inside, title: 'evaluation.own.title', path: '/evaluation', order: 1 },
    { id: 'evaluation-results', ...inside, title: 'evaluation.results.title', path: '/evaluation/results', order: 2 },
    { id: 'evaluation-periods', ...inside, title: 'evaluation.period.title', path: '/evaluation/periods', order: 3 },
    {
      id: 'evaluation-questionnaires',
      ...inside,
      title: 'evaluation.questionnaire.title',
      path: '/evaluation/questionnaires',
      order: 4,
    },
  ],
  palette: {
    title: 'evaluation.results.title',
    permission: 'evaluation.read',
    search: async (search, signal) => {
      // Fetched with the first search: the calls of a domain are no part of the first page.
      const { api } = await import('./api.ts');
      const found = await api.result.list.call({ search, size: 8 }, { signal, context: { silent: true } });
      return found.content.map((one) => ({
        id: `evaluation-${one.id}`,
        title: `${one.module}, ${one.teacher}`,
        description: `${one.period} · ${one.year}`,
        path: `/evaluation/results/${one.id}`,
      }));
    },
  },
});
