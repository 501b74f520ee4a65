import { IconClipboardList } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';
import { records } from './records.ts';

const inAssessment = { parent: 'assessment', icon: IconClipboardList };

export const assessmentDomain = defineDomain({
  name: 'assessment',
  records,
  pages: [
    page({
      path: '/mark-entry',
      permission: 'mark.read',
      title: 'assessment.entry.title',
      component: () => import('./pages/entry.tsx'),
    }),
    page({
      path: '/mark-plan',
      permission: 'assessment_plan.read',
      title: 'assessment.plans.title',
      component: () => import('./pages/plans.tsx'),
    }),
    page({
      path: '/mark-plan/{course_module_id}',
      permission: 'assessment_plan.read',
      title: 'assessment.plan.title',
      component: () => import('./pages/plan.tsx'),
    }),
  ],
  menu: [
    {
      id: 'assessment',
      section: 'shell.section.assessment',
      title: 'assessment.menu',
      icon: IconClipboardList,
      order: 710,
    },
    {
      ...inAssessment,
      id: 'assessment-entry',
      title: 'assessment.entry.title',
      path: '/mark-entry',
      order: 720,
    },
    {
      ...inAssessment,
      id: 'assessment-plan',
      title: 'assessment.plans.title',
      path: '/mark-plan',
      permission: 'mark.read',
      order: 715,
    },
  ],
});
