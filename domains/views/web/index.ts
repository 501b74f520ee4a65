import { defineDomain } from '#platform/web/index.ts';
import { records } from './records.ts';

export const viewsDomain = defineDomain({
  name: 'views',
  records,
  pages: [],
  additions: [{ place: 'list.views', component: () => import('./components/views-menu.tsx') }],
});
