import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { departments } from '#domains/institutions/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { type Call, demand, type InputOf, type OutputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import type { JobHandler, Kernel } from '#platform/server/kernel.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { callOf, everyInstitutionInTheNight, jobsUnfinished, startJob } from '#platform/server/work/jobs.ts';
import type { contract } from '../contract.ts';
import { judge, type Level, type Reason, severityOf, usualRules } from '../rules.ts';
import { type previewReceipt, rulesPreview } from '../shapes.ts';
import { caseWorkflow } from '../workflow.ts';
import { tellMentors } from './digest.ts';
import { factsOf } from './facts.ts';
import { studentReach } from './reach.ts';
import { type Background, demandRules, demandRuling, type Holding, ruleSetsById, rulesInForce } from './rule-sets.ts';
import { riskCases, riskRuns } from './tables.ts';

/** The list is made: every student is looked at by the rules that hold for them, and what follows is written, block by block. */

/** So many students are looked at together: each source is asked once for all of them. */
const block = 1000;

interface Person {
  id: number;
  department_id: number | null;
}
type Progress = (done: number, total: number) => Promise<void>;

/** Those who study, block by block. Whoever is on leave or gone is at nobody's risk here. */
async function inBlocks(
  call: Background,
  where: SQL | undefined,
  look: (people: Person[]) => Promise<void>,
  progress: Progress = async () => undefined,
): Promise<number> {
  const all = and(
    eq(students.institution_id, call.institution_id),
    eq(students.status, 'ACTIVE'),
    isNull(students.deleted_at),
    where,
  );
  const [counted] = await call.db.select({ total: sql<number>`count(*)::int` }).from(students).where(all);
  const total = counted?.total ?? 0;
  let done = 0;
  for (let last = 0; ; ) {
    const people = await call.db
      .select({ id: students.id, department_id: students.department_id })
      .from(students)
      .where(and(all, gt(students.id, last)))
      .orderBy(asc(students.id))
      .limit(block);
    if (people.length === 0) return done;
    await look(people);
    done += people.length;
    last = people.at(-1)?.id ?? last;
    await progress(done, total);
  }
}

interface Before extends Record<string, unknown> {
  id: number;
  student_id: number;
  status: 'OPEN' | 'CLOSED';
  level: Level;
  worst: Level;
  reasons: Reason[];
  rules_id: number | null;
  cleared_on: string | null;
  by_rules: boolean;
  close_reason: string | null;
  actions: number;
  mentor_id: number | null;
}

interface Counts {
  students: number;
  found: number;
  opened: number;
  cleared: number;
}

/** One at a time in an institution: a second would open the same cases. It ends with the transaction. */
const held = async (call: Background): Promise<boolean> =>
  (
    await call.client.query<{ got: boolean }>(
      "select pg_try_advisory_xact_lock(hashtext('early-warning'), $1) as got",
      [call.institution_id],
    )
  ).rows[0]?.got === true;

export async function makeList(
  call: Background,
  day: string,
  where: SQL | undefined,
  progress?: Progress,
): Promise<Counts> {
  const holdings = await rulesInForce(call);
  const counts: Counts = { students: 0, found: 0, opened: 0, cleared: 0 };
  counts.students = await inBlocks(
    call,
    where,
    async (people) => {
      const facts = await factsOf(
        call,
        people.map(({ id }) => id),
        holdings.all,
        day,
      );
      const judged = people.map((person) => {
        const set = holdings.of(person.department_id);
        const found = facts.get(person.id);
        return { person, set, ...(found ? judge(set, found) : { level: null, reasons: [] }) };
      });
      const before = await latestOf(
        call,
        people.map(({ id }) => id),
      );
      await write(call, day, judged, before, counts);
    },
    progress,
  );
  counts.cleared += await closeOfLeavers(call, day, where);
  const [account_id, { students: seen, found, opened, cleared }] = [call.account_id || null, counts];
  await call.db
    .insert(riskRuns)
    .values({ institution_id: call.institution_id, account_id, students: seen, found, opened, cleared });
  return counts;
}

/** The newest case of each of these students, locked. */
async function latestOf(call: Background, ids: readonly number[]): Promise<Map<number, Before>> {
  const { rows } = await call.db.execute<Before>(sql`
    select c.id, c.student_id, c.status, c.level, c.worst, c.reasons, c.rules_id, c.cleared_on, c.by_rules, c.close_reason, c.actions, c.mentor_id
      from ${riskCases} c where c.id in (
        select max(x.id) from ${riskCases} x where x.student_id = any(${sql.param([...ids])}::int[]) and x.deleted_at is null group by x.student_id)
     order by c.id for update`);
  return new Map(rows.map((row) => [row.student_id, row]));
}

interface Judged {
  person: Person;
  set: Holding;
  level: Level | null;
  reasons: Reason[];
}

const worse = (a: Level, b: Level): Level => (a === 'ACT' || b === 'ACT' ? 'ACT' : 'WATCH');

async function write(
  call: Background,
  day: string,
  judged: readonly Judged[],
  before: ReadonlyMap<number, Before>,
  counts: Counts,
): Promise<void> {
  const opened: object[] = [];
  const changed: object[] = [];
  const over: { id: number; rules: boolean; closes: boolean }[] = [];
  for (const { person, set, level, reasons } of judged) {
    const known = before.get(person.id);
    if (level) {
      counts.found += 1;
      const found = {
        level,
        reasons,
        kinds: reasons.map(({ kind }) => kind),
        severity: severityOf(level, reasons),
        rules_id: set.id,
      };
      if (known?.status === 'OPEN') {
        const same =
          known.cleared_on === null &&
          known.level === level &&
          JSON.stringify(known.reasons) === JSON.stringify(reasons);
        if (!same) changed.push({ id: known.id, ...found, worst: worse(known.worst, level) });
      } else if (!known || comesAgain(known, level)) opened.push({ student_id: person.id, ...found });
    } else if (known && known.cleared_on === null) {
      // Of a case that was closed it is kept as well: found again, the student is new.
      const rules = known.rules_id !== set.id;
      over.push({ id: known.id, rules, closes: known.status === 'OPEN' && !known.actions && known.mentor_id === null });
    }
  }
  counts.opened += opened.length;
  if (opened.length) {
    const { rows } = await call.db.execute<{ id: number }>(sql`
      insert into ${riskCases} (institution_id, student_id, level, worst, reasons, kinds, severity, rules_id, flagged_on)
      select ${call.institution_id}::int, x.student_id, x.level, x.level, x.reasons, x.kinds, x.severity, x.rules_id, ${day}::date
        from jsonb_to_recordset(${JSON.stringify(opened)}::jsonb) as x (student_id int, level text, reasons jsonb, kinds text[], severity int, rules_id int)
      on conflict do nothing returning id`);
    await recordTransition(
      call,
      caseWorkflow.entity,
      rows.map(({ id }) => ({ id, from: null })),
      'OPEN',
      {},
    );
  }
  if (changed.length)
    await call.db.execute(sql`
      update ${riskCases} c set level = x.level, worst = x.worst, reasons = x.reasons, kinds = x.kinds, severity = x.severity, rules_id = x.rules_id, cleared_on = null, by_rules = false
        from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as x (id int, level text, worst text, reasons jsonb, kinds text[], severity int, rules_id int)
       where c.id = x.id`);
  if (over.length) await clear(call, day, over, judged, before, counts);
}

/** Whoever was put aside is new once it is worse than it was then; what a person has settled is not asked again each night. */
const comesAgain = (known: Before, level: Level): boolean =>
  known.cleared_on !== null || known.close_reason === 'LEFT' || (level === 'ACT' && known.worst === 'WATCH');

async function clear(
  call: Background,
  day: string,
  over: readonly { id: number; rules: boolean; closes: boolean }[],
  judged: readonly Judged[],
  before: ReadonlyMap<number, Before>,
  counts: Counts,
): Promise<void> {
  const byRules = await stillFoundBefore(call, day, over, judged, before);
  const rows = over.map((one) => ({ ...one, rules: byRules.has(one.id) }));
  counts.cleared += rows.length;
  await call.db.execute(sql`
    update ${riskCases} c set cleared_on = ${day}::date, by_rules = x.rules, severity = 0,
           status = case when x.closes then 'CLOSED' else c.status end,
           closed_on = case when x.closes then ${day}::date else c.closed_on end,
           close_reason = case when x.closes then 'IMPROVED' else c.close_reason end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id int, rules boolean, closes boolean)
     where c.id = x.id`);
  await recordTransition(
    call,
    caseWorkflow.entity,
    rows.flatMap(({ id, closes }) => (closes ? [{ id, from: 'OPEN' }] : [])),
    'CLOSED',
    { reason: 'IMPROVED' },
  );
}

/**
 * Which of these would still be found by the rules that found them: nothing got better about them, the rules did. Asked only
 * where the rules are others than they were.
 */
async function stillFoundBefore(
  call: Background,
  day: string,
  over: readonly { id: number; rules: boolean }[],
  judged: readonly Judged[],
  before: ReadonlyMap<number, Before>,
): Promise<Set<number>> {
  const moved = new Set(over.flatMap(({ id, rules }) => (rules ? [id] : [])));
  const cases = judged.flatMap(({ person }) => {
    const known = before.get(person.id);
    return known && moved.has(known.id) ? [known] : [];
  });
  if (cases.length === 0) return new Set();
  const old = await ruleSetsById(call, [...new Set(cases.flatMap(({ rules_id }) => rules_id ?? []))]);
  const setOf = ({ rules_id }: Before) => (rules_id === null ? usualRules : old.get(rules_id));
  const facts = await factsOf(
    call,
    cases.map(({ student_id }) => student_id),
    [...old.values(), usualRules],
    day,
  );
  return new Set(
    cases.flatMap((known) => {
      const set = setOf(known);
      const found = facts.get(known.student_id);
      return set && found && judge(set, found).level ? [known.id] : [];
    }),
  );
}

/** Who studies here no more is no case any more, and did not get better. */
async function closeOfLeavers(call: Background, day: string, where: SQL | undefined): Promise<number> {
  const { rows } = await call.db.execute<{ id: number }>(sql`
    update ${riskCases} c set status = 'CLOSED', closed_on = ${day}::date, close_reason = 'LEFT'
     where c.institution_id = ${call.institution_id} and c.status = 'OPEN' and c.deleted_at is null and c.student_id in (
       select ${students.id} from ${students} where (${students.status} <> 'ACTIVE' or ${students.deleted_at} is not null) ${where ? sql`and ${where}` : sql``})
    returning c.id`);
  await recordTransition(
    call,
    caseWorkflow.entity,
    rows.map(({ id }) => ({ id, from: 'OPEN' })),
    'CLOSED',
    { reason: 'LEFT' },
  );
  return rows.length;
}

/** In every institution, and what is new goes to who looks after it. */
export async function watchInTheNight(kernel: Kernel): Promise<number> {
  let found = 0;
  await everyInstitutionInTheNight(kernel, 'students at risk', async (call) => {
    if (!(await held(call))) return;
    const day = await todayOf(call);
    found += (await makeList(call, day, undefined)).found;
    await tellMentors(call, day);
  });
  return found;
}

export const runKind = 'early-warning.run';
export const previewKind = 'early-warning.preview';
/** A preview asks all students of a faculty or of the house: nobody keeps the others waiting with more of them. */
const mostPreviews = 3;

export async function startRun(call: Call): Promise<OutputOf<typeof contract.risk.run>> {
  if (!(await held(call)) || (await jobsUnfinished(call, runKind)) > 0) throw fail('RISK_RUNS');
  const { id } = await startJob(call, runKind, {});
  return { job_id: id };
}

export const runJob: JobHandler = {
  long: true,
  async run(job) {
    const call = callOf(job);
    demand(call, 'risk.rules');
    if (!(await held(call))) throw fail('RISK_RUNS');
    return { ...(await makeList(call, await todayOf(call), studentReach(call, 'risk.rules'), job.progress)) };
  },
};

export async function startPreview(
  call: Call,
  input: InputOf<typeof contract.risk_rules.preview>,
): Promise<OutputOf<typeof contract.risk_rules.preview>> {
  await demandRuling(call, input.department_id);
  demandRules(input);
  if ((await jobsUnfinished(call, previewKind)) >= mostPreviews) throw fail('RISK_PREVIEWS', { count: mostPreviews });
  const { id } = await startJob(call, previewKind, input);
  return { job_id: id };
}

/** Both sets are asked of the same facts, so that the two counts differ by the rules alone. Counts, and nobody's name. */
export const previewJob: JobHandler = {
  long: true,
  async run(job): Promise<z.infer<typeof previewReceipt>> {
    const call = callOf(job);
    const { department_id, ...rules } = rulesPreview.parse(job.input);
    await demandRuling(call, department_id);
    const day = await todayOf(call);
    const now = await rulesInForce(call);
    const then = now.with(department_id, rules);
    const counts = { students: 0, before: { watch: 0, act: 0 }, after: { watch: 0, act: 0 }, added: 0, gone: 0 };
    const count = (of: { watch: number; act: number }, level: Level | null) => {
      if (level) of[level === 'ACT' ? 'act' : 'watch'] += 1;
    };
    const reach = studentReach(call, 'risk.rules');
    const faculty = department_id === null ? undefined : sql`${students.department_id} in ${below(department_id)}`;
    counts.students = await inBlocks(
      call,
      and(reach, faculty),
      async (people) => {
        const facts = await factsOf(
          call,
          people.map(({ id }) => id),
          [...now.all, rules],
          day,
        );
        for (const { id, department_id: of } of people) {
          const found = facts.get(id);
          if (!found) continue;
          const [before, after] = [judge(now.of(of), found).level, judge(then.of(of), found).level];
          count(counts.before, before);
          count(counts.after, after);
          if (after && !before) counts.added += 1;
          if (before && !after) counts.gone += 1;
        }
      },
      job.progress,
    );
    return counts;
  },
};

/** A department and all below it. */
export const below = (department_id: number): SQL => sql`(with recursive part as (
    select ${department_id}::int as id union select d.id from ${departments} d join part p on d.parent_id = p.id where d.deleted_at is null) select id from part)`;
