import { IconCertificate } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

const inside = { parent: 'student-letters', icon: IconCertificate };

export const certificatesDomain = defineDomain({
  name: 'certificates',
  pages: [
    page({
      path: '/certificates',
      permission: 'certificate.issue',
      title: 'certificates.issues.title',
      component: () => import('./pages/issues.tsx'),
    }),
    page({
      path: '/certificates/issue',
      permission: 'certificate.issue',
      title: 'certificates.give.title',
      component: () => import('./pages/give.tsx'),
    }),
    page({
      path: '/certificates/{issue_id}',
      permission: 'certificate.issue',
      title: 'certificates.issues.title',
      component: () => import('./pages/issue.tsx'),
    }),
    page({
      path: '/certificate-templates',
      permission: 'certificate_template.manage',
      title: 'certificates.templates.title',
      component: () => import('./pages/templates.tsx'),
    }),
    page({
      path: '/certificate-templates/{id}',
      permission: 'certificate_template.manage',
      title: 'certificates.templates.title',
      component: () => import('./pages/template.tsx'),
    }),
  ],
  menu: [
    { id: 'certificates', ...inside, title: 'certificates.issues.title', path: '/certificates', order: 7 },
    {
      id: 'certificate-templates',
      ...inside,
      title: 'certificates.templates.title',
      path: '/certificate-templates',
      order: 8,
    },
  ],
});
