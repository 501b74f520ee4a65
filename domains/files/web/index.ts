import { IconUpload } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

export { limitsQuery, upload, uploadFor, uploadPicture } from './upload.ts';

export const filesDomain = defineDomain({
  name: 'files',
  pages: [
    page({ path: '/media/upload/react', title: 'files.upload.title', component: () => import('./pages/upload.tsx') }),
    page({
      path: '/institution/uploads',
      permission: 'upload.settings',
      title: 'files.settings.title',
      component: () => import('./pages/settings.tsx'),
    }),
  ],
  menu: [
    {
      id: 'institution-uploads',
      parent: 'institution',
      permission: 'upload.settings',
      title: 'files.settings.title',
      icon: IconUpload,
      path: '/institution/uploads',
      order: 4,
    },
  ],
});
