import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of dated lessons, of who was there and of reasons for absence read. */
export const records = {
  class_sessions: {
    codes: { kind: 'attendance.kind', state: 'attendance.state', source: 'attendance.source' },
  },
  attendance: { codes: { status: 'attendance.mark' } },
  attendance_reasons: {
    codes: { kind: 'attendance.reason_kind', status: 'attendance.reason_state' },
    page: { permission: 'attendance_reason.read', to: (id: number) => `/attendance/reason?open=${id}` },
  },
} satisfies RecordsWords;
