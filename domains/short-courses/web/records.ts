import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of short courses and of who is in them read. */
export const records = {
  short_course_categories: {
    page: { permission: 'short_course.read', to: (id: number) => `/short-term-course/category?open=${id}` },
  },
  short_courses: {
    codes: { status: 'short-courses.course_state', format: 'short-courses.format', language: 'short-courses.language' },
    money: ['price'],
    page: { permission: 'short_course.read', to: (id: number) => `/short-term-course-list?open=${id}` },
  },
  short_course_codes: {
    money: ['amount'],
    page: { permission: 'short_course.manage', to: (id: number) => `/short-term-course/code?open=${id}` },
  },
  short_course_groups: {},
  short_course_reviews: {},
  short_course_chapters: { codes: { kind: 'short-courses.chapter_kind' } },
  short_course_cancellations: { codes: { status_before: 'short-courses.course_state' }, money: ['refund'] },
  short_course_attendance: { codes: { status: 'short-courses.attendance_mark' } },
  short_course_registrations: {
    codes: { status: 'short-courses.place_state', status_before: 'short-courses.place_state' },
    money: ['price', 'vat', 'discount', 'paid_before'],
    page: { permission: 'short_course.listeners', to: (id: number) => `/short-term-course/listener?id=${id}` },
  },
} satisfies RecordsWords;
