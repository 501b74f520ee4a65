import { IconClipboardList, IconEdit, IconPencil } from '@tabler/icons-react';
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
      path: '/mark-entry/import',
      permission: 'mark.import',
      title: 'assessment.import.title',
      component: () => import('./pages/import.tsx'),
    }),
    page({
      path: '/marks',
      permission: ['mark.read', 'mark.own'],
      title: 'assessment.marks.title',
      component: () => import('./pages/marks.tsx'),
    }),
    page({
      path: '/mark-lesson',
      permission: 'mark.read',
      title: 'assessment.lesson.title',
      component: () => import('./pages/mark-lesson.tsx'),
    }),
    page({
      path: '/mark-assessment',
      permission: 'mark.read',
      title: 'assessment.work.title',
      component: () => import('./pages/mark-assessment.tsx'),
    }),
    page({
      path: '/mark-board',
      permission: 'mark.read',
      title: 'assessment.board.title',
      component: () => import('./pages/board.tsx'),
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
    page({
      path: '/mark-amendment',
      permission: 'amendment.read',
      title: 'assessment.amendment.title',
      component: () => import('./amendments/page.tsx'),
    }),
    page({
      path: '/exam-admission',
      permission: 'exam_admission.read',
      title: 'assessment.admission.title',
      component: () => import('./admission/page.tsx'),
    }),
    page({
      path: '/mark-ledger',
      permission: 'ledger.read',
      title: 'assessment.ledger.title',
      component: () => import('./ledger/page.tsx'),
    }),
    page({
      path: '/transcript',
      permission: 'transcript.read',
      title: 'assessment.transcript.title',
      component: () => import('./transcript/page.tsx'),
    }),
  ],
  home: [{ id: 'marks', permission: 'mark.enter', order: 15, component: () => import('./home-card.tsx') }],
  menu: [
    {
      id: 'mark-lesson',
      section: 'shell.section.teaching',
      title: 'assessment.lesson.title',
      icon: IconEdit,
      path: '/mark-lesson',
      order: 640,
    },
    {
      id: 'mark-assessment',
      section: 'shell.section.teaching',
      title: 'assessment.work.title',
      icon: IconPencil,
      path: '/mark-assessment',
      order: 650,
    },
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
      id: 'assessment-marks',
      title: 'assessment.marks.title',
      path: '/marks',
      order: 730,
    },
    {
      ...inAssessment,
      id: 'assessment-board',
      title: 'assessment.board.title',
      path: '/mark-board',
      order: 750,
    },
    {
      ...inAssessment,
      id: 'assessment-plan',
      title: 'assessment.plans.title',
      path: '/mark-plan',
      permission: 'mark.read',
      order: 715,
    },
    {
      ...inAssessment,
      id: 'mark-amendment',
      title: 'assessment.amendment.title',
      path: '/mark-amendment',
      order: 760,
    },
    {
      ...inAssessment,
      id: 'transcript',
      title: 'assessment.transcript.title',
      path: '/transcript',
      order: 770,
    },
    {
      ...inAssessment,
      id: 'exam-admission',
      title: 'assessment.admission.title',
      path: '/exam-admission',
      order: 755,
    },
    {
      ...inAssessment,
      id: 'mark-ledger',
      title: 'assessment.ledger.title',
      path: '/mark-ledger',
      order: 780,
    },
  ],
});
