import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { issueDocument, issuedDocuments, revokeDocument } from '#domains/credentials/server/index.ts';
import { courses } from '#domains/curriculum/server/index.ts';
import { evidenceRecords } from '#domains/files/server/index.ts';
import { educationForms } from '#domains/institutions/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { longDate } from '#platform/server/documents/index.ts';
import { type ListInput, list as page } from '#platform/server/records/lists.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { plain } from '#platform/server/records/resource.ts';
import type { callLettersSave } from '../../contract/call-letters.ts';
import { lockBatch } from '../records/commands.ts';
import { ownIdIfAny, type StudentRow, studentWithin } from '../records/reach.ts';
import { faultOf, refuseFaults } from '../status/status.ts';
import { callLetters as table } from '../tables.ts';

/** Call letters: papers that ask an employer to let a student go, and what became of them. */

type Row = typeof table.$inferSelect;

async function present(call: Call, rows: Row[]) {
  const papers = rows.length
    ? await call.db
        .select({ id: issuedDocuments.id, number: issuedDocuments.number, file_id: issuedDocuments.file_id })
        .from(issuedDocuments)
        .where(
          inArray(
            issuedDocuments.id,
            rows.map((row) => row.document_id),
          ),
        )
    : [];
  const files = await evidenceRecords(
    call,
    papers.map((paper) => paper.file_id),
  );
  const byId = new Map(papers.map((paper) => [paper.id, paper]));
  return rows.map((row) => {
    const { document_id, ...rest } = plain(row) as Row;
    const paper = byId.get(document_id);
    return { ...rest, number: paper?.number ?? '', file: files.get(paper?.file_id ?? 0) ?? null };
  });
}

export async function listCallLetters(call: Call, input: ListInput & { student_id?: number | undefined }) {
  // Staff who name nobody and study nowhere have no letters of their own.
  const id = input.student_id ?? (await ownIdIfAny(call));
  const student = id === undefined ? undefined : await studentWithin(call, 'student.call_letters', id);
  return page(call, input, {
    from: sql`${table}`,
    key: sql`${table.id}`,
    table: 'student_call_letters',
    where: [student ? eq(table.student_id, student.id) : sql`false`, isNull(table.deleted_at)],
    sorts: { starts_on: sql`${table.starts_on}`, id: sql`${table.id}` },
    defaultSort: 'starts_on,desc',
    load: async (ids) => present(call, await call.db.select().from(table).where(inArray(table.id, ids))),
  });
}

/** All of them or none. Errors: BATCH_REFUSED with who studies no more, CALL_LETTER_TWICE, DATES_ORDER. */
export async function issueCallLetters(call: Call, input: z.infer<typeof callLettersSave>) {
  if (input.ends_on < input.starts_on) throw failField('ends_on', 'DATES_ORDER');
  const rows = await lockBatch(call, 'student.call_letters_manage', input.ids);
  refuseFaults(rows.filter((row) => row.status !== 'ACTIVE').map((row) => faultOf(call, row, 'TRANSFER_NOT_STUDYING')));
  const twice = await call.db
    .select({ id: table.student_id })
    .from(table)
    .where(
      and(
        inArray(
          table.student_id,
          rows.map((row) => row.id),
        ),
        eq(table.occasion, input.occasion),
        eq(table.starts_on, input.starts_on),
        sql`coalesce(${table.addressee}, '') = ${input.addressee ?? ''}`,
        isNull(table.deleted_at),
      ),
    );
  const held = new Set(twice.map((row) => row.id));
  if (held.size && rows.length === 1) throw fail('CALL_LETTER_TWICE', { name: rows[0]!.full_name });
  refuseFaults(
    rows
      .filter((row) => held.has(row.id))
      .map((row) => faultOf(call, row, 'CALL_LETTER_TWICE', { name: row.full_name })),
  );
  const made: Row[] = [];
  for (const row of rows) {
    const document_id = await paper(call, row, input);
    const [letter] = await call.db
      .insert(table)
      .values({
        student_id: row.id,
        occasion: input.occasion,
        starts_on: input.starts_on,
        ends_on: input.ends_on,
        addressee: input.addressee || null,
        document_id,
      })
      .returning();
    made.push(letter!);
  }
  return { issued: made.length, letters: await present(call, made) };
}

/** The letter itself, and below it what the institution fills in and the student carries back. Answers its document. */
async function paper(call: Call, student: StudentRow, input: z.infer<typeof callLettersSave>): Promise<number> {
  const locale: Locale = input.language ?? student.study_language;
  const there = { ...call, locale };
  const text = (key: string, values: Record<string, unknown> = {}) => message(locale, `call_letter.${key}`, values);
  const form = (await titlesOf(there, educationForms, [student.education_form_id])).get(student.education_form_id ?? 0);
  const course = (await titlesOf(there, courses, [student.course_id])).get(student.course_id ?? 0);
  const days = (Date.parse(input.ends_on) - Date.parse(input.starts_on)) / 86_400_000 + 1;
  const from = longDate(input.starts_on, locale);
  const to = longDate(input.ends_on, locale);
  const row = await issueDocument(call, {
    kind: 'CALL_LETTER',
    language: locale,
    title: text('title'),
    student_id: student.id,
    account_id: student.account_id,
    subject_name: student.full_name,
    sections: [
      ...(input.addressee
        ? [{ kind: 'facts' as const, rows: [[text('addressee'), input.addressee]] as [string, string][] }]
        : []),
      {
        kind: 'facts',
        rows: [
          [text('student'), student.full_name],
          [text('student_no'), student.student_no],
          [text('course'), course?.title ?? ''],
          [text('level'), text(`level.${student.level}`)],
          [text('form'), form?.title ?? ''],
          [text('occasion'), text(`occasion.${input.occasion}`)],
          [text('period'), `${from} – ${to}`],
          [text('days'), String(days)],
        ].filter((fact): fact is [string, string] => fact[1] !== ''),
      },
      {
        kind: 'text',
        text: text('ask', { name: student.full_name, occasion: text(`to.${input.occasion}`), from, to, days }),
      },
    ],
    // Filled in by hand, so no part of what the page that checks papers shows.
    paper: [
      { kind: 'text', title: text('slip'), text: text('slip_text', { name: student.full_name }) },
      {
        kind: 'facts',
        rows: [
          [text('came'), text('blank')],
          [text('went'), text('blank')],
        ],
      },
    ],
    signatories: [{ role: text('signature'), name: '' }],
  });
  return row.id;
}

/** Takes a letter back; whoever checks its paper is told that it holds no more. */
export async function removeCallLetter(call: Call, input: { id: number }): Promise<{ ok: true }> {
  const [row] = await call.db
    .select()
    .from(table)
    .where(and(eq(table.id, input.id), isNull(table.deleted_at)))
    .for('update');
  if (!row) throw fail('NOT_FOUND');
  await studentWithin(call, 'student.call_letters_manage', row.student_id);
  await call.db.update(table).set({ deleted_at: sql`edulab_now()` }).where(eq(table.id, row.id));
  await revokeDocument(
    call,
    row.document_id,
    'LETTER_TAKEN_BACK',
    message(call.locale, 'call_letter.taken_back', { day: await todayOf(call) }),
  );
  return { ok: true };
}
