import { and, eq, isNull, lte, ne, sql } from 'drizzle-orm';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail, refusalText } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { todayOf } from '#platform/server/clock.ts';
import { accounts } from '#platform/server/database/tables.ts';
import type { JobHandler } from '#platform/server/kernel.ts';
import { bindJob, callOf, refusalOf, startJob } from '#platform/server/work/jobs.ts';
import { sendMail } from '#platform/server/work/outbox.ts';
import type { contract } from '../contract.ts';
import { reportExport } from './report/export.ts';
import { report, visible } from './reports.ts';
import { reportSubscriptions, reports } from './tables.ts';

/**
 * Reports that come by mail. Each comes to whoever asked for it, made with the rights that they hold on that day; the mail says
 * that it is there and holds none of it. It ends when they see the report no more, or left.
 */

/** So many come to one person. */
const mostComing = 20;
const steps = { DAY: '1 day', WEEK: '1 week', MONTH: '1 month' } as const;

export async function subscribe(
  call: Call,
  { id, every, format }: InputOf<typeof contract.report.subscribe>,
): Promise<{ every: string | null }> {
  const { id: report_id } = await report.find(call, id);
  const own = { account_id: call.account_id, report_id };
  if (every === null) {
    await call.db
      .delete(reportSubscriptions)
      .where(and(eq(reportSubscriptions.account_id, own.account_id), eq(reportSubscriptions.report_id, report_id)));
    return { every };
  }
  const others = and(eq(reportSubscriptions.account_id, call.account_id), ne(reportSubscriptions.report_id, report_id));
  if ((await call.db.$count(reportSubscriptions, others)) >= mostComing)
    throw fail('REPORTS_TOO_MANY', { most: mostComing });
  const next_on = sql`((select edulab_today()) + ${steps[every]}::interval)::date`;
  const values = { every, format, locale: call.locale, next_on };
  await call.db
    .insert(reportSubscriptions)
    .values({ ...own, ...values })
    .onConflictDoUpdate({ target: [reportSubscriptions.account_id, reportSubscriptions.report_id], set: values });
  return { every };
}

/** The night asks for the reports of the day: once for each reader, also when it is done twice. */
export async function sendDue(call: Call): Promise<number> {
  const today = await todayOf(call);
  const due = await call.db
    .select({
      account_id: reportSubscriptions.account_id,
      report_id: reportSubscriptions.report_id,
      locale: reportSubscriptions.locale,
      format: reportSubscriptions.format,
      here: sql<boolean>`(${accounts.active} and ${accounts.deleted_at} is null and ${reports.deleted_at} is null)`,
    })
    .from(reportSubscriptions)
    .innerJoin(accounts, eq(accounts.id, reportSubscriptions.account_id))
    .innerJoin(reports, eq(reports.id, reportSubscriptions.report_id))
    .where(lte(reportSubscriptions.next_on, today))
    .for('update', { of: reportSubscriptions });
  for (const { account_id, report_id, locale, format, here } of due)
    if (here) await startJob({ ...call, account_id, locale }, 'report.mail', { report_id, format });
  await call.db.execute(sql`delete from ${reportSubscriptions} where ${lte(reportSubscriptions.next_on, today)}
    and not (${reportSubscriptions.report_id} in (select ${reports.id} from ${reports} where ${reports.deleted_at} is null)
      and ${reportSubscriptions.account_id} in (select ${accounts.id} from ${accounts} where ${accounts.active} and ${accounts.deleted_at} is null))`);
  await call.db
    .update(reportSubscriptions)
    .set({
      next_on: sql`(${today}::date + case ${reportSubscriptions.every} when 'DAY' then interval '1 day' when 'WEEK' then interval '1 week' else interval '1 month' end)::date`,
    })
    .where(lte(reportSubscriptions.next_on, today));
  return due.length;
}

export const reportMail: JobHandler = {
  long: true,
  async run(context) {
    const call = callOf(context);
    const report_id = Number(context.input.report_id);
    const [row] = await call.db
      .select({ name: reports.name, definition: reports.definition })
      .from(reports)
      .where(and(eq(reports.id, report_id), isNull(reports.deleted_at), visible(call)));
    if (!row || !call.abilities.has('report.read')) {
      await call.db
        .delete(reportSubscriptions)
        .where(and(eq(reportSubscriptions.account_id, call.account_id), eq(reportSubscriptions.report_id, report_id)));
      return { ended: true };
    }
    const asked = { name: row.name, definition: row.definition, format: context.input.format };
    const input = { asked, access: { permission: 'report.read' } };
    // A report that is refused stays and goes on coming; its reader is told why there is no file this time.
    await call.client.query('savepoint report');
    let receipt: Record<string, unknown>;
    try {
      receipt = await reportExport.job.run(bindJob({ ...context, input }, call));
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      await call.client.query('rollback to savepoint report');
      const reason = refusalText(call.locale, refusal.code, refusal.data);
      await tell(call, 'report_refused', { name: row.name, reason }, `/report/${report_id}`);
      return { refused: refusal.code, reason };
    }
    const said = { name: row.name, rows: Number(receipt.rows) };
    await tell(call, 'report_ready', said, `/report/${report_id}?file=${context.job_id}`);
    return receipt;
  },
};

/** A notice, and a mail where there is an address. */
async function tell(
  call: Call,
  what: 'report_ready' | 'report_refused',
  said: Record<string, unknown>,
  link: string,
): Promise<void> {
  await notify(call, [call.account_id], { type: 'report', title: titleOf(what, said), link });
  const [account] = await call.db
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, call.account_id));
  if (account?.email)
    await sendMail(call, {
      to: account.email,
      language: call.locale,
      subject: message(call.locale, what, said),
      text: `${message(call.locale, `${what}_mail`, said)}\n${call.kernel.settings.publicUrl}${link}`,
    });
}
