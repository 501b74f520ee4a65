import { IconSignature } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

export { SignatureFacts } from './components/facts.tsx';
export { SignDialog } from './components/sign-dialog.tsx';

const anybody = {
  public: true,
  reason: 'whoever holds a signed file may ask who signed it',
  title: 'signatures.check.title',
  component: () => import('./pages/check.tsx'),
} as const;

export const signaturesDomain = defineDomain({
  name: 'signatures',
  pages: [
    page({ path: '/signature', ...anybody }),
    page({ path: '/signature/{code}', ...anybody }),
    page({
      path: '/institution/signatures',
      permission: 'signature.settings',
      title: 'signatures.settings.title',
      component: () => import('./pages/settings.tsx'),
    }),
  ],
  menu: [
    {
      id: 'institution-signatures',
      parent: 'institution',
      permission: 'signature.settings',
      title: 'signatures.settings.title',
      icon: IconSignature,
      path: '/institution/signatures',
      order: 5,
    },
  ],
});
