import { IconHome } from '@tabler/icons-react';
import { defineDomain, page } from './domain.ts';

/** The pages that belong to no domain. */
export const platformDomain = defineDomain({
  name: 'shell',
  pages: [
    page({
      path: '/home',
      title: 'shell.home.title',
      component: async () => ({ default: (await import('./shell/first.ts')).Home }),
    }),
    page({
      path: '/not-authorized',
      public: true,
      reason: 'whoever is refused is sent here',
      title: 'shell.not_authorized.title',
      component: () => import('./pages/not-authorized.tsx'),
    }),
    page({
      path: '/error',
      permission: 'shell.error',
      layout: 'blank',
      title: 'common.error_occurred',
      component: () => import('./pages/error.tsx'),
    }),
    page({ path: '/second-page', title: 'shell.second.title', component: () => import('./pages/second.tsx') }),
    page({
      path: '/page-embed',
      permission: 'shell.embed',
      title: 'shell.embed.title',
      component: () => import('./pages/embed.tsx'),
    }),
    // The controls with all their states, for those who build pages.
    ...(import.meta.env.DEV
      ? [page({ path: '/kit', title: 'kit.page.title', component: () => import('./kit/kit-page.tsx') })]
      : []),
  ],
  menu: [{ id: 'main', title: 'shell.home.title', icon: IconHome, path: '/home', order: 0 }],
});
