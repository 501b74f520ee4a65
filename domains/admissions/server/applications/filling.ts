import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { claimFiles, claimPicture } from '#domains/files/server/index.ts';
import { optionTypes } from '#domains/institutions/server/index.ts';
import { type Answers, checkAnswers, claimAnswers, type FormField, isAsked } from '#domains/questions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { demandReferences } from '#platform/server/records/references.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import type { Flavour } from '../../flavours.ts';
import { fittingType, type updateInput } from '../../shapes.ts';
import { endedStates, writableStates } from '../../workflow.ts';
import { lockOwnGuest } from '../guests/own-guest.ts';
import { batchesOf, fieldsOf, isOpenToday } from '../intake/forms.ts';
import type { ApplicationRow, GuestRow } from '../tables.ts';
import { applicationDocuments, applicationForms, applications } from '../tables.ts';
import { applicationsOf, searchTextOf } from './applications.ts';
import { lockApplication, takeStepOf } from './steps.ts';
import { demandOpenVacancy, levelOf, openCampaign } from './submission-checks.ts';

/** Applicants write: a draft that survives, what was returned, and sending it in. */

type Given = z.infer<typeof updateInput>;
type Save = { [K in keyof Given]?: Given[K] | undefined };

const targetKey = (row: Pick<ApplicationRow, 'form_origin_id' | 'campaign_id' | 'vacancy_id'>) =>
  `${row.form_origin_id} ${row.campaign_id ?? 0} ${row.vacancy_id ?? 0}`;

/**
 * One living application for one thing; another one of the same year only to those who say that they mean it.
 * Errors: LIVE_APPLICATION, ALREADY_APPLIED, and POSITION_CLOSED for vacancies.
 */
async function demandFirst(
  call: Call,
  flavour: Flavour,
  guest: GuestRow,
  wanted: Pick<ApplicationRow, 'form_origin_id' | 'campaign_id' | 'vacancy_id' | 'academic_year_id'>,
  self: number,
  goOn: boolean,
): Promise<void> {
  const living = await call.db
    .select()
    .from(applications)
    .where(
      and(
        eq(applications.guest_id, guest.id),
        eq(applications.flavour, flavour.name),
        isNull(applications.deleted_at),
        // Whoever was refused a position does not ask for the same again.
        flavour.target === 'vacancy' ? undefined : notInArray(applications.status, [...endedStates]),
        sql`${applications.id} <> ${self}`,
      ),
    );
  if (flavour.target === 'vacancy') {
    if (living.some((row) => row.vacancy_id === wanted.vacancy_id && row.status !== 'WITHDRAWN'))
      throw fail('POSITION_CLOSED');
    return;
  }
  const same = living.find((row) => targetKey(row) === targetKey(wanted));
  if (same) throw fail('LIVE_APPLICATION', { application_id: same.id, number: same.number });
  const year = living.find((row) => row.academic_year_id !== null && row.academic_year_id === wanted.academic_year_id);
  if (year && !goOn) throw fail('ALREADY_APPLIED', { application_id: year.id, number: year.number });
}

async function saveDocuments(
  call: Call,
  application: number,
  given: { type: string; file_id: number }[],
): Promise<void> {
  const known = await call.db
    .select()
    .from(applicationDocuments)
    .where(and(eq(applicationDocuments.application_id, application), isNull(applicationDocuments.deleted_at)));
  for (const [at, { type, file_id }] of given.entries()) {
    const before = known.find((row) => row.type === type);
    if (before?.file_id === file_id) continue;
    await (type === 'PHOTO'
      ? claimPicture(call, `documents.${at}.file_id`, file_id)
      : claimFiles(call, `documents.${at}.file_id`, [file_id]));
    // Another file is looked at anew.
    if (before)
      await call.db
        .update(applicationDocuments)
        .set({ file_id, status: 'PENDING', note: null })
        .where(eq(applicationDocuments.id, before.id));
    else await call.db.insert(applicationDocuments).values({ application_id: application, type, file_id });
  }
}

/** What a save of these fields touches, as an officer names it when something is returned. */
function touchedPaths(row: ApplicationRow, input: Save, documents: { type: string; file_id: number }[]): string[] {
  const answers = { ...input.answers };
  return [
    ...Object.keys(answers)
      .filter((key) => JSON.stringify(answers[key] ?? null) !== JSON.stringify(row.answers[key] ?? null))
      .map((key) => `answers.${key}`),
    ...(input.documents ?? [])
      .filter((one) => !documents.some((known) => known.type === one.type && known.file_id === one.file_id))
      .map((one) => `documents.${one.type}`),
    ...(['campaign_id', 'tuition', 'applicant_type'] as const).filter(
      (column) => input[column] !== undefined && input[column] !== row[column],
    ),
  ];
}

/** Begins an application, or writes in one of the caller's own; with `submit` it is sent in. */
export async function saveApplication(call: Call, flavour: Flavour, input: Save) {
  const row =
    input.id === undefined
      ? await beginApplication(call, flavour, input)
      : await writeApplication(call, flavour, input as Save & { id: number });
  if (input.submit) await takeStepOf(call, flavour, row, { id: row.id, version: row.version, status: 'SUBMITTED' });
  return applicationsOf(flavour).get(call, { id: row.id });
}

async function beginApplication(call: Call, flavour: Flavour, input: Save): Promise<ApplicationRow> {
  if (input.form_id === undefined) throw failField('form_id', 'form_required');
  const guest = await lockOwnGuest(call);
  const [form] = await call.db
    .select()
    .from(applicationForms)
    .where(
      and(
        eq(applicationForms.id, input.form_id),
        eq(applicationForms.flavour, flavour.name),
        isNull(applicationForms.deleted_at),
        isOpenToday,
      ),
    );
  if (flavour.target === 'vacancy' && form) await demandOpenVacancy(call, form.vacancy_id);
  if (!form) throw fail(flavour.target === 'vacancy' ? 'POSITION_CLOSED' : 'FORM_NOT_OPEN');
  const { level, ...course } = await campaignFields(call, form.academic_year_id, input.campaign_id);
  const wanted = {
    form_origin_id: form.origin_id ?? form.id,
    campaign_id: null,
    vacancy_id: form.vacancy_id,
    academic_year_id: form.academic_year_id,
    ...course,
  };
  await demandFirst(call, flavour, guest, wanted, 0, input.continue ?? false);
  const fields = fieldsOf((await batchesOf(call, [form.id])).get(form.id));
  const answers = await checkedAnswers(call, fields, input.answers ?? {}, {});
  await demandReferences(call, { type_id: [optionTypes, input.type_id] });
  const [row] = await call.db
    .insert(applications)
    .values({
      ...wanted,
      flavour: flavour.name,
      guest_id: guest.id,
      form_id: form.id,
      type_id: input.type_id ?? null,
      applicant_type: typeFor(level, input.applicant_type, guest.applicant_type),
      tuition: input.tuition ?? 'ANY',
      answers,
      applicant_name: guest.full_name,
      search: searchTextOf(guest.full_name, guest.phone, guest.passport_id),
    })
    .returning();
  await recordTransition(call, flavour.workflow.entity, [{ id: row!.id, from: null }], 'DRAFT', {});
  await saveDocuments(call, row!.id, input.documents ?? []);
  return row!;
}

/** The way that was chosen, refused where no one comes to a course of this level by it; or else one that fits. */
function typeFor(
  level: string | null | undefined,
  chosen: Save['applicant_type'],
  before: ApplicationRow['applicant_type'],
) {
  if (chosen && fittingType(level, chosen) !== chosen) throw failField('applicant_type', 'APPLICANT_TYPE_LEVEL');
  return chosen ?? fittingType(level, before);
}

async function campaignFields(call: Call, year: number | null, campaign: number | null | undefined) {
  if (!campaign) return {};
  const found = await openCampaign(call, campaign);
  if (found.academic_year_id !== year) throw failField('campaign_id', 'UNKNOWN_REFERENCE');
  return {
    campaign_id: found.id,
    course_id: found.course_id,
    language: found.language,
    education_form_id: found.education_form_id,
    level: found.level,
  };
}

async function checkedAnswers(
  call: Call,
  fields: readonly FormField[],
  given: Answers,
  before: Answers,
): Promise<Answers> {
  const { answers, faults } = checkAnswers(fields, given, false);
  if (faults.length) throw fail('BAD_REQUEST', { fields: faults });
  await claimAnswers(call, fields, answers, before);
  return answers;
}

async function writeApplication(call: Call, flavour: Flavour, input: Save & { id: number }): Promise<ApplicationRow> {
  const guest = await lockOwnGuest(call);
  const row = await lockApplication(call, flavour, input);
  if (row.guest_id !== guest.id) throw fail('NOT_FOUND');
  if (!(writableStates as readonly string[]).includes(row.status))
    throw fail('APPLICATION_NOT_WRITABLE', { status: row.status });
  const fields = fieldsOf((await batchesOf(call, [row.form_id])).get(row.form_id));
  const documents = await call.db
    .select({ type: applicationDocuments.type, file_id: applicationDocuments.file_id })
    .from(applicationDocuments)
    .where(and(eq(applicationDocuments.application_id, row.id), isNull(applicationDocuments.deleted_at)));
  if (row.status === 'UPDATE_REQUIRED') {
    // What was found right stays; a field that only a new answer brings up belongs to what was returned.
    const open = new Set(row.update_fields.map((field) => field.path));
    const closed = touchedPaths(row, input, documents).filter(
      (path) => !open.has(path) && !(path.startsWith('answers.') && !isAsked(fields, path.slice(8), row.answers)),
    );
    if (closed.length)
      throw fail('FIELD_NOT_RETURNED', { fields: closed.map((path) => ({ path, code: 'FIELD_NOT_RETURNED' })) });
  }
  const answers = input.answers
    ? await checkedAnswers(call, fields, { ...row.answers, ...input.answers }, row.answers)
    : undefined;
  await demandReferences(call, { type_id: [optionTypes, input.type_id] });
  const { level, ...moved } =
    input.campaign_id !== undefined && input.campaign_id !== row.campaign_id
      ? input.campaign_id === null
        ? { campaign_id: null, course_id: null, language: null, education_form_id: null, level: null }
        : await campaignFields(call, row.academic_year_id, input.campaign_id)
      : { level: input.applicant_type ? await levelOf(call, row.course_id) : undefined };
  if ('campaign_id' in moved)
    await demandFirst(call, flavour, guest, { ...row, ...moved } as ApplicationRow, row.id, input.continue ?? false);
  // What a new answer brings up is open from now on, or its own answer could not be written by the next save.
  const raised =
    answers && row.status === 'UPDATE_REQUIRED'
      ? fields.filter(({ key }) => isAsked(fields, key, answers) && !isAsked(fields, key, row.answers))
      : [];
  const changes = {
    ...moved,
    ...(answers ? { answers } : {}),
    ...(raised.length
      ? {
          update_fields: [
            ...row.update_fields,
            ...raised
              .filter(({ key }) => !row.update_fields.some((field) => field.path === `answers.${key}`))
              .map(({ key }) => ({ path: `answers.${key}`, note: '' })),
          ],
        }
      : {}),
    ...(input.type_id !== undefined ? { type_id: input.type_id } : {}),
    ...(level === undefined ? {} : { applicant_type: typeFor(level, input.applicant_type, row.applicant_type) }),
    ...(input.tuition ? { tuition: input.tuition } : {}),
    applicant_name: guest.full_name,
  };
  await saveDocuments(call, row.id, input.documents ?? []);
  const [after] = await call.db.update(applications).set(changes).where(eq(applications.id, row.id)).returning();
  return after!;
}

/** Accepts or declines a paper. */
export async function reviewDocument(
  call: Call,
  flavour: Flavour,
  input: {
    application_id: number;
    type: string;
    status: 'PENDING' | 'ACCEPTED' | 'DECLINED';
    note?: string | null | undefined;
    original?: boolean | undefined;
  },
) {
  const row = await lockApplication(call, flavour, { id: input.application_id });
  if (input.status === 'DECLINED' && !input.note) throw failField('note', 'form_required');
  const changed = await call.db
    .update(applicationDocuments)
    .set({
      status: input.status,
      note: input.note ?? null,
      ...(input.original === undefined ? {} : { original: input.original }),
    })
    .where(
      and(
        eq(applicationDocuments.application_id, row.id),
        inArray(applicationDocuments.type, [input.type]),
        isNull(applicationDocuments.deleted_at),
      ),
    )
    .returning({ id: applicationDocuments.id });
  if (!changed.length) throw fail('NOT_FOUND');
  return applicationsOf(flavour).get(call, { id: row.id });
}
