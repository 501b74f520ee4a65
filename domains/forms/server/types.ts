import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { isWritten } from '#domains/questions/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { openStates } from '../workflow.ts';
import { formRequests, forms, formTypes } from './tables.ts';

/** What can be asked for: found by words and by what it is needed for. */

export type TypeRow = typeof formTypes.$inferSelect;

/** Whom the catalogue is for: whoever asks for themselves sees what is offered to them, the office everything. */
const offered = (call: Call) =>
  scopeOf(call, 'form.read') === 'own'
    ? sql`(${formTypes.status} = 'ACTIVE' and exists (select 1 from ${forms} f where f.type_id = ${formTypes.id} and f.status = 'LIVE' and f.deleted_at is null)
        and exists (select 1 from ${students} s where s.account_id = ${call.account_id} and s.deleted_at is null and s.status = any (${formTypes.audience})))`
    : undefined;

export const formType = resource(contract.type, {
  table: formTypes,
  search: [sql`(${formTypes.title}::text)`, sql`(${formTypes.about}::text)`, sql`${formTypes.code}`],
  sorts: { position: sql`${formTypes.position}`, id: sql`${formTypes.id}` },
  defaultSort: 'position',
  optionTitle: (locale) => localTitle(formTypes.title, locale),
  visible: offered,
  filters: (input) => [
    input.situation ? sql`${input.situation} = any (${formTypes.situations})` : undefined,
    input.status ? eq(formTypes.status, input.status) : undefined,
  ],
  present: presentTypes,
  prepare: async (call, input, before) => {
    if (input.status === 'ACTIVE') {
      const [live] = await call.db
        .select({ id: forms.id })
        .from(forms)
        .where(and(eq(forms.type_id, before?.id ?? 0), eq(forms.status, 'LIVE'), isNull(forms.deleted_at)));
      if (!live) throw fail('FORM_NOT_READY', { because: 'live' });
    }
    return input;
  },
});

async function presentTypes(call: Call, rows: TypeRow[]) {
  const ids = rows.map(({ id }) => id);
  const versions = ids.length
    ? await call.db
        .select()
        .from(forms)
        .where(and(inArray(forms.type_id, ids), inArray(forms.status, ['LIVE', 'DRAFT']), isNull(forms.deleted_at)))
    : [];
  const own = may(call, 'form_request.ask')
    ? await call.db
        .select({ id: formRequests.id, type_id: formRequests.type_id })
        .from(formRequests)
        .where(
          and(
            eq(formRequests.account_id, call.account_id),
            inArray(formRequests.status, [...openStates]),
            isNull(formRequests.deleted_at),
          ),
        )
    : [];
  const edit = may(call, 'form.manage');
  return rows.map((row) => {
    const live = versions.find(({ type_id, status }) => type_id === row.id && status === 'LIVE');
    const draft = versions.find(({ type_id, status }) => type_id === row.id && status === 'DRAFT');
    return {
      ...plain(row),
      form_id: live?.id ?? null,
      draft_id: edit ? (draft?.id ?? null) : null,
      live: live
        ? {
            days: live.steps.reduce((sum, { days }) => sum + days, 0),
            fee: live.fee,
            deliveries: live.deliveries,
            languages: live.languages,
            asks: live.sections.flatMap(({ fields }) => fields).filter(({ type }) => !isWritten(type)).length,
            paper: live.paper !== null,
          }
        : null,
      request_id: own.find(({ type_id }) => type_id === row.id)?.id ?? null,
      can: { edit, delete: edit, ask: may(call, 'form_request.ask') && live !== undefined },
    };
  });
}

/** A type that is offered, with its live form. Errors: REQUEST_NOT_OFFERED. */
export async function offeredType(call: Call, id: number, status: string) {
  const [found] = await call.db
    .select({ type: formTypes, form: forms })
    .from(formTypes)
    .innerJoin(forms, and(eq(forms.type_id, formTypes.id), eq(forms.status, 'LIVE'), isNull(forms.deleted_at)))
    .where(and(eq(formTypes.id, id), eq(formTypes.status, 'ACTIVE'), isNull(formTypes.deleted_at)));
  if (!found?.type.audience.some((one) => one === status)) throw fail('REQUEST_NOT_OFFERED');
  return found;
}
