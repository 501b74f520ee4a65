import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { claimPicture, fileRecords } from '#domains/files/server/index.ts';
import { searchAbout, students } from '#domains/students/server/index.ts';
import { nextStates } from '#platform/contract/index.ts';
import { type Call, type InputOf, may } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { closeness } from '#platform/server/records/finding.ts';
import { resource } from '#platform/server/records/resource.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { type Cv, contract } from '../../contract.ts';
import type { CvContent } from '../../shapes-cv.ts';
import { type CvState, cvWorkflow } from '../../workflow.ts';
import { aboutReach, callingPerson, peopleBeside } from '../person.ts';
import { careerProfiles, cvRemarks, cvs, cvVersions, jobOfferAnswers } from '../tables.ts';
import { factsOf, sameFacts, shownFacts } from './facts.ts';

/** CVs: their person writes in them, others read the version that was handed in last. */

export type CvRow = typeof cvs.$inferSelect;
export type VersionRow = typeof cvVersions.$inferSelect;

/** A draft is its person's alone; others see what was handed in. */
export const visible = (call: Call) =>
  and(
    aboutReach(call, 'cv.read', cvs.student_id),
    call.abilities.get('cv.read') === 'own' ? undefined : sql`${cvs.last_version_id} is not null`,
  );
const need = sql`(select p.status from ${careerProfiles} p where p.student_id = ${cvs.student_id} and p.deleted_at is null)`;
const course = sql`(select s.course_id from ${students} s where s.id = ${cvs.student_id})`;

export const cv = resource(contract.cv, {
  table: cvs,
  search: (typed, call) => searchAbout(sql`${cvs.student_id}`, sql`${cvs.headline}`)(typed, call),
  sorts: {
    created_at: sql`${cvs.created_at}`,
    submitted_at: sql`${cvs.submitted_at}`,
    id: sql`${cvs.id}`,
  },
  defaultSort: 'created_at,desc',
  closeness: (input) =>
    closeness(sql`(select s.search from ${students} s where s.id = ${cvs.student_id})`, input.search),
  optionTitle: () => sql`(select s.full_name from ${students} s where s.id = ${cvs.student_id})`,
  visible,
  filters: (input) => [
    input.status?.length ? inArray(cvs.status, input.status) : undefined,
    input.need?.length ? sql`${need} in ${input.need}` : undefined,
    input.course_id?.length ? sql`${course} in ${input.course_id}` : undefined,
    input.approved === undefined ? undefined : sql`(${cvs.approved_version_id} is not null) = ${input.approved}`,
  ],
  present,
  prepare: async (call, input, current) => {
    const person = await callingPerson(call);
    if (current && current.student_id !== person.id) throw fail('NOT_FOUND');
    if (current) demandOpen(current);
    if (typeof input.photo_file_id === 'number')
      await claimPicture(call, 'photo_file_id', input.photo_file_id, current?.photo_file_id);
    if (input.modules?.length) await demandModules(call, person.id, input.modules);
    if (current) return { ...input, ...againDraft(current) };
    return {
      language: person.study_language,
      email: person.email,
      phone: person.contact_phone,
      ...input,
      student_id: person.id,
    };
  },
  written: async (call, row, before) => {
    const from = before ? before.status : null;
    if (from !== row.status) await recordTransition(call, cvWorkflow.entity, [{ id: row.id, from }], row.status, {});
  },
  beforeDelete: async (call, row) => {
    const person = await callingPerson(call);
    if (row.student_id !== person.id) throw fail('NOT_FOUND');
    const [shared] = await call.db
      .select({ id: jobOfferAnswers.id })
      .from(jobOfferAnswers)
      .where(
        and(
          eq(jobOfferAnswers.student_id, row.student_id),
          sql`${jobOfferAnswers.version_id} is not null`,
          isNull(jobOfferAnswers.deleted_at),
        ),
      )
      .limit(1);
    if (shared) throw fail('CV_SHARED');
  },
});

/** What waits for the career centre is not changed under its hands. */
export function demandOpen(row: CvRow): void {
  if (row.status === 'SUBMITTED') throw fail('CV_SUBMITTED');
}

/** Whoever writes in a CV that was looked at makes a new draft of it; the version that is approved stays what it is. */
export const againDraft = (row: CvRow): { status?: CvState } =>
  row.status === 'APPROVED' || row.status === 'ARCHIVED' ? { status: 'DRAFT' } : {};

/** One chooses among what the record knows. */
async function demandModules(call: Call, student_id: number, chosen: readonly number[]): Promise<void> {
  const known = new Set((await factsOf(call, [student_id], 'uz')).get(student_id)?.map(({ ref }) => ref));
  if (chosen.some((id) => !known.has(`module.${id}`))) throw failField('modules', 'CV_MODULE_UNKNOWN');
}

export const contentOf = (row: CvRow): CvContent => ({
  headline: row.headline,
  objective: row.objective,
  email: row.email,
  phone: row.phone,
  city: row.city,
  links: row.links,
  work_experiences: row.work_experiences,
  schools: row.schools,
  language_skills: row.language_skills,
  certificates: row.certificates,
  awards: row.awards,
  articles: row.articles,
  hard_skills: row.hard_skills,
  soft_skills: row.soft_skills,
  modules: row.modules,
});

async function present(call: Call, rows: CvRow[]): Promise<Cv[]> {
  if (rows.length === 0) return [];
  const people = await peopleBeside(
    call,
    rows.map(({ student_id }) => student_id),
  );
  const wanted = rows.flatMap(({ last_version_id, approved_version_id }) =>
    [last_version_id, approved_version_id].filter((id) => id !== null),
  );
  const versions = new Map(
    wanted.length
      ? (
          await call.db
            .select()
            .from(cvVersions)
            .where(inArray(cvVersions.id, [...new Set(wanted)]))
        ).map((one) => [one.id, one])
      : [],
  );
  const needs = new Map(
    (
      await call.db
        .select({ student_id: careerProfiles.student_id, status: careerProfiles.status })
        .from(careerProfiles)
        .where(
          and(
            inArray(
              careerProfiles.student_id,
              rows.map(({ student_id }) => student_id),
            ),
            isNull(careerProfiles.deleted_at),
          ),
        )
    ).map(({ student_id, status }) => [student_id, status]),
  );
  const shown = rows.map((row) => {
    const own = people.get(row.student_id)?.own ?? false;
    const last = versions.get(row.last_version_id ?? 0);
    // Others read what was handed in, not what is being written.
    const version = own ? undefined : last;
    return { row, own, version, photo: version ? version.photo_file_id : row.photo_file_id };
  });
  const photos = await fileRecords(
    call,
    shown.map(({ photo }) => photo),
  );
  return shown.map(({ row, own, version, photo }): Cv => {
    const approved = versions.get(row.approved_version_id ?? 0);
    return {
      id: row.id,
      version: row.version,
      created_at: row.created_at,
      updated_at: row.updated_at,
      student_id: row.student_id,
      student: people.get(row.student_id)!.student,
      status: version ? version.status : row.status,
      language: version ? version.language : row.language,
      layout: version ? version.layout : row.layout,
      show_photo: version ? version.photo_file_id !== null : row.show_photo,
      ...(version ? version.content : contentOf(row)),
      photo: photos.get(photo ?? 0) ?? null,
      versions_count: row.versions_count,
      approved: approved
        ? { id: approved.id, number: approved.number, at: approved.reviewed_at ?? approved.created_at }
        : null,
      submitted_at: row.submitted_at,
      reviewed_at: row.reviewed_at,
      note: row.note,
      need_for_job_status: needs.get(row.student_id) ?? null,
      next: stepsFor(call, row, own),
      own,
      can: {
        edit: own && may(call, 'cv.write') && row.status !== 'SUBMITTED',
        delete: own && may(call, 'cv.write'),
        review: !own && may(call, 'cv.review') && row.status === 'SUBMITTED',
      },
    };
  });
}

function stepsFor(call: Call, row: CvRow, own: boolean): CvState[] {
  const steps = nextStates(cvWorkflow, row.status).filter(
    ({ permission }) => may(call, permission) && (permission === 'cv.write' ? own : !own),
  );
  return [...new Set(steps.map(({ to }) => to))];
}

/** One CV as a whole: facts, remarks, versions, and whether the record says something else by now. */
export async function openCv(call: Call, input: { id: string | number }): Promise<Cv> {
  const row = await cv.find(call, input.id);
  const [answer] = await present(call, [row]);
  if (!answer) throw fail('NOT_FOUND');
  const versions = await call.db
    .select({
      id: cvVersions.id,
      number: cvVersions.number,
      status: cvVersions.status,
      submitted_at: cvVersions.created_at,
      reviewed_at: cvVersions.reviewed_at,
      note: cvVersions.note,
      language: cvVersions.language,
      facts: cvVersions.facts,
      reviewer: sql<
        string | null
      >`(select concat_ws(' ', a.lastname, a.firstname) from ${accounts} a where a.id = ${cvVersions.reviewer_id})`,
    })
    .from(cvVersions)
    .where(eq(cvVersions.cv_id, row.id))
    .orderBy(desc(cvVersions.number))
    .limit(50);
  const remarks = await call.db
    .select({
      id: cvRemarks.id,
      place: cvRemarks.place,
      entry: cvRemarks.entry,
      text: cvRemarks.text,
      done: cvRemarks.done,
      number: cvVersions.number,
    })
    .from(cvRemarks)
    .innerJoin(cvVersions, eq(cvVersions.id, cvRemarks.version_id))
    .where(
      and(
        eq(cvRemarks.cv_id, row.id),
        isNull(cvRemarks.deleted_at),
        // Those of the version that was looked at last; what was said of earlier ones is over.
        sql`${cvRemarks.version_id} = (select max(r.version_id) from ${cvRemarks} r where r.cv_id = ${row.id} and r.deleted_at is null)`,
      ),
    )
    .orderBy(asc(cvRemarks.id));
  const live = (await factsOf(call, [row.student_id], answer.language)).get(row.student_id) ?? [];
  const last = versions.find(({ id }) => id === row.last_version_id);
  const approved = versions.find(({ id }) => id === row.approved_version_id);
  const now =
    approved && approved.language !== answer.language
      ? ((await factsOf(call, [row.student_id], approved.language)).get(row.student_id) ?? [])
      : live;
  return {
    ...answer,
    facts: answer.own ? live : (last?.facts ?? []),
    remarks,
    versions: versions.map(({ language: _language, facts: _facts, ...one }) => one),
    outdated: approved !== undefined && !vouched(approved.facts, now),
  };
}

/** Whether the record still vouches for what a version says; what it knows besides does not make it old. */
export function vouched(said: readonly CvFact[], now: readonly CvFact[]): boolean {
  const keys = new Set(said.map(({ ref }) => ref));
  return sameFacts(
    said,
    now.filter(({ ref }) => keys.has(ref)),
  );
}
type CvFact = VersionRow['facts'][number];

/** The CV of whoever calls, about to be changed by them. */
export async function ownForChange(call: Call): Promise<CvRow | undefined> {
  const person = await callingPerson(call);
  const [row] = await call.db
    .select()
    .from(cvs)
    .where(and(eq(cvs.student_id, person.id), isNull(cvs.deleted_at)));
  return row;
}

type Part = InputOf<typeof contract.cv.save>;
/** Parts of a CV that have a call of their own: of the one that is named, or of the caller's, which is made where there is none. */
export async function savePart(call: Call, input: Part): Promise<Cv> {
  const named = input.id === undefined ? await ownForChange(call) : undefined;
  const { id } = await cv.save(
    call,
    named ? { ...input, id: named.id, version: input.version ?? named.version } : input,
  );
  return openCv(call, { id });
}

/** Facts as they are frozen with a version: what stands on the page, no more. */
export const factsForVersion = async (call: Call, row: CvRow) =>
  shownFacts((await factsOf(call, [row.student_id], row.language)).get(row.student_id) ?? [], row.modules);
