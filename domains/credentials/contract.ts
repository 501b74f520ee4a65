import { z } from 'zod';
import {
  byId,
  call,
  defineErrors,
  groups,
  listOf,
  nothing,
  type Permissions,
  reading,
  text,
  writing,
} from '#platform/contract/index.ts';
import { blankCalls, blankErrors } from './contract/blanks.ts';
import * as shapes from './shapes.ts';

/** Documents that people were handed: where they are found again, taken back, and checked by strangers. */

export const permissions = {
  'issued_document.read': reading({
    institution: [
      ...groups.admins,
      ...groups.topViewers,
      ...groups.registrar,
      ...groups.studentsDepartment,
      'REGISTRAR_HELPER',
      'ARCHIVIST',
    ],
    own: [...groups.students, ...groups.former],
  }),
  'blank.read': reading({
    institution: [...groups.admins, ...groups.topViewers, ...groups.registrar, 'ARCHIVIST'],
  }),
  'blank.manage': writing({ institution: [...groups.admins, ...groups.registrar] }),
  'issued_document.revoke': writing({ institution: ['SUPER_ADMIN', 'ADMIN', 'ADMIN_SAMARKAND', 'REGISTRAR_HEAD'] }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    credentials: typeof errors;
  }
  interface DeclaredPermissions {
    credentials: typeof permissions;
  }
}

export const errors = defineErrors({ DOCUMENT_FILE_MISSING: 404, ...blankErrors });

const stranger = {
  public: 'whoever is shown a document may ask whether it is genuine; its code cannot be guessed and stands on it',
} as const;
const read = { permission: 'issued_document.read' } as const;

export const contract = {
  blank: blankCalls,
  document: {
    list: call({
      method: 'GET',
      path: '/issued-document/',
      summary: 'Documents that were issued',
      access: read,
      input: shapes.documentList,
      output: listOf(shapes.issuedDocument),
    }),
    get: call({
      method: 'GET',
      path: '/issued-document/{id}',
      summary: 'One document that was issued',
      access: read,
      input: byId,
      output: shapes.issuedDocument,
    }),
    file: call({
      method: 'GET',
      path: '/issued-document/{id}/file',
      summary: 'The PDF as it was handed out',
      access: read,
      logged: 'SENSITIVE_READ',
      input: byId,
      output: nothing.describe('a PDF'),
      errors: ['DOCUMENT_FILE_MISSING'],
    }),
    revoke: call({
      method: 'PUT',
      path: '/issued-document/revoke',
      summary: 'Take a document back; whoever checks it is told why',
      access: { permission: 'issued_document.revoke' },
      input: shapes.revocation,
      output: shapes.issuedDocument,
      errors: ['STALE', 'TRANSITION_NOT_ALLOWED', 'REASON_REQUIRED'],
    }),
  },
  check: {
    read: call({
      method: 'GET',
      path: '/issued-document/check/{code}',
      summary: 'All facts of a document, its status, and the signatures over both',
      access: stranger,
      input: z.object({ code: text(40) }),
      output: shapes.checked,
    }),
    keys: call({
      method: 'GET',
      path: '/issued-document/keys',
      summary: 'The keys with which documents are and were signed',
      access: { public: 'they are there to be known' },
      output: z.array(shapes.publicKey),
    }),
    page: call({
      method: 'GET',
      path: '/issued-document/checker',
      summary: 'A page for the own computer that checks saved documents without us',
      access: { public: 'it holds nothing but the public keys' },
      output: nothing,
    }),
  },
};
