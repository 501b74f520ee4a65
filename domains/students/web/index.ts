import { IconFileDescription, IconId, IconRepeat, IconUserCheck, IconUsers, IconUserX } from '@tabler/icons-react';
import type { PermissionName } from '#platform/contract/index.ts';
import { defineDomain, type MessageId, page } from '#platform/web/index.ts';
import { fullName } from '#platform/web/kit/show/values.ts';

const list = (path: string, title: MessageId) =>
  page({ path, permission: 'student.read', title, component: () => import('./pages/students.tsx') });
/** Students come to their own record; everybody else to lists. */
const isStudent = (scope: (permission: PermissionName) => string | undefined) => scope('student.read') === 'own';
const isOffice = (scope: (permission: PermissionName) => string | undefined) => !isStudent(scope);
type StatusPage = 'withdrawal' | 'gap-year' | 'inactive' | 'deleted' | 'graduated';
const statusMenu = (path: StatusPage, order: number) => ({
  id: `students-${path}`,
  parent: 'inactive-students',
  title: `students.page.${path}` as const,
  icon: IconUserX,
  path: `/${path}`,
  permission: 'student.status_history' as const,
  shown: isOffice,
  order,
});

export const studentsDomain = defineDomain({
  name: 'students',
  pages: [
    list('/students', 'students.list.title'),
    list('/inactive-students', 'students.page.inactive-students'),
    list('/withdrawal', 'students.page.withdrawal'),
    list('/gap-year', 'students.page.gap-year'),
    list('/inactive', 'students.page.inactive'),
    list('/deleted', 'students.page.deleted'),
    list('/graduated', 'students.page.graduated'),
    page({
      path: '/students/requests',
      permission: ['student.confirm_status', 'student.propose_status'],
      title: 'students.requests.title',
      component: () => import('./pages/requests.tsx'),
    }),
    page({
      path: '/students/import',
      permission: 'student.import',
      title: 'students.import.title',
      component: () => import('./pages/import.tsx'),
    }),
    page({
      path: '/students/{student_id}',
      permission: 'student.read',
      title: 'students.profile.title',
      component: () => import('./pages/student-profile.tsx'),
    }),
    // Of the two pages whose addresses meet here one's own record wins.
    page({
      path: '/students/student-info',
      permission: 'student.read',
      title: 'students.own.title',
      component: () => import('./pages/own-info.tsx'),
    }),
    page({
      path: '/{category}/student-info',
      permission: 'student.read',
      title: 'students.own.title',
      component: () => import('./pages/own-info.tsx'),
    }),
    page({
      path: '/student/docs',
      permission: 'student.documents',
      title: 'students.docs.title',
      component: () => import('./pages/own-docs.tsx'),
    }),
    page({
      path: '/course/transfer',
      permission: 'course_transfer.read',
      title: 'students.course.title',
      component: () => import('./pages/course-transfer.tsx'),
    }),
  ],
  menu: [
    {
      id: 'students',
      section: 'shell.section.students',
      title: 'students.list.title',
      icon: IconUsers,
      path: '/students',
      order: 350,
      shown: isOffice,
    },
    {
      id: 'own-record',
      section: 'shell.section.students',
      title: 'students.own.title',
      icon: IconId,
      path: '/student/student-info',
      permission: 'student.read',
      order: 350,
      shown: isStudent,
    },
    {
      id: 'own-docs',
      section: 'shell.section.students',
      title: 'students.docs.title',
      icon: IconFileDescription,
      path: '/student/docs',
      order: 351,
      shown: isStudent,
    },
    {
      id: 'student-requests',
      section: 'shell.section.students',
      title: 'students.requests.title',
      icon: IconUserCheck,
      path: '/students/requests',
      order: 352,
    },
    {
      id: 'inactive-students',
      section: 'shell.section.students',
      title: 'students.page.inactive-students',
      icon: IconUserX,
      order: 360,
    },
    statusMenu('withdrawal', 370),
    statusMenu('gap-year', 380),
    statusMenu('inactive', 390),
    statusMenu('deleted', 400),
    statusMenu('graduated', 410),
    {
      id: 'course-transfer',
      section: 'shell.section.registry',
      title: 'students.course.title',
      icon: IconRepeat,
      path: '/course/transfer',
      order: 690,
    },
  ],
  home: [{ id: 'students', permission: 'student.export', order: 20, component: () => import('./home-card.tsx') }],
  recipients: {
    kind: 'student',
    permission: 'student.read',
    load: async (search, ids) => (await import('./api.ts')).loadStudents(search, ids),
  },
  palette: {
    title: 'students.list.title',
    permission: 'student.read',
    search: async (search, signal) => {
      // Fetched with the first search: the calls of a domain are no part of the first page.
      const { api } = await import('./api.ts');
      const { content } = await api.list.call({ search, size: 8 }, { signal, context: { silent: true } });
      return content.map((student) => ({
        id: `student-${student.id}`,
        title: fullName(student),
        description: student.student_no,
        path: `/students/${student.id}`,
      }));
    },
  },
});
