import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { changesBetween, demandSound, type FormField } from '#domains/questions/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { ListAnswer } from '#platform/contract/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { definedOf, localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import { contract } from '../contract.ts';
import {
  actionTypes,
  type ChainStep,
  changeKinds,
  chosenFrom,
  type FormSection,
  type PaperTemplate,
  recordChanges,
  sources,
} from '../shapes.ts';
import { untranslated } from '../texts.ts';
import { versionWorkflow } from '../workflow.ts';
import { factNames } from './facts.ts';
import { blanksIn } from './papers.ts';
import { formRequests, forms, formTypes } from './tables.ts';

/** Forms in their versions: a draft is built, goes live, and stays as it was for whoever sent something with it. */

export type FormRow = typeof forms.$inferSelect;
export const fieldsOf = (sections: readonly FormSection[]): FormField[] => sections.flatMap(({ fields }) => fields);

export const form = resource(contract.form, {
  table: forms,
  search: [sql`(${forms.title}::text)`],
  sorts: { id: sql`${forms.id}` },
  defaultSort: 'id,desc',
  optionTitle: (locale) => sql`${localTitle(forms.title, locale)} || ' · ' || ${forms.revision}`,
  filters: (input) => [
    input.type_id ? eq(forms.type_id, input.type_id) : undefined,
    input.status ? eq(forms.status, input.status) : undefined,
  ],
  present: presentForms,
  prepare: async (call, input, before, next) => {
    const { status, revise: _, ...fields } = input;
    await demandReferences(call, { type_id: [formTypes, input.type_id] });
    const changed = Object.keys(definedOf(fields));
    if (before && before.status !== 'DRAFT' && changed.length)
      throw fail('FORM_LIVE', { fields: changed.map((path) => ({ path, code: 'FORM_LIVE' })) });
    if (before && input.type_id !== undefined && input.type_id !== before.type_id)
      throw failField('type_id', 'FORM_LIVE');
    demandWhole(call, before?.sections ?? [], {
      sections: next.sections ?? [],
      steps: next.steps ?? [],
      paper: next.paper ?? null,
    });
    if (!before) {
      const [last] = await call.db
        .select({ revision: forms.revision, status: forms.status })
        .from(forms)
        .where(and(eq(forms.type_id, next.type_id), isNull(forms.deleted_at)))
        .orderBy(desc(forms.revision))
        .limit(1);
      return { ...fields, revision: (last?.revision ?? 0) + 1 };
    }
    return status && status !== before.status
      ? { ...fields, ...(await turn(call, { ...before, ...definedOf(fields) }, status)) }
      : fields;
  },
  beforeDelete: async (_call, row) => {
    // What was live is never taken away: something may have been sent with it.
    if (row.status !== 'DRAFT') throw fail('FORM_LIVE');
  },
});

/** A form that can be filled in, whose steps and paper know what they speak of. */
function demandWhole(
  call: Call,
  before: readonly FormSection[],
  { sections, steps, paper }: { sections: FormSection[]; steps: ChainStep[]; paper: PaperTemplate | null },
): void {
  const fields = fieldsOf(sections);
  demandSound(call, fieldsOf(before), fields, { facts: factNames, sources });
  const faults: { path: string; code: string }[] = [];
  const keys = new Set(fields.map(({ key }) => key));
  const ids = new Set<number>();
  sections.forEach(({ id }, at) => {
    if (ids.has(id)) faults.push({ path: `sections.${at}.id`, code: 'FIELD_TWICE' });
    ids.add(id);
  });
  const isToldBy = (name: string, key: string) =>
    chosenFrom[name] === undefined ||
    fields.some((field) => field.key === key && field.type === 'RECORD' && field.source === chosenFrom[name]);
  const named = new Set<string>();
  steps.forEach((step, at) => {
    if (named.has(step.key)) faults.push({ path: `steps.${at}.key`, code: 'FIELD_TWICE' });
    named.add(step.key);
    if ((step.action === 'CHANGE') !== Boolean(step.change))
      faults.push({ path: `steps.${at}.change`, code: 'form_required' });
    const asked: readonly string[] = step.change ? recordChanges[step.change.kind] : [];
    for (const [name, key] of Object.entries(step.change?.with ?? {}))
      if (!asked.includes(name) || !keys.has(key) || !isToldBy(name, key))
        faults.push({ path: `steps.${at}.change.with.${name}`, code: 'CONDITION_UNKNOWN' });
    if (step.action === 'DOCUMENT' && !paper) faults.push({ path: 'paper', code: 'form_required' });
  });
  if (faults.length) throw fail('BAD_REQUEST', { fields: faults });
  const known = new Set<string>([...factNames, ...fields.map(({ key }) => `answers.${key}`)]);
  for (const { path, name } of paper ? blanksIn(paper) : [])
    if (!known.has(name)) throw failField(path, 'BLANK_UNKNOWN', { name });
}

/** Going live archives the version before it; whoever began with that one is given some days to send it. */
async function turn(call: Call, row: FormRow, to: FormRow['status']): Promise<Partial<FormRow>> {
  checkTransition(call, versionWorkflow, row.status, to, {});
  await recordTransition(call, versionWorkflow.entity, [{ id: row.id, from: row.status }], to, {});
  if (to === 'ARCHIVED') return { status: to, archived_at: clock.iso() };
  if (!row.steps.length) throw fail('FORM_NOT_READY', { because: 'steps' });
  if (!row.languages.length || !row.deliveries.length) throw fail('FORM_NOT_READY', { because: 'delivery' });
  if (row.paper && !row.steps.some(({ action }) => action === 'DOCUMENT'))
    throw fail('FORM_NOT_READY', { because: 'document' });
  if (Number(row.fee) > 0 && !row.steps.some(({ action }) => action === 'PAYMENT'))
    throw fail('FORM_NOT_READY', { because: 'payment' });
  if (Number(row.fee) === 0 && row.steps.some(({ action }) => action === 'PAYMENT'))
    throw fail('FORM_NOT_READY', { because: 'fee' });
  const before = await call.db
    .update(forms)
    .set({ status: 'ARCHIVED', archived_at: clock.iso() })
    .where(and(eq(forms.type_id, row.type_id), eq(forms.status, 'LIVE'), isNull(forms.deleted_at)))
    .returning({ id: forms.id });
  await recordTransition(
    call,
    versionWorkflow.entity,
    before.map(({ id }) => ({ id, from: 'LIVE' })),
    'ARCHIVED',
    {},
  );
  return { status: to, live_at: clock.iso() };
}

/** A draft that continues a version: its fields keep their keys. */
async function revise(call: Call, id: number, version: number | undefined) {
  const row = await loadForChange(call, forms, undefined, { id, version: version ?? 0 }, () => form.get(call, { id }));
  await call.db.select({ id: formTypes.id }).from(formTypes).where(eq(formTypes.id, row.type_id)).for('update');
  const [draft] = await call.db
    .select({ id: forms.id })
    .from(forms)
    .where(and(eq(forms.type_id, row.type_id), eq(forms.status, 'DRAFT'), isNull(forms.deleted_at)));
  // One is prepared already: that is the one to go on with.
  if (draft) return form.get(call, { id: draft.id });
  const { type_id, title, description, sections, steps, paper, fee, deliveries, languages } = row;
  return form.save(call, { type_id, title, description, sections, steps, paper, fee, deliveries, languages });
}

export const saveForm = (call: Call, input: InputOf<typeof contract.form.save>) =>
  input.revise && input.id !== undefined ? revise(call, input.id, input.version) : form.save(call, input);

/** Writes sections of a draft as a whole: whoever read an older version is told. */
async function saveSections(
  call: Call,
  id: number,
  version: number,
  change: (sections: FormSection[]) => FormSection[],
) {
  const row = await form.find(call, id);
  return form.save(call, { id, version, sections: change(structuredClone(row.sections)) });
}

/** Errors: STALE, FORM_LIVE, FIELD_REFERRED, NOT_FOUND. */
export const saveField = (call: Call, input: InputOf<typeof contract.form.field>) =>
  saveSections(call, input.form_id, input.version, (sections) => {
    const section = sections.find(({ id }) => id === input.section_id);
    if (!section) throw fail('NOT_FOUND');
    const at = section.fields.findIndex(({ key }) => key === input.field.key);
    const others = section.fields.filter(({ key }) => key !== input.field.key);
    const place = input.position ?? (at < 0 ? others.length : at);
    section.fields = input.remove ? others : [...others.slice(0, place), input.field, ...others.slice(place)];
    return sections;
  });

/** Errors: the same. A new section stands last, or where it is put. */
export const saveBatch = (call: Call, input: InputOf<typeof contract.form.batch>) =>
  saveSections(call, input.form_id, input.version ?? 0, (sections) => {
    const at = sections.findIndex(({ id }) => id === input.id);
    const before = sections[at];
    if (input.id !== undefined && !before) throw fail('NOT_FOUND');
    const others = sections.filter(({ id }) => id !== input.id);
    if (input.remove) return others;
    const title = input.title ?? before?.title;
    if (!title) throw failField('title', 'form_required');
    const section: FormSection = {
      id: before?.id ?? Math.max(0, ...sections.map(({ id }) => id)) + 1,
      title,
      note: input.note === undefined ? (before?.note ?? null) : input.note,
      fields: input.fields ?? before?.fields ?? [],
    };
    const place = input.position ?? (at < 0 ? others.length : at);
    return [...others.slice(0, place), section, ...others.slice(place)];
  });

async function presentForms(call: Call, rows: FormRow[]) {
  const ids = rows.map(({ id }) => id);
  const types = await titlesOf(
    call,
    formTypes,
    rows.map(({ type_id }) => type_id),
  );
  const counts = ids.length
    ? await call.db
        .select({ form_id: formRequests.form_id, count: sql<number>`count(*)::int` })
        .from(formRequests)
        .where(
          and(
            inArray(formRequests.form_id, ids),
            sql`${formRequests.status} <> 'DRAFT'`,
            isNull(formRequests.deleted_at),
          ),
        )
        .groupBy(formRequests.form_id)
    : [];
  const all = ids.length
    ? await call.db
        .select({ type_id: forms.type_id, revision: forms.revision, sections: forms.sections })
        .from(forms)
        .where(
          and(
            inArray(
              forms.type_id,
              rows.map(({ type_id }) => type_id),
            ),
            isNull(forms.deleted_at),
          ),
        )
        .orderBy(desc(forms.revision))
    : [];
  return rows.map((row) => {
    const earlier = all.find(({ type_id, revision }) => type_id === row.type_id && revision < row.revision);
    return {
      ...plain(row),
      description: row.description ?? null,
      paper: row.paper ?? null,
      type: types.get(row.type_id) ?? null,
      requests: counts.find(({ form_id }) => form_id === row.id)?.count ?? 0,
      changes: earlier ? changesBetween(earlier.sections, row.sections) : [],
      untranslated: untranslated({ ...row, description: row.description ?? null, paper: row.paper ?? null }),
      can: {
        edit: row.status === 'DRAFT',
        delete: row.status === 'DRAFT',
        publish: row.status === 'DRAFT',
        revise: row.status !== 'DRAFT',
        archive: row.status === 'LIVE',
      },
    };
  });
}

/** What is few enough to be at hand, page by page like every list. */
function paged<T>(
  all: readonly T[],
  { page = 0, size = 100 }: { page?: number | undefined; size?: number | undefined },
): ListAnswer<T> {
  const content = all.slice(page * size, (page + 1) * size);
  return {
    content,
    top_content: [],
    size: content.length,
    pageable: { pageSize: size, pageNumber: page },
    total_elements: all.length,
    total_pages: Math.ceil(all.length / size),
    total_exact: true,
    last: (page + 1) * size >= all.length,
    status: 200,
  };
}

export async function listBatches(call: Call, input: InputOf<typeof contract.form.batches>) {
  if (input.form_id === undefined) return paged<OutputOf<typeof contract.form.batches>['content'][number]>([], input);
  const row = await form.find(call, input.form_id);
  return paged(
    row.sections.map((section) => ({ ...section, form_id: row.id, version: row.version })),
    input,
  );
}

export const listActions = (call: Call, input: InputOf<typeof contract.form.action_types>) =>
  paged(
    actionTypes.map((id) => ({
      id,
      title: message(call.locale, `action.${id}`),
      about: message(call.locale, `action_about.${id}`),
      changes:
        id === 'CHANGE'
          ? changeKinds.map((kind) => ({
              id: kind,
              title: message(call.locale, `change.${kind}`),
              needs: [...recordChanges[kind]],
            }))
          : [],
    })),
    input,
  );
