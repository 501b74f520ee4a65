import { type SQL, sql } from 'drizzle-orm';
import { countedResults } from '#domains/assessment/server/index.ts';
import { missedLessons, settingsOf } from '#domains/attendance/server/index.ts';
import { courseModules, modules } from '#domains/curriculum/server/index.ts';
import { missedHomework } from '#domains/lessons/server/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { contract } from '../contract.ts';
import { aboutDebts, type Reason } from '../rules.ts';
import { openCase } from './cases.ts';

/** The rows behind a number, by the questions that the number was made of, as they answer today. */

type Answer = OutputOf<typeof contract.risk.rows>;
type Found = Answer['rows'][number] & Record<string, unknown>;
const most = 200;
const defaultWeeks = 1;

export async function rowsBehind(call: Call, { id, kind }: InputOf<typeof contract.risk.rows>): Promise<Answer> {
  const { student_id, reasons } = await openCase(call, { id });
  const reason = reasons.find((one) => one.kind === kind);
  // Debts are shown by the books themselves, to those who may look into them.
  if (!reason || aboutDebts.includes(kind)) return { rows: [] };
  const { rows } = await call.db.execute<Found>(
    sql`select * from (${await questionOf(call, student_id, reason)}) x limit ${most}`,
  );
  return { rows };
}

async function questionOf(
  call: Call,
  student_id: number,
  { kind, weeks }: Pick<Reason, 'kind' | 'weeks'>,
): Promise<SQL> {
  const one = sql`array[${student_id}::int]`;
  const span = weeks ?? defaultWeeks;
  const title = sql`m.code || ' ' || ${localTitle(sql`m.title`, call.locale)}`;
  const ofModule = (rows: SQL) =>
    sql`${rows} r join ${courseModules} cm on cm.id = r.course_module_id join ${modules} m on m.id = cm.module_id`;
  switch (kind) {
    case 'HOMEWORK':
      return sql`select r.homework_id as id, ${title} as module, r.title, r.due_at::date::text as on, null::float8 as value, null::boolean as passed
        from ${ofModule(missedHomework(one, span))} order by r.due_at desc, r.homework_id`;
    case 'AVERAGE':
    case 'FAILED':
      return sql`select r.module_id as id, ${title} as module, null::text as title, null::text as on, r.total::float8 as value, r.passed
        from ${countedResults(one)} r join ${modules} m on m.id = r.module_id ${kind === 'FAILED' ? sql`where not r.passed` : sql``} order by r.total, r.module_id`;
    default: {
      const { hours_per_session } = await settingsOf(call);
      return sql`select r.session_id as id, ${title} as module, null::text as title, r.date::text as on, (r.sessions * ${hours_per_session})::float8 as value, null::boolean as passed
        from ${ofModule(missedLessons(sql`(select ${student_id}::int)`, span))} order by r.date desc, r.session_id desc`;
    }
  }
}
