import { and, eq, isNull, sql } from 'drizzle-orm';
import { courseCampaigns, courses } from '#domains/curriculum/server/index.ts';
import { checkAnswers } from '#domains/questions/server/index.ts';
import { isOpen, vacancies } from '#domains/staff/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { flavours } from '../../flavours.ts';
import { documentsFor, paperFaults } from '../../form.ts';
import { batchesOf, fieldsOf, isOpenToday } from '../intake/forms.ts';
import type { ApplicationRow } from '../tables.ts';
import { applicationDocuments, applicationForms, guests } from '../tables.ts';

/** Whether an application may be submitted, and what fields it has. */

/** The campaign with this id if it takes applications today: CAMPAIGN_CLOSED, or UNKNOWN_REFERENCE where there is none. */
export async function openCampaign(call: Call, id: number) {
  const [found] = await call.db
    .select({
      id: courseCampaigns.id,
      course_id: courseCampaigns.course_id,
      academic_year_id: courseCampaigns.academic_year_id,
      language: courseCampaigns.language,
      level: courses.level,
      education_form_id: courses.education_form_id,
      open: sql<boolean>`${courseCampaigns.status} = 'OPEN' and (select edulab_today()) between ${courseCampaigns.opens_on} and ${courseCampaigns.closes_on}`,
    })
    .from(courseCampaigns)
    .innerJoin(courses, eq(courses.id, courseCampaigns.course_id))
    .where(and(eq(courseCampaigns.id, id), isNull(courseCampaigns.deleted_at)));
  if (!found) throw failField('campaign_id', 'UNKNOWN_REFERENCE');
  if (!found.open) throw fail('CAMPAIGN_CLOSED');
  return found;
}

/** The level of a course; null without one. */
export async function levelOf(call: Call, course: number | null) {
  if (course === null) return null;
  const [found] = await call.db.select({ level: courses.level }).from(courses).where(eq(courses.id, course));
  return found?.level ?? null;
}

/** Refuses a vacancy that takes nobody now. */
export async function demandOpenVacancy(call: Call, id: number | null): Promise<void> {
  const [open] = id
    ? await call.db
        .select({ id: vacancies.id })
        .from(vacancies)
        .where(and(eq(vacancies.id, id), isNull(vacancies.deleted_at), isOpen))
    : [];
  if (!open) throw fail('POSITION_CLOSED');
}

const documentsOf = (call: Call, id: number) =>
  call.db
    .select()
    .from(applicationDocuments)
    .where(and(eq(applicationDocuments.application_id, id), isNull(applicationDocuments.deleted_at)));

/** Everything that is missing or wrong at once, each field named. What was returned may be sent again after the closing day. */
export async function demandComplete(call: Call, row: ApplicationRow): Promise<void> {
  const flavour = flavours[row.flavour];
  const [form] = await call.db
    .select({ documents: applicationForms.documents, open: sql<boolean>`${isOpenToday}` })
    .from(applicationForms)
    .where(eq(applicationForms.id, row.form_id));
  let level: string | null = null;
  if (row.status === 'DRAFT') {
    if (flavour.target === 'vacancy') await demandOpenVacancy(call, row.vacancy_id);
    // A revision that was followed by another is closed, but who began with it ends with it.
    const { rows } = await call.db.execute(
      sql`select 1 from ${applicationForms} where coalesce(${applicationForms.origin_id}, ${applicationForms.id}) = ${row.form_origin_id} and ${isOpenToday} and ${applicationForms.deleted_at} is null`,
    );
    if (!rows.length) throw fail('FORM_NOT_OPEN');
  }
  const fields: { path: string; code: string }[] = [];
  if (flavour.target === 'campaign') {
    if (row.campaign_id === null) fields.push({ path: 'campaign_id', code: 'form_required' });
    else if (row.status === 'DRAFT') level = (await openCampaign(call, row.campaign_id)).level;
    else level = await levelOf(call, row.course_id);
  }
  fields.push(
    ...checkAnswers(fieldsOf((await batchesOf(call, [row.form_id])).get(row.form_id)), row.answers, true).faults,
  );
  const brought = new Set((await documentsOf(call, row.id)).map((one) => one.type));
  for (const document of documentsFor(form?.documents ?? [], row.applicant_type, level))
    if (document.required && !brought.has(document.type))
      fields.push({ path: `documents.${document.type}`, code: 'form_required' });
  const [guest] = await call.db.select().from(guests).where(eq(guests.id, row.guest_id));
  for (const column of flavour.profile)
    if (!guest?.[column]) fields.push({ path: `profile.${column}`, code: 'form_required' });
  if (fields.length) throw fail('APPLICATION_INCOMPLETE', { fields });
}

/** Whoever is found right brought every paper that is asked for, and each was looked at. PAPERS_NOT_CHECKED names the others. */
export async function demandPapers(call: Call, row: ApplicationRow): Promise<void> {
  const [form] = await call.db
    .select({ documents: applicationForms.documents })
    .from(applicationForms)
    .where(eq(applicationForms.id, row.form_id));
  const asked = documentsFor(form?.documents ?? [], row.applicant_type, await levelOf(call, row.course_id));
  const faults = paperFaults(asked, await documentsOf(call, row.id));
  if (faults.length === 0) return;
  const papers = faults.map(({ type, title, code }) => ({
    path: `documents.${type}`,
    code,
    paper: title[call.locale] || title.uz,
  }));
  throw fail('PAPERS_NOT_CHECKED', {
    papers: papers.map((one) => message(call.locale, one.code, one)).join(', '),
    fields: papers,
  });
}

/** What an officer names must be a field of this form, a paper, or a field of the person. */
export async function demandKnownPaths(call: Call, row: ApplicationRow, paths: readonly string[]): Promise<void> {
  const fields = fieldsOf((await batchesOf(call, [row.form_id])).get(row.form_id));
  const [form] = await call.db
    .select({ documents: applicationForms.documents })
    .from(applicationForms)
    .where(eq(applicationForms.id, row.form_id));
  const known = new Set([
    ...fields.map((field) => `answers.${field.key}`),
    ...(form?.documents ?? []).map((document) => `documents.${document.type}`),
    ...(await documentsOf(call, row.id)).map((document) => `documents.${document.type}`),
    ...['passport_id', 'birthdate', 'gender', 'phone', 'photo_file_id'].map((column) => `profile.${column}`),
    'campaign_id',
    'tuition',
    'applicant_type',
  ]);
  const unknown = paths.filter((path) => !known.has(path));
  if (unknown.length)
    throw fail('BAD_REQUEST', {
      fields: paths.flatMap((path, at) =>
        known.has(path) ? [] : [{ path: `fields.${at}.path`, code: 'UNKNOWN_REFERENCE' }],
      ),
    });
}
