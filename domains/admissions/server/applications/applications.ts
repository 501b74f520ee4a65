import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { evidenceRecords, fileRecords } from '#domains/files/server/index.ts';
import { academicYears, educationForms, optionTypes } from '#domains/institutions/server/index.ts';
import { vacancies } from '#domains/staff/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import { searchKey } from '#platform/contract/script.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { statusHistory } from '#platform/server/database/tables.ts';
import { closeness, typedWords } from '#platform/server/records/finding.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { asGiven, likeLiteral, localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../../contract.ts';
import { type Flavour, flavours } from '../../flavours.ts';
import { offeredSteps, rankedStates, writableStates } from '../../workflow.ts';
import { qrText } from '../exam/qr.ts';
import { batchesOf, fieldsOf, presentBatch } from '../intake/forms.ts';
import { intakesOf, seatsOf } from '../intake/openings.ts';
import { applicationReach } from '../reach.ts';
import { type ApplicationRow, applicationDocuments, applicationForms, applications, guests } from '../tables.ts';
import { detailsOf, pointsOf } from './application-details.ts';

/** Applications as they are shown: lists, one whole, what may be done with them. */

/** What the search of applications and applicants looks in: keys of both scripts, and the words as they are. */
export const searchTextOf = (...parts: (string | null | undefined)[]): string => {
  const text = parts.filter(Boolean).join(' ');
  return `${searchKey(text)} ${text.toLowerCase()}`;
};
/** Each word somewhere, in either spelling. */
export const searchIn = (column: unknown, text: string) =>
  sql.join(
    text
      .trim()
      .split(/\s+/)
      .slice(0, 8)
      .map((word) => {
        const typed = typedWords(word).join(' ');
        const [key, raw] = [typed, word.toLowerCase()].map((one) => `%${likeLiteral(one)}%`);
        return sql`(${column} like ${raw} or (${typed !== ''} and ${column} like ${key}))`;
      }),
    sql` and `,
  );

/** Rows with everything that a list shows; a query for each kind of thing, however many rows. */
export async function presentApplications(call: Call, rows: readonly ApplicationRow[]) {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const of = (column: 'course_id' | 'academic_year_id' | 'vacancy_id' | 'type_id' | 'education_form_id') =>
    rows.map((row) => row[column]);
  const people = new Map(
    (
      await call.db
        .select()
        .from(guests)
        .where(
          inArray(
            guests.id,
            rows.map((row) => row.guest_id),
          ),
        )
    ).map((row) => [row.id, row]),
  );
  const usernames = new Map(
    (
      await call.client.query<{ id: number; username: string }>(
        'select id, username from accounts where id = any($1)',
        [[...people.values()].map((one) => one.account_id)],
      )
    ).rows.map((row) => [row.id, row.username]),
  );
  const papers = Map.groupBy(
    await call.db
      .select()
      .from(applicationDocuments)
      .where(and(inArray(applicationDocuments.application_id, ids), isNull(applicationDocuments.deleted_at)))
      .orderBy(asc(applicationDocuments.type)),
    (row) => row.application_id,
  );
  const files = new Map([
    ...(await fileRecords(
      call,
      [...people.values()].map((row) => row.photo_file_id),
    )),
    ...(await evidenceRecords(
      call,
      [...papers.values()].flat().map((row) => row.file_id),
    )),
  ]);
  const forms = new Map(
    (
      await call.db
        .select({
          id: applicationForms.id,
          revision: applicationForms.revision,
          closes_on: applicationForms.closes_on,
          title: sql<string>`${localTitle(applicationForms.title, call.locale)}`,
        })
        .from(applicationForms)
        .where(
          inArray(
            applicationForms.id,
            rows.map((row) => row.form_id),
          ),
        )
    ).map((row) => [row.id, row]),
  );
  const titles = {
    course: await titlesOf(call, courses, of('course_id')),
    academic_year: await titlesOf(call, academicYears, of('academic_year_id')),
    vacancy: await titlesOf(call, vacancies, of('vacancy_id')),
    type: await titlesOf(call, optionTypes, of('type_id')),
    education_form: await titlesOf(call, educationForms, of('education_form_id')),
  };
  const seats = await seatsOf(call, ids);
  const intakes = await intakesOf(call, rows);
  return rows.map((row) => {
    const flavour = flavours[row.flavour];
    const intake = intakes.get(row.campaign_id ?? 0);
    const guest = people.get(row.guest_id)!;
    const form = forms.get(row.form_id);
    const mine = guest.account_id === call.account_id;
    const {
      decision,
      decision_tuition,
      decision_rank,
      decision_tie,
      decided_by,
      decided_from,
      applicant_name,
      form_origin_id,
      ...rest
    } = plain(row);
    // A decision is known when the status has followed it.
    const published = decision !== null && !(rankedStates as readonly string[]).includes(row.status);
    const decides =
      scopeOf(call, 'application.decide') === 'institution' || scopeOf(call, 'application.publish') === 'institution';
    const allowed = (permission: PermissionName) =>
      may(call, permission) && (scopeOf(call, permission) !== 'own' || mine);
    return {
      ...rest,
      applicant: {
        id: guest.id,
        firstname: guest.firstname,
        lastname: guest.lastname,
        midname: guest.midname,
        username: usernames.get(guest.account_id) ?? null,
        avatar: files.get(guest.photo_file_id ?? 0)?.src ?? null,
        phone: guest.phone,
        passport_id: mine || may(call, `${flavour.family}.check`) ? guest.passport_id : null,
        deleted: guest.deleted_at !== null,
      },
      form: form ? { id: form.id, title: form.title } : null,
      form_revision: form?.revision ?? 1,
      level: intake?.level ?? null,
      closes_on: [form?.closes_on, intake?.closes_on].filter((day) => day !== undefined).sort()[0] ?? null,
      seat: seats.get(row.id) ?? null,
      course: titles.course.get(row.course_id ?? 0) ?? null,
      academic_year: titles.academic_year.get(row.academic_year_id ?? 0) ?? null,
      vacancy: titles.vacancy.get(row.vacancy_id ?? 0) ?? null,
      type: titles.type.get(row.type_id ?? 0) ?? null,
      education_form: titles.education_form.get(row.education_form_id ?? 0) ?? null,
      documents: (papers.get(row.id) ?? []).map(({ id, type, file_id, status, note, original }) => ({
        id,
        type,
        file: files.get(file_id) ?? null,
        status,
        note,
        original,
      })),
      decision:
        decision && (published || decides)
          ? { status: decision, tuition: decision_tuition, rank: decision_rank, tie: decision_tie, published }
          : null,
      // Points are told with the decision: before it they may still change.
      score: mine && !decides && !published ? null : row.score,
      qr_code: mine || may(call, 'exam.check_in') ? row.qr_code && qrText(call, row.qr_code) : null,
      next: offeredSteps(flavour.workflow, row.status, allowed).map(({ to, reason }) => ({
        to,
        reason: reason ?? false,
      })),
      can: {
        edit:
          mine && may(call, `${flavour.family}.apply`) && (writableStates as readonly string[]).includes(row.status),
        delete: mine && row.status === 'DRAFT',
        check: may(call, `${flavour.family}.check`),
      },
    };
  });
}

/** Reads of one flavour's applications. Only drafts are deleted, by those who wrote them; all else is withdrawn. */
export function applicationsOf(flavour: Flavour) {
  const rows = resource(contract[flavour.name].application, {
    table: applications,
    name: 'number',
    search: (typed) => searchIn(applications.search, typed),
    orders: { applicant_name: sql`${applications.applicant_name}` },
    sorts: {
      submitted_at: sql`${applications.submitted_at}`,
      created_at: sql`${applications.created_at}`,
      status: sql`${applications.status}`,
      score: sql`${applications.score}`,
      id: sql`${applications.id}`,
    },
    defaultSort: 'created_at,desc',
    closeness: (input) => closeness(sql`${applications.search}`, input.search),
    optionTitle: () => sql`${applications.number} || ' ' || ${applications.applicant_name}`,
    optionOrder: { by: sql`${applications.number}` },
    visible: (call) => and(eq(applications.flavour, flavour.name), applicationReach(call, flavour)),
    filters: (input) => [
      input.status?.length ? inArray(applications.status, input.status) : undefined,
      ...(
        [
          'form_id',
          'campaign_id',
          'course_id',
          'academic_year_id',
          'vacancy_id',
          'guest_id',
          'applicant_type',
          'language',
          'tuition',
        ] as const
      ).map((column) => (input[column] === undefined ? undefined : eq(applications[column], input[column]))),
    ],
    present: presentApplications,
    beforeDelete: (_call, row) => {
      if (row.status !== 'DRAFT') throw fail('APPLICATION_NOT_WRITABLE');
      return Promise.resolve();
    },
    prepare: asGiven,
  });
  const whole = async (call: Call, input: { id: string | number }) => {
    const row = await rows.find(call, input.id);
    const [shown] = await presentApplications(call, [row]);
    const history = await call.db
      .select({
        from: statusHistory.from_status,
        to: statusHistory.to_status,
        reason: statusHistory.reason,
        at: statusHistory.at,
      })
      .from(statusHistory)
      .where(and(eq(statusHistory.entity, flavour.workflow.entity), eq(statusHistory.entity_id, row.id)))
      .orderBy(asc(statusHistory.id));
    const fields = (await batchesOf(call, [row.form_id])).get(row.form_id) ?? [];
    const details = await detailsOf(call, row, fieldsOf(fields));
    // Of points one knows as much as of their sum.
    const scores = shown?.score === null ? [] : await pointsOf(call, row.id);
    return { ...shown!, ...details, scores, history, fields: fields.map(presentBatch) };
  };
  return { ...rows, get: whole };
}

/** Options of what an application of this flavour can be of. */
export async function typesOf(call: Call, flavour: Flavour) {
  return call.db
    .select({ id: optionTypes.id, title: sql<string>`${localTitle(optionTypes.title, call.locale)}` })
    .from(optionTypes)
    .where(and(eq(optionTypes.variable, flavour.types), isNull(optionTypes.deleted_at)))
    .orderBy(asc(optionTypes.position), asc(optionTypes.id));
}
