import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { issuedDocuments } from '#domains/credentials/server/index.ts';
import { groupMembers, onDay } from '#domains/groups/server/index.ts';
import { students, studentsInReach, whyHeld } from '#domains/students/server/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import type { contract } from '../contract.ts';
import { fieldTitle } from './fields.ts';
import { type Maker, type Making, makerOf, type Recipient } from './making.ts';
import { certificateIssues, certificates, certificateTemplates } from './tables.ts';
import type { TemplateRow } from './templates.ts';

/** Who would get a certificate, and what stands against it. */

export interface RowFault {
  code: 'certificate_empty' | 'certificate_already' | 'certificate_twice' | 'certificate_held';
  data: Record<string, string | number>;
}
export interface Looked {
  recipients: Recipient[];
  maker: Maker;
  /** By the row of the recipient. */
  faults: Map<number, RowFault[]>;
}

interface Wish {
  template_id: number;
  language: TemplateRow['languages'][number];
}

/** A live version that has words in the language that is asked for; none where there is none. */
export async function offeredTemplate(call: Call, input: Wish): Promise<TemplateRow | undefined> {
  const [row] = await call.db
    .select()
    .from(certificateTemplates)
    .where(and(eq(certificateTemplates.id, input.template_id), isNull(certificateTemplates.deleted_at)));
  return row?.status === 'LIVE' && row.languages.includes(input.language) ? row : undefined;
}

/** The same. Errors: CERTIFICATE_NOT_OFFERED. */
export async function liveTemplate(call: Call, input: Wish): Promise<TemplateRow> {
  const row = await offeredTemplate(call, input);
  if (!row) throw fail('CERTIFICATE_NOT_OFFERED');
  return row;
}

type Chosen = Pick<InputOf<typeof contract.issue.start>, 'student_ids' | 'group_id'>;

/** Students whom the caller may give certificates. Errors: CERTIFICATE_NOBODY, UNKNOWN_REFERENCE where one is out of reach. */
export async function chosenStudents(call: Call, { student_ids = [], group_id }: Chosen): Promise<Recipient[]> {
  const rows = await call.db
    .select()
    .from(students)
    .where(
      and(
        isNull(students.deleted_at),
        studentsInReach(call, 'certificate.issue'),
        group_id
          ? sql`${students.id} in (select m.student_id from ${groupMembers} m where m.group_id = ${group_id} and ${onDay()})`
          : inArray(students.id, student_ids),
      ),
    )
    .orderBy(students.full_name, students.id);
  if (!group_id && rows.length < new Set(student_ids).size) throw failField('student_ids', 'UNKNOWN_REFERENCE');
  if (rows.length === 0) throw fail('CERTIFICATE_NOBODY');
  return rows.map((student, at) => ({ row: at + 1, name: student.full_name, student, said: {} }));
}

/** What stands against each of them; as many queries however many there are. */
export async function lookAt(
  call: Call,
  template: Pick<TemplateRow, 'family'>,
  making: Making,
  recipients: Recipient[],
): Promise<Looked> {
  const maker = await makerOf(call, making, recipients);
  const already = await haveOne(call, template.family, making.event.title ?? '', recipients);
  const held = await whyHeld(
    call,
    'CERTIFICATE',
    recipients.flatMap(({ student }) => student?.id ?? []),
  );
  const faults = new Map<number, RowFault[]>();
  const seen = new Map<number, number>();
  for (const recipient of recipients) {
    const found: RowFault[] = maker
      .make(recipient)
      .lacks.map((name) => ({ code: 'certificate_empty', data: { name, field: fieldTitle(call.locale, name) } }));
    const { student } = recipient;
    const number = student && already.get(student.id);
    if (number) found.push({ code: 'certificate_already', data: { number } });
    const why = student && held.get(student.id);
    if (why) found.push({ code: 'certificate_held', data: { why } });
    const first = student && seen.get(student.id);
    if (first) found.push({ code: 'certificate_twice', data: { first } });
    else if (student) seen.set(student.id, recipient.row);
    if (found.length) faults.set(recipient.row, found);
  }
  return { recipients, maker, faults };
}

/** Numbers of the certificates that hold: of any version of this template, for the same event. */
async function haveOne(
  call: Call,
  family: string,
  title: string,
  recipients: readonly Recipient[],
): Promise<Map<number, string>> {
  const ids = recipients.flatMap(({ student }) => student?.id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await call.db
    .select({ student_id: certificates.student_id, number: issuedDocuments.number })
    .from(certificates)
    .innerJoin(issuedDocuments, eq(issuedDocuments.id, certificates.document_id))
    .innerJoin(certificateTemplates, eq(certificateTemplates.id, certificates.template_id))
    .innerJoin(certificateIssues, eq(certificateIssues.id, certificates.issue_id))
    .where(
      and(
        inArray(certificates.student_id, ids),
        eq(certificateTemplates.family, family),
        eq(issuedDocuments.status, 'VALID'),
        sql`coalesce(${certificateIssues.event} ->> 'title', '') = ${title}`,
      ),
    );
  return new Map(rows.map(({ student_id, number }) => [student_id ?? 0, number]));
}

/** Students by what a list calls them. */
export async function studentsByNumber(
  call: Call,
  numbers: readonly string[],
): Promise<Map<string, typeof students.$inferSelect>> {
  if (numbers.length === 0) return new Map();
  const rows = await call.db
    .select()
    .from(students)
    .where(
      and(
        isNull(students.deleted_at),
        studentsInReach(call, 'certificate.issue'),
        sql`lower(${students.student_no}) = any(${sql.param(numbers.map((one) => one.toLowerCase()))}::text[])`,
      ),
    );
  return new Map(rows.map((row) => [(row.student_no ?? '').toLowerCase(), row]));
}

export const faultText = (call: Call, { code, data }: RowFault): string => message(call.locale, code, data);
/** What was to be told of the event and was not. */
export const eventFaults = (call: Call, { lacks }: Maker) =>
  lacks.map((name) => ({
    code: 'certificate_event',
    message: message(call.locale, 'certificate_event', { field: fieldTitle(call.locale, name) }),
  }));
