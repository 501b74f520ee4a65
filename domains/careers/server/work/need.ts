import { and, eq, isNull, sql } from 'drizzle-orm';
import { optionTypes, semesters } from '#domains/institutions/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { may } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { everyInstitutionInTheNight } from '#platform/server/work/jobs.ts';
import type { contract } from '../../contract.ts';
import { needStatuses, updateRequired } from '../../shapes-cv.ts';
import { callingPerson } from '../person.ts';
import { careerProfiles, cvs, jobOfferAnswers, jobOffers } from '../tables.ts';

/** Whether people look for work: they say it, and are asked again each term. */

type Need = OutputOf<typeof contract.cv.need_for_job_status>;
const nothing: Need = { need_for_job_status: null, answered_at: null, employer: null, position: null };

async function needOf(call: Call, student_id: number): Promise<Need> {
  const [row] = await call.db
    .select()
    .from(careerProfiles)
    .where(and(eq(careerProfiles.student_id, student_id), isNull(careerProfiles.deleted_at)));
  if (!row) return nothing;
  const { status, answered_at, employer, position } = row;
  return { need_for_job_status: status, answered_at, employer, position };
}

export async function ownOf(call: Call): Promise<OutputOf<typeof contract.cv.own>> {
  const person = await callingPerson(call);
  const [row] = await call.db
    .select({ id: cvs.id, version: cvs.version })
    .from(cvs)
    .where(and(eq(cvs.student_id, person.id), isNull(cvs.deleted_at)));
  return { cv: row ?? null, need: await needOf(call, person.id) };
}

/** What the caller says. Errors: CV_NOBODY, NEED_UNKNOWN. */
export async function sayNeed(call: Call, input: InputOf<typeof contract.cv.need_for_job_status>): Promise<Need> {
  const { id } = await callingPerson(call);
  const listed = await call.db
    .select({ code: optionTypes.code })
    .from(optionTypes)
    .where(and(eq(optionTypes.variable, 'need_for_job_status'), isNull(optionTypes.deleted_at)));
  // An institution that has no list of its own has the usual one. That it is to be said anew is said by the term, not by people.
  const codes: string[] = listed.map(({ code }) => code).filter((code) => code !== updateRequired);
  if (!(codes.length ? codes : [...needStatuses]).includes(input.status)) throw failField('status', 'NEED_UNKNOWN');
  const employed = input.status === 'EMPLOYED';
  await writeNeed(call, id, input.status, employed ? input : { employer: null, position: null });
  return needOf(call, id);
}

export async function writeNeed(
  call: Call,
  student_id: number,
  status: string,
  { employer, position }: { employer?: string | null | undefined; position?: string | null | undefined },
): Promise<void> {
  const said = {
    status,
    answer: status,
    answered_at: sql`edulab_now()`,
    ...(employer === undefined ? {} : { employer }),
    ...(position === undefined ? {} : { position }),
  };
  await call.db
    .insert(careerProfiles)
    .values({ student_id, ...said })
    .onConflictDoUpdate({ target: careerProfiles.student_id, targetWhere: sql`deleted_at is null`, set: said });
}

/** For the profile of whoever calls: what they said, and how many offers they have not seen. */
export async function workOfPerson(
  call: Call,
): Promise<{ need_for_job_status: string | null; new_job_offers: number }> {
  if (!may(call, 'job_offer.answer')) return { need_for_job_status: null, new_job_offers: 0 };
  const { rows } = await call.db.execute<{ need: string | null; fresh: number }>(sql`
    select (select p.status from ${careerProfiles} p where p.student_id = s.id and p.deleted_at is null) as need,
           (select count(*)::int from ${jobOfferAnswers} a join ${jobOffers} o on o.id = a.offer_id
             where a.student_id = s.id and a.status = 'SENT' and a.deleted_at is null and o.deleted_at is null and o.status = 'SENT' and o.valid_until > edulab_now()) as fresh
      from ${students} s where s.account_id = ${call.account_id} and s.deleted_at is null limit 1`);
  return { need_for_job_status: rows[0]?.need ?? null, new_job_offers: rows[0]?.fresh ?? 0 };
}

/** So many years of study before the end it is asked, and so many after it. */
const lastYears = 2;
const yearsAfter = 1;

/**
 * Asks anew, once a term has begun, those for whom it counts: who is in the last years of a course, who graduated lately,
 * and whoever has said something before. What they said last stays for the statistics. Done twice it finds nothing.
 */
export async function askEachTerm(kernel: Kernel): Promise<number> {
  let asked = 0;
  await everyInstitutionInTheNight(kernel, 'looking for work', async (call) => {
    const { rowCount } = await call.db.execute(sql`
      with term as (
        select max(t.starts_on) as began from ${semesters} t where t.deleted_at is null and t.starts_on <= (select edulab_today())),
      concerned as (
        select s.id from ${students} s left join courses c on c.id = s.course_id
         where s.deleted_at is null and s.account_id is not null and (
           (s.status = 'ACTIVE' and extract(year from (select edulab_today()))::int - s.entry_year >= coalesce(c.years, 4) - ${lastYears})
           or (s.status = 'GRADUATED' and s.status_since > (select edulab_today()) - ${yearsAfter} * 365))
        union select p.student_id from ${careerProfiles} p join ${students} s on s.id = p.student_id and s.status in ('ACTIVE', 'GRADUATED')
         where p.deleted_at is null and p.answered_at is not null)
      insert into ${careerProfiles} as p (student_id, status, asked_on)
      select concerned.id, ${updateRequired}, term.began from concerned, term
       where term.began is not null and not exists (
         select 1 from ${careerProfiles} k where k.student_id = concerned.id and k.deleted_at is null
            and (k.asked_on >= term.began or k.answered_at >= term.began::timestamp at time zone (select edulab_zone())))
      on conflict (student_id) where deleted_at is null do update set status = excluded.status, asked_on = excluded.asked_on`);
    asked += rowCount ?? 0;
  });
  return asked;
}
