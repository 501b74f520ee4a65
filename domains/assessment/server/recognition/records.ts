import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { supersedeDocuments } from '#domains/credentials/server/index.ts';
import { courses, modules } from '#domains/curriculum/server/index.ts';
import { evidenceRecords } from '#domains/files/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { students, studentsInReach } from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { asGiven, asStored, localTitle, resource } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { recognitionCalls } from '../../contract/recognition.ts';
import type { recognition, recognitionWithdrawal } from '../../shapes-recognition.ts';
import { studentOf } from '../transcripts/whose.ts';
import { recognitionRules, creditRecognitions as table } from './tables.ts';

/** What was recognised, for whoever may read the transcript, and its way back. */

type Shown = z.infer<typeof recognition>;

/** What was recognised of a student, in a language: what stands first, then what was withdrawn. */
export async function recognitionsOf(call: Call, of: SQL, locale: Locale): Promise<Shown[]> {
  // Whoever reads a transcript reads what was decided; the papers are for those who see papers of this student, one's own too.
  const reach = studentsInReach(call, 'student.documents') ?? sql`true`;
  const papers = may(call, 'student.documents')
    ? sql`exists (select 1 from ${students} where ${students.id} = c.student_id and ${reach})`
    : sql`false`;
  const { rows } = await call.db.execute<
    Omit<Shown, 'files' | 'can' | 'module'> & {
      module_id: number | null;
      code: string;
      title: string;
      file_ids: number[];
      awarded: boolean;
      opens: boolean;
    } & Record<string, unknown>
  >(sql`
    select c.id, c.version, c.created_at, c.student_id, coalesce(c.origin, ${localTitle(sql`o.title`, locale)}, '') as origin, c.from_course_id is not null as internal,
           coalesce(c.source_module, '') as source_module, c.source_credits::float8 as source_credits, c.source_grade, c.module_id, m.code, ${localTitle(sql`m.title`, locale)} as title,
           c.credits::float8 as credits, coalesce(r.total, c.total)::float8 as total,
           case when c.origin is null then r.letter is not null else c.total is not null and coalesce(u.marks_count, false) end as counts, c.decided_by,
           (select concat_ws(' ', a.lastname, a.firstname) from accounts a where a.id = c.account_id) as by, c.file_ids,
           c.withdrawn_at, (select concat_ws(' ', a.lastname, a.firstname) from accounts a where a.id = c.withdrawn_by) as withdrawn_by, c.withdrawal_reason,
           s.status = 'GRADUATED' as awarded, ${papers} as opens
      from ${table} c join ${students} s on s.id = c.student_id left join ${courses} o on o.id = c.from_course_id left join ${modules} m on m.id = c.module_id
      left join module_results r on r.course_module_id = c.source_course_module_id and r.student_id = c.student_id
      left join ${recognitionRules} u on u.level = s.level and u.deleted_at is null
     where ${of} and c.deleted_at is null order by c.withdrawn_at is not null, m.code nulls last, c.id`);
  const files = await evidenceRecords(
    call,
    rows.flatMap(({ file_ids, opens }) => (opens ? file_ids : [])),
  );
  const decides = may(call, 'student.transfer');
  return rows.map(({ module_id, code, title, file_ids, awarded, opens, created_at, withdrawn_at, ...row }) => ({
    ...row,
    created_at: new Date(created_at).toISOString(),
    withdrawn_at: withdrawn_at && new Date(withdrawn_at).toISOString(),
    module: module_id === null ? null : { id: module_id, code, title },
    files: opens ? file_ids.flatMap((id) => files.get(id) ?? []) : [],
    can: { withdraw: decides && withdrawn_at === null && !awarded },
  }));
}

export async function listRecognitions(call: Call, input: { student_id?: number | undefined }): Promise<Shown[]> {
  const id = await studentOf(call, 'transcript.read', input.student_id);
  return recognitionsOf(call, sql`c.student_id = ${id}`, call.locale);
}

/** Errors: NOT_FOUND, STALE, RECOGNITION_WITHDRAWN, RECOGNITION_AWARDED. */
export async function withdrawRecognition(call: Call, input: z.infer<typeof recognitionWithdrawal>): Promise<Shown> {
  const present = async (id: number) => (await recognitionsOf(call, sql`c.id = ${id}`, call.locale))[0]!;
  const reach = and(isNull(students.deleted_at), studentsInReach(call, 'student.transfer'));
  // Locked first, as by every change of a life: nobody graduates meanwhile with what is withdrawn.
  const [student] = await call.db
    .select({ status: students.status, account_id: students.account_id })
    .from(students)
    .where(
      and(
        reach,
        inArray(students.id, call.db.select({ id: table.student_id }).from(table).where(eq(table.id, input.id))),
      ),
    )
    .for('update');
  if (!student) throw fail('NOT_FOUND');
  const row = await loadForChange(call, table, undefined, input, (now) => present(now.id));
  if (row.withdrawn_at !== null) throw fail('RECOGNITION_WITHDRAWN');
  if (student.status === 'GRADUATED') throw fail('RECOGNITION_AWARDED');
  await call.db
    .update(table)
    .set({ withdrawn_at: sql`edulab_now()`, withdrawn_by: call.account_id, withdrawal_reason: input.reason })
    .where(eq(table.id, row.id));
  await supersedeDocuments(call, { kind: 'TRANSCRIPT', student_ids: [row.student_id] }, 'STUDIES_CHANGED');
  await notify(call, student.account_id ? [student.account_id] : [], {
    type: 'life',
    title: titleOf('notice_recognition_withdrawn', { module: row.source_module ?? '', reason: input.reason }),
    link: '/transcript',
  });
  return present(row.id);
}

export const recognitionRule = resource(recognitionCalls.rule, {
  table: recognitionRules,
  search: [sql`${recognitionRules.level}`],
  sorts: { level: sql`${recognitionRules.level}`, id: sql`${recognitionRules.id}` },
  defaultSort: 'level',
  optionTitle: () => sql`${recognitionRules.level}`,
  prepare: asGiven,
  present: asStored,
});
