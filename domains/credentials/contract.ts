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
import { letterCalls, letterErrors } from './contract/letters.ts';
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
    // Who listens to a short course has its certificate.
    own: [...groups.students, ...groups.former, ...groups.outsiders],
  }),
  'blank.read': reading({
    institution: [...groups.admins, ...groups.topViewers, ...groups.registrar, 'ARCHIVIST'],
  }),
  'blank.manage': writing({ institution: [...groups.admins, ...groups.registrar] }),
  'letter_template.read': reading({
    institution: [...groups.admins, ...groups.topViewers, ...groups.registrar],
  }),
  'letter_template.manage': writing({ institution: [...groups.admins, 'REGISTRAR_HEAD'] }),
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

export const errors = defineErrors({
  DOCUMENT_FILE_MISSING: 404,
  DOCUMENT_BEING_MADE: 503,
  ...blankErrors,
  ...letterErrors,
});

const stranger = {
  public:
    'whoever is shown a document may ask whether it is genuine; its code stands on it, cannot be guessed, and is tried by nobody often',
} as const;
const read = { permission: 'issued_document.read' } as const;

export const contract = {
  blank: blankCalls,
  letter: letterCalls,
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
      errors: ['DOCUMENT_FILE_MISSING', 'DOCUMENT_BEING_MADE'],
    }),
    credential: call({
      method: 'GET',
      path: '/issued-document/{id}/credential',
      summary: 'The document for machines: an Open Badge 3.0, which is a Verifiable Credential 2.0',
      access: read,
      logged: 'SENSITIVE_READ',
      input: byId,
      output: nothing.describe('signed JSON'),
      errors: ['DOCUMENT_BEING_MADE'],
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
      errors: ['DOCUMENT_BEING_MADE'],
    }),
    credential: call({
      method: 'GET',
      path: '/issued-document/check/{code}/credential',
      summary: 'The same document for machines, where there is one',
      access: stranger,
      input: z.object({ code: text(40) }),
      output: nothing.describe('signed JSON'),
    }),
    issuer: call({
      method: 'GET',
      path: '/issuer/{id}/did.json',
      replica: true,
      summary: 'The institution as an issuer: the keys that ever signed for it, where `did:web` looks for them',
      access: { public: 'it is there to be known' },
      input: byId,
      output: shapes.didDocument,
    }),
    status: call({
      method: 'GET',
      path: '/issuer/{id}/status/{list}/{purpose}',
      replica: true,
      summary: 'Which credentials hold no more, as a signed list of bits that names nobody',
      access: { public: 'whoever checks a credential asks for all of a list, and tells nobody which one it was for' },
      input: shapes.statusQuery,
      output: z.record(z.string(), z.unknown()),
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
