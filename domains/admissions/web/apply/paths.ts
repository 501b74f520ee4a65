import type { PermissionName } from '#platform/contract/index.ts';
import type { FlavourName } from '../../flavours.ts';

/** Where one chooses what to apply for, and where one fills in and follows an application. */
export const applyPaths = {
  plain: {
    choose: '/student-admission',
    fill: '/guest-application/enrollment',
    title: 'apply.page.plain',
    permission: 'application.apply',
  },
  general: {
    choose: '/general-admission',
    fill: '/guest-application/general',
    title: 'apply.page.general',
    permission: 'application.apply',
  },
  st_course: {
    choose: '/st-course-admission',
    fill: '/guest-application/course',
    title: 'apply.page.st_course',
    permission: 'course_application.apply',
  },
  hr: {
    choose: '/guest-application/job',
    fill: '/applications/edit',
    title: 'apply.page.hr',
    permission: 'job_application.apply',
  },
} as const satisfies Record<FlavourName, { choose: string; fill: string; title: string; permission: PermissionName }>;

/** The flavour whose page stands under this address. */
export const flavourAt = (pathname: string): FlavourName | undefined =>
  (Object.keys(applyPaths) as FlavourName[]).find((name) =>
    [applyPaths[name].choose, applyPaths[name].fill].some((path) => pathname.startsWith(path)),
  );
