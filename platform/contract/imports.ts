import { z } from 'zod';
import { type Access, call } from './call.ts';
import { id, nothing } from './shapes.ts';

/** The calls of an import: every domain that takes a spreadsheet offers these four, and the job that they start. */

const importFault = z.object({
  row: z.number(),
  column: z.string().describe('letter of the column; empty for the whole row'),
  title: z.string(),
  field: z.string(),
  code: z.string(),
  message: z.string(),
  value: z.string(),
});
export type ImportFault = z.infer<typeof importFault>;

const importPreview = z.object({
  file_id: z.number(),
  rows: z.number(),
  new: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  faulty: z.number().describe('rows with a fault'),
  faults: z.array(importFault).describe('the first 1,000; the file of faults has them all'),
  faults_total: z.number(),
  notes: z
    .array(z.object({ row: z.number(), message: z.string() }))
    .describe('what keeps no row back, but should be read before it is written; the first 1,000'),
  notes_total: z.number(),
  unknown_columns: z.array(z.string()),
  changes: z
    .array(
      z.object({
        row: z.number(),
        id: z.number(),
        name: z.string(),
        fields: z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
      }),
    )
    .describe('the first 100 records that would change'),
  removed: z.literal(0).describe('an import never removes anybody'),
});
export type ImportPreview = z.infer<typeof importPreview>;

/** The four calls below `base`, `/student` for one; the server answers them with `defineImport`. `word`: the last part of the address. */
export const importCalls = <const B extends string>(base: B, access: Access, word = 'import') => ({
  template: call({
    method: 'GET',
    path: `${base}/${word}/template`,
    summary: 'The empty file to fill in',
    access,
    output: nothing.describe('an xlsx file'),
    heavy: 'export',
  }),
  preview: call({
    method: 'POST',
    path: `${base}/${word}/preview`,
    summary: 'Check an uploaded file and tell what an import would do',
    access,
    input: z.object({ file_id: id }),
    output: importPreview,
    errors: ['FILE_NOT_READABLE', 'FILE_TOO_COMPLEX'],
    reads: true,
    heavy: 'preview',
  }),
  faults: call({
    method: 'POST',
    path: `${base}/${word}/faults`,
    summary: 'Every fault of an uploaded file as an xlsx file',
    access,
    input: z.object({ file_id: id }),
    output: nothing.describe('an xlsx file'),
    errors: ['FILE_NOT_READABLE', 'FILE_TOO_COMPLEX'],
    reads: true,
    heavy: 'preview',
  }),
  start: call({
    method: 'POST',
    path: `${base}/${word}`,
    summary: 'Import an uploaded file, all of it or nothing',
    access,
    input: z.object({ file_id: id }),
    output: z.object({ job_id: z.number() }),
    errors: ['FILE_NOT_READABLE', 'FILE_TOO_COMPLEX', 'IMPORT_FAULTS'],
    heavy: 'import',
  }),
});
