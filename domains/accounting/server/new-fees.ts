import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { partOf, type YearPart, yearLater } from '#domains/institutions/server/index.ts';
import { titleOf } from '#domains/messaging/server/index.ts';
import type { Title } from '#platform/contract/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { sumOf, type Tiyin, tiyinOf } from '../money.ts';
import { agreementWorkflow } from '../workflow.ts';
import { studyTitles } from './agreements.ts';
import { tellAccountants } from './balance.ts';
import type { Agreed } from './rates/rates.ts';
import { contractAgreements, contracts } from './tables.ts';

/**
 * Fees of a year carried on into the next: a published agreement for whom the new year has none, with its days a year later.
 * Whoever keeps agreements publishes them by it; of anybody else they are drafts that accounting publishes.
 */

interface FeeYear {
  id: number;
  title: string;
}

/** By how much fees rise, in percent, and to which whole so'm they are rounded then. */
export interface FeeRise {
  percent: number;
  round_to: number;
}

/** Published agreements of a year, as `a`, for whom the other has neither one in force nor a draft; that is 0 where it is not made yet. */
const carriable = (from: number, to: number): SQL => sql`${contractAgreements} a
  where a.academic_year_id = ${from} and a.status = 'PUBLISHED' and a.deleted_at is null
    and (a.course_id is null or exists (select 1 from ${courses} c where c.id = a.course_id and c.active and c.deleted_at is null))
    and not exists (select 1 from ${contractAgreements} n where n.academic_year_id = ${to} and n.status <> 'CLOSED' and n.deleted_at is null and n.level = a.level and n.type = a.type
      and (n.course_id, n.education_form_id, n.language) is not distinct from (a.course_id, a.education_form_id, a.language))`;

/** A text that names the old year itself is read by somebody before anybody signs it. */
const years = (from: FeeYear) => [...new Set(from.title.match(/\d{4}/g) ?? [])];
const namesYear = (from: FeeYear): SQL =>
  sql`a.text::text ~ ${years(from).length ? `\\m(${years(from).join('|')})\\M` : '^$'}`;
/** Whether a carried agreement is in force at once. */
const inForce = (call: Call, from: FeeYear): SQL =>
  may(call, 'agreement.manage') ? sql`not (${namesYear(from)})` : sql`false`;

/** Agreements that are in force in the new year once its fees are carried on, as `bestAgreement` looks through them. */
export const feesIn = (call: Call, from: FeeYear, to: number): SQL => sql`(
  select id, level, academic_year_id, course_id, education_form_id, language, status, deleted_at, published_at from ${contractAgreements} where academic_year_id = ${to}
  union all
  select a.id, a.level, ${to}::int, a.course_id, a.education_form_id, a.language, a.status, a.deleted_at, a.published_at from ${carriable(from.id, to)} and ${inForce(call, from)})`;

export const feesToCarry = (
  call: Call,
  from: FeeYear,
  to: number,
): Promise<YearPart<'NO_FEE_BEFORE' | 'FEE_DRAFT' | 'FEE_NAMES_YEAR'>> =>
  partOf(call, {
    made: sql`select a.id from ${carriable(from.id, to)}`,
    there: sql`select a.id from ${contractAgreements} a where a.academic_year_id = ${to} and a.status <> 'CLOSED' and a.deleted_at is null`,
    faults: sql`
      select 'NO_FEE_BEFORE' as code, c.code as title from ${courses} c where c.active and c.deleted_at is null
         and not exists (select 1 from ${contractAgreements} a where a.academic_year_id in (${from.id}, ${to}) and a.status <> 'CLOSED' and a.deleted_at is null
                            and a.level = c.level and (a.course_id is null or a.course_id = c.id))
      union all select case when ${namesYear(from)} then 'FEE_NAMES_YEAR' else 'FEE_DRAFT' end, a.name from ${carriable(from.id, to)} and not (${inForce(call, from)})`,
  });

/** Percent of hundredths and rounding, in whole numbers: 12,500,000 soʻm and 7.5 % to 10,000 are 13,440,000. Other currencies are rounded to whole ones. */
export function risen({ amount, currency }: Agreed, { percent, round_to }: FeeRise): Tiyin {
  if (percent === 0) return amount;
  const step = BigInt(tiyinOf(String(currency === null ? round_to : 1))) * 10_000n;
  const exact = BigInt(amount) * BigInt(10_000 + Math.round(percent * 100));
  return Number(((exact + step / 2n) / step) * (step / 10_000n)) || Number(step / 10_000n);
}

const shownFees = 300;

/** What the fees would be, at most so many as a page shows. */
export async function feesCarried(call: Call, from: FeeYear, to: number, rise: FeeRise) {
  const { rows } = await call.db.execute<{ id: number }>(
    sql`select a.id from ${carriable(from.id, to)} order by a.level, a.name limit ${shownFees}`,
  );
  const found = await call.db
    .select()
    .from(contractAgreements)
    .where(inArray(contractAgreements.id, [0, ...rows.map(({ id }) => id)]))
    .orderBy(asc(contractAgreements.level), asc(contractAgreements.name));
  const { programmes, forms } = await studyTitles(call, found);
  return found.map((row) => ({
    name: row.name,
    of: [programmes.get(row.course_id ?? 0)?.title, forms.get(row.education_form_id ?? 0)?.title].filter(
      (part) => part !== undefined,
    ),
    level: row.level,
    language: row.language,
    amount: sumOf(row.amount),
    next_amount: sumOf(risen(row, rise)),
    currency: row.currency,
  }));
}

/** Makes them. Answers ids. */
export async function carryFees(call: Call, from: FeeYear, to: FeeYear, rise: FeeRise): Promise<number[]> {
  const { rows } = await call.db.execute<{ id: number; published: boolean }>(
    sql`select a.id, ${inForce(call, from)} as published from ${carriable(from.id, to.id)} order by a.id`,
  );
  if (rows.length === 0) return [];
  const found = await call.db
    .select()
    .from(contractAgreements)
    .where(
      inArray(
        contractAgreements.id,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(contractAgreements.id);
  const named = await call.db
    .select({ name: sql<string>`lower(${contractAgreements.name})` })
    .from(contractAgreements)
    .where(isNull(contractAgreements.deleted_at));
  const taken = new Set(named.map(({ name }) => name));
  const published = new Set(rows.filter((row) => row.published).map(({ id }) => id));
  const made = await call.db
    .insert(contractAgreements)
    .values(
      found.map((row) => {
        const { id, version, created_at, updated_at, deleted_at, deletion_reason, published_at, ...copy } = row;
        return {
          ...copy,
          origin_id: null,
          revision: 1,
          academic_year_id: to.id,
          name: nameInYear(row.name, from, to, taken),
          title: titleInYear(row.title, from, to),
          amount: risen(row, rise),
          instalments: row.instalments.map(({ share, due_on }) => ({ share, due_on: yearLater(due_on) })),
          ...(published.has(id)
            ? { status: 'PUBLISHED' as const, published_at: sql`edulab_now()` }
            : { status: 'DRAFT' as const, published_at: null }),
        };
      }),
    )
    .returning({ id: contractAgreements.id, status: contractAgreements.status });
  for (const [status, some] of Map.groupBy(made, (row) => row.status))
    await recordTransition(
      call,
      agreementWorkflow.entity,
      some.map(({ id }) => ({ id, from: null })),
      status,
      {},
    );
  const drafts = made.filter(({ status }) => status === 'DRAFT').length;
  if (drafts)
    await tellAccountants(
      call,
      titleOf('notice_fees_carried', { count: drafts, year: to.title }),
      '/accounting/agreements?status=DRAFT',
    );
  return made.map(({ id }) => id);
}

/** The same name with the years of the new year in place of the old one's; else with the new year behind it. */
function nameInYear(name: string, from: FeeYear, to: FeeYear, taken: Set<string>): string {
  const moved = inYear(name, from, to);
  const wanted = (moved === name ? `${name.slice(0, 59 - to.title.length)} ${to.title}` : moved).slice(0, 60);
  let free = wanted;
  for (let at = 2; taken.has(free.toLowerCase()); at += 1) free = `${wanted.slice(0, 56)} ${at}`;
  taken.add(free.toLowerCase());
  return free;
}

const titleInYear = ({ uz, ru, en }: Title, from: FeeYear, to: FeeYear): Title => ({
  uz: inYear(uz, from, to),
  ru: inYear(ru, from, to),
  en: inYear(en, from, to),
});

function inYear(words: string, from: FeeYear, to: FeeYear): string {
  const next = years(to);
  const old = years(from);
  return words.replace(/(?<!\d)\d{4}(?!\d)/g, (year) => next[old.indexOf(year)] ?? year);
}

/** Names of those of these agreements that were changed, revised or used since they were carried on, other than for contracts that go with them, or are gone; at most five. */
export async function feesThatHold(
  call: Call,
  ids: readonly number[],
  going: readonly number[] = [],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const mine = inArray(contractAgreements.id, [...ids]);
  const { rows } = await call.db.execute<{ name: string }>(sql`
    select ${contractAgreements.name} as name from ${contractAgreements} where ${mine} and (${contractAgreements.version} > 1 or ${contractAgreements.deleted_at} is not null
       or exists (select 1 from ${contracts} k where k.agreement_id = ${contractAgreements.id} and k.deleted_at is null and k.id <> all(${sql.param([...going])}::int[]))
       or exists (select 1 from ${contractAgreements} r where r.origin_id = ${contractAgreements.id} and r.deleted_at is null)) order by 1 limit 5`);
  return rows.map(({ name }) => name);
}

/** Takes carried agreements back. Answers names of those that somebody changed, or for which contracts were issued, and then does nothing. */
export async function uncarryFees(call: Call, ids: readonly number[], reason: string): Promise<string[]> {
  const held = await feesThatHold(call, ids);
  if (held.length || ids.length === 0) return held;
  const mine = inArray(contractAgreements.id, [...ids]);
  const gone = { deleted_at: sql`edulab_now()`, deletion_reason: reason };
  await call.db
    .update(contractAgreements)
    .set({ status: 'CLOSED', ...gone })
    .where(and(mine, eq(contractAgreements.status, 'PUBLISHED')));
  await call.db
    .update(contractAgreements)
    .set(gone)
    .where(and(mine, isNull(contractAgreements.deleted_at)));
  return [];
}
