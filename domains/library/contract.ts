import { z } from 'zod';
import { type Access, allQuery, call, crud, defineErrors, queryId } from '#platform/contract/index.ts';
import {
  itemFilters,
  itemRecord,
  itemSave,
  itemTypes,
  linkKinds,
  moduleFileFilters,
  moduleFileRecord,
  moduleFileSave,
  openLinkRecord,
  openLinkSave,
  studentFileRecord,
  studentFileSave,
} from './shapes.ts';

export { permissions } from './permissions.ts';

export const errors = defineErrors({
  NOTHING_TO_READ: 422,
  ISBN_WRONG: 422,
  COURSES_REQUIRED: 422,
  MODULE_REQUIRED: 422,
  YEAR_REQUIRED: 422,
  TYPE_FIXED: 422,
  NOT_YOUR_MODULE: 403,
  NOT_YOUR_STUDENT: 403,
});
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    library: typeof errors;
  }
}

const readItems: Access = { permission: 'library.read' };

export const contract = {
  e_library: {
    ...crud({
      base: '/e_library/',
      aliases: ['/e-library/', '/library/', '/elibrary/'],
      noun: 'library record',
      read: readItems,
      write: { permission: 'library.manage' },
      record: itemRecord,
      save: itemSave,
      filters: itemFilters,
      errors: ['NOTHING_TO_READ', 'ISBN_WRONG', 'COURSES_REQUIRED', 'UNKNOWN_REFERENCE', 'PICTURE_NEEDED'],
    }),
    types: call({
      method: 'GET',
      path: '/e_library/types',
      aliases: ['/e-library/types', '/library/types'],
      summary: 'Types of library records with how many there are of each',
      access: readItems,
      output: z.array(z.object({ id: z.enum(itemTypes), title: z.string(), count: z.number() })),
    }),
    subjects: call({
      method: 'GET',
      path: '/e_library/subjects',
      summary: 'Subjects under which library records stand, the most frequent first',
      access: readItems,
      input: allQuery,
      output: z.array(z.object({ id: z.string(), title: z.string() })),
    }),
  },
  module_file: crud({
    base: '/module_file/',
    aliases: ['/module-file/'],
    noun: 'module or policy file',
    read: { permission: ['module_file.read', 'policy.read'] },
    write: { permission: ['module_file.manage', 'policy.manage'] },
    record: moduleFileRecord,
    save: moduleFileSave,
    filters: moduleFileFilters,
    errors: [
      'NOTHING_TO_READ',
      'MODULE_REQUIRED',
      'YEAR_REQUIRED',
      'TYPE_FIXED',
      'NOT_YOUR_MODULE',
      'UNKNOWN_REFERENCE',
    ],
    deleteErrors: ['NOT_YOUR_MODULE'],
  }),
  student_file: crud({
    base: '/student_file/',
    aliases: ['/student-file/'],
    noun: 'file of a student',
    read: { permission: 'student_file.read' },
    write: { permission: 'student_file.manage' },
    record: studentFileRecord,
    save: studentFileSave,
    filters: { student_id: queryId.optional() },
    errors: ['NOT_YOUR_STUDENT', 'UNKNOWN_REFERENCE'],
    deleteErrors: ['NOT_YOUR_STUDENT'],
  }),
  user_open_link: crud({
    base: '/user_open_link/',
    aliases: ['/user-open-link/'],
    noun: 'open link',
    read: { permission: 'open_link.read' },
    write: { permission: 'open_link.manage' },
    record: openLinkRecord,
    save: openLinkSave,
    filters: { kind: z.enum(linkKinds).optional() },
    all: z.object({ id: z.number(), title: z.string(), link: z.string(), kind: z.enum(linkKinds) }),
  }),
};
