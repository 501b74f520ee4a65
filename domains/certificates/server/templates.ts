import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { claimPicture, fileRecords } from '#domains/files/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { definedOf, localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import { contract } from '../contract.ts';
import { blanksIn, type Element, type Layout, lacking, pageBox } from '../shapes.ts';
import { templateWorkflow } from '../workflow.ts';
import { fieldNames } from './fields.ts';
import { certificates, certificateTemplates } from './tables.ts';

/** Templates in their versions: a draft is placed, goes live, and stays as it was for the papers made with it. */

export type TemplateRow = typeof certificateTemplates.$inferSelect;

export const pictureOfElement = (one: Element): number | null =>
  one.kind === 'picture' || one.kind === 'signature' ? one.file_id : null;

/** A page on which everything stands and of which every field is known. Each fault names its place. */
export function demandSound({ page, elements }: Layout): void {
  const [width, height] = pageBox(page);
  const faults: { path: string; code: string; data?: Record<string, unknown> }[] = [];
  const ids = new Set<string>();
  elements.forEach((one, at) => {
    if (ids.has(one.id)) faults.push({ path: `elements.${at}.id`, code: 'duplicate' });
    ids.add(one.id);
    if (one.x + one.w > width || one.y + one.h > height)
      faults.push({ path: `elements.${at}`, code: 'CERTIFICATE_OFF_PAGE' });
  });
  const [off] = faults;
  if (off) throw fail(off.code === 'CERTIFICATE_OFF_PAGE' ? off.code : 'BAD_REQUEST', { fields: faults });
  for (const { path, name } of blanksIn(elements))
    if (!fieldNames.has(name)) throw failField(path, 'CERTIFICATE_FIELD_UNKNOWN', { name });
}

export const template = resource(contract.template, {
  table: certificateTemplates,
  search: [sql`(${certificateTemplates.title}::text)`],
  sorts: { id: sql`${certificateTemplates.id}` },
  defaultSort: 'id,desc',
  optionTitle: (locale) => localTitle(certificateTemplates.title, locale),
  filters: (input) => [
    input.status?.length ? inArray(certificateTemplates.status, input.status) : undefined,
    input.family ? sql`${certificateTemplates.family}::text = ${input.family}` : undefined,
  ],
  present: presentTemplates,
  prepare: async (call, input, before, next) => {
    const { status, revise: _, ...fields } = input;
    const changed = Object.keys(definedOf(fields));
    if (before && before.status !== 'DRAFT' && changed.length)
      throw fail('CERTIFICATE_LIVE', { fields: changed.map((path) => ({ path, code: 'CERTIFICATE_LIVE' })) });
    const layout = { page: next.page ?? firstPage, elements: next.elements ?? [] };
    demandSound(layout);
    const attached = new Set((before?.elements ?? []).map(pictureOfElement));
    for (const [at, one] of layout.elements.entries()) {
      const picture = pictureOfElement(one);
      if (picture && !attached.has(picture)) await claimPicture(call, `elements.${at}.file_id`, picture);
    }
    if (!before || !status || status === before.status) return fields;
    return { ...fields, ...(await turn(call, { ...before, ...definedOf(fields) }, status)) };
  },
  beforeDelete: async (_call, row) => {
    // What was live is never taken away: papers may have been made with it.
    if (row.status !== 'DRAFT') throw fail('CERTIFICATE_LIVE');
  },
});
const firstPage = { size: 'A4', landscape: true } as const;

/** Going live archives the version before it. */
async function turn(call: Call, row: TemplateRow, to: 'LIVE' | 'ARCHIVED'): Promise<Partial<TemplateRow>> {
  checkTransition(call, templateWorkflow, row.status, to, {});
  await recordTransition(call, templateWorkflow.entity, [{ id: row.id, from: row.status }], to, {});
  if (to === 'ARCHIVED') return { status: to, archived_at: clock.iso() };
  demandReady(row);
  const before = await call.db
    .update(certificateTemplates)
    .set({ status: 'ARCHIVED', archived_at: clock.iso() })
    .where(
      and(
        eq(certificateTemplates.family, row.family),
        eq(certificateTemplates.status, 'LIVE'),
        isNull(certificateTemplates.deleted_at),
      ),
    )
    .returning({ id: certificateTemplates.id });
  await recordTransition(
    call,
    templateWorkflow.entity,
    before.map(({ id }) => ({ id, from: 'LIVE' })),
    'ARCHIVED',
    {},
  );
  return { status: to, live_at: clock.iso() };
}

/** What a certificate cannot do without: a name, a way to check it, and words in each of its languages. */
function demandReady({ elements, languages }: TemplateRow): void {
  if (!blanksIn(elements).some(({ name }) => name === 'person.name'))
    throw fail('CERTIFICATE_NOT_READY', { because: 'name' });
  if (!elements.some(({ kind }) => kind === 'qr')) throw fail('CERTIFICATE_NOT_READY', { because: 'qr' });
  const lacks = lacking(elements).flatMap(({ id, lacks: in_ }) =>
    in_
      .filter((locale) => languages.includes(locale))
      .map((locale) => ({
        path: `elements.${elements.findIndex((one) => one.id === id)}.${locale}`,
        code: 'form_required',
      })),
  );
  if (lacks.length) throw fail('CERTIFICATE_NOT_READY', { because: 'words', fields: lacks });
  const empty = elements.findIndex((one) => one.kind === 'picture' && one.file_id === null);
  if (empty >= 0)
    throw fail('CERTIFICATE_NOT_READY', {
      because: 'picture',
      fields: [{ path: `elements.${empty}.file_id`, code: 'form_required' }],
    });
}

/** A draft that continues a version. */
async function revise(call: Call, id: number, version: number | undefined) {
  const row = await loadForChange(call, certificateTemplates, undefined, { id, version: version ?? 0 }, () =>
    template.get(call, { id }),
  );
  const versions = await call.db
    .select({
      id: certificateTemplates.id,
      status: certificateTemplates.status,
      revision: certificateTemplates.revision,
    })
    .from(certificateTemplates)
    .where(and(eq(certificateTemplates.family, row.family), isNull(certificateTemplates.deleted_at)))
    .orderBy(desc(certificateTemplates.revision))
    .for('update');
  const draft = versions.find(({ status }) => status === 'DRAFT');
  // One is prepared already: that is the one to go on with.
  if (draft) return template.get(call, { id: draft.id });
  const { family, title, languages, page, elements } = row;
  const [made] = await call.db
    .insert(certificateTemplates)
    .values({ family, title, languages, page, elements, revision: (versions[0]?.revision ?? 0) + 1 })
    .returning({ id: certificateTemplates.id });
  return template.get(call, { id: made!.id });
}

/** Errors: CERTIFICATE_LIVE, CERTIFICATE_NOT_READY, CERTIFICATE_FIELD_UNKNOWN and CERTIFICATE_OFF_PAGE with the place. */
export const saveTemplate = (call: Call, input: InputOf<typeof contract.template.save>) =>
  input.revise && input.id !== undefined ? revise(call, input.id, input.version) : template.save(call, input);

async function presentTemplates(call: Call, rows: TemplateRow[]) {
  const files = await fileRecords(
    call,
    rows.flatMap(({ elements }) => elements.map(pictureOfElement)),
  );
  const counts = rows.length
    ? await call.db
        .select({ id: certificates.template_id, count: sql<number>`count(*)::int` })
        .from(certificates)
        .where(
          inArray(
            certificates.template_id,
            rows.map(({ id }) => id),
          ),
        )
        .groupBy(certificates.template_id)
    : [];
  const manages = call.abilities.has('certificate_template.manage');
  return rows.map((row) => ({
    ...plain(row),
    files: [...new Set(row.elements.map(pictureOfElement))].flatMap((id) => files.get(id ?? 0) ?? []),
    issued: counts.find(({ id }) => id === row.id)?.count ?? 0,
    lacks: lacking(row.elements),
    can: {
      edit: manages && row.status === 'DRAFT',
      delete: manages && row.status === 'DRAFT',
      publish: manages && row.status === 'DRAFT',
      revise: manages && row.status !== 'DRAFT',
      archive: manages && row.status === 'LIVE',
    },
  }));
}
