import { IconBook2, IconBriefcase, IconFileText, IconSchool } from '@tabler/icons-react';
import type { MenuEntry, Page, Piece } from '#platform/web/index.ts';
import type { FlavourName } from '../../flavours.ts';
import { applyPaths } from './paths.ts';

// Not from the flavours themselves: these pages are known to whoever signs in, the lives of applications only to some.
const flavourNames = Object.keys(applyPaths) as FlavourName[];

/** Pages of those who apply. */
export const applyPages: Page[] = [
  ...flavourNames.flatMap((name): Page[] => [
    {
      path: applyPaths[name].choose,
      permission: applyPaths[name].permission,
      title: applyPaths[name].title,
      component: name === 'hr' ? () => import('./jobs.tsx') : () => import('./choose.tsx'),
    },
    {
      path: applyPaths[name].fill,
      permission: applyPaths[name].permission,
      title: 'apply.page.application',
      component: () => import('./application.tsx'),
    },
  ]),
  {
    path: '/guest-application/job/create',
    permission: applyPaths.hr.permission,
    title: 'apply.page.hr',
    component: () => import('./job.tsx'),
  },
];

const icons = { plain: IconSchool, general: IconFileText, st_course: IconBook2, hr: IconBriefcase };

/** First for those who came to apply, last for those who study here already. */
const entry = (studies: boolean): MenuEntry[] =>
  flavourNames.map((name, at) => ({
    id: `apply-${studies ? 'again-' : ''}${name}`,
    section: 'shell.section.admission',
    title: applyPaths[name].title,
    icon: icons[name],
    path: applyPaths[name].choose,
    shown: (scope) => scope('guest.own') !== undefined && (scope('student.read') === 'own') === studies,
    order: (studies ? 990 : 26) + at,
  }));
export const applyMenu: MenuEntry[] = [...entry(false), ...entry(true)];

export const applyHome: Piece[] = [
  { id: 'apply', permission: 'guest.own', order: 0, component: () => import('./home.tsx') },
];
