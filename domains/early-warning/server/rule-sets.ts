import { desc, eq, isNull, sql } from 'drizzle-orm';
import { departments } from '#domains/institutions/server/index.ts';
import { branchDepartments } from '#domains/staff/server/index.ts';
import { type Call, demand, type InputOf, may, type OutputOf, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { contract } from '../contract.ts';
import { fewerIsWorse, type RuleSet, ruleKinds, usualRules, windowed } from '../rules.ts';
import { riskRules } from './tables.ts';

/** The rules of the institution and of faculties, version by version. */

type Answer = OutputOf<typeof contract.risk_rules.get>;
export type Background = Pick<Call, 'db' | 'client' | 'institution_id' | 'account_id'>;

export interface Holding extends RuleSet {
  /** The version that says so; none of the usual rules. */
  id: number | null;
}
export interface Holdings {
  /** What holds for students of a department: of the nearest above it that has rules of its own, else of the institution. */
  of(department_id: number | null): Holding;
  /** The same, with other rules for one department, or for the institution. */
  with(department_id: number | null, rules: RuleSet): Holdings;
  /** Every set that may be asked for. */
  all: Holding[];
}

function holdingsOf(sets: ReadonlyMap<number | null, Holding>, above: ReadonlyMap<number, number | null>): Holdings {
  const institution = sets.get(null) ?? { ...usualRules, id: null };
  const known = new Map<number | null, Holding>();
  const find = (department: number | null): Holding => {
    const seen = new Set<number>();
    for (let at = department; at !== null && !seen.has(at); at = above.get(at) ?? null) {
      const own = sets.get(at);
      if (own) return own;
      seen.add(at);
    }
    return institution;
  };
  return {
    of(department) {
      const before = known.get(department);
      if (before) return before;
      const found = find(department);
      known.set(department, found);
      return found;
    },
    with: (department, rules) => holdingsOf(new Map([...sets, [department, { ...rules, id: -1 }]]), above),
    all: [institution, ...sets.values()],
  };
}

interface Newest extends Record<string, unknown> {
  id: number;
  department_id: number | null;
  rules: RuleSet['rules'] | null;
  together: number | null;
}

/** What holds today, asked once. */
export async function rulesInForce(call: Background): Promise<Holdings> {
  const [newest, places] = await Promise.all([
    call.db.execute<Newest>(sql`
      select distinct on (r.department_id) r.id, r.department_id, r.rules, r.together from ${riskRules} r
       where r.institution_id = ${call.institution_id} and r.deleted_at is null order by r.department_id, r.number desc`),
    call.db
      .select({ id: departments.id, parent_id: departments.parent_id })
      .from(departments)
      .where(eq(departments.institution_id, call.institution_id)),
  ]);
  const sets = new Map(
    newest.rows.flatMap(({ id, department_id, rules, together }) =>
      rules ? [[department_id, { id, rules, together }] as const] : [],
    ),
  );
  return holdingsOf(sets, new Map(places.map(({ id, parent_id }) => [id, parent_id])));
}

/** A version as it was, for what it found. */
export async function ruleSetsById(call: Background, ids: readonly number[]): Promise<Map<number, RuleSet>> {
  if (ids.length === 0) return new Map();
  const { rows } = await call.db.execute<Newest>(
    sql`select r.id, r.rules, r.together from ${riskRules} r where r.id = any(${sql.param([...ids])}::int[])`,
  );
  return new Map(rows.flatMap(({ id, rules, together }) => (rules ? [[id, { rules, together }] as const] : [])));
}

/** Errors: RISK_RULE_TWICE, RISK_RULE_EMPTY, RISK_RULE_REVERSED, RISK_RULE_WEEKS; each names its rule. */
export function demandRules({ rules }: Pick<RuleSet, 'rules'>): void {
  for (const [at, { kind, on, watch, act, weeks }] of rules.entries()) {
    const where = (field: string) => `rules.${at}.${field}`;
    if (rules.findIndex((one) => one.kind === kind) !== at) throw failField(where('kind'), 'RISK_RULE_TWICE');
    if (windowed.includes(kind) !== (weeks !== null)) throw failField(where('weeks'), 'RISK_RULE_WEEKS');
    if (on && watch === null && act === null) throw failField(where('watch'), 'RISK_RULE_EMPTY');
    if (on && !fewerIsWorse.includes(kind) && (watch === 0 || act === 0))
      throw failField(where(watch === 0 ? 'watch' : 'act'), 'RISK_RULE_EMPTY');
    if (watch !== null && act !== null && (fewerIsWorse.includes(kind) ? act >= watch : act <= watch))
      throw failField(where('act'), 'RISK_RULE_REVERSED');
  }
}

/** Whether the caller sets the rules of this faculty, or of the institution. */
async function mayRule(call: Call, department_id: number | null): Promise<boolean> {
  if (!may(call, 'risk.rules')) return false;
  if (scopeOf(call, 'risk.rules') === 'institution') return true;
  if (department_id === null) return false;
  const { rows } = await call.db.execute(sql`select 1 where ${department_id}::int in ${branchDepartments(call)}`);
  return rows.length > 0;
}
export async function demandRuling(call: Call, department_id: number | null): Promise<void> {
  demand(call, 'risk.rules');
  if (department_id !== null) {
    const [found] = await call.db
      .select({ id: departments.id })
      .from(departments)
      .where(sql`${departments.id} = ${department_id} and ${departments.deleted_at} is null`);
    if (!found) throw failField('department_id', 'UNKNOWN_REFERENCE');
  }
  if (!(await mayRule(call, department_id))) throw fail('RISK_NOT_YOUR_FACULTY');
}

const mostVersions = 100;

export async function rulesOf(
  call: Call,
  { department_id: asked }: { department_id?: number | undefined },
): Promise<Answer> {
  const department_id = asked ?? null;
  const [held, versions, edit] = await Promise.all([
    rulesInForce(call),
    versionsOf(call, department_id),
    mayRule(call, department_id),
  ]);
  const { rules, together } = held.of(department_id);
  return {
    department_id,
    number: versions[0]?.number ?? 0,
    own: versions[0]?.rules != null,
    // In the order in which they are told, whatever order they were saved in.
    rules: ruleKinds.flatMap((kind) => rules.filter((one) => one.kind === kind)),
    together,
    can: { edit },
    versions,
  };
}

async function versionsOf(call: Call, department_id: number | null): Promise<Answer['versions']> {
  const rows = await call.db
    .select({
      id: riskRules.id,
      department_id: riskRules.department_id,
      department: sql<
        string | null
      >`(select ${localTitle(sql`d.title`, call.locale)} from ${departments} d where d.id = ${riskRules.department_id})`,
      number: riskRules.number,
      since: riskRules.created_at,
      author: sql<
        string | null
      >`(select concat_ws(' ', a.lastname, a.firstname) from ${accounts} a where a.id = ${riskRules.author_id})`,
      note: riskRules.note,
      rules: riskRules.rules,
      together: riskRules.together,
    })
    .from(riskRules)
    .where(department_id === null ? isNull(riskRules.department_id) : eq(riskRules.department_id, department_id))
    .orderBy(desc(riskRules.number))
    .limit(mostVersions);
  return rows.map((row, at) => ({ ...row, until: rows[at - 1]?.since ?? null }));
}

/** The newest version holds from this moment; whoever saves another at the same time is told that theirs is old. */
export async function saveRules(call: Call, input: InputOf<typeof contract.risk_rules.save>): Promise<Answer> {
  const { department_id, rules, together, note, number } = input;
  await demandRuling(call, department_id);
  if (rules) demandRules({ rules });
  else if (department_id === null) throw failField('rules', 'RISK_RULE_EMPTY');
  const { rows } = await call.db.execute<{ id: number }>(sql`
    insert into ${riskRules} (department_id, number, rules, together, note, author_id)
    select ${department_id}::int, ${number + 1}::int, ${rules ? JSON.stringify(rules) : null}::jsonb, ${rules ? together : null}::int, ${note}, ${call.account_id || null}::int
     where ${number}::int = (select coalesce(max(r.number), 0) from ${riskRules} r where r.department_id is not distinct from ${department_id}::int)
    on conflict do nothing returning id`);
  if (rows.length === 0) throw fail('RISK_RULES_CHANGED');
  return rulesOf(call, { department_id: department_id ?? undefined });
}
