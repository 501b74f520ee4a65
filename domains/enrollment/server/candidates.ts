import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type ApplicationRow, applications, guests, searchIn } from '#domains/admissions/server/index.ts';
import { courses } from '#domains/curriculum/server/index.ts';
import { groupMembers, groups, onDay } from '#domains/groups/server/index.ts';
import { askFor, askNoMore } from '#domains/identity/server/index.ts';
import { educationForms } from '#domains/institutions/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { closeness } from '#platform/server/records/finding.ts';
import { type ListInput, list } from '#platform/server/records/lists.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { columnsSql } from '#platform/server/records/resource.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import type { candidate, candidateFilters, entryInput } from '../shapes.ts';
import { type EntryState, entryWorkflow, openEntries } from '../workflow.ts';
import { type Entry, entryOf, lockApplications, mayBeEnrolled } from './pipeline.ts';
import { enrollmentEntries } from './tables.ts';

/** Applicants who took their offer: who waits to become a student, who became one, and whom the screen asks. */

type Filters = { [K in keyof typeof candidateFilters]?: unknown } & ListInput;
type Candidate = z.infer<typeof candidate>;

export function listCandidates(call: Call, { search, ...input }: Filters) {
  const enrolled = input.state === 'enrolled';
  return list(call, input, {
    from: sql`${applications}`,
    key: sql`${applications.id}`,
    table: 'applications',
    asks: ['enrollment_entries'],
    where: [
      isNull(applications.deleted_at),
      inArray(applications.flavour, ['plain', 'general']),
      enrolled
        ? eq(applications.status, 'ENROLLED')
        : sql`(${applications.status} = 'PAID' or (${applications.status} = 'CONTRACT_ACCEPTED' and ${applications.decision_tuition} = 'GRANT'))`,
      input.course_id ? eq(applications.course_id, input.course_id as number) : undefined,
      input.campaign_id ? eq(applications.campaign_id, input.campaign_id as number) : undefined,
      input.language ? eq(applications.language, input.language as 'uz') : undefined,
      input.tuition === 'GRANT'
        ? eq(applications.decision_tuition, 'GRANT')
        : input.tuition
          ? sql`${applications.decision_tuition} is distinct from 'GRANT'`
          : undefined,
      input.entry
        ? sql`${applications.id} in (select e.application_id from ${enrollmentEntries} e where e.status = ${input.entry} and e.deleted_at is null)`
        : undefined,
      search?.trim() ? searchIn(applications.search, search) : undefined,
    ],
    sorts: {
      id: sql`${applications.id}`,
      applicant_name: sql`${applications.applicant_name}`,
      submitted_at: sql`${applications.submitted_at}`,
      score: sql`${applications.score}`,
    },
    defaultSort: 'applicant_name',
    closeness: closeness(sql`${applications.search}`, search),
    columns: columnsSql(applications, ['answers', 'search']),
    load: (ids, rows) => present(call, ids, rows as ApplicationRow[]),
  });
}

async function present(call: Call, ids: number[], rows: ApplicationRow[]): Promise<Candidate[]> {
  const entries = new Map(
    (
      await call.db
        .select({ row: enrollmentEntries, student_no: students.student_no })
        .from(enrollmentEntries)
        .leftJoin(students, eq(students.id, enrollmentEntries.student_id))
        .where(and(inArray(enrollmentEntries.application_id, ids), isNull(enrollmentEntries.deleted_at)))
    ).map((one) => [one.row.application_id, one]),
  );
  const people = new Map(
    (
      await call.db
        .select({ id: guests.id, phone: guests.phone })
        .from(guests)
        .where(
          inArray(
            guests.id,
            rows.map((row) => row.guest_id),
          ),
        )
    ).map((one) => [one.id, one.phone]),
  );
  const came = [...entries.values()].flatMap(({ row }) => row.student_id ?? []);
  const { rows: seats } = came.length
    ? await call.db.execute<{ student_id: number; id: number; title: string }>(
        sql`select m.student_id, g.id, g.name as title from ${groupMembers} m join ${groups} g on g.id = m.group_id
             where m.student_id in ${came} and m.kind = 'MAIN' and ${onDay()}`,
      )
    : { rows: [] };
  const groupOf = new Map(seats.map(({ student_id, ...group }) => [student_id, group]));
  const taught = await titlesOf(
    call,
    courses,
    rows.map((row) => row.course_id),
  );
  const forms = await titlesOf(
    call,
    educationForms,
    rows.map((row) => row.education_form_id),
  );
  return rows.map((row) => {
    const { row: entry, student_no } = entries.get(row.id) ?? {};
    return {
      id: row.id,
      number: row.number,
      name: row.applicant_name,
      phone: people.get(row.guest_id) ?? null,
      status: row.status,
      status_at: new Date(row.status_at).toISOString(),
      course: taught.get(row.course_id ?? 0) ?? null,
      language: row.language,
      education_form: forms.get(row.education_form_id ?? 0) ?? null,
      tuition: row.decision_tuition ?? 'CONTRACT',
      entry: entry ? { id: entry.id, status: entry.status } : null,
      student: entry?.student_id && student_no ? { id: entry.student_id, student_no } : null,
      group: groupOf.get(entry?.student_id ?? 0) ?? null,
      can: { enroll: mayBeEnrolled(row), undo: row.status === 'ENROLLED' && entry?.receipt != null },
    };
  });
}

async function writeEntry(call: Call, entry: Entry, to: EntryState, reason?: string): Promise<void> {
  await call.db
    .update(enrollmentEntries)
    .set({ status: to, ...(to === 'REQUIRED' ? { details: null, document_id: null, confirmed_at: null } : {}) })
    .where(eq(enrollmentEntries.id, entry.id));
  await recordTransition(call, entryWorkflow.entity, [{ id: entry.id, from: entry.status }], to, { reason });
}

/** The office asks an accepted applicant to enrol, or asks no more. */
export async function setEntry(call: Call, input: z.infer<typeof entryInput>): Promise<{ ok: true }> {
  const [row] = await lockApplications(call, [input.application_id]);
  const [guest] = await call.db.select().from(guests).where(eq(guests.id, row!.guest_id));
  if (input.status === 'REQUIRED') {
    if (!mayBeEnrolled(row!)) throw fail('NOT_ACCEPTED');
    await askToEnroll(call, row!, guest!.account_id, true);
    return { ok: true };
  }
  const entry = await entryOf(call, row!, guest!);
  checkTransition(call, entryWorkflow, entry.status, 'CANCELLED', input);
  await writeEntry(call, entry, 'CANCELLED', input.reason);
  await askNoMore(call, entry.account_id, 'ENROLLMENT_REQUIRED');
  return { ok: true };
}

async function askToEnroll(call: Call, row: ApplicationRow, account_id: number, again = false): Promise<void> {
  const [other] = await call.db
    .select({ id: enrollmentEntries.id })
    .from(enrollmentEntries)
    .where(
      and(
        eq(enrollmentEntries.account_id, account_id),
        inArray(enrollmentEntries.status, [...openEntries]),
        sql`${enrollmentEntries.application_id} is distinct from ${row.id}`,
        // A place taken anew goes before what was left open at an earlier enrolment.
        sql`${enrollmentEntries.application_id} in (select a.id from ${applications} a where a.status <> 'ENROLLED')`,
        isNull(enrollmentEntries.deleted_at),
      ),
    );
  // One is asked for one place at a time; the office takes in whoever took two.
  if (other) return;
  const entry = await entryOf(call, row, { account_id });
  if (entry.status === 'CANCELLED' && again) await writeEntry(call, entry, 'REQUIRED');
  else if (!(openEntries as readonly EntryState[]).includes(entry.status)) return;
  await askFor(call, account_id, 'ENROLLMENT_REQUIRED');
  await notify(call, [account_id], { type: 'enrollment', title: titleOf('notice_enroll_now'), link: '/enrollment' });
}

/**
 * Follows an application: who took the offer and paid is asked to enrol before anything else; who left, or whose payment
 * was taken back, is asked no more.
 */
export async function followApplications(
  call: Call,
  moved: readonly { row: ApplicationRow; from: string }[],
): Promise<void> {
  // Nobody is enrolled by an application for a short course or a post.
  for (const one of moved) if (one.row.campaign_id !== null) await followApplication(call, one);
}

async function followApplication(call: Call, { row, from }: { row: ApplicationRow; from: string }): Promise<void> {
  const [guest] = await call.db
    .select({ account_id: guests.account_id })
    .from(guests)
    .where(eq(guests.id, row.guest_id));
  if (!guest) return;
  if (mayBeEnrolled(row)) {
    if (from !== 'ENROLLED') await askToEnroll(call, row, guest.account_id, true);
    return;
  }
  if (row.status === 'ENROLLED') return;
  const [entry] = await call.db
    .select()
    .from(enrollmentEntries)
    .where(
      and(
        eq(enrollmentEntries.application_id, row.id),
        inArray(enrollmentEntries.status, [...openEntries]),
        isNull(enrollmentEntries.deleted_at),
      ),
    )
    .orderBy(desc(enrollmentEntries.id))
    .for('update');
  if (!entry) return;
  await writeEntry(call, entry, 'CANCELLED');
  await askNoMore(call, entry.account_id, 'ENROLLMENT_REQUIRED');
}
