import { IconBriefcase } from '@tabler/icons-react';
import type { MenuEntry, Page } from '#platform/web/index.ts';
import { flavourPaths } from '../paths.ts';

/** Pages of those who work in admission. */
export const deskPages: Page[] = [
  ...Object.values(flavourPaths).map(({ list, permission }) => ({
    path: `${list}/{application_id}`,
    permission,
    title: 'admissions.page.application',
    component: () => import('./applications/record.tsx'),
  })),
];

export const deskMenu: MenuEntry[] = [
  {
    id: 'applications-hr',
    section: 'shell.section.applications',
    title: flavourPaths.hr.title,
    icon: IconBriefcase,
    path: flavourPaths.hr.list,
    order: 210,
  },
];
