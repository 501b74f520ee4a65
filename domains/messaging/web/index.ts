import { IconMail, IconMailForward, IconProgressCheck } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

export const messagingDomain = defineDomain({
  name: 'messaging',
  pages: [
    page({
      path: '/email-templates',
      permission: 'email_template.read',
      title: 'messaging.templates.title',
      component: () => import('./pages/email-templates.tsx'),
    }),
    page({
      path: '/outbox',
      permission: 'outbox.read',
      title: 'messaging.outbox.title',
      component: () => import('./pages/outbox.tsx'),
    }),
    page({ path: '/jobs', title: 'messaging.jobs.title', component: () => import('./pages/jobs.tsx') }),
  ],
  menu: [
    { id: 'email-templates', title: 'messaging.templates.title', icon: IconMail, path: '/email-templates', order: 800 },
    { id: 'outbox', title: 'messaging.outbox.title', icon: IconMailForward, path: '/outbox', order: 810 },
    { id: 'jobs', title: 'messaging.jobs.title', icon: IconProgressCheck, path: '/jobs', order: 820 },
  ],
});
