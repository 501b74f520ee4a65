import { IconSignature } from '@tabler/icons-react';
import { defineDomain, later, page } from '#platform/web/index.ts';

export const SignatureFacts = later(async () => (await import('./components/facts.tsx')).SignatureFacts);
export const SignDialog = later(async () => (await import('./components/sign-dialog.tsx')).SignDialog);

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
