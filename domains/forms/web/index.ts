import { IconMailQuestion } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

const sees = ['form_request.read', 'form_request.handle'] as const;
const inside = { parent: 'student-letters', icon: IconMailQuestion };

export const formsDomain = defineDomain({
  name: 'forms',
  home: [
    { id: 'requests', permission: 'form_request.handle', order: 41, component: () => import('./home/office.tsx') },
    { id: 'own-requests', permission: 'form_request.ask', order: 14, component: () => import('./home/own.tsx') },
  ],
  pages: [
    page({
      path: '/request-form',
      permission: 'form_request.ask',
      title: 'forms.catalogue.title',
      component: () => import('./pages/catalogue.tsx'),
    }),
    page({
      path: '/request-form/create/{id}',
      permission: 'form_request.ask',
      title: 'forms.fill.title',
      component: () => import('./pages/fill.tsx'),
    }),
    page({
      path: '/forms-for-student',
      permission: 'form_request.ask',
      title: 'forms.own.title',
      component: () => import('./pages/own.tsx'),
    }),
    page({
      path: '/incoming-forms',
      permission: sees,
      title: 'forms.desk.title',
      component: () => import('./pages/desk.tsx'),
    }),
    page({
      path: '/form',
      permission: 'certificate.issue',
      title: 'forms.counter.title',
      component: () => import('./pages/certificates.tsx'),
    }),
    page({
      path: '/form/forms',
      permission: 'form.manage',
      title: 'forms.builder.title',
      component: () => import('./pages/forms.tsx'),
    }),
    page({
      path: '/form/type',
      permission: 'form.manage',
      title: 'forms.types.title',
      component: () => import('./pages/types.tsx'),
    }),
  ],
  menu: [
    {
      id: 'student-letters',
      section: 'shell.section.teaching',
      title: 'forms.menu',
      icon: IconMailQuestion,
      order: 560,
    },
    { id: 'forms-for-student', ...inside, title: 'forms.own.title', path: '/forms-for-student', order: 1 },
    { id: 'request-form', ...inside, title: 'forms.catalogue.title', path: '/request-form', order: 2 },
    { id: 'incoming-forms', ...inside, title: 'forms.desk.title', path: '/incoming-forms', order: 3 },
    { id: 'form', ...inside, title: 'forms.counter.title', path: '/form', order: 4 },
    { id: 'form-type', ...inside, title: 'forms.types.title', path: '/form/type', order: 5 },
    { id: 'form-forms', ...inside, title: 'forms.builder.title', path: '/form/forms', order: 6 },
  ],
});
