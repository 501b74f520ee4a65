import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { issueDocuments, revokeDocument } from '#domains/credentials/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { paperDate } from '#platform/server/documents/index.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import type { contract } from '../contract.ts';
import { seatedStates } from '../workflow.ts';
import { followPlaces, holdApplications } from './application-steps.ts';
import { tellListeners } from './notices.ts';
import { type CourseRow, lockCourse, move, type RegistrationRow } from './places.ts';
import { courseReach, demandTaught } from './reach.ts';
import { getRegistration } from './registrations.ts';
import { courseAttendance, courseChapters, courseRegistrations, shortCourses } from './tables.ts';

/** Who was there, who has done what a course asks for, and the certificate for it. */

type Calls = (typeof contract)['short_term_course'];

interface Standing {
  id: number;
  /** Required chapters that are no meetings and are not done. */
  open: number;
  /** Percent of the required meetings at which somebody was; those that were excused do not count. */
  attended: number;
  paid: boolean;
}

/** How each listener of a course stands, in one query. */
async function standings(call: Call, course_id: number): Promise<Map<number, Standing>> {
  const { rows } = await call.client.query<Standing>(
    `select r.id, (coalesce(b.owed, 0) <= coalesce(b.paid, 0)) as paid,
            (select count(*)::int from short_course_chapters c where c.course_id = r.course_id and c.required and c.kind <> 'LESSON' and c.deleted_at is null
                and not exists (select 1 from short_course_chapters_done d where d.registration_id = r.id and d.chapter_id = c.id)) as open,
            coalesce((select (100 * count(*) filter (where a.status = 'PRESENT') / nullif(count(*) filter (where a.status is distinct from 'EXCUSED'), 0))::int
                from short_course_chapters c left join short_course_attendance a on a.chapter_id = c.id and a.registration_id = r.id and a.deleted_at is null
               where c.course_id = r.course_id and c.required and c.kind = 'LESSON' and c.deleted_at is null), 100) as attended
       from short_course_registrations r
       left join short_course_groups g on g.id = r.group_id
       left join edulab_contract_balance(array(select x.contract_id from short_course_registrations x where x.course_id = $1 and x.contract_id is not null
         union all select x.contract_id from short_course_groups x where x.course_id = $1 and x.contract_id is not null)) b on b.contract_id = coalesce(r.contract_id, g.contract_id)
      where r.course_id = $1 and r.deleted_at is null and r.status = any($2::text[])`,
    [course_id, [...seatedStates]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What somebody lacks, in words of the caller; nothing where all is done. */
function lacksOf(call: Call, of: CourseRow, standing: Standing | undefined, today: string): string[] {
  if (!standing) return [];
  const say = (what: string, values: Record<string, unknown> = {}) =>
    message(call.locale, `short_course_lacks.${what}`, values);
  return [
    ...(of.starts_on > today ? [say('begins', { day: paperDate(of.starts_on) })] : []),
    ...(standing.paid ? [] : [say('payment')]),
    ...(standing.open > 0 ? [say('chapters', { count: standing.open })] : []),
    ...(standing.attended < of.least_attendance
      ? [say('attendance', { percent: standing.attended, least: of.least_attendance })]
      : []),
  ];
}

const listenersOf = (call: Call, course_id: number) =>
  call.db
    .select()
    .from(courseRegistrations)
    .where(
      and(
        eq(courseRegistrations.course_id, course_id),
        inArray(courseRegistrations.status, [...seatedStates]),
        isNull(courseRegistrations.deleted_at),
      ),
    )
    .orderBy(courseRegistrations.name, courseRegistrations.id)
    .limit(5000);

export async function attendanceSheet(
  call: Call,
  { course_id }: InputOf<Calls['attendance']['sheet']>,
): Promise<OutputOf<Calls['attendance']['sheet']>> {
  const [of] = await call.db
    .select()
    .from(shortCourses)
    .where(
      and(eq(shortCourses.id, course_id), isNull(shortCourses.deleted_at), courseReach(call, 'short_course.listeners')),
    );
  if (!of) throw fail('NOT_FOUND');
  const meetings = await call.db
    .select({ id: courseChapters.id, title: courseChapters.title, starts_at: courseChapters.starts_at })
    .from(courseChapters)
    .where(
      and(
        eq(courseChapters.course_id, course_id),
        eq(courseChapters.kind, 'LESSON'),
        isNull(courseChapters.deleted_at),
      ),
    )
    .orderBy(courseChapters.position, courseChapters.id);
  const listeners = await listenersOf(call, course_id);
  const marks = await call.db
    .select({
      registration_id: courseAttendance.registration_id,
      chapter_id: courseAttendance.chapter_id,
      status: courseAttendance.status,
    })
    .from(courseAttendance)
    .innerJoin(courseRegistrations, eq(courseRegistrations.id, courseAttendance.registration_id))
    .where(and(eq(courseRegistrations.course_id, course_id), isNull(courseAttendance.deleted_at)));
  const marksOf = Map.groupBy(marks, (mark) => mark.registration_id);
  const standing = await standings(call, course_id);
  const today = await todayOf(call);
  return {
    course: { id: of.id, title: of.title[call.locale] || of.title.uz },
    meetings,
    rows: listeners.map((row) => ({
      registration_id: row.id,
      name: row.name,
      completed: row.status === 'COMPLETED',
      marks: (marksOf.get(row.id) ?? []).map(({ chapter_id, status }) => ({ chapter_id, status })),
      lacks: row.status === 'COMPLETED' ? [] : lacksOf(call, of, standing.get(row.id), today),
    })),
  };
}

/** Errors: UNKNOWN_REFERENCE for who or what is not of this course, LISTENER_COMPLETED where a certificate stands on it. */
export async function saveAttendance(call: Call, input: InputOf<Calls['attendance']['save']>) {
  await demandTaught(call, input.course_id);
  await lockCourse(call, input.course_id);
  const listeners = new Map((await listenersOf(call, input.course_id)).map((row) => [row.id, row]));
  const meetings = await call.db
    .select({ id: courseChapters.id })
    .from(courseChapters)
    .where(
      and(
        eq(courseChapters.course_id, input.course_id),
        eq(courseChapters.kind, 'LESSON'),
        isNull(courseChapters.deleted_at),
      ),
    );
  const known = new Set(meetings.map(({ id }) => id));
  for (const [at, mark] of input.marks.entries()) {
    const row = listeners.get(mark.registration_id);
    if (!row) throw failField(`marks.${at}.registration_id`, 'UNKNOWN_REFERENCE');
    if (!known.has(mark.chapter_id)) throw failField(`marks.${at}.chapter_id`, 'UNKNOWN_REFERENCE');
    // A certificate says that enough was attended: it is taken back first, and not kept in silence.
    if (row.status === 'COMPLETED') throw fail('LISTENER_COMPLETED', { name: row.name });
  }
  await call.client.query(
    `insert into short_course_attendance as a (registration_id, chapter_id, status)
     select distinct on (m.registration_id, m.chapter_id) m.registration_id, m.chapter_id, m.status
       from jsonb_to_recordset($1::jsonb) as m (registration_id int, chapter_id int, status text, at int)
      where m.status is not null order by m.registration_id, m.chapter_id, m.at desc
     on conflict (registration_id, chapter_id) do update set status = excluded.status, deleted_at = null
       where a.status <> excluded.status or a.deleted_at is not null`,
    [JSON.stringify(input.marks.map((mark, at) => ({ ...mark, at })))],
  );
  await call.client.query(
    `update short_course_attendance a set deleted_at = edulab_now() from jsonb_to_recordset($1::jsonb) as m (registration_id int, chapter_id int)
      where a.registration_id = m.registration_id and a.chapter_id = m.chapter_id and a.deleted_at is null`,
    [JSON.stringify(input.marks.filter((mark) => mark.status === null))],
  );
  return attendanceSheet(call, input);
}

/** Errors: LISTENER_NOT_READY with the first who lacks something, and what; then nobody has completed anything. */
export async function complete(call: Call, input: InputOf<Calls['completion']['start']>) {
  await demandTaught(call, input.course_id);
  await holdApplications(call, input.ids);
  const of = await lockCourse(call, input.course_id);
  const wanted = new Set(input.ids);
  const rows = (await listenersOf(call, of.id)).filter((row) => wanted.has(row.id));
  if (rows.length < wanted.size) throw failField('ids', 'UNKNOWN_REFERENCE');
  const open = rows.filter((row) => row.status === 'CONFIRMED');
  const standing = await standings(call, of.id);
  const today = await todayOf(call);
  for (const row of open) {
    const lacks = lacksOf(call, of, standing.get(row.id), today);
    if (lacks.length > 0) throw fail('LISTENER_NOT_READY', { name: row.name, lacks: lacks.join('; ') });
  }
  await move(call, open, 'COMPLETED');
  const papers = await issueDocuments(call, 'CERTIFICATE', await draftsOf(call, of, open));
  await call.client.query(
    `update short_course_registrations r set document_id = d.document_id from jsonb_to_recordset($1::jsonb) as d (id int, document_id int) where r.id = d.id`,
    [JSON.stringify(open.map((row, at) => ({ id: row.id, document_id: papers[at]!.id })))],
  );
  await tellListeners(call, of, open, () => 'completed');
  await followPlaces(
    call,
    open.map((row) => row.id),
  );
  return attendanceSheet(call, input);
}

/** What the certificate says, on paper and on its public page: in the language in which the course was held. */
async function draftsOf(call: Call, of: CourseRow, rows: readonly RegistrationRow[]) {
  const language: Locale = of.language;
  const say = (what: string) => message(language, `short_course_certificate.${what}`);
  const [teacher] = of.teacher_id
    ? await call.db
        .select({ name: sql<string>`concat_ws(' ', ${staff.lastname}, ${staff.firstname}, ${staff.midname})` })
        .from(staff)
        .where(eq(staff.id, of.teacher_id))
    : [];
  const title = of.title[language] || of.title.uz;
  const dates = `${paperDate(of.starts_on)} – ${paperDate(of.ends_on)}`;
  return rows.map((row) => ({
    language,
    title: say('title'),
    subtitle: title,
    student_id: null,
    account_id: row.account_id,
    subject_name: row.name,
    sections: [
      {
        kind: 'text' as const,
        text: message(language, 'short_course_certificate.text', { name: row.name, course: title }),
      },
      {
        kind: 'facts' as const,
        rows: [
          [say('course'), title],
          [say('dates'), dates],
          [say('hours'), String(of.hours)],
          ...(teacher ? [[say('teacher'), teacher.name]] : []),
        ] as [string, string][],
      },
    ],
  }));
}

/** Back to a listener, and the certificate is revoked. */
async function takeBack(call: Call, row: RegistrationRow, reason: string): Promise<void> {
  await move(call, [row], 'CONFIRMED', { document_id: null });
  if (row.document_id !== null) await revokeDocument(call, row.document_id, 'AWARD_TAKEN_BACK', reason);
  await followPlaces(call, [row.id], reason);
}

export async function undoCompletion(call: Call, input: InputOf<Calls['completion']['undo']>) {
  await holdApplications(call, [input.id]);
  const row = await loadForChange(call, courseRegistrations, undefined, input, () => getRegistration(call, input));
  await demandTaught(call, row.course_id);
  if (row.status !== 'COMPLETED')
    throw fail('TRANSITION_NOT_ALLOWED', {
      entity: 'short_course_registration',
      from: row.status,
      to: 'CONFIRMED',
    });
  await takeBack(call, row, input.reason);
  return getRegistration(call, { id: row.id });
}
