/** How changes of lessons, their homework and their packages read. */
const page = {
  permission: 'lesson.manage',
  to: (course_module: number) => `/lessons?module=${course_module}`,
} as const;

const fields = { file_id: 'lessons.field.files', file_ids: 'lessons.field.files' };

export const records = {
  lessons: { fields, codes: { kind: 'lessons.kind' }, page },
  lesson_homeworks: { fields, page },
  homework_submissions: { fields, page },
  lesson_packages: { fields, codes: { kind: 'lessons.package' }, page },
};
