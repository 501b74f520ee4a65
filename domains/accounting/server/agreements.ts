import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { courses } from '#domains/curriculum/server/index.ts';
import { academicYears, educationForms } from '#domains/institutions/server/index.ts';
import { type Locale, locales, type Title } from '#platform/contract/index.ts';
import type { StudyLevel } from '#platform/contract/levels.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import { contract } from '../contract.ts';
import type { Currency } from '../currencies.ts';
import { hundredths, shareOf, sumOf, tiyinOf } from '../money.ts';
import { type agreement, type Fine, fineOf, type Share, usualFine } from '../shapes.ts';
import { type AgreementState, agreementWorkflow } from '../workflow.ts';
import { areWhole, planOf } from './plans.ts';
import { fixedToday, foreignOf, type Price } from './rates/rates.ts';
import { contractAgreements, contracts } from './tables.ts';
import { fillContractText, paragraphsOf, unknownBlanks } from './text.ts';
import { withVat } from './vat/vat.ts';

/** What is offered to many people: kept in revisions, published, found again by what somebody studies. */

export type AgreementRow = typeof contractAgreements.$inferSelect;
type Answer = z.infer<typeof agreement>;

type OfStudy = Pick<AgreementRow, 'academic_year_id' | 'course_id' | 'education_form_id'>;
/** Titles of the year, programme and form of each, by id. */
export const studyTitles = async (call: Call, rows: readonly OfStudy[]) => ({
  years: await titlesOf(
    call,
    academicYears,
    rows.map((row) => row.academic_year_id),
  ),
  programmes: await titlesOf(
    call,
    courses,
    rows.map((row) => row.course_id),
  ),
  forms: await titlesOf(
    call,
    educationForms,
    rows.map((row) => row.education_form_id),
  ),
});

async function present(call: Call, rows: AgreementRow[]): Promise<Answer[]> {
  const { years, programmes, forms } = await studyTitles(call, rows);
  const counts = rows.length
    ? await call.db
        .select({ id: contracts.agreement_id, count: sql<number>`count(*)::int` })
        .from(contracts)
        .where(
          and(
            inArray(
              contracts.agreement_id,
              rows.map((row) => row.id),
            ),
            isNull(contracts.deleted_at),
          ),
        )
        .groupBy(contracts.agreement_id)
    : [];
  const issued = new Map(counts.map((row) => [row.id, row.count]));
  const manage = may(call, 'agreement.manage');
  return rows.map((row) => {
    const plan = planOf(row.amount, row.instalments);
    const shares = row.instalments.toSorted((a, b) => (a.due_on < b.due_on ? -1 : 1));
    return {
      ...plain(row),
      academic_year: years.get(row.academic_year_id) ?? null,
      course: programmes.get(row.course_id ?? 0) ?? null,
      education_form: forms.get(row.education_form_id ?? 0) ?? null,
      amount: sumOf(row.amount),
      instalments: shares.map((part, at) => ({ ...part, amount: sumOf(plan[at]!.amount) })),
      fine: fineOf(row.fine),
      minimum_amount: sumOf(shareOf(row.amount, row.minimum_share)),
      contracts: issued.get(row.id) ?? 0,
      can: {
        edit: manage && row.published_at === null,
        publish: manage && row.status !== 'PUBLISHED',
        close: manage && row.status === 'PUBLISHED',
        revise: manage && row.published_at !== null,
        delete: manage && row.status !== 'PUBLISHED',
      },
    };
  });
}

export const agreements = resource(contract.agreement, {
  table: contractAgreements,
  name: 'name',
  search: [sql`${contractAgreements.name}`, sql`${contractAgreements.title}::text`],
  sorts: {
    name: sql`${contractAgreements.name}`,
    amount: sql`${contractAgreements.amount}`,
    created_at: sql`${contractAgreements.created_at}`,
  },
  defaultSort: 'created_at,desc',
  optionTitle: (locale) => sql`${contractAgreements.name} || ' · ' || ${localTitle(contractAgreements.title, locale)}`,
  filters: (input) => [
    input.status ? inArray(contractAgreements.status, input.status) : undefined,
    input.level ? inArray(contractAgreements.level, input.level) : undefined,
    input.academic_year_id ? eq(contractAgreements.academic_year_id, input.academic_year_id) : undefined,
    input.course_id ? eq(contractAgreements.course_id, input.course_id) : undefined,
  ],
  present,
  async prepare(call, input, current) {
    if (current?.published_at) throw fail('AGREEMENT_PUBLISHED');
    await demandReferences(call, {
      academic_year_id: [academicYears, input.academic_year_id],
      course_id: [courses, input.course_id],
      education_form_id: [educationForms, input.education_form_id],
    });
    demandWhole(input, false);
    if (input.name !== undefined && current && current.origin_id !== null && input.name !== current.name)
      throw failField('name', 'AGREEMENT_PUBLISHED');
    const { amount, ...rest } = input;
    return { ...rest, ...(amount === undefined ? {} : { amount: tiyinOf(amount) }) };
  },
  async beforeDelete(_call, row) {
    if (row.status === 'PUBLISHED') throw fail('AGREEMENT_PUBLISHED');
  },
});

/** Shares make 100 percent, days differ, and the text has no blank that nobody fills; `published`: and no language is empty. */
function demandWhole(input: { instalments?: Share[] | undefined; text?: Title | undefined }, published: boolean): void {
  const shares = input.instalments;
  if (shares) {
    const sum = shares.reduce((total, part) => total + hundredths(part.share), 0);
    if (sum !== 10_000) throw failField('instalments', 'AGREEMENT_NOT_WHOLE', { because: 'shares', sum: sum / 100 });
    if (new Set(shares.map((part) => part.due_on)).size < shares.length)
      throw failField('instalments', 'AGREEMENT_NOT_WHOLE', { because: 'days' });
  }
  for (const locale of locales) {
    const text = input.text?.[locale];
    if (text === undefined) continue;
    const unknown = unknownBlanks(text);
    if (unknown.length)
      throw failField(`text.${locale}`, 'AGREEMENT_NOT_WHOLE', { because: 'blanks', blanks: unknown.join(', ') });
    if (published && !text.trim()) throw failField(`text.${locale}`, 'AGREEMENT_NOT_WHOLE', { because: 'text' });
  }
}

async function lock(call: Call, id: number): Promise<AgreementRow> {
  const [row] = await call.db
    .select()
    .from(contractAgreements)
    .where(and(eq(contractAgreements.id, id), isNull(contractAgreements.deleted_at)))
    .for('update');
  if (!row) throw fail('NOT_FOUND');
  return row;
}

async function move(call: Call, row: AgreementRow, to: AgreementState): Promise<void> {
  await call.db
    .update(contractAgreements)
    .set({ status: to, ...(to === 'PUBLISHED' && !row.published_at ? { published_at: sql`edulab_now()` } : {}) })
    .where(eq(contractAgreements.id, row.id));
  await recordTransition(call, agreementWorkflow.entity, [{ id: row.id, from: row.status }], to, {});
}

/** Errors: TRANSITION_NOT_ALLOWED, AGREEMENT_NOT_WHOLE. The revision that was in force before is closed. */
export async function publish(call: Call, { id }: { id: number }): Promise<Answer> {
  const row = await lock(call, id);
  checkTransition(call, agreementWorkflow, row.status, 'PUBLISHED', {});
  demandWhole(row, true);
  const origin = row.origin_id ?? row.id;
  const [before] = await call.db
    .select()
    .from(contractAgreements)
    .where(
      and(
        sql`coalesce(${contractAgreements.origin_id}, ${contractAgreements.id}) = ${origin}`,
        eq(contractAgreements.status, 'PUBLISHED'),
        isNull(contractAgreements.deleted_at),
      ),
    )
    .for('update');
  if (before) await move(call, before, 'CLOSED');
  await move(call, row, 'PUBLISHED');
  return agreements.get(call, { id });
}

export async function close(call: Call, { id }: { id: number }): Promise<Answer> {
  const row = await lock(call, id);
  checkTransition(call, agreementWorkflow, row.status, 'CLOSED', {});
  await move(call, row, 'CLOSED');
  return agreements.get(call, { id });
}

/** The next revision as a draft; the one that is begun already where there is one. */
export async function revise(call: Call, { id }: { id: number }): Promise<Answer> {
  const row = await lock(call, id);
  const origin = row.origin_id ?? row.id;
  const all = await call.db
    .select()
    .from(contractAgreements)
    .where(sql`coalesce(${contractAgreements.origin_id}, ${contractAgreements.id}) = ${origin}`)
    .orderBy(contractAgreements.revision);
  const begun = all.find((one) => one.published_at === null && one.deleted_at === null);
  if (begun) return agreements.get(call, { id: begun.id });
  const { id: _id, version, created_at, updated_at, deleted_at, published_at, ...copy } = row;
  const [made] = await call.db
    .insert(contractAgreements)
    .values({ ...copy, origin_id: origin, revision: all.at(-1)!.revision + 1, status: 'DRAFT' })
    .returning({ id: contractAgreements.id });
  return agreements.get(call, { id: made!.id });
}

export interface StudyFacts {
  level: StudyLevel;
  academic_year_id: number;
  course_id?: number | null | undefined;
  education_form_id?: number | null | undefined;
  study_language?: string | null | undefined;
}

/** The published agreement that fits best, of these: for this course before one for all, then by form, then by language, the newest first. */
export const bestAgreement = (
  facts: Record<keyof StudyFacts, SQL>,
  among: SQL = sql`${contractAgreements}`,
): SQL => sql`(
  select b.id from ${among} b
   where b.status = 'PUBLISHED' and b.deleted_at is null and b.level = ${facts.level} and b.academic_year_id = ${facts.academic_year_id}
     and (b.course_id is null or b.course_id = ${facts.course_id})
     and (b.education_form_id is null or b.education_form_id = ${facts.education_form_id})
     and (b.language is null or b.language = ${facts.study_language})
   order by b.course_id is null, b.education_form_id is null, b.language is null, b.published_at desc, b.id desc limit 1)`;

export async function agreementFor(call: Call, facts: StudyFacts): Promise<AgreementRow | undefined> {
  const best = bestAgreement({
    level: sql`${facts.level}`,
    academic_year_id: sql`${facts.academic_year_id}`,
    course_id: sql`${facts.course_id ?? null}::int`,
    education_form_id: sql`${facts.education_form_id ?? null}::int`,
    study_language: sql`${facts.study_language ?? null}::text`,
  });
  const rows = await call.db.select().from(contractAgreements).where(sql`${contractAgreements.id} = ${best}`);
  return (await withVat(call, rows))[0];
}

/** What an agreement asks of one person by the rates of today, with its tax; the agreement is one `withVat`. */
export async function usualTerms(call: Call, agreements: readonly AgreementRow[]) {
  const prices = await fixedToday(call, agreements);
  return agreements.map((agreement, at) => termsOf(agreement, prices[at]!));
}
export const termsOf = ({ instalments }: AgreementRow, price: Price) => ({
  ...price,
  plan: planOf(price.amount, instalments),
  earned_before: 0,
  earns_from: null,
});

/** The fee of a year as the contract of each of these studies would say it, in its currency; null where nothing is published. */
export async function feesOf(
  call: Call,
  studies: readonly StudyFacts[],
): Promise<({ amount: string; currency: Currency | null } | null)[]> {
  const best = bestAgreement({
    level: sql`w.level`,
    academic_year_id: sql`w.academic_year_id`,
    course_id: sql`w.course_id`,
    education_form_id: sql`w.education_form_id`,
    study_language: sql`w.study_language`,
  });
  const { rows } = await call.db.execute<{ amount: string | null; currency: Currency | null }>(sql`
    select a.amount::text as amount, a.currency
      from jsonb_array_elements(${JSON.stringify(studies)}::jsonb) with ordinality o(fact, at)
      cross join jsonb_to_record(o.fact) as w (level text, academic_year_id int, course_id int, education_form_id int, study_language text)
      left join ${contractAgreements} a on a.id = ${best}
     order by o.at`);
  const priced = await withVat(
    call,
    rows.map(({ amount }) => ({ amount: Number(amount ?? 0) })),
  );
  return rows.map(({ amount, currency }, at) =>
    amount === null ? null : { amount: sumOf(priced[at]!.amount), currency },
  );
}

/** The text with an example in its blanks, before anything is kept. */
export async function previewText(
  call: Call,
  input: {
    text?: Record<Locale, string> | undefined;
    amount?: string | undefined;
    currency?: Currency | null | undefined;
    instalments?: Share[] | undefined;
    minimum_share?: number | undefined;
    fine?: Fine | undefined;
  },
) {
  const sum = tiyinOf(input.amount ?? '18000000');
  const [price] = await fixedToday(call, [{ currency: input.currency ?? null, amount: sum }]);
  const { amount, foreign } = price!;
  const facts = {
    number: 'K-2026-000001',
    issued_on: await todayOf(call),
    name: 'Karimova Aziza Bahodir qizi',
    passport: 'AA1234567',
    phone: '998901234567',
    institution: '…',
    course: '…',
    education_form: '…',
    academic_year: '2026/2027',
    amount,
    foreign: foreignOf(foreign),
    earned_before: 0,
    minimum_share: input.minimum_share ?? 0,
    minimum_amount: shareOf(amount, input.minimum_share ?? 0),
    plan: input.instalments && areWhole(input.instalments) ? planOf(amount, input.instalments) : [],
    fine: input.fine ?? usualFine,
  };
  return Object.fromEntries(
    locales.map((locale) => [locale, paragraphsOf(fillContractText(input.text?.[locale] ?? '', facts, locale))]),
  ) as Record<Locale, ReturnType<typeof paragraphsOf>>;
}
