import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of years of study and of enrolments read. */
export const records = {
  enrollments: {
    codes: { status: 'enrollment.state' },
    page: { permission: 'enrollment.manage', to: (id: number) => `/enrollment-list?open=${id}` },
  },
  progression_rules: { codes: { level: 'enrollment.progress.level' } },
  progression_exceptions: { codes: { outcome: 'enrollment.progress.outcome' } },
  enrollment_entries: { codes: { status: 'enrollment.entry' } },
} satisfies RecordsWords;
