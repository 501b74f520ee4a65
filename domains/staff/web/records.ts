import type { RecordsWords } from '#platform/web/index.ts';

/** Which message says what a code means. */
const codes = {
  gender: 'staff.gender',
  degree: 'staff.degree',
  academic_title: 'staff.academic_title',
  kind: 'staff.kind',
} as const satisfies Record<string, string>;

/** How changes of staff, job positions and vacancies read. */
export const records = {
  staff: {
    codes: { ...codes, status: 'staff.status' },
    page: { permission: 'staff.read', to: (id: number) => `/staff/${id}` },
  },
  department_heads: {},
  job_positions: { codes: { ...codes, status: 'staff.position_status' } },
  vacancies: { codes: { ...codes, status: 'staff.vacancy_status' } },
} as const satisfies RecordsWords;
