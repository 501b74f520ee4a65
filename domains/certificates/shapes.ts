import { z } from 'zod';
import {
  fileRecord,
  id,
  type Locale,
  listQuery,
  localeSchema,
  locales,
  manyOf,
  option,
  queryId,
  recordBase,
  requiredText,
  text,
  title,
  titleOut,
} from '#platform/contract/index.ts';
import { issueStates, templateStates } from './workflow.ts';

/** Templates of certificates and what is issued with them. */

export const pageSizes = ['A4', 'A5'] as const;
export const elementKinds = ['text', 'letterhead', 'picture', 'signature', 'qr', 'line', 'frame'] as const;
export type ElementKind = (typeof elementKinds)[number];
export const fonts = ['Serif', 'Inter'] as const;
export const alignments = ['left', 'center', 'right'] as const;
/** Who signs: by office as the institution has told it, or as it is written. */
export const signers = ['RECTOR', 'REGISTRAR', 'OTHER'] as const;

/** Half millimetres: what is placed by hand shall line up. */
const millimetres = (min: number, max = 297) => z.number().min(min).max(max).multipleOf(0.5);
const box = {
  id: z.string().regex(/^[a-z0-9]{1,12}$/),
  x: millimetres(0),
  y: millimetres(0),
  w: millimetres(2),
  h: millimetres(0.5),
};
const words = (most: number) => z.object({ uz: text(most), ru: text(most), en: text(most) });
const color = z.string().regex(/^#[0-9a-f]{6}$/);
const weight = z.number().min(0.25).max(10);

export const element = z.discriminatedUnion('kind', [
  z.object({
    ...box,
    kind: z.literal('text'),
    text: words(2000).describe('{person.name} and the like are filled when it is issued'),
    font: z.enum(fonts),
    size: z.number().min(5).max(96).multipleOf(0.5).describe('points'),
    bold: z.boolean(),
    italic: z.boolean(),
    align: z.enum(alignments),
    color,
  }),
  z.object({ ...box, kind: z.literal('letterhead') }),
  z.object({ ...box, kind: z.literal('picture'), file_id: id.nullable() }),
  z.object({
    ...box,
    kind: z.literal('signature'),
    signer: z.enum(signers),
    role: words(200),
    name: text(200),
    file_id: id.nullable().describe('the signature as it was drawn; for show alone'),
  }),
  z.object({ ...box, kind: z.literal('qr') }),
  z.object({ ...box, kind: z.literal('line'), color, weight }),
  z.object({ ...box, kind: z.literal('frame'), color, weight, double: z.boolean() }),
]);
export type Element = z.infer<typeof element>;

export const page = z.object({ size: z.enum(pageSizes), landscape: z.boolean() });
export type Page = z.infer<typeof page>;
export const layout = { page, elements: z.array(element).max(60) };
export interface Layout {
  page: Page;
  elements: Element[];
}
/** Width and height in millimetres. */
export const pageBox = ({ size, landscape }: Page): [number, number] => {
  const [short, long] = size === 'A4' ? [210, 297] : [148, 210];
  return landscape ? [long, short] : [short, long];
};

/** What a course, an event or a competition is called, said once for all who get its certificate. */
export const eventFields = ['title', 'dates', 'place', 'hours'] as const;
export const event = z.object({ title: text(300), dates: text(100), place: text(200), hours: text(50) }).partial();
export type CertificateEvent = z.infer<typeof event>;
/** What a list says of one person. */
export const rowFields = ['result', 'award', 'hours', 'note'] as const;
export const rowValues = z.object({ result: text(200), award: text(200), hours: text(50), note: text(500) }).partial();
export type RowValues = z.infer<typeof rowValues>;

const blank = /\{\s*([a-z][a-z0-9_.]*)\s*\}/g;
/** The text with its blanks filled; what has no value stays empty. */
export const filled = (said: string, values: ReadonlyMap<string, string>): string =>
  said.replaceAll(blank, (_whole, name: string) => values.get(name) ?? '');
/** Every blank with the place where it stands. */
export const blanksIn = (elements: readonly Element[]): { path: string; name: string; locale: Locale }[] =>
  elements.flatMap((one, at) => {
    const said = one.kind === 'text' ? one.text : one.kind === 'signature' ? one.role : undefined;
    const part = one.kind === 'text' ? 'text' : 'role';
    return said
      ? locales.flatMap((locale) =>
          [...said[locale].matchAll(blank)].map(([, name = '']) => ({
            path: `elements.${at}.${part}.${locale}`,
            name,
            locale,
          })),
        )
      : [];
  });
/** Where a language has no words that another has. */
export const lacking = (elements: readonly Element[]): { id: string; lacks: Locale[] }[] =>
  elements.flatMap((one) => {
    const said = one.kind === 'text' ? one.text : one.kind === 'signature' ? one.role : undefined;
    if (!said || !locales.some((locale) => said[locale].trim())) return [];
    const lacks = locales.filter((locale) => !said[locale].trim());
    return lacks.length ? [{ id: one.id, lacks }] : [];
  });

export const templateRecord = {
  family: z.string().describe('the same of all versions of a template'),
  revision: z.number(),
  status: z.enum(templateStates),
  title: titleOut,
  languages: z.array(localeSchema),
  ...layout,
  files: z.array(fileRecord).describe('the pictures that stand on it'),
  issued: z.number().describe('certificates made with this version'),
  lacks: z.array(z.object({ id: z.string(), lacks: z.array(localeSchema) })),
  live_at: z.string().nullable(),
};
export const templateSave = {
  title,
  languages: z.array(localeSchema).min(1).max(3).optional(),
  page: page.optional(),
  elements: layout.elements.optional(),
  status: z.enum(['LIVE', 'ARCHIVED']).optional(),
  revise: z.boolean().optional().describe('begin the draft that continues this version, or answer the one there is'),
};
export const templateFilters = { status: manyOf(z.enum(templateStates)), family: text(40).optional() };

/** What a page looks like with somebody's data, before anything is issued. */
export const drawInput = z.object({
  title,
  language: localeSchema,
  ...layout,
  student_id: id.optional(),
  name: text(300).optional(),
  event: event.optional(),
  row: rowValues.optional(),
});

export const knownField = z.object({ id: z.string(), title: z.string(), group: z.string() });

const asked = {
  template_id: id.describe('a live version'),
  language: localeSchema,
  event: event.optional(),
};
export const issueAsked = z.object(asked);
export type IssueAsked = z.infer<typeof issueAsked>;
const chosen = {
  ...asked,
  student_ids: z.array(id).max(2000).optional(),
  group_id: id.optional().describe('all who are in it today'),
};
export const issueInput = z.object(chosen);
export const importStart = z.object({ ...asked, file_id: id });

const rowFault = z.object({ code: z.string(), message: z.string() });
export const previewRow = z.object({
  row: z.number(),
  student_id: z.number().nullable(),
  name: z.string(),
  number: z.string().nullable().describe('of the student'),
  faults: z.array(rowFault),
});
export const issuePreview = z.object({
  rows: z.array(previewRow),
  total: z.number(),
  faulty: z.number(),
  faults: z.array(rowFault).describe('of all rows: what was to be said once and was not'),
});

export const issueRecord = z.object({
  ...recordBase,
  template: option,
  revision: z.number(),
  language: localeSchema,
  event: event,
  count: z.number(),
  drawn: z.number().describe('papers that are ready'),
  status: z.enum(issueStates),
  reason: z.string().nullable(),
  issued_by: z.number().nullable(),
});
export const issueList = z.object({
  ...listQuery,
  status: z.enum(issueStates).optional(),
  template_id: queryId.optional(),
});
export const issuedList = z.object({ ...listQuery, issue_id: queryId });
/** A paper of an issue: whose, and whether it holds. */
export const issuedRow = z.object({
  id: z.number().describe('of the document'),
  name: z.string(),
  number: z.string(),
  student_id: z.number().nullable(),
  status: z.enum(['VALID', 'REVOKED', 'SUPERSEDED']),
  drawn: z.boolean(),
  can: z.object({ reissue: z.boolean() }),
});
export const takeBack = z.object({ id, version: id, reason: requiredText(500) });
export const reissue = z.object({
  document_id: id,
  reason: requiredText(500).describe('stays in the history of the office'),
  name: text(300).optional().describe('as it should have been; of a student the record says it'),
});
export const reissued = z.object({ id: z.number(), number: z.string(), check_code: z.string() });
