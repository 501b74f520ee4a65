import type { PermissionName } from '#platform/contract/index.ts';
import type { FlavourName } from '../flavours.ts';

/** Where the applications of each flavour are listed, who may open that, and what it is called. */
export const flavourPaths = {
  plain: { list: '/student-applications', permission: 'application.read', title: 'admissions.page.plain' },
  general: { list: '/general-applications', permission: 'application.read', title: 'admissions.page.general' },
  st_course: {
    list: '/st-course-applications',
    permission: 'course_application.read',
    title: 'admissions.page.st_course',
  },
  hr: { list: '/applications', permission: 'job_application.read', title: 'admissions.page.hr' },
} as const satisfies Record<FlavourName, { list: string; permission: PermissionName; title: string }>;

/** For menus: whoever sees their own applications alone finds them on the home page. */
export const readsOthers = (name: FlavourName) => (scope: (permission: PermissionName) => string | undefined) =>
  scope(flavourPaths[name].permission) !== 'own';

/** The flavour whose applications stand under this address. */
export const flavourOf = (pathname: string): FlavourName | undefined =>
  (Object.keys(flavourPaths) as FlavourName[]).find((name) => pathname.startsWith(flavourPaths[name].list));
