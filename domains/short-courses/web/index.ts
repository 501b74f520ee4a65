import {
  IconBook2,
  IconBooks,
  IconBuilding,
  IconChecklist,
  IconListDetails,
  IconReceiptRefund,
  IconSchool,
  IconStar,
  IconTag,
  IconTicket,
  IconUsers,
} from '@tabler/icons-react';
import { currentLocale, defineDomain, page, titleIn } from '#platform/web/index.ts';

const open = {
  public: true,
  reason: 'a course is chosen before anybody has an account',
} as const;

export const shortCoursesDomain = defineDomain({
  name: 'short-courses',
  home: [
    { id: 'own-courses', permission: 'short_course.register', order: 14, component: () => import('./home/own.tsx') },
    { id: 'short-courses', permission: 'short_course.manage', order: 44, component: () => import('./home/office.tsx') },
  ],
  pages: [
    page({
      path: '/short-courses',
      ...open,
      title: 'short-courses.catalogue.title',
      component: () => import('./pages/catalogue.tsx'),
    }),
    page({
      path: '/short-courses/{course_id}',
      ...open,
      title: 'short-courses.catalogue.title',
      component: () => import('./pages/offered.tsx'),
    }),
    page({
      path: '/short-term-course/category',
      permission: 'short_course.read',
      title: 'short-courses.category.title',
      component: () => import('./pages/categories.tsx'),
    }),
    page({
      path: '/short-term-course-list',
      permission: 'short_course.read',
      title: 'short-courses.course.title',
      component: () => import('./pages/courses.tsx'),
    }),
    page({
      path: '/short-term-course-list/chapter',
      permission: 'short_course.teach',
      title: 'short-courses.chapter.title',
      component: () => import('./pages/chapters.tsx'),
    }),
    page({
      path: '/short-term-course/student',
      permission: 'short_course.register',
      title: 'short-courses.own.title',
      component: () => import('./pages/own.tsx'),
    }),
    page({
      path: '/short-term-course/student/introduction',
      permission: 'short_course.register',
      title: 'short-courses.introduction.title',
      component: () => import('./pages/introduction.tsx'),
    }),
    page({
      path: '/short-term-course/student/chapter',
      permission: 'short_course.register',
      title: 'short-courses.reading.title',
      component: () => import('./pages/reading.tsx'),
    }),
    page({
      path: '/short-term-course/chapter/package',
      permission: 'short_course.read',
      title: 'lessons.package.title',
      component: () => import('./pages/chapter-package.tsx'),
    }),
    page({
      path: '/short-term-course/attendance',
      permission: 'short_course.listeners',
      title: 'short-courses.attendance.title',
      component: () => import('./pages/attendance.tsx'),
    }),
    page({
      path: '/short-term-course/code',
      permission: 'short_course.manage',
      title: 'short-courses.code.title',
      component: () => import('./pages/codes.tsx'),
    }),
    page({
      path: '/short-term-course/rule',
      permission: 'short_course.manage',
      title: 'short-courses.rule.title',
      component: () => import('./pages/rule.tsx'),
    }),
    page({
      path: '/short-term-course/group',
      permission: 'short_course.manage',
      title: 'short-courses.group.title',
      component: () => import('./pages/groups.tsx'),
    }),
    page({
      path: '/short-term-course/review',
      permission: 'short_course.manage',
      title: 'short-courses.review.title',
      component: () => import('./pages/reviews.tsx'),
    }),
    page({
      path: '/short-term-course/listener',
      permission: 'short_course.listeners',
      title: 'short-courses.listener.title',
      component: () => import('./pages/listener.tsx'),
    }),
    page({
      path: '/short-term-course/listener-list',
      permission: 'short_course.listeners',
      title: 'short-courses.listeners.title',
      component: () => import('./pages/listeners.tsx'),
    }),
  ],
  menu: [
    {
      id: 'short-course-categories',
      section: 'shell.section.applications',
      title: 'short-courses.category.title',
      icon: IconTag,
      path: '/short-term-course/category',
      shown: (scope) => scope('short_course.read') === 'institution',
      order: 230,
    },
    { id: 'short-courses', section: 'shell.section.courses', title: 'short-courses.menu', icon: IconBook2, order: 300 },
    {
      id: 'short-course-list',
      parent: 'short-courses',
      title: 'short-courses.course.title',
      icon: IconBooks,
      path: '/short-term-course-list',
      order: 310,
    },
    {
      id: 'short-course-own',
      parent: 'short-courses',
      title: 'short-courses.own.title',
      icon: IconSchool,
      path: '/short-term-course/student',
      order: 311,
    },
    {
      id: 'short-course-chapters',
      parent: 'short-courses',
      title: 'short-courses.chapter.title',
      icon: IconListDetails,
      path: '/short-term-course-list/chapter',
      order: 320,
    },
    {
      id: 'short-course-attendance',
      parent: 'short-courses',
      title: 'short-courses.attendance.title',
      icon: IconChecklist,
      path: '/short-term-course/attendance',
      order: 322,
    },
    {
      id: 'short-course-listeners',
      parent: 'short-courses',
      title: 'short-courses.listeners.title',
      icon: IconUsers,
      path: '/short-term-course/listener-list',
      order: 321,
    },
    {
      id: 'short-course-codes',
      parent: 'short-courses',
      title: 'short-courses.code.title',
      icon: IconTicket,
      path: '/short-term-course/code',
      order: 323,
    },
    {
      id: 'short-course-rule',
      parent: 'short-courses',
      title: 'short-courses.rule.title',
      icon: IconReceiptRefund,
      path: '/short-term-course/rule',
      order: 326,
    },
    {
      id: 'short-course-groups',
      parent: 'short-courses',
      title: 'short-courses.group.title',
      icon: IconBuilding,
      path: '/short-term-course/group',
      order: 325,
    },
    {
      id: 'short-course-reviews',
      parent: 'short-courses',
      title: 'short-courses.review.title',
      icon: IconStar,
      path: '/short-term-course/review',
      order: 324,
    },
  ],
  palette: [
    {
      title: 'short-courses.course.title',
      permission: 'short_course.read',
      search: async (search, signal) => {
        // Fetched with the first search: the calls of a domain are no part of the first page.
        const { api } = await import('./api.ts');
        const found = await api.all.call({ search }, { signal, context: { silent: true } });
        return found.slice(0, 8).map((course) => ({
          id: `short-course-${course.id}`,
          title: course.title,
          path: `/short-courses/${course.id}`,
        }));
      },
    },
    // Most of them are no students, and are found nowhere else.
    {
      title: 'short-courses.listeners.title',
      permission: 'short_course.listeners',
      search: async (search, signal) => {
        const { api } = await import('./api.ts');
        const { content } = await api.registration.list.call(
          { search, size: 6 },
          { signal, context: { silent: true } },
        );
        return content.map(({ id, name, course }) => ({
          id: `listener-${id}`,
          title: name,
          description: titleIn(course.title, currentLocale()),
          path: `/short-term-course/listener?id=${id}`,
        }));
      },
    },
  ],
});
