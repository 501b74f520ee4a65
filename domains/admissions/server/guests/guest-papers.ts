import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type DocumentDraft, issueDocument } from '#domains/credentials/server/index.ts';
import { courses } from '#domains/curriculum/server/index.ts';
import { evidenceRecords } from '#domains/files/server/index.ts';
import type { Locale, PermissionName } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { paperDate, paperMoney, payeeOf, sumInWords } from '#platform/server/documents/index.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { documentsFor } from '../../form.ts';
import type { availabilityInput, callLetterInput, invoiceInput, paperInput } from '../../shapes-guests.ts';
import type { ApplicationRow, GuestRow } from '../tables.ts';
import {
  applicationDocuments,
  applicationForms,
  applications,
  examPlaces,
  examSeats,
  examSessions,
} from '../tables.ts';
import { currentOf, findGuest } from './guests.ts';

/** Papers that applicants bring, and papers that they are given. */

async function guestWithApplication(call: Call, id: number): Promise<{ guest: GuestRow; application: ApplicationRow }> {
  const guest = await findGuest(call, 'guest.manage', id);
  const application = (await currentOf(call, [guest.id])).get(guest.id);
  if (!application || application.status === 'DRAFT') throw fail('NO_APPLICATION');
  return { guest, application };
}

/** Which papers the running application needs, which are there, and which as originals. */
export async function availability(call: Call, permission: PermissionName, id: number | undefined) {
  const guest = await findGuest(call, permission, id);
  const application = (await currentOf(call, [guest.id])).get(guest.id);
  if (!application) return { id: guest.id, application_id: null, documents: [] };
  const [form] = await call.db
    .select({ documents: applicationForms.documents })
    .from(applicationForms)
    .where(eq(applicationForms.id, application.form_id));
  const [course] = await call.db
    .select({ level: courses.level })
    .from(courses)
    .where(eq(courses.id, application.course_id ?? 0));
  const there = await call.db
    .select()
    .from(applicationDocuments)
    .where(and(eq(applicationDocuments.application_id, application.id), isNull(applicationDocuments.deleted_at)));
  const files = await evidenceRecords(
    call,
    there.map((row) => row.file_id),
  );
  const wanted = documentsFor(form?.documents ?? [], application.applicant_type, course?.level ?? null);
  const extra = there.filter((row) => !wanted.some((document) => document.type === row.type));
  const shown = [
    ...wanted.map(({ type, title, required }) => ({ type, title: title[call.locale] || title.uz, required })),
    ...extra.map(({ type }) => ({ type, title: type, required: false })),
  ];
  return {
    id: guest.id,
    application_id: application.id,
    documents: shown.map((document) => {
      const row = there.find((one) => one.type === document.type);
      return {
        ...document,
        available: row !== undefined,
        original: row?.original ?? false,
        status: row?.status ?? null,
        file: files.get(row?.file_id ?? 0) ?? null,
      };
    }),
  };
}

export async function saveAvailability(call: Call, input: z.infer<typeof availabilityInput>) {
  const { application } = await guestWithApplication(call, input.id);
  await call.db
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.id, application.id))
    .for('update');
  for (const [at, { type, status, original, note }] of input.documents.entries()) {
    const changed = await call.db
      .update(applicationDocuments)
      .set({
        ...(status ? { status } : {}),
        ...(original === undefined ? {} : { original }),
        ...(note === undefined ? {} : { note }),
        updated_at: sql`edulab_now()`,
      })
      .where(
        and(
          eq(applicationDocuments.application_id, application.id),
          inArray(applicationDocuments.type, [type]),
          isNull(applicationDocuments.deleted_at),
        ),
      )
      .returning({ id: applicationDocuments.id });
    if (!changed.length)
      throw fail('BAD_REQUEST', { fields: [{ path: `documents.${at}.type`, code: 'UNKNOWN_REFERENCE' }] });
  }
  return availability(call, 'guest.manage', input.id);
}

type Kind = 'CALL_LETTER' | 'VOUCHER' | 'REFERENCE' | 'INVOICE';
/** Issues a paper with the facts of the running application and some more, numbered, signed and kept. */
async function issuePaper(
  call: Call,
  input: { id: number; language?: Locale | undefined },
  kind: Kind,
  more: (
    application: ApplicationRow,
    text: (key: string) => string,
    locale: Locale,
  ) => Promise<[string, string][]> | [string, string][],
  sections?: (text: (key: string) => string, locale: Locale) => Promise<DocumentDraft['sections']>,
) {
  const { guest, application } = await guestWithApplication(call, input.id);
  const locale = input.language ?? call.locale;
  const text = (key: string) => message(locale, `guest_paper.${key}`);
  const [course] = await call.db
    .select({ title: sql<string>`${localTitle(courses.title, locale)}` })
    .from(courses)
    .where(eq(courses.id, application.course_id ?? 0));
  const row = await issueDocument(call, {
    kind,
    language: locale,
    title: text(kind),
    account_id: guest.account_id,
    subject_name: guest.full_name,
    sections: [
      {
        kind: 'facts',
        rows: [
          [text('name'), guest.full_name],
          [text('number'), application.number],
          [text('course'), course?.title ?? '—'],
          ...(await more(application, text, locale)),
        ],
      },
      ...((await sections?.(text, locale)) ?? []),
      { kind: 'text', text: text(`${kind}_note`) },
    ],
    ...(kind === 'CALL_LETTER' ? { signatories: [{ role: text('signature'), name: '' }] } : {}),
  });
  const file = (await evidenceRecords(call, [row.file_id])).get(row.file_id);
  return { id: row.id, number: row.number, file: file! };
}

async function seatOf(call: Call, application: ApplicationRow, locale: Locale) {
  const [seat] = await call.db
    .select({
      day: examSessions.day,
      from: examSessions.starts_at,
      seat: examSeats.seat_no,
      place: sql<string>`${localTitle(examPlaces.title, locale)}`,
    })
    .from(examSeats)
    .innerJoin(examSessions, eq(examSessions.id, examSeats.session_id))
    .innerJoin(examPlaces, eq(examPlaces.id, examSessions.place_id))
    .where(and(eq(examSeats.application_id, application.id), isNull(examSeats.deleted_at)));
  return seat;
}

/** With it an applicant comes to the exam: when and where, once a seat is taken. */
export const createVoucher = (call: Call, input: z.infer<typeof paperInput>) =>
  issuePaper(call, input, 'VOUCHER', async (application, text, locale) => {
    const seat = await seatOf(call, application, locale);
    return seat
      ? [
          [text('when'), `${paperDate(seat.day)} ${seat.from}`],
          [text('where'), seat.place],
          [text('seat'), String(seat.seat)],
        ]
      : [];
  });

/** With it whoever an applicant works for lets them go to the exam. Errors: STEP_NOT_READY while no seat is taken. */
export const createCallLetter = (call: Call, input: z.infer<typeof callLetterInput>) =>
  issuePaper(call, input, 'CALL_LETTER', async (application, text, locale) => {
    const seat = await seatOf(call, application, locale);
    if (!seat) throw fail('STEP_NOT_READY', { because: 'no_seat' });
    return [
      ...(input.addressee ? [[text('addressee'), input.addressee] as [string, string]] : []),
      [text('when'), `${paperDate(seat.day)} ${seat.from}`],
      [text('where'), seat.place],
    ];
  });

export const createReference = (call: Call, input: z.infer<typeof paperInput>) =>
  issuePaper(call, input, 'REFERENCE', (application, text, locale) => [
    [text('status'), message(locale, `application_state.${application.status}`)],
    [text('submitted'), paperDate(application.submitted_at?.slice(0, 10))],
  ]);

/** With it an applicant goes to the bank: for what, how much, to whom. */
export const createInvoice = (call: Call, input: z.infer<typeof invoiceInput>) =>
  issuePaper(
    call,
    input,
    'INVOICE',
    (_application, text) => [[text('due'), paperDate(input.due_on)]],
    async (text, locale) => [
      { kind: 'facts', title: text('payee'), rows: await payeeOf(call, locale) },
      {
        kind: 'table',
        columns: [
          { title: '№', width: 30, align: 'right' },
          { title: text('purpose') },
          { title: text('amount'), width: 130, align: 'right' },
        ],
        rows: [['1', input.purpose, paperMoney(input.amount)], { sum: ['', text('whole'), paperMoney(input.amount)] }],
      },
      { kind: 'text', text: `${text('words')}: ${sumInWords(input.amount, locale)}` },
    ],
  );
