import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { academicYears, partOf, type YearPart } from '#domains/institutions/server/index.ts';
import { titleOf } from '#domains/messaging/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { today, todayOf } from '#platform/server/clock.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { inTheNight } from '#platform/server/work/jobs.ts';
import type { Currency } from '../currencies.ts';
import { bestAgreement, usualTerms } from './agreements.ts';
import { tellAccountants } from './balance.ts';
import { askNoMore, askToAccept, type ContractRow, insertContracts, type Party } from './issue.ts';
import { fixAnew } from './rates/fix.ts';
import { rateHolds, ratesToday } from './rates/rates.ts';
import { contractAgreements, contracts } from './tables.ts';
import { withVat } from './vat/vat.ts';

/** Contracts of a new year for those who study in it and pay: with the fees of that year, issued on its first day. */

const living = (year: number): SQL =>
  sql`${contracts} k where k.academic_year_id = ${year} and k.deleted_at is null and k.status not in ('TERMINATED', 'SUPERSEDED') and k.student_id is not null`;

/**
 * Those of these people who pay and have no contract of the year, with the agreement that fits them best, if any, as
 * `agreement_id`. The agreement is looked for once for each level, course, form and language, not for each student.
 */
const without = (year: number, people: SQL, fees?: SQL): SQL => sql`(
  with who as materialized (
    select s.id as student_id, s.student_no, s.account_id, s.full_name as name, s.passport_id as passport, s.contact_phone as phone,
           s.level, s.course_id, s.education_form_id, s.study_language
      from ${students} s where s.id in (${people}) and s.tuition = 'CONTRACT' and s.status = 'ACTIVE' and s.deleted_at is null
       and s.id not in (select k.student_id from ${living(year)})),
  kinds as materialized (select distinct w.level, w.course_id, w.education_form_id, w.study_language from who w),
  fees as materialized (
    select n.*, ${bestAgreement(
      {
        level: sql`n.level`,
        academic_year_id: sql`${year}::int`,
        course_id: sql`n.course_id`,
        education_form_id: sql`n.education_form_id`,
        study_language: sql`n.study_language`,
      },
      fees,
    )} as agreement_id from kinds n)
  select w.*, f.agreement_id from who w join fees f on f.level = w.level and f.study_language = w.study_language
     and coalesce(f.course_id, 0) = coalesce(w.course_id, 0) and coalesce(f.education_form_id, 0) = coalesce(w.education_form_id, 0))`;

/** Ids of students who have a contract of an academic year. */
export const contractedIn = (year: number): SQL => sql`(select k.student_id from ${living(year)})`;

/** `people` is a query of `student_id`, `fees` what is in force by then. */
export const contractsToAssign = (
  call: Call,
  year: number,
  people: SQL,
  fees?: SQL,
): Promise<YearPart<'NO_FEE' | 'NO_RATE'>> =>
  partOf(call, {
    made: sql`select p.student_id from ${without(year, people, fees)} p where p.agreement_id is not null`,
    there: sql`select k.id from ${living(year)} and k.student_id in (${people})`,
    faults: sql`
      select case when p.agreement_id is null then 'NO_FEE' else 'NO_RATE' end as code, coalesce(a.currency, c.code, '—') as title
        from ${without(year, people, fees)} p left join ${courses} c on c.id = p.course_id left join ${contractAgreements} a on a.id = p.agreement_id
       where p.agreement_id is null or a.currency is not null and not ${rateHolds(sql`a.currency`)}`,
  });

const block = 2000;

/**
 * Assigns them: drafts until the first day of the year, issued at once where that has come. Answers ids. Errors: RATE_MISSING, RATE_SUM,
 * and then nobody has one.
 */
export async function assignContracts(
  call: Call,
  year: number,
  people: SQL,
  done: (count: number) => Promise<void>,
): Promise<number[]> {
  const { rows } = await call.db.execute<Omit<Party, 'terms'> & { agreement_id: number } & Record<string, unknown>>(sql`
    select p.student_id, p.student_no, null as application_id, p.account_id, p.name, p.passport, p.phone, p.course_id, p.education_form_id,
           p.study_language, p.agreement_id
      from ${without(year, people)} p where p.agreement_id is not null order by p.name, p.student_id`);
  if (rows.length === 0) return [];
  const [first] = await call.db
    .select({ day: academicYears.starts_on })
    .from(academicYears)
    .where(eq(academicYears.id, year));
  const begun = first!.day <= (await todayOf(call));
  const agreements = await call.db
    .select()
    .from(contractAgreements)
    .where(inArray(contractAgreements.id, [...new Set(rows.map((row) => row.agreement_id))]));
  const priced = await withVat(call, agreements);
  const termsOf = await usualTerms(call, priced);
  const made: number[] = [];
  for (const [nth, agreement] of priced.entries()) {
    const terms = termsOf[nth]!;
    const some = rows.filter((row) => row.agreement_id === agreement.id).map((row) => ({ ...row, terms }));
    for (let at = 0; at < some.length; at += block) {
      const more = begun ? { status: 'ISSUED' as const } : { status: 'DRAFT' as const, issues_on: first!.day };
      made.push(...(await insertContracts(call, agreement, some.slice(at, at + block), more)));
      await done(made.length);
    }
  }
  return made;
}

/** Numbers of those of these contracts that cannot be taken back: they bind somebody, were paid for, or are gone; at most five. */
export async function contractsThatHold(call: Call, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await call.db.execute<{ number: string }>(sql`
    select c.number from ${contracts} c where c.id = any(${sql.param([...ids])}::int[])
       and (c.accepted_at is not null or c.deleted_at is not null or exists (select 1 from payments p where p.contract_id = c.id))
     order by c.id limit 5`);
  return rows.map(({ number }) => number);
}

/** Takes contracts back that bind nobody yet. Answers the numbers of those that do, or are gone, and then does nothing. */
export async function unassignContracts(
  call: Call,
  ids: readonly number[],
  done: (count: number) => Promise<void> = async () => undefined,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await call.db
    .select()
    .from(contracts)
    .where(sql`${contracts.id} = any(${sql.param([...ids])}::int[])`)
    .orderBy(contracts.id)
    .for('update');
  const held = await contractsThatHold(call, ids);
  if (held.length) return held;
  // However many they are, no statement runs as long as to be stopped.
  for (let at = 0; at < rows.length; at += block) {
    const some = rows.slice(at, at + block);
    await call.db
      .update(contracts)
      .set({ deleted_at: sql`edulab_now()` })
      .where(sql`${contracts.id} = any(${sql.param(some.map(({ id }) => id))}::int[])`);
    await askNoMore(call, some);
    await done(at + some.length);
  }
  return [];
}

async function issueDrafts(call: Call, drafts: readonly ContractRow[]): Promise<number> {
  const ids = (await fixAnew(call, drafts)).map(({ id }) => id);
  if (ids.length === 0) return 0;
  await call.db
    .update(contracts)
    .set({ status: 'ISSUED', status_at: sql`edulab_now()`, issued_on: today })
    .where(sql`${contracts.id} = any(${sql.param(ids)}::int[])`);
  await recordTransition(
    call,
    'contract',
    ids.map((id) => ({ id, from: 'DRAFT' })),
    'ISSUED',
    {},
  );
  await askToAccept(call, ids);
  return ids.length;
}

/**
 * Drafts whose day has come are issued, and their people asked to accept; what they have in another currency is fixed by the rate of
 * that day. Where none is known all in that currency wait for the night after, and accounting is told. Answers how many.
 */
export async function issueDue(kernel: Kernel): Promise<number> {
  const { rows } = await kernel.database.owner.query<{ id: number }>(
    `select distinct institution_id as id from contracts where status = 'DRAFT' and issues_on <= (select edulab_today()) and deleted_at is null`,
  );
  let issued = 0;
  for (const { id: institution_id } of rows)
    await inTheNight(kernel, institution_id, 'contracts', async (call) => {
      const due = await call.db
        .select()
        .from(contracts)
        .where(
          and(eq(contracts.status, 'DRAFT'), sql`${contracts.issues_on} <= ${today}`, isNull(contracts.deleted_at)),
        )
        .orderBy(contracts.id)
        .for('update');
      const rates = await ratesToday(
        call,
        due.map(({ currency }) => currency),
      );
      const waiting = new Map<Currency, number>();
      const known = due.filter(({ currency }) => {
        if (currency === null || rates.has(currency)) return true;
        waiting.set(currency, (waiting.get(currency) ?? 0) + 1);
        return false;
      });
      issued += await issueDrafts(call, known);
      for (const [currency, count] of waiting)
        await tellAccountants(
          call,
          titleOf('notice_rate_missing', { currency, count }),
          '/accounting/contract?status=DRAFT',
        );
    });
  return issued;
}
