import { defineDomain } from '#platform/web/index.ts';

export const viewsDomain = defineDomain({
  name: 'views',
  pages: [],
  additions: [{ place: 'list.views', component: () => import('./components/views-menu.tsx') }],
});
