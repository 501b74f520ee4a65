import { IconBriefcase, IconChartBar, IconFileCv, IconFileText, IconSettings } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';
import { offersBadge } from './badge.ts';

const inside = { parent: 'careers' };

export const careersDomain = defineDomain({
  name: 'careers',
  home: [
    { id: 'cvs', permission: 'cv.review', order: 44, component: () => import('./home/curator.tsx') },
    { id: 'own-career', permission: 'job_offer.answer', order: 14, component: () => import('./home/own.tsx') },
  ],
  overlays: [{ id: 'need-for-job', permission: 'cv.write', component: () => import('./components/need-modal.tsx') }],
  palette: {
    title: 'careers.palette',
    permission: 'job_offer.read',
    search: async (search, signal) => {
      // Fetched with the first search: the calls of a domain are no part of the first page.
      const { api } = await import('./api.ts');
      const options = { signal, context: { silent: true } };
      // Whoever reads offers reads CVs, by the same reach; of drafts nobody else learns.
      const [offers, cvs] = await Promise.all([
        api.job_offer.list.call({ search, size: 6 }, options),
        api.cv.list.call({ search, size: 6 }, options),
      ]);
      return [
        ...offers.content.map((offer) => ({
          id: `offer-${offer.id}`,
          title: offer.title,
          description: offer.employer,
          path: `/job_offer?open=${offer.id}`,
        })),
        ...cvs.content.map((one) => ({
          id: `cv-${one.id}`,
          title: [one.student.lastname, one.student.firstname].join(' '),
          description: one.headline,
          path: one.own ? '/cv/create/own' : `/cv/create/${one.id}`,
        })),
      ];
    },
  },
  pages: [
    page({
      path: '/cv',
      permission: 'cv.read',
      title: 'careers.cvs.title',
      component: () => import('./pages/cvs.tsx'),
    }),
    page({
      path: '/cv/create/own',
      permission: 'cv.write',
      title: 'careers.cv.own',
      component: () => import('./pages/own-cv.tsx'),
    }),
    page({
      path: '/cv/create/{id}',
      permission: 'cv.read',
      title: 'careers.cv.title',
      component: () => import('./pages/cv.tsx'),
    }),
    page({
      path: '/cv/statistics',
      permission: 'career.statistics',
      title: 'careers.statistics.title',
      component: () => import('./pages/statistics.tsx'),
    }),
    page({
      path: '/cv/settings',
      permission: 'cv.review',
      title: 'careers.settings.title',
      component: () => import('./pages/settings.tsx'),
    }),
    page({
      path: '/job_offer',
      permission: 'job_offer.read',
      title: 'careers.offers.title',
      component: () => import('./pages/offers.tsx'),
    }),
    page({
      path: '/employer/{token}',
      public: true,
      reason: 'employers have no account: their link opens one offer and ends',
      title: 'careers.guest.title',
      component: () => import('./pages/guest.tsx'),
    }),
  ],
  menu: [
    { id: 'careers', section: 'shell.section.teaching', title: 'careers.menu', icon: IconBriefcase, order: 580 },
    {
      id: 'cv',
      ...inside,
      title: 'careers.cvs.title',
      icon: IconFileCv,
      path: '/cv',
      // Whoever has one of their own has no list of others.
      shown: (scope) => scope('cv.read') !== 'own',
      order: 1,
    },
    {
      id: 'cv-own',
      ...inside,
      title: 'careers.cv.own',
      icon: IconFileText,
      path: '/cv/create/own',
      order: 2,
    },
    {
      id: 'job-offers',
      ...inside,
      title: 'careers.offers.title',
      icon: IconBriefcase,
      path: '/job_offer',
      order: 3,
      badge: offersBadge,
    },
    {
      id: 'career-statistics',
      ...inside,
      title: 'careers.statistics.title',
      icon: IconChartBar,
      path: '/cv/statistics',
      order: 4,
    },
    {
      id: 'career-settings',
      ...inside,
      title: 'careers.settings.title',
      icon: IconSettings,
      path: '/cv/settings',
      order: 5,
    },
  ],
});
