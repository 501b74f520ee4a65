import { defineDomain, page } from '#platform/web/index.ts';

export { limitsQuery, upload, uploadFor, uploadPicture } from './upload.ts';

export const filesDomain = defineDomain({
  name: 'files',
  pages: [
    page({ path: '/media/upload/react', title: 'files.upload.title', component: () => import('./pages/upload.tsx') }),
  ],
});
