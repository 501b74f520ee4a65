import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { contracts, payments, sumOf, type Tiyin, tellAccountants } from '#domains/accounting/server/index.ts';
import { askHowClickStands, gatewayTransactions } from '#domains/gateways/server/index.ts';
import { accountsById } from '#domains/identity/server/index.ts';
import { titleOf } from '#domains/messaging/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { localZone, today } from '#platform/server/clock.ts';
import { lockSpaces } from '#platform/server/database/locks.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { list } from '#platform/server/records/lists.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import { likeLiteral } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { everyInstitutionInTheNight } from '#platform/server/work/jobs.ts';
import type { DifferenceKind, difference } from '../contract/reconciliation.ts';
import type { contract } from '../contract.ts';
import {
  bankAccounts,
  differences,
  reconciliationRuns,
  registerRows,
  registers,
  statementRows,
  statements,
} from './tables.ts';
import { lookAgain } from './taking.ts';

/**
 * Whether gateways, the books and banks say the same. Each difference is one work item, found again each night under the
 * same key: it goes by itself when it is no more, and stays closed when somebody said what it was, until its amount changes.
 */

type Shown = z.infer<typeof difference>;

/** A gateway pays out within so many days, and what was written down by hand is at the bank within as many. */
const patience = 3;

interface Found extends Record<string, unknown> {
  key: string;
  kind: DifferenceKind;
  day: string;
  amount: Tiyin;
  subject: string;
  contract_id: number | null;
}

const g = gatewayTransactions;
const performedOn = sql`(to_timestamp(${g.perform_time} / 1000.0) at time zone ${localZone})::date`;
const titleOfGateway = sql`case ${g.provider} when 'PAYME' then 'Payme ' else 'Click ' end || ${g.external_id}`;
const living = sql`${payments.deleted_at} is null`;

/** Everything that differs now. */
async function differencesNow(call: Call): Promise<Found[]> {
  const asked = [
    // What a gateway says was paid is booked, at its amount.
    sql`
      select 'GATEWAY_NOT_BOOKED ' || ${g.id} as key, 'GATEWAY_NOT_BOOKED' as kind, ${performedOn}::text as day, ${g.amount} as amount, ${titleOfGateway} as subject, ${g.contract_id} as contract_id
        from ${g} left join ${payments} on ${payments.id} = ${g.payment_id} and ${living} and ${payments.amount} = ${g.amount}
       where ${g.state} = 2 and ${payments.id} is null`,
    sql`
      select 'GATEWAY_NOT_RETURNED ' || ${g.id} as key, 'GATEWAY_NOT_RETURNED' as kind, ${performedOn}::text as day, ${g.amount} as amount, ${titleOfGateway} as subject, ${g.contract_id} as contract_id
        from ${g} where ${g.state} = -2 and ${g.payment_id} is not null
         and not exists (select 1 from ${payments} where ${payments.refund_of} = ${g.payment_id} and ${living} and ${payments.amount} = -${g.amount})`,
    // What is booked under the name of a gateway is known there.
    sql`
      select 'BOOKED_NOT_AT_GATEWAY ' || ${payments.id} as key, 'BOOKED_NOT_AT_GATEWAY' as kind, ${payments.paid_on}::text as day, ${payments.amount} as amount, ${payments.external_ref} as subject, ${payments.contract_id} as contract_id
        from ${payments} where ${living} and ${payments.kind} = 'PAYMENT' and ${payments.source} = 'EXTERNAL' and ${payments.payment_type} in ('PAYME', 'CLICK') and ${payments.external_ref} ~* '^(payme|click) '
         and not exists (select 1 from ${g} where ${g.payment_id} = ${payments.id})`,
    // What gateways took is paid out to the bank; nothing is as long as no bank is read at all.
    sql`
      with taken as (
        select ${g.provider} as provider, sum(${g.amount}) filter (where ${performedOn} <= ${today} - ${patience}::int) as due, sum(${g.amount}) as amount, min(${performedOn}) as first
          from ${g} where ${g.state} = 2 group by ${g.provider}),
      came as (
        select ${statementRows.settlement} as provider, sum(${statementRows.amount}) as amount, max(${statementRows.day}) as last from ${statementRows}
         where ${statementRows.state} = 'SETTLED' and ${statementRows.settlement} in ('PAYME', 'CLICK') group by ${statementRows.settlement}),
      rest as (
        select coalesce(t.provider, c.provider) as provider, coalesce(t.due, 0) - coalesce(c.amount, 0) as late, coalesce(c.amount, 0) - coalesce(t.amount, 0) as above, coalesce(t.first, c.last) as first, coalesce(c.last, t.first) as last
          from taken t full join came c on c.provider = t.provider)
      select 'PAYOUT_LATE ' || provider as key, 'PAYOUT_LATE' as kind, first::text as day, late::bigint as amount, initcap(provider) as subject, null::int as contract_id from rest
       where late > 0 and exists (select 1 from ${statements} where ${statements.status} = 'TAKEN')
      union all
      select 'PAYOUT_ABOVE ' || provider, 'PAYOUT_ABOVE', last::text, above::bigint, initcap(provider), null from rest where above > 0`,
    // What was written down as paid by bank stands in a statement of that time.
    sql`
      select 'PAYMENT_NOT_IN_BANK ' || ${payments.id} as key, 'PAYMENT_NOT_IN_BANK' as kind, ${payments.paid_on}::text as day, ${payments.amount} as amount, ${payments.payer} as subject, ${payments.contract_id} as contract_id
        from ${payments} where ${living} and ${payments.payment_type} = 'BANK' and ${payments.source} in ('MANUAL', 'IMPORT', 'EXTERNAL') and ${payments.paid_on} <= ${today} - ${patience}::int
         and exists (select 1 from ${statements} where ${statements.status} = 'TAKEN' and ${payments.paid_on} between ${statements.from_day} and ${statements.until_day})
         and not exists (select 1 from ${statementRows} where ${statementRows.payment_id} = ${payments.id} and ${statementRows.amount} = ${payments.amount})`,
    sql`
      select 'STATEMENT_HELD ' || ${statements.id} as key, 'STATEMENT_HELD' as kind, ${statements.until_day}::text as day, ${statements.difference} as amount, ${bankAccounts.number} || ' · ' || ${statements.file_name} as subject, null::int as contract_id
        from ${statements} join ${bankAccounts} on ${bankAccounts.id} = ${statements.bank_account_id} where ${statements.status} = 'HELD'`,
    sql`
      select 'STATEMENT_GAP ' || s.id as key, 'STATEMENT_GAP' as kind, s.from_day::text as day, (coalesce(s.opening, 0) - coalesce(s.before_closing, 0))::bigint as amount, a.number as subject, null::int as contract_id
        from (select ${statements}.*, lag(${statements.until_day}) over one as before_until, lag(${statements.closing}) over one as before_closing from ${statements}
               where ${statements.status} = 'TAKEN' window one as (partition by ${statements.bank_account_id} order by ${statements.from_day}, ${statements.until_day})) s
        join ${bankAccounts} a on a.id = s.bank_account_id
       where s.from_day > s.before_until and s.opening is not null and s.before_closing is not null and s.opening <> s.before_closing`,
    // What a file had that came first with another one went when that other one was taken back.
    sql`
      select 'STATEMENT_ROWS ' || s.id as key, 'STATEMENT_ROWS' as kind, s.from_day::text as day, (s.came - s.gone - there.amount)::bigint as amount, s.file_name as subject, null::int as contract_id
        from ${statements} s
        cross join lateral (select count(*) as rows, coalesce(sum(r.amount), 0) as amount from ${statementRows} r
                             where r.bank_account_id = s.bank_account_id and r.day between s.from_day and s.until_day and r.state <> 'UNDONE') there
       where s.status = 'TAKEN' and there.rows < s.rows`,
    // What a gateway lists as paid is paid here, at the amount that it says.
    sql`
      select 'REGISTER_NOT_HERE ' || x.id as key, 'REGISTER_NOT_HERE' as kind, x.day::text as day, x.amount as amount, initcap(x.provider) || ' ' || x.external_id as subject, null::int as contract_id
        from ${registerRows} x
       where not exists (select 1 from ${g} where ${g.provider} = x.provider and ${g.external_id} = x.external_id and ${g.state} = 2 and ${g.amount} = x.amount)`,
    // Where a gateway's lists are read at all, a day with money of it and no list was compared with nothing.
    sql`
      select 'REGISTER_MISSING ' || p.provider || ' ' || p.day as key, 'REGISTER_MISSING' as kind, p.day::text as day, sum(p.amount)::bigint as amount, initcap(p.provider) as subject, null::int as contract_id
        from (select ${g.provider} as provider, ${performedOn} as day, ${g.amount} as amount from ${g} where ${g.state} = 2) p
       where p.day <= ${today} - ${patience}::int
         and p.day > (select min(x.from_day) from ${registers} x where x.provider = p.provider)
         and not exists (select 1 from ${registers} x where x.provider = p.provider and p.day between x.from_day and x.until_day)
       group by p.provider, p.day`,
    // Where Click is asked how payments stand, it says of each what stands here.
    sql`
      select 'CLICK_STATUS ' || ${g.id} as key, 'CLICK_STATUS' as kind, (to_timestamp(${g.create_time} / 1000.0) at time zone ${localZone})::date::text as day, ${g.amount} as amount, ${titleOfGateway} as subject, ${g.contract_id} as contract_id
        from ${g} where (${g.state} = 2 and ${g.told_status} < 0) or (${g.state} <> 2 and ${g.told_status} = 2)`,
    sql`
      select 'NOT_IN_REGISTER ' || ${g.id} as key, 'NOT_IN_REGISTER' as kind, ${performedOn}::text as day, ${g.amount} as amount, ${titleOfGateway} as subject, ${g.contract_id} as contract_id
        from ${g} where ${g.state} = 2
         and exists (select 1 from ${registers} x where x.provider = ${g.provider} and ${performedOn} between x.from_day and x.until_day)
         and not exists (select 1 from ${registerRows} x where x.provider = ${g.provider} and x.external_id = ${g.external_id})`,
  ];
  const { rows } = await call.db.execute<Found>(
    sql.join(
      asked.map((one) => sql`(${one})`),
      sql` union all `,
    ),
  );
  return rows;
}

/** Compares, and keeps what was found. Answers how many of it were not known before. */
async function compare(call: Call): Promise<number> {
  // Of two at once the second finds what the first has written.
  await call.client.query('select pg_advisory_xact_lock($1, $2)', [lockSpaces.reconciliation, call.institution_id]);
  const found = await differencesNow(call);
  const { rows: fresh } = await call.db.execute(sql`
    insert into ${differences} (key, kind, day, amount, subject, contract_id)
    select f.key, f.kind, f.day, f.amount, f.subject, f.contract_id
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(key text, kind text, day date, amount bigint, subject text, contract_id int)
    on conflict (institution_id, key) do update set amount = excluded.amount, day = excluded.day, state = 'OPEN', note = null, closed_by = null, closed_at = null
     where reconciliation_items.state = 'GONE' or reconciliation_items.amount <> excluded.amount
    returning id`);
  await call.db
    .update(differences)
    .set({ state: 'GONE' })
    .where(
      and(
        eq(differences.state, 'OPEN'),
        sql`not (${differences.key} = any(${sql.param(found.map(({ key }) => key))}::text[]))`,
      ),
    );
  await call.db
    .insert(reconciliationRuns)
    .values({ at: clock.iso() })
    .onConflictDoUpdate({ target: reconciliationRuns.institution_id, set: { at: clock.iso() } });
  return fresh.length;
}

export async function reconcile(call: Call): Promise<{ at: string | null; open: number }> {
  await compare(call);
  return lastRun(call);
}

export async function lastRun(call: Call): Promise<{ at: string | null; open: number }> {
  const [run] = await call.db.select().from(reconciliationRuns);
  const [open] = await call.db
    .select({ count: sql<number>`count(*)::int` })
    .from(differences)
    .where(eq(differences.state, 'OPEN'));
  return { at: run?.at ?? null, open: open?.count ?? 0 };
}

/** Each night: proposals are looked for anew, then all is compared, and accounting is told of what is new. Answers how many differences are open. */
export async function reconcileAll(kernel: Kernel): Promise<number> {
  let open = 0;
  await askHowClickStands(kernel);
  await everyInstitutionInTheNight(kernel, 'banking', async (call) => {
    await lookAgain(call);
    const fresh = await compare(call);
    if (fresh > 0)
      await tellAccountants(call, titleOf('notice_differences', { count: fresh }), '/accounting/reconciliation');
    open += (await lastRun(call)).open;
  });
  return open;
}

type Row = typeof differences.$inferSelect;

async function present(call: Call, rows: readonly Row[]): Promise<Shown[]> {
  const numbers = await titlesOf(
    call,
    contracts,
    rows.map((row) => row.contract_id),
    sql`${contracts.number}`,
  );
  const people = await accountsById(
    call,
    rows.flatMap((row) => row.closed_by ?? []),
  );
  return rows.map((row) => {
    const by = row.closed_by === null ? undefined : people.get(row.closed_by);
    return {
      id: row.id,
      version: row.version,
      kind: row.kind,
      day: row.day,
      amount: sumOf(row.amount),
      subject: row.subject,
      contract: numbers.get(row.contract_id ?? 0) ?? null,
      state: row.state,
      found_at: row.created_at,
      note: row.note,
      closed_by: by ? `${by.lastname} ${by.firstname}` : null,
      closed_at: row.closed_at,
    };
  });
}

export const differenceList = (call: Call, input: InputOf<typeof contract.reconciliation.list>) =>
  list(call, input, {
    from: sql`${differences}`,
    key: sql`${differences.id}`,
    table: 'reconciliation_items',
    where: [
      input.kind ? inArray(differences.kind, input.kind) : undefined,
      input.state ? inArray(differences.state, input.state) : undefined,
      input.from ? sql`${differences.day} >= ${input.from}` : undefined,
      input.until ? sql`${differences.day} <= ${input.until}` : undefined,
      input.search ? sql`${differences.subject} ilike ${`%${likeLiteral(input.search)}%`}` : undefined,
    ],
    sorts: {
      day: sql`${differences.day}`,
      amount: sql`${differences.amount}`,
      found_at: sql`${differences.created_at}`,
    },
    defaultSort: 'day,desc',
    load: async (ids) => present(call, await call.db.select().from(differences).where(inArray(differences.id, ids))),
  });

export async function closeDifference(
  call: Call,
  input: InputOf<typeof contract.reconciliation.close>,
): Promise<Shown> {
  const row = await loadForChange(call, differences, undefined, input, async (now) => (await present(call, [now]))[0]);
  const [closed] = await call.db
    .update(differences)
    .set({ state: 'CLOSED', note: input.note, closed_by: call.account_id, closed_at: clock.iso() })
    .where(eq(differences.id, row.id))
    .returning();
  return (await present(call, [closed!]))[0]!;
}
