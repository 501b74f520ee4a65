import { IconBook2, IconPackage, IconTargetArrow } from '@tabler/icons-react';
import { defineDomain, page } from '#platform/web/index.ts';

/** Students may read what is taught, but need no menus for it: they come to it from their own modules. */
const planners = ['curriculum.manage', 'campaign.read'] as const;
const inCourses = { parent: 'course', icon: IconBook2 };
const inModules = { parent: 'module', icon: IconPackage, permission: planners };

export const curriculumDomain = defineDomain({
  name: 'curriculum',
  pages: [
    page({
      path: '/course/create',
      permission: 'curriculum.read',
      title: 'curriculum.course.title',
      component: () => import('./pages/courses.tsx'),
    }),
    page({
      path: '/course/{course_id}/plan',
      permission: 'curriculum.read',
      title: 'curriculum.plan.title',
      component: () => import('./pages/plan.tsx'),
    }),
    page({
      path: '/course/course-campaign',
      permission: 'campaign.read',
      title: 'curriculum.campaign.title',
      component: () => import('./pages/campaigns.tsx'),
    }),
    page({
      path: '/modules/create',
      permission: 'curriculum.read',
      title: 'curriculum.module.title',
      component: () => import('./pages/modules.tsx'),
    }),
    page({
      path: '/modules/activate',
      permission: 'curriculum.read',
      title: 'curriculum.activate.title',
      component: () => import('./pages/activate.tsx'),
    }),
    page({
      path: '/modules-outcome',
      permission: 'curriculum.read',
      title: 'curriculum.outcome.title',
      component: () => import('./pages/outcomes.tsx'),
    }),
  ],
  menu: [
    {
      id: 'course',
      section: 'shell.section.programme',
      title: 'curriculum.menu.course',
      icon: IconBook2,
      order: 490,
    },
    {
      id: 'course-create',
      ...inCourses,
      title: 'curriculum.course.title',
      path: '/course/create',
      permission: planners,
      order: 500,
    },
    {
      id: 'course-campaign',
      ...inCourses,
      title: 'curriculum.campaign.title',
      path: '/course/course-campaign',
      order: 510,
    },
    {
      id: 'module',
      section: 'shell.section.programme',
      title: 'curriculum.menu.module',
      icon: IconPackage,
      order: 520,
    },
    { id: 'modules-create', ...inModules, title: 'curriculum.module.title', path: '/modules/create', order: 530 },
    {
      id: 'modules-activate',
      ...inModules,
      title: 'curriculum.activate.title',
      path: '/modules/activate',
      permission: 'curriculum.manage',
      order: 540,
    },
    {
      id: 'modules-outcome',
      section: 'shell.section.reports',
      title: 'curriculum.outcome.title',
      icon: IconTargetArrow,
      path: '/modules-outcome',
      permission: [...planners, 'outcome.manage', 'course_module.retake_task'],
      order: 820,
    },
  ],
  additions: [
    {
      place: 'staff.rail',
      permission: 'curriculum.read',
      order: 1,
      component: () => import('./components/staff-fact.tsx'),
    },
    {
      place: 'module.rail',
      permission: 'curriculum.read',
      order: 1,
      component: () => import('./components/module-fact.tsx'),
    },
  ],
  home: [
    {
      id: 'curriculum',
      permission: 'course_module.teachers',
      order: 40,
      component: () => import('./home-card.tsx'),
    },
  ],
  palette: {
    title: 'curriculum.course.title',
    permission: 'curriculum.read',
    search: async (search, signal) => {
      // Fetched with the first search: the calls of a domain are no part of the first page.
      const { api } = await import('./api.ts');
      const found = await api.course.all.call({ search }, { signal, context: { silent: true } });
      return found.slice(0, 8).map((course) => ({
        id: `course-${course.id}`,
        title: course.title,
        path: `/course/${course.id}/plan`,
      }));
    },
  },
});
