import { IconAccessible } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

/** Dates are shown where the work is; what is decided about one has pages of whoever decides. */
export const deadlinesDomain = defineDomain({
  name: 'deadlines',
  pages: [
    page({
      path: '/exam-arrangements',
      permission: 'exam_arrangement.read',
      title: 'deadlines.arrangements.title',
      component: () => import('./pages/arrangements.tsx'),
    }),
  ],
  menu: [
    {
      id: 'exam-arrangements',
      section: 'shell.section.schedule',
      title: 'deadlines.arrangements.title',
      icon: IconAccessible,
      path: '/exam-arrangements',
      order: 95,
    },
  ],
});
