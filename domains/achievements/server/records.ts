import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { claimFiles, evidenceRecords } from '#domains/files/server/index.ts';
import { searchAbout, students, studentsBeside, studentsInReach } from '#domains/students/server/index.ts';
import { nextStates } from '#platform/contract/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { accounts, statusHistory } from '#platform/server/database/tables.ts';
import { closeness } from '#platform/server/records/finding.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { localTitle, resource } from '#platform/server/records/resource.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { type AchievementAnswer, contract } from '../contract.ts';
import type { recordSave } from '../shapes.ts';
import { openStates, type RecordState, recordStates, recordWorkflow } from '../workflow.ts';
import { numberOf, numberSql, type RecordRow } from './numbers.ts';
import { worthOf } from './points.ts';
import { callingStudent, demandStudying, inOwnCharge, verifiable, visible, writable } from './reach.ts';
import {
  achievementGrades as grades,
  achievementRecords as records,
  achievementScales as scales,
  achievementTypes as types,
} from './tables.ts';
import { warningsOf } from './warnings.ts';

/** Records of achievements as their authors write them and as each reader may see them. */

export const record = resource(contract.record, {
  table: records,
  search: (typed, call) =>
    searchAbout(sql`${records.student_id}`, numberSql(sql`${records.id}`), sql`${records.title}`)(typed, call),
  sorts: {
    created_at: sql`${records.created_at}`,
    achieved_on: sql`${records.achieved_on}`,
    submitted_at: sql`${records.submitted_at}`,
    points: sql`${records.points}`,
    id: sql`${records.id}`,
  },
  defaultSort: 'created_at,desc',
  closeness: (input) =>
    closeness(sql`(select s.search from ${students} s where s.id = ${records.student_id})`, input.search),
  optionTitle: () => sql`${numberSql(sql`${records.id}`)} || ', ' || ${records.title}`,
  visible,
  filters: (input, call) => [
    input.status?.length ? inArray(records.status, input.status) : undefined,
    input.type_id ? eq(records.type_id, input.type_id) : undefined,
    input.student_id ? eq(records.student_id, input.student_id) : undefined,
    input.department_id
      ? sql`${records.student_id} in (select s.id from ${students} s where s.department_id = ${input.department_id})`
      : undefined,
    input.achieved_from ? sql`${records.achieved_on} >= ${input.achieved_from}` : undefined,
    input.achieved_to ? sql`${records.achieved_on} <= ${input.achieved_to}` : undefined,
    input.mine === undefined
      ? undefined
      : sql`(${records.status} = 'SUBMITTED' and ${inOwnCharge(call)}) = ${input.mine}`,
  ],
  present,
  prepare: async (call, input, current, next) => {
    const student_id = current ? await demandOpen(call, current, input) : await whose(call, input.student_id);
    if (input.type_id !== undefined || input.grade_id !== undefined) await demandGrade(call, next);
    if (next.achieved_on > (await todayOf(call))) throw failField('achieved_on', 'ACHIEVEMENT_AHEAD');
    if (input.file_ids) {
      await claimFiles(call, 'file_ids', input.file_ids, current?.file_ids ?? []);
      await demandEvidenceKind(call, input.file_ids);
    }
    const { student_id: _, ...fields } = input;
    return { ...fields, ...(current ? {} : { student_id, filed_by: call.account_id }) };
  },
  written: async (call, row, before) => {
    if (!before) await recordTransition(call, recordWorkflow.entity, [{ id: row.id, from: null }], row.status, {});
  },
  beforeDelete: async (call, row) => {
    await demandAuthor(call, row);
    if (row.status !== 'DRAFT') throw fail('ACHIEVEMENT_SENT');
  },
});

/** The student of a new record: the caller, or whom the office files for. */
async function whose(call: Call, asked: number | undefined): Promise<number> {
  if (scopeOf(call, 'achievement.submit') === 'own') {
    const own = await callingStudent(call);
    if (asked !== undefined && asked !== own.id) throw failField('student_id', 'UNKNOWN_REFERENCE');
    return own.id;
  }
  if (asked === undefined) throw failField('student_id', 'form_required');
  const [found] = await call.db
    .select({ id: students.id })
    .from(students)
    .where(
      and(eq(students.id, asked), sql`${students.deleted_at} is null`, studentsInReach(call, 'achievement.submit')),
    );
  if (!found) throw failField('student_id', 'UNKNOWN_REFERENCE');
  await demandStudying(call, asked);
  return asked;
}

/** Only its author writes in a record. */
export async function demandAuthor(call: Call, row: RecordRow): Promise<void> {
  const [own] = await call.db
    .select({ id: records.id })
    .from(records)
    .where(and(eq(records.id, row.id), writable(call)));
  if (!own) throw fail('NOT_FOUND');
}

async function demandOpen(call: Call, current: RecordRow, input: { student_id?: number | undefined }): Promise<number> {
  await demandAuthor(call, current);
  if (!openStates.includes(current.status)) throw fail('ACHIEVEMENT_SENT');
  if (input.student_id !== undefined && input.student_id !== current.student_id)
    throw failField('student_id', 'ACHIEVEMENT_STUDENT_FIXED');
  return current.student_id;
}

/** Errors: ACHIEVEMENT_TYPE_CLOSED, ACHIEVEMENT_OTHER_GRADE, UNKNOWN_REFERENCE. */
export async function demandGrade(
  call: Call,
  of: Pick<Required<{ [K in keyof typeof recordSave]: z.infer<(typeof recordSave)[K]> }>, 'type_id' | 'grade_id'>,
): Promise<{ evidence_min: number }> {
  const { rows } = await call.db.execute<{ active: boolean; evidence_min: number; fits: boolean }>(sql`
    select t.active and t.deleted_at is null as active, t.evidence_min,
           exists (select 1 from ${grades} g where g.id = ${of.grade_id} and g.type_id = t.id and g.deleted_at is null) as fits
      from ${types} t where t.id = ${of.type_id}`);
  const [type] = rows;
  if (!type) throw failField('type_id', 'UNKNOWN_REFERENCE');
  if (!type.active) throw failField('type_id', 'ACHIEVEMENT_TYPE_CLOSED');
  if (!type.fits) throw failField('grade_id', 'ACHIEVEMENT_OTHER_GRADE');
  return type;
}

/** What proves something is a picture or a document; the kind is told from the content, whatever the name says. */
const evidenceKinds =
  /^(image\/|application\/pdf$|application\/msword$|application\/vnd\.openxmlformats-officedocument\.wordprocessingml)/;
async function demandEvidenceKind(call: Call, ids: readonly number[]): Promise<void> {
  const { rows } = await call.client.query<{ name: string; media_type: string }>(
    'select original_name as name, media_type from files where id = any($1)',
    [ids],
  );
  const other = rows.find(({ media_type }) => !evidenceKinds.test(media_type));
  if (other) throw failField('file_ids', 'ACHIEVEMENT_EVIDENCE_KIND', { name: other.name });
}

/** What this caller is to each of these records. */
async function rolesIn(call: Call, ids: readonly number[]) {
  const rows = await call.db
    .select({
      id: records.id,
      verifies: sql<boolean>`coalesce(${verifiable(call)}, false)`,
      writes: sql<boolean>`coalesce(${writable(call)}, false)`,
      filed: sql<boolean>`${records.filed_by} is not null and ${records.filed_by} is distinct from (select s.account_id from ${students} s where s.id = ${records.student_id})`,
    })
    .from(records)
    .where(inArray(records.id, [...ids]));
  return new Map(rows.map(({ id, ...role }) => [id, role]));
}

export async function present(call: Call, rows: RecordRow[]): Promise<AchievementAnswer[]> {
  if (rows.length === 0) return [];
  const people = await studentsBeside(
    call,
    rows.map((row) => row.student_id),
  );
  const roles = await rolesIn(
    call,
    rows.map(({ id }) => id),
  );
  const typed = new Map(
    (
      await call.db
        .select({
          id: types.id,
          title: sql<string>`${localTitle(types.title, call.locale)}`,
          evidence_min: types.evidence_min,
        })
        .from(types)
        .where(
          inArray(
            types.id,
            rows.map((row) => row.type_id),
          ),
        )
    ).map((one) => [one.id, one]),
  );
  const graded = await titlesOf(
    call,
    grades,
    rows.map((row) => row.grade_id),
  );
  const worth = await worthOf(
    call,
    rows.filter((row) => row.points === null),
  );
  const tables = await titlesOf(
    call,
    scales,
    rows.map((row) => row.scale_id ?? worth.get(row.id)?.scale_id),
    sql`'№ ' || ${scales.number} || ' · ' || ${scales.basis}`,
  );
  const validators = rows.flatMap((row) =>
    row.decided_by && scopeOf(call, 'achievement.read') !== 'own' ? [row.decided_by] : [],
  );
  const names = new Map(
    validators.length
      ? (
          await call.db
            .select({ id: accounts.id, name: sql<string>`concat_ws(' ', ${accounts.lastname}, ${accounts.firstname})` })
            .from(accounts)
            .where(inArray(accounts.id, validators))
        ).map(({ id, name }) => [id, name])
      : [],
  );
  return rows.map((row): AchievementAnswer => {
    const { student, own } = people.get(row.student_id)!;
    const { verifies = false, writes = false, filed = false } = roles.get(row.id) ?? {};
    const other = !own && row.filed_by !== call.account_id;
    const decides = verifies && other;
    const open = writes && openStates.includes(row.status) && may(call, 'achievement.submit');
    return {
      id: row.id,
      version: row.version,
      created_at: row.created_at,
      updated_at: row.updated_at,
      number: numberOf(row.id),
      student_id: row.student_id,
      student,
      status: row.status,
      type_id: row.type_id,
      type: typed.get(row.type_id) ?? { id: row.type_id, title: '', evidence_min: 0 },
      grade_id: row.grade_id,
      grade: graded.get(row.grade_id) ?? { id: row.grade_id, title: '' },
      title: row.title,
      organizer: row.organizer,
      description: row.description,
      achieved_on: row.achieved_on,
      link: row.link,
      points: row.points,
      expected: row.points === null ? (worth.get(row.id)?.points ?? null) : null,
      scale: tables.get(row.scale_id ?? worth.get(row.id)?.scale_id ?? 0) ?? null,
      submitted_at: row.submitted_at,
      decided_at: row.decided_at,
      note: row.note,
      validator: row.decided_by ? (names.get(row.decided_by) ?? null) : null,
      filed,
      file_count: row.file_ids.length,
      badge_id: row.badge_id,
      next: stepsFor(call, row, { writes, decides, other }),
      can: {
        edit: open,
        delete: writes && row.status === 'DRAFT' && may(call, 'achievement.submit'),
        verify: decides,
        evidence: own || writes || verifies,
      },
    };
  });
}

/** Steps that this caller may take from here, as far as the record itself can tell. */
function stepsFor(call: Call, row: RecordRow, is: Record<'writes' | 'decides' | 'other', boolean>): RecordState[] {
  return nextStates(recordWorkflow, row.status).flatMap(({ permission, to }) => {
    if (!may(call, permission)) return [];
    if (permission === 'achievement.submit') return is.writes ? [to] : [];
    // Revoking is a right of its own, which reaches whatever is read.
    return (permission === 'achievement.revoke' ? is.other : is.decides) ? [to] : [];
  });
}

/** One record as a whole: evidence, whose opening is logged, how it came to where it stands, and what a validator is warned of. */
export async function openRecord(call: Call, input: { id: string | number }): Promise<AchievementAnswer> {
  const row = await record.find(call, input.id);
  const [answer] = await present(call, [row]);
  if (!answer) throw fail('NOT_FOUND');
  const files = answer.can?.evidence ? await evidenceRecords(call, row.file_ids) : undefined;
  const past = await call.db
    .select({
      from: statusHistory.from_status,
      to: statusHistory.to_status,
      at: statusHistory.at,
      reason: statusHistory.reason,
    })
    .from(statusHistory)
    .where(and(eq(statusHistory.entity, recordWorkflow.entity), eq(statusHistory.entity_id, row.id)))
    .orderBy(asc(statusHistory.id));
  const state = (text: string | null) => recordStates.find((one) => one === text) ?? null;
  return {
    ...answer,
    ...(files ? { files: row.file_ids.flatMap((id) => files.get(id) ?? []) } : {}),
    ...(answer.can?.verify ? { warnings: (await warningsOf(call, [row])).get(row.id) ?? [] } : {}),
    steps: past.flatMap(({ from, to, at, reason }) => {
      const known = state(to);
      return known ? [{ from: state(from), to: known, at, reason }] : [];
    }),
  };
}
