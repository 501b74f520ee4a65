import { IconCertificate, IconMailCog } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

export { sha256, type Verdict, verify } from './verify.ts';

const anybody = {
  public: true,
  reason: 'whoever is shown a document may ask whether it is genuine',
  title: 'credentials.check.title',
  component: () => import('./pages/check.tsx'),
} as const;

export const credentialsDomain = defineDomain({
  name: 'credentials',
  pages: [
    page({ path: '/check', ...anybody }),
    page({ path: '/check/{code}', ...anybody }),
    page({
      path: '/blanks',
      permission: 'blank.read',
      title: 'credentials.blanks.title',
      component: () => import('./pages/blanks.tsx'),
    }),
    page({
      path: '/letter-templates',
      permission: 'letter_template.read',
      title: 'credentials.letters.title',
      component: () => import('./pages/letters.tsx'),
    }),
    page({
      path: '/issued-documents',
      permission: 'issued_document.read',
      title: 'credentials.title',
      component: () => import('./pages/documents.tsx'),
    }),
  ],
  menu: [
    {
      id: 'blanks',
      section: 'shell.section.students',
      title: 'credentials.blanks.title',
      icon: IconCertificate,
      path: '/blanks',
      order: 356,
    },
    {
      id: 'letter-templates',
      section: 'shell.section.students',
      title: 'credentials.letters.title',
      icon: IconMailCog,
      path: '/letter-templates',
      order: 357,
    },
    {
      id: 'issued-documents',
      section: 'shell.section.students',
      title: 'credentials.title',
      icon: IconCertificate,
      path: '/issued-documents',
      order: 355,
    },
  ],
});
