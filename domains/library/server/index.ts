import { courses, modules } from '#domains/curriculum/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { paperSource } from '#domains/students/server/index.ts';
import { on } from '#platform/server/hooks.ts';
import { defineServerDomain } from '#platform/server/kernel.ts';
import { contract, errors, permissions } from '../contract.ts';
import { filesOfStudent } from './papers.ts';
import { router } from './router.ts';
import { itemSubject } from './subject.ts';
import { libraryItems, moduleFiles } from './tables.ts';

export default defineServerDomain({
  name: 'library',
  contract,
  router,
  permissions,
  errors,
  uses: [
    { of: modules, by: moduleFiles.module_id },
    { of: courses, by: libraryItems.course_ids },
    { of: academicYears, by: moduleFiles.academic_year_id },
  ],
  follows: [on(paperSource, filesOfStudent)],
  subjects: [itemSubject],
  constraints: { library_items_readable: 'NOTHING_TO_READ', module_files_readable: 'NOTHING_TO_READ' },
  history: {
    library_items: { permission: 'library.manage' },
    module_files: { permission: 'module_file.manage' },
    student_files: {
      permission: 'student_file.manage',
      title: "r.title || ' · ' || (select s.full_name from students s where s.id = r.student_id)",
    },
    open_links: { permission: 'open_link.manage' },
  },
  messages: new URL('./messages/', import.meta.url),
});
