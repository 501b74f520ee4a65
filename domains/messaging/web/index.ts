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
    page({
      path: '/jobs',
      permission: 'shell.jobs',
      title: 'messaging.jobs.title',
      component: () => import('./pages/jobs.tsx'),
    }),
  ],
  menu: [
    {
      id: 'email-templates',
      section: 'shell.section.messages',
      title: 'messaging.templates.title',
      icon: IconMail,
      path: '/email-templates',
      order: 880,
    },
    {
      id: 'outbox',
      section: 'shell.section.messages',
      title: 'messaging.outbox.title',
      icon: IconMailForward,
      path: '/outbox',
      order: 890,
    },
    {
      id: 'jobs',
      section: 'shell.section.messages',
      title: 'messaging.jobs.title',
      icon: IconProgressCheck,
      path: '/jobs',
      order: 900,
    },
  ],
  navbar: [{ id: 'notices', permission: 'shell.notices', component: () => import('./notices.tsx') }],
  // First of all cards: what concerns this person and no one else.
  home: [
    { id: 'notices', order: 0, component: () => import('./notices-card.tsx') },
    { id: 'messages', permission: 'outbox.read', order: 890, component: () => import('./messages-card.tsx') },
  ],
});
