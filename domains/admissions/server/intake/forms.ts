import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { academicYears } from '#domains/institutions/server/index.ts';
import { demandSound, type FormField } from '#domains/questions/server/index.ts';
import { vacancies } from '#domains/staff/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { keptUntilChanged } from '#platform/server/fast/index.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { definedOf, localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import { contract } from '../../contract.ts';
import type { Flavour } from '../../flavours.ts';
import type { batchSave } from '../../shapes.ts';
import { type FormState, formWorkflow } from '../../workflow.ts';
import { isApplicant, ownGuests } from '../reach.ts';
import { applicationFieldBatches, applicationForms, applications } from '../tables.ts';

/** Forms as they are built: revisions, sections, publishing. */

export type FormRow = typeof applicationForms.$inferSelect;
export type BatchRow = typeof applicationFieldBatches.$inferSelect;

export const isOpenToday = sql`(${applicationForms.status} = 'PUBLISHED' and (select edulab_today()) between ${applicationForms.opens_on} and ${applicationForms.closes_on})`;

/** Sections of these forms in their order; one query. */
export async function batchesOf(call: Call, forms: readonly number[]): Promise<Map<number, BatchRow[]>> {
  if (forms.length === 0) return new Map();
  const rows = await call.db
    .select()
    .from(applicationFieldBatches)
    .where(
      and(inArray(applicationFieldBatches.form_id, [...new Set(forms)]), isNull(applicationFieldBatches.deleted_at)),
    )
    .orderBy(asc(applicationFieldBatches.position), asc(applicationFieldBatches.id));
  return Map.groupBy(rows, (row) => row.form_id);
}
export const fieldsOf = (batches: readonly BatchRow[] | undefined): FormField[] =>
  (batches ?? []).flatMap((batch) => batch.fields);

/** What a form asks, by key. */
export const askedBy = async (call: Call, form_id: number): Promise<Set<string>> =>
  new Set(fieldsOf((await batchesOf(call, [form_id])).get(form_id)).map(({ key }) => key));

/** How many applied by each form; of drafts nobody knows yet. */
const applicationsByForm = (call: Call): Promise<Record<number, number>> =>
  keptUntilChanged(call, {
    key: 'applications by form',
    tables: ['applications'],
    make: async () => {
      const { rows } = await call.db.execute<{ form_id: number; count: number }>(
        sql`select form_id, count(*)::int as count from ${applications} where deleted_at is null and status <> 'DRAFT' group by 1`,
      );
      return Object.fromEntries(rows.map(({ form_id, count }) => [form_id, count]));
    },
  });

async function presentForms(call: Call, rows: FormRow[], permission: PermissionName) {
  const ids = rows.map((row) => row.id);
  const batches = await batchesOf(call, ids);
  const years = await titlesOf(
    call,
    academicYears,
    rows.map((row) => row.academic_year_id),
  );
  const jobs = await titlesOf(
    call,
    vacancies,
    rows.map((row) => row.vacancy_id),
  );
  const { rows: opened } = await call.db.execute<{ id: number }>(
    sql`select ${applicationForms.id} as id from ${applicationForms} where ${inArray(applicationForms.id, ids.length ? ids : [0])} and ${isOpenToday}`,
  );
  const open = new Set(opened.map(({ id }) => id));
  const edit = call.abilities.has(permission);
  const counts = edit && ids.length ? await applicationsByForm(call) : {};
  return rows.map((row) => ({
    ...plain(row),
    origin_id: row.origin_id ?? row.id,
    academic_year: years.get(row.academic_year_id ?? 0) ?? null,
    vacancy: jobs.get(row.vacancy_id ?? 0) ?? null,
    open: open.has(row.id),
    applications: counts[row.id] ?? 0,
    batches: (batches.get(row.id) ?? []).map(presentBatch),
    can: {
      edit: edit && row.status === 'DRAFT',
      delete: edit,
      publish: edit && row.status !== 'PUBLISHED',
      revise: edit,
    },
  }));
}
export const presentBatch = (row: BatchRow) => plain(row);

/** Forms of one flavour. Who applies sees those that take applications, and those with which they began. */
export function formsOf(flavour: Flavour) {
  const permission = `${flavour.family}.form` as const;
  const workflow = formWorkflow(permission);
  const visible = (call: Call) =>
    and(
      eq(applicationForms.flavour, flavour.name),
      isApplicant(call, flavour)
        ? sql`(${isOpenToday} or ${applicationForms.id} in (select a.form_id from ${applications} a where a.guest_id in ${ownGuests(call)} and a.deleted_at is null))`
        : undefined,
    );
  const forms = resource(contract[flavour.name].form, {
    table: applicationForms,
    search: [
      sql`${applicationForms.title} ->> 'uz'`,
      sql`${applicationForms.title} ->> 'ru'`,
      sql`${applicationForms.title} ->> 'en'`,
    ],
    sorts: {
      title: sql`(${applicationForms.title} ->> 'uz')`,
      opens_on: sql`${applicationForms.opens_on}`,
      id: sql`${applicationForms.id}`,
    },
    defaultSort: 'opens_on,desc',
    optionTitle: (locale) => localTitle(applicationForms.title, locale),
    visible,
    filters: (input) => [
      input.status ? eq(applicationForms.status, input.status) : undefined,
      input.origin_id
        ? sql`coalesce(${applicationForms.origin_id}, ${applicationForms.id}) = ${input.origin_id}`
        : undefined,
      input.open === undefined ? undefined : sql`${isOpenToday} = ${input.open}`,
    ],
    present: (call, rows) => presentForms(call, rows, permission),
    prepare: async (call, input, before, next) => {
      const { status, revise, ...fields } = input;
      await demandReferences(call, {
        academic_year_id: [academicYears, input.academic_year_id],
        vacancy_id: [vacancies, input.vacancy_id],
      });
      if (next.opens_on > next.closes_on) throw failField('closes_on', 'DATES_REVERSED');
      if (flavour.target === 'vacancy' && !next.vacancy_id) throw failField('vacancy_id', 'form_required');
      if (flavour.target === 'campaign' && !next.academic_year_id) throw failField('academic_year_id', 'form_required');
      // Of what is published only the last day may move: everything else is the next revision.
      const changed = Object.keys(definedOf(fields)).filter((key) => key !== 'closes_on');
      if (before && before.status !== 'DRAFT' && changed.length)
        throw fail('FORM_PUBLISHED', { fields: changed.map((path) => ({ path, code: 'FORM_PUBLISHED' })) });
      if (!before) return { ...fields, flavour: flavour.name };
      return status && status !== before.status ? { ...fields, ...(await turn(call, before, status)) } : fields;
    },
    beforeDelete: async (call, row) => {
      const [used] = await call.db
        .select({ id: applications.id })
        .from(applications)
        .where(eq(applications.form_id, row.id))
        .limit(1);
      if (used) throw fail('IN_USE', { uses: [], used: '' });
    },
  });

  /** Publishing closes the revision that took applications before it. */
  async function turn(call: Call, form: FormRow, to: FormState): Promise<Partial<FormRow>> {
    checkTransition(call, workflow, form.status, to, {});
    if (to === 'PUBLISHED') {
      if (fieldsOf((await batchesOf(call, [form.id])).get(form.id)).length === 0 && form.documents.length === 0)
        throw fail('FORM_EMPTY');
      const closed = await call.db
        .update(applicationForms)
        .set({ status: 'CLOSED' })
        .where(
          and(
            sql`coalesce(${applicationForms.origin_id}, ${applicationForms.id}) = ${form.origin_id ?? form.id}`,
            eq(applicationForms.status, 'PUBLISHED'),
            isNull(applicationForms.deleted_at),
          ),
        )
        .returning({ id: applicationForms.id });
      await recordTransition(
        call,
        workflow.entity,
        closed.map(({ id }) => ({ id, from: 'PUBLISHED' })),
        'CLOSED',
        {},
      );
    }
    await recordTransition(call, workflow.entity, [{ id: form.id, from: form.status }], to, {});
    return { status: to, ...(to === 'PUBLISHED' ? { published_at: clock.iso() } : {}) };
  }

  /** A draft that continues a form: what applicants began stays with the revision that they know. */
  async function revise(call: Call, id: number, version: number | undefined) {
    const read = { id, version: version ?? 0 };
    const form = await loadForChange(call, applicationForms, visible(call), read, () => forms.get(call, { id }));
    const origin = form.origin_id ?? form.id;
    await call.db.execute(sql`select id from ${applicationForms} where id = ${origin} for update`);
    const { id: _id, version: _version, created_at, updated_at, deleted_at, published_at, ...same } = form;
    const [next] = await call.db
      .insert(applicationForms)
      .values({
        ...same,
        origin_id: origin,
        status: 'DRAFT',
        revision: sql`(select max(revision) + 1 from application_forms where coalesce(origin_id, id) = ${origin} and deleted_at is null)`,
      })
      .returning({ id: applicationForms.id });
    await call.db.execute(sql`
      insert into ${applicationFieldBatches} (institution_id, form_id, position, title, note, fields)
      select institution_id, ${next!.id}, position, title, note, fields from ${applicationFieldBatches} where form_id = ${id} and deleted_at is null`);
    return forms.get(call, { id: next!.id });
  }

  return {
    ...forms,
    save: (call: Call, input: Record<string, unknown>) =>
      input.revise === true && typeof input.id === 'number'
        ? revise(call, input.id, input.version as number | undefined)
        : forms.save(call, input),
  };
}

/** Finds a section whose form the caller may see. */
export async function getBatch(call: Call, flavour: Flavour, id: number): Promise<BatchRow> {
  const [row] = await call.db
    .select()
    .from(applicationFieldBatches)
    .where(and(eq(applicationFieldBatches.id, id), isNull(applicationFieldBatches.deleted_at)));
  if (!row) throw fail('NOT_FOUND');
  await formsOf(flavour).find(call, row.form_id);
  return row;
}

/** Writes a section of a draft. Errors: STALE, FORM_PUBLISHED, and the faults of `checkFields` over the whole form. */
export async function saveBatch(call: Call, flavour: Flavour, input: z.infer<typeof batchSave>): Promise<BatchRow> {
  const { id, version, remove, ...fields } = input;
  const formId = id === undefined ? input.form_id : (await getBatch(call, flavour, id)).form_id;
  if (formId === undefined) throw failField('form_id', 'form_required');
  const current =
    id === undefined
      ? undefined
      : await loadForChange(call, applicationFieldBatches, undefined, { id, version: version ?? 0 }, async (now) =>
          presentBatch(now),
        );
  const form = (await formsOf(flavour).find(call, formId)) as FormRow;
  if (form.status !== 'DRAFT') throw fail('FORM_PUBLISHED');
  const others = (await batchesOf(call, [formId])).get(formId) ?? [];
  if (remove && current) {
    demandSound(call, fieldsOf(others), fieldsOf(others.filter((batch) => batch.id !== current.id)));
    const [gone] = await call.db
      .update(applicationFieldBatches)
      .set({ deleted_at: sql`edulab_now()` })
      .where(eq(applicationFieldBatches.id, current.id))
      .returning();
    return gone!;
  }
  if (!current && !fields.title) throw failField('title', 'form_required');
  const position = fields.position ?? current?.position ?? (others.at(-1)?.position ?? 0) + 1;
  const after = {
    id: current?.id ?? Number.MAX_SAFE_INTEGER,
    position,
    fields: fields.fields ?? current?.fields ?? [],
  };
  const order = [...others.filter((batch) => batch.id !== current?.id), after].sort(
    (a, b) => a.position - b.position || a.id - b.id,
  );
  demandSound(
    call,
    fieldsOf(others),
    order.flatMap((batch) => batch.fields),
  );
  const values = { ...fields, form_id: formId, position } as typeof applicationFieldBatches.$inferInsert;
  const [row] = current
    ? await call.db
        .update(applicationFieldBatches)
        .set(values)
        .where(eq(applicationFieldBatches.id, current.id))
        .returning()
    : await call.db.insert(applicationFieldBatches).values(values).returning();
  return row!;
}
