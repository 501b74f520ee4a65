import type { PermissionName } from '#platform/contract/index.ts';
import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of what can be read in the library read. */
const codes = {
  type: 'library.type',
  kind: 'library.kind',
  language: 'library.language',
  audience: 'library.audience',
} as const satisfies Record<string, string>;
const fields = { cover_file_id: 'library.field.cover', file_id: 'library.field.file' };
const shownOn = (permission: PermissionName, path: string) => ({
  permission,
  to: (id: number) => `${path}?open=${id}`,
});

export const records = {
  library_items: { fields, codes, page: shownOn('library.manage', '/library') },
  // Files of modules and policies stand on two pages; the number does not say on which.
  module_files: { fields, codes: { type: 'library.papers' } },
  student_files: { fields, page: shownOn('student_file.manage', '/student-files') },
  open_links: { codes, page: shownOn('open_link.manage', '/open-source') },
} satisfies RecordsWords;
