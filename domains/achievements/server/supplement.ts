import { and, desc, eq, sql } from 'drizzle-orm';
import {
  type DocumentDraft,
  issueDocument,
  issuedDocuments,
  sendIssued,
  shownCode,
  supersedeDocuments,
} from '#domains/credentials/server/index.ts';
import { students, studentsInReach } from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import { type Call, type InputOf, type OutputOf, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { lockSpaces } from '#platform/server/database/locks.ts';
import { letterheadOf, paperDate, paperDecimal } from '#platform/server/documents/index.ts';
import type { contract } from '../contract.ts';
import { record } from './records.ts';
import { achievementRecords as records } from './tables.ts';
import { type VerifiedAchievement, verifiedOf } from './verified.ts';

/**
 * The statement of verified achievements that goes with a transcript: a paper with a number, a code and a signature. One that
 * says what holds is given again, so that asking twice makes no second one; what is revoked outdates those that name it.
 */
const kind = 'ACHIEVEMENTS' as const;

async function studentFor(call: Call, asked: number | undefined) {
  const id = asked ?? (scopeOf(call, 'achievement.read') === 'own' ? (await ownRecord(call)).id : undefined);
  if (id === undefined) throw failField('student_id', 'form_required');
  const [student] = await call.db
    .select({
      id: students.id,
      account_id: students.account_id,
      name: students.full_name,
      student_no: students.student_no,
    })
    .from(students)
    .where(and(eq(students.id, id), sql`${students.deleted_at} is null`, studentsInReach(call, 'achievement.read')));
  if (!student) throw fail('NOT_FOUND');
  return student;
}

/** Who left has one still, which is not the one they file with. */
async function ownRecord(call: Call): Promise<{ id: number }> {
  const [own] = await call.db
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.account_id, call.account_id), sql`${students.deleted_at} is null`));
  if (!own) throw fail('NOT_FOUND');
  return own;
}

/** Errors: NOT_FOUND, ACHIEVEMENT_NONE where nothing is verified. */
export async function issueSupplement(
  call: Call,
  input: InputOf<typeof contract.record.supplement>,
): Promise<OutputOf<typeof contract.record.supplement>> {
  const student = await studentFor(call, input.student_id);
  const language = input.language ?? call.locale;
  // Whoever asks twice at once waits for the first, and all wait for who verifies or revokes at this moment.
  await call.client.query('select pg_advisory_xact_lock($1, $2)', [lockSpaces.achievements, student.id]);
  const reached = await verifiedOf(call, [student.id], language);
  if (reached.length === 0) throw fail('ACHIEVEMENT_NONE');
  const [holds] = await call.db
    .select()
    .from(issuedDocuments)
    .where(
      and(
        eq(issuedDocuments.student_id, student.id),
        eq(issuedDocuments.kind, kind),
        eq(issuedDocuments.language, language),
        eq(issuedDocuments.status, 'VALID'),
        sql`not exists (select 1 from ${records} r where r.student_id = ${student.id} and r.status = 'VERIFIED' and r.decided_at > ${issuedDocuments.issued_at})`,
      ),
    )
    .orderBy(desc(issuedDocuments.id))
    .limit(1);
  const row = holds ?? (await issueDocument(call, await draftOf(call, student, reached, language)));
  return { id: row.id, number: row.number, check_code: shownCode(row.check_code) };
}

async function draftOf(
  call: Call,
  student: { id: number; account_id: number | null; name: string; student_no: string },
  reached: readonly VerifiedAchievement[],
  language: Locale,
): Promise<DocumentDraft> {
  const text = (key: string) => message(language, `achievement_supplement.${key}`);
  const number = (value: number) => paperDecimal(value, language);
  const { rector, registrar } = await letterheadOf(call, language);
  return {
    kind,
    language,
    title: text('title'),
    subtitle: '',
    subject_name: student.name,
    student_id: student.id,
    account_id: student.account_id,
    later: true,
    sections: [
      {
        kind: 'facts',
        rows: [
          [text('student'), student.name],
          [text('student_no'), student.student_no],
          [text('count'), String(reached.length)],
          [text('points'), number(reached.reduce((sum, { points }) => sum + points, 0))],
        ],
      },
      {
        kind: 'table',
        columns: [
          { title: text('achieved_on'), width: 62 },
          { title: text('achievement') },
          { title: text('type'), width: 110 },
          { title: text('points_of'), align: 'right', width: 42 },
        ],
        rows: reached.map((one) => [
          paperDate(one.achieved_on),
          [one.title, one.organizer].filter(Boolean).join(' · '),
          `${one.type}: ${one.grade}`,
          number(one.points),
        ]),
      },
      { kind: 'text', text: text('about') },
    ],
    signatories: [
      { role: text('rector'), name: rector ?? '' },
      { role: text('registrar'), name: registrar ?? '' },
    ],
  };
}

/** The paper, for whoever may see the student's achievements. */
export async function supplementFile(call: Call, { id }: { id: number }): Promise<{ ok: true }> {
  const [found] = await call.db
    .select({ id: issuedDocuments.id })
    .from(issuedDocuments)
    .innerJoin(students, eq(students.id, issuedDocuments.student_id))
    .where(and(eq(issuedDocuments.id, id), eq(issuedDocuments.kind, kind), studentsInReach(call, 'achievement.read')));
  if (!found) throw fail('NOT_FOUND');
  return sendIssued(call, found.id);
}

/** The paper of a badge, for whoever sees the record. */
export async function badgeFile(call: Call, { id }: { id: number }): Promise<{ ok: true }> {
  const { badge_id } = await record.find(call, id);
  if (!badge_id) throw fail('NOT_FOUND');
  return sendIssued(call, badge_id);
}

/**
 * Taken before what these students have reached changes: a statement that is being issued is finished first, and the next one
 * says what changed. The moment of the change is told after it, by `edulab_clock()`.
 */
export async function beforeChange(call: Call, student_ids: readonly number[]): Promise<void> {
  await call.client.query(
    'select pg_advisory_xact_lock_shared($1, s) from (select distinct s from unnest($2::int[]) s order by s) o',
    [lockSpaces.achievements, student_ids],
  );
}

/** What is revoked stands in every statement so far. */
export const outdateSupplements = (call: Call, student_id: number): Promise<number> =>
  supersedeDocuments(call, { kind, student_ids: [student_id] }, 'ACHIEVEMENT_REVOKED');
