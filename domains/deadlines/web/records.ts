import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of dates read. */
export const records = {
  exam_arrangements: {
    page: { permission: 'exam_arrangement.read', to: (id: number) => `/exam-arrangements?open=${id}` },
  },
  deadline_grants: { codes: { kind: 'deadlines.kind', effect: 'deadlines.effect' } },
} satisfies RecordsWords;
