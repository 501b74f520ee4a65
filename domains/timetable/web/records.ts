import type { RecordsWords } from '#platform/web/index.ts';

const days = { day: 'timetable.day', week: 'timetable.week' };

/** How changes of timetables and of people's times read. */
export const records = {
  timetables: {
    codes: { state: 'timetable.state' },
    page: { permission: 'timetable.manage', to: (id: number) => `/timetable-drafts/${id}` },
  },
  exam_periods: {
    codes: { state: 'timetable.state' },
    page: { permission: 'exam_period.manage', to: (id: number) => `/exam-periods/${id}` },
  },
  timetable_entries: { codes: { kind: 'timetable.kind', ...days } },
  timetable_requirements: {
    codes: { kind: 'timetable.kind', week: 'timetable.week' },
    page: { permission: 'timetable.manage', to: (id: number) => `/timetable-needs?open=${id}` },
  },
  timetable_wishes: {
    codes: { kind: 'timetable.wish_kind', ...days },
    page: { permission: 'timetable_wish.read', to: (id: number) => `/timetable-wishes?open=${id}` },
  },
} satisfies RecordsWords;
