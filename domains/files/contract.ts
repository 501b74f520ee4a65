import { z } from 'zod';
import {
  byId,
  call,
  defineErrors,
  fileRecord,
  listOf,
  listQuery,
  nothing,
  type Permissions,
  queryInt,
  writing,
} from '#platform/contract/index.ts';
import { uploadSizes } from './shapes.ts';

/** What an upload is for: decides which formats are taken and what is made of them. */
export const purposes = ['file', 'photo', 'editor', 'package', 'statement'] as const;
export type Purpose = (typeof purposes)[number];

/** Widths to which a picture can be asked. */
export const thumbnails = [64, 256] as const;

export const errors = defineErrors({
  FILE_TOO_LARGE: 413,
  IMAGE_TOO_LARGE: 413,
  FILE_TYPE_NOT_ALLOWED: 415,
  FILE_CONTENT_MISMATCH: 415,
  PICTURE_NEEDED: 415,
  FILE_EMPTY: 422,
  FILES_MISSING: 400,
  TOO_MANY_FILES: 413,
  LINK_EXPIRED: 403,
  FILE_USED: 409,
  BEYOND_INSTALLATION: 422,
});

export const permissions = {
  'upload.settings': writing({ institution: ['SUPER_ADMIN', 'ADMIN'] }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    files: typeof errors;
  }
  interface DeclaredPermissions {
    files: typeof permissions;
  }
}

export const uploadSettings = uploadSizes.extend({
  most_mb: z.number().describe('more the installation takes of nobody'),
});

/** What every call that takes files as a form may answer. */
export const uploadErrors = [
  'FILE_TOO_LARGE',
  'IMAGE_TOO_LARGE',
  'FILE_TYPE_NOT_ALLOWED',
  'FILE_CONTENT_MISMATCH',
  'FILE_EMPTY',
  'FILES_MISSING',
  'TOO_MANY_FILES',
  'FILE_TOO_COMPLEX',
  'HEAVY_RUNNING',
  'HEAVY_BUSY',
] as const;

export const contract = {
  upload: call({
    method: 'POST',
    path: '/upload',
    aliases: ['/media/upload', '/media/upload/react', '/file/upload'],
    summary: 'Upload files: multipart, field `files`, repeatable; all are taken or none',
    access: {
      self: 'everybody attaches files to what they fill in; nobody else sees them before they belong to a record',
    },
    input: z.object({ purpose: z.enum(purposes).optional() }).optional(),
    output: z.array(fileRecord),
    errors: uploadErrors,
  }),
  limits: call({
    method: 'GET',
    path: '/upload/limits',
    summary: 'What may be uploaded for a purpose: bytes of a file and formats, as the institution has set them',
    access: { self: 'everybody uploads, and is told beforehand what will be taken' },
    input: z.object({ purpose: z.enum(purposes).optional() }),
    output: z.object({ max_bytes: z.number(), formats: z.array(z.string()) }),
  }),
  settings: call({
    method: 'GET',
    path: '/upload/settings',
    summary: 'How large uploads may be in this institution, and in the installation at most',
    access: { permission: 'upload.settings' },
    output: uploadSettings,
  }),
  save_settings: call({
    method: 'POST',
    path: '/upload/settings',
    summary: 'Set how large uploads may be',
    access: { permission: 'upload.settings' },
    input: uploadSizes,
    output: uploadSettings,
    errors: ['BEYOND_INSTALLATION'],
  }),
  own: call({
    method: 'GET',
    path: '/file',
    summary: 'The caller’s own uploads, newest first',
    access: { self: 'everybody sees what they uploaded themselves, and nothing else' },
    input: z.object(listQuery),
    output: listOf(fileRecord.extend({ created_at: z.string() })),
  }),
  remove: call({
    method: 'DELETE',
    path: '/file/{id}',
    summary: 'Delete an own upload that no record uses',
    access: { self: 'of one’s own uploads alone' },
    input: byId,
    output: nothing,
    errors: ['FILE_USED'],
  }),
  download: call({
    method: 'GET',
    path: '/file/{id}/{name}',
    summary: 'The content of a file, by a signed link that another call gave',
    access: {
      public:
        'pictures and links cannot carry a session; the signature in the link stands for the right of whom it was given to',
    },
    input: z.object({
      id: queryInt(1),
      name: z.string(),
      i: queryInt(1),
      e: queryInt(0, 9_999_999_999),
      s: z.string().max(100),
      size: z.enum(['64', '256']).optional(),
    }),
    output: z.unknown(),
    errors: ['LINK_EXPIRED'],
  }),
};
