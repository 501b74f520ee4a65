import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of complaints and suggestions read. */
export const records = {
  feedback: {
    codes: { status: 'feedback.state', mode: 'feedback.mode', theme: 'feedback.theme' },
    page: { permission: 'feedback.moderate', to: (id: number) => `/feedback/${id}` },
  },
  feedback_types: {
    codes: { kind: 'feedback.kind' },
    page: { permission: 'feedback.moderate', to: (id: number) => `/feedback/types?open=${id}` },
  },
  feedback_messages: { codes: { written_by: 'feedback.writer' } },
  feedback_reveals: {},
} satisfies RecordsWords;
