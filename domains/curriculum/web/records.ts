import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of courses, modules and plans read. */
const codes = {
  level: 'curriculum.level',
  language: 'curriculum.language',
  languages: 'curriculum.language',
  type: 'curriculum.type',
  kind: 'curriculum.kind',
  part: 'curriculum.part',
} as const satisfies Record<string, string>;

export const records = {
  courses: { codes, page: { permission: 'curriculum.read', to: (id: number) => `/course/${id}/plan` } },
  modules: { codes },
  course_modules: { codes },
  module_outcomes: { codes },
  retake_tasks: {},
  course_campaigns: { codes: { ...codes, status: 'curriculum.campaign_state' } },
} satisfies RecordsWords;
