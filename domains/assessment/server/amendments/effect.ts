import { eq } from 'drizzle-orm';
import { students } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import type { Effect } from '../../shapes-records.ts';
import { demandModule } from '../modules.ts';
import { standingOf } from '../transcripts/standing.ts';

/** What an amendment would do: tried out in the caller's transaction and taken back, so it is the one computation that says. */

export interface AmendedMark {
  id: number;
  version: number;
  course_module_id: number;
  component_id: number;
  student_id: number;
  attempt: number;
  value: number | null;
  special: 'ABSENT' | 'EXEMPT' | 'NOT_SUBMITTED' | null;
  status: string;
  marked_by: number | null;
}
export interface NewValue {
  value?: number | null | undefined;
  special?: AmendedMark['special'] | undefined;
}
interface Wanted extends NewValue {
  mark_id?: number | undefined;
  component_id?: number | undefined;
  student_id?: number | undefined;
  attempt?: number | undefined;
}

const columns =
  'id, version, course_module_id, component_id, student_id, attempt, value::float8 as value, special, status, marked_by';
/** From this many points on two people decide. */
const twoDecideFrom = 10;

/** The mark that is meant, if the caller may ask for its amendment. Errors: NOT_FOUND, NOT_YOUR_ASSESSMENT, MARK_NOT_SEEN. */
export async function markToAmend(call: Call, wanted: Wanted): Promise<AmendedMark> {
  if (!wanted.mark_id && !(wanted.component_id && wanted.student_id)) throw failField('mark_id', 'form_required');
  const { rows } = wanted.mark_id
    ? await call.client.query<AmendedMark>(`select ${columns} from marks where id = $1`, [wanted.mark_id])
    : await call.client.query<AmendedMark>(
        `select ${columns} from marks where component_id = $1 and student_id = $2 and attempt = $3`,
        [wanted.component_id, wanted.student_id, wanted.attempt ?? 1],
      );
  const mark = rows[0];
  if (!mark) throw failField('mark_id', 'UNKNOWN_REFERENCE');
  await demandModule(call, 'amendment.request', mark.course_module_id);
  if (!['PUBLISHED', 'CONFIRMED', 'LOCKED'].includes(mark.status)) throw fail('MARK_NOT_SEEN');
  return mark;
}

/** The new value as it is stored. Errors by field: both or neither given, or nothing changes. */
export function newValue(
  mark: AmendedMark,
  given: NewValue,
): { value: number | null; special: AmendedMark['special'] } {
  const after = { value: given.value ?? null, special: given.special ?? null };
  if (after.value === null && after.special === null) throw failField('value', 'form_required');
  if (after.value !== null && after.special !== null) throw failField('special', 'MARK_AND_SPECIAL');
  if (after.value === mark.value && after.special === mark.special) throw failField('value', 'MARK_AS_IS');
  return after;
}

interface Outcome {
  total: number | null;
  letter: string | null;
  five: number | null;
  passed: boolean | null;
}
/** What the module makes of somebody's marks now. */
export async function outcomeOf(
  call: Call,
  mark: Pick<AmendedMark, 'course_module_id' | 'student_id'>,
): Promise<Outcome> {
  const { rows } = await call.client.query<Outcome>(
    'select total::float8 as total, letter, five::float8 as five, passed from module_results where course_module_id = $1 and student_id = $2',
    [mark.course_module_id, mark.student_id],
  );
  return rows[0] ?? { total: null, letter: null, five: null, passed: null };
}

export async function effectOf(call: Call, mark: AmendedMark, given: NewValue): Promise<Effect> {
  const after = newValue(mark, given);
  const [before, stood] = [await outcomeOf(call, mark), await standingOf(call, mark.student_id, call.locale)];
  await call.client.query('savepoint effect');
  await call.client.query('update marks set value = $2, special = $3 where id = $1', [
    mark.id,
    after.value,
    after.special,
  ]);
  const [then, stands] = [await outcomeOf(call, mark), await standingOf(call, mark.student_id, call.locale)];
  await call.client.query('rollback to savepoint effect');
  await call.client.query('release savepoint effect');
  const { rows } = await call.client.query<{ transcripts: number }>(
    "select count(*)::int as transcripts from issued_documents where student_id = $1 and kind = 'TRANSCRIPT' and status = 'VALID'",
    [mark.student_id],
  );
  const [student] = await call.db
    .select({ status: students.status })
    .from(students)
    .where(eq(students.id, mark.student_id));
  // Tenths in whole numbers: 85.1 − 80 is not 5.1 in binary.
  const points =
    after.value === null || mark.value === null
      ? 100
      : Math.abs(Math.round(after.value * 10) - Math.round(mark.value * 10)) / 10;
  const flips = before.passed !== then.passed;
  return {
    before,
    after: then,
    flips,
    points,
    approvals: flips || points > twoDecideFrom || student?.status === 'GRADUATED' ? 2 : 1,
    average_before: stood.average,
    average_after: stands.average,
    class_before: stood.class,
    class_after: stands.class,
    transcripts: rows[0]!.transcripts,
  };
}
