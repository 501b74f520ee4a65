import type { Entries } from './entry.ts';
import { area } from './product.ts';

/** Short courses, whose applications are of admission. */
export const entries: Entries = {
  R024: area('admission_moderator', '/short-term-course-list', '/short_term_course/'),
};
