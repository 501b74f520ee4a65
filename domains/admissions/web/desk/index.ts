import {
  IconBriefcase,
  IconChartFunnel,
  IconClipboardCheck,
  IconForms,
  IconMapPin,
  IconPhoneCall,
  IconSchool,
  IconTag,
  IconUserPlus,
  IconUserQuestion,
} from '@tabler/icons-react';
import type { MenuEntry, Page } from '#platform/web/index.ts';
import { flavourPaths, readsOthers } from '../paths.ts';

/** Who builds forms, of whatever flavour, and who works with what comes in by them. */
const formers = ['application.form', 'application.check', 'course_application.form', 'job_application.form'] as const;

const guestTypes = ['general', 'transfer', 'secondary-spec', 'master', 'deleted'] as const;
const guestPath = (type: (typeof guestTypes)[number]) => (type === 'general' ? '/guest-users' : `/guest-users/${type}`);

/** Pages of those who work in admission. */
export const deskPages: Page[] = [
  ...Object.values(flavourPaths).map(({ list, permission }) => ({
    path: `${list}/{application_id}`,
    permission,
    title: 'admissions.page.application' as const,
    component: () => import('./applications/record.tsx'),
  })),
  {
    path: '/admission/admin',
    permission: 'application.desk',
    title: 'admissions.desk.title',
    component: () => import('./campaign/page.tsx'),
  },
  {
    path: '/potential-talaba',
    permission: 'lead.read',
    title: 'admissions.lead.title',
    component: () => import('./campaign/leads.tsx'),
  },
  {
    path: '/admission/admin/application-form',
    permission: formers,
    title: 'admissions.form.list' as const,
    component: () => import('./forms/page.tsx'),
  },
  {
    path: '/admission/admin/application-form/create',
    permission: formers,
    title: 'admissions.form.builder',
    component: () => import('./forms/builder.tsx'),
  },
  {
    path: '/admission/admin/category',
    permission: formers,
    title: 'admissions.category.title',
    component: () => import('./forms/category.tsx'),
  },
  {
    path: '/st-course-admission/admin',
    permission: ['course_application.form', 'course_application.check'],
    title: 'admissions.form.courses',
    component: () => import('./forms/courses.tsx'),
  },
  ...guestTypes.map((type) => ({
    path: guestPath(type),
    permission: 'guest.read' as const,
    title: `admissions.guests.${type}` as const,
    component: () => import('./guests/list.tsx'),
  })),
  {
    path: '/full-time-applicants',
    permission: 'guest.read',
    title: 'admissions.guests.full-time',
    component: () => import('./guests/list.tsx'),
  },
  {
    path: '/full-time-applicants/import',
    permission: 'guest.score',
    title: 'admissions.import.appointments.title',
    component: () => import('./exam/imports.tsx'),
  },
  {
    path: '/guest-users/{guest_id}',
    permission: 'guest.read',
    title: 'admissions.guest.title',
    component: () => import('./guests/profile.tsx'),
  },
  {
    path: '/internal-exam-place',
    permission: 'exam.read',
    title: 'admissions.exam.places',
    component: () => import('./exam/places.tsx'),
  },
  {
    path: '/internal-exam/applicants/',
    permission: ['exam.read', 'exam.check_in'],
    title: 'admissions.exam.title',
    component: () => import('./exam/applicants.tsx'),
  },
  ...['/internal-exam/applicants/import', '/internal-exam/applicants/dtm', '/general-applications/dtm'].map((path) => ({
    path,
    permission: 'exam.score' as const,
    title: 'admissions.exam.import' as const,
    component: () => import('./exam/imports.tsx'),
  })),
];

export const deskMenu: MenuEntry[] = [
  {
    id: 'applications-hr',
    section: 'shell.section.applications',
    title: flavourPaths.hr.title,
    icon: IconBriefcase,
    path: flavourPaths.hr.list,
    shown: readsOthers('hr'),
    order: 210,
  },
  {
    id: 'st-course-admission',
    section: 'shell.section.applications',
    title: 'admissions.form.courses',
    icon: IconSchool,
    path: '/st-course-admission/admin',
    order: 220,
  },
  {
    id: 'admission',
    section: 'shell.section.admission',
    title: 'shell.section.admission',
    icon: IconUserPlus,
    order: 30,
  },
  {
    id: 'admission-desk',
    parent: 'admission',
    title: 'admissions.desk.title',
    icon: IconChartFunnel,
    path: '/admission/admin',
    order: 1,
  },
  {
    id: 'leads',
    parent: 'admission',
    title: 'admissions.lead.title',
    icon: IconPhoneCall,
    path: '/potential-talaba',
    order: 4,
  },
  {
    id: 'admission-forms',
    parent: 'admission',
    title: 'admissions.form.list',
    icon: IconForms,
    path: '/admission/admin/application-form',
    order: 2,
  },
  {
    id: 'guests',
    section: 'shell.section.students',
    title: 'admissions.menu.guests',
    icon: IconUserQuestion,
    order: 420,
  },
  ...guestTypes.map((type, at) => ({
    id: `guests-${type}`,
    parent: 'guests',
    title: `admissions.guests.${type}` as const,
    icon: IconUserQuestion,
    path: guestPath(type),
    order: 430 + 10 * at,
  })),
  {
    id: 'guests-full-time',
    parent: 'guests',
    title: 'admissions.guests.full-time',
    icon: IconUserQuestion,
    path: '/full-time-applicants',
    order: 480,
  },
  {
    id: 'exam-applicants',
    section: 'shell.section.registry',
    title: 'admissions.exam.title',
    icon: IconClipboardCheck,
    path: '/internal-exam/applicants',
    order: 681,
  },
  {
    id: 'exam-places',
    section: 'shell.section.registry',
    title: 'admissions.exam.places',
    icon: IconMapPin,
    path: '/internal-exam-place',
    order: 680,
  },
  {
    id: 'admission-categories',
    parent: 'admission',
    title: 'admissions.category.title',
    icon: IconTag,
    path: '/admission/admin/category',
    order: 3,
  },
];
