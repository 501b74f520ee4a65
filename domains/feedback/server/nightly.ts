import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { staff } from '#domains/staff/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { today } from '#platform/server/clock.ts';
import { shuffled, unseal } from '#platform/server/disk/sealing.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { recordTransition } from '#platform/server/records/workflow.ts';
import { everyInstitutionInTheNight } from '#platform/server/work/jobs.ts';
import { acknowledgeDays, feedbackWorkflow, silentDays } from '../workflow.ts';
import { overdueSql } from './feedback.ts';
import { sealedItem, sealName } from './nameless.ts';
import { tell } from './notices.ts';
import { moderators } from './reach.ts';
import { heard } from './steps.ts';
import { feedback, feedbackMessages, feedbackSealed, feedbackTypes } from './tables.ts';

const entity = feedbackWorkflow.entity;

/** Letters without a sender: all that came since the last night is handed over at once. Answers how many there were. */
export async function handOver(kernel: Kernel): Promise<number> {
  let handed = 0;
  await everyInstitutionInTheNight(kernel, 'letters without a sender', async (call) => {
    handed += await handOverIn(call);
  });
  return handed;
}

async function handOverIn(call: Call): Promise<number> {
  const waiting = await call.db.select().from(feedbackSealed).for('update');
  if (waiting.length === 0) return 0;
  const opened = waiting.flatMap(({ id, sealed }) => {
    try {
      return [{ id, item: sealedItem.parse(unseal(call.kernel.settings.dataDir, sealName(id), sealed)) }];
    } catch {
      // Sealed with a key that is gone, after a restore without the files: it stays, and holds up nobody else's.
      return [];
    }
  });
  if (opened.length === 0) return 0;
  const items = shuffled(opened.map(({ item }) => item));
  const letters = items.flatMap((item) => (item.what === 'letter' ? [item] : []));
  if (letters.length) {
    const days = new Map(
      (
        await call.db
          .select({ id: feedbackTypes.id, days: feedbackTypes.answer_days })
          .from(feedbackTypes)
          .where(
            inArray(
              feedbackTypes.id,
              letters.map(({ type_id }) => type_id),
            ),
          )
      ).map(({ id, days: so_many }) => [id, so_many]),
    );
    const made = await call.db
      .insert(feedback)
      .values(
        letters.map(({ what: _, on, ...letter }) => ({
          ...letter,
          mode: 'ANONYMOUS' as const,
          filed_on: on,
          acknowledge_by: sql`edulab_working_day(${on}::date, ${acknowledgeDays}::int)`,
          due_on: sql`edulab_working_day(${on}::date, ${days.get(letter.type_id) ?? 10}::int)`,
        })),
      )
      .returning({ id: feedback.id });
    await recordTransition(
      call,
      entity,
      made.map(({ id }) => ({ id, from: null })),
      'NEW',
      {},
    );
    const people = await moderators(call);
    // One notice for each would only say the same.
    if (made[0]) await tell(call, people, made[0].id, 'new');
  }
  await handMessages(
    call,
    items.flatMap((item) => (item.what === 'message' ? [item] : [])),
  );
  await call.db.delete(feedbackSealed).where(
    inArray(
      feedbackSealed.id,
      opened.map(({ id }) => id),
    ),
  );
  return opened.length;
}

async function handMessages(
  call: Call,
  messages: readonly { secret_hash: string; text: string; on: string }[],
): Promise<void> {
  if (messages.length === 0) return;
  const threads = await call.db
    .select({ id: feedback.id, secret_hash: feedback.secret_hash, account_id: staff.account_id })
    .from(feedback)
    .leftJoin(staff, eq(staff.id, feedback.handler_id))
    .where(
      inArray(
        feedback.secret_hash,
        messages.map(({ secret_hash }) => secret_hash),
      ),
    );
  const byHash = new Map(threads.map((one) => [one.secret_hash, one]));
  const found = messages.flatMap(({ secret_hash, text, on }) => {
    const thread = byHash.get(secret_hash);
    return thread ? [{ feedback_id: thread.id, written_by: 'AUTHOR' as const, text, on }] : [];
  });
  if (found.length) await call.db.insert(feedbackMessages).values(found);
  await heard(
    call,
    threads.map(({ id }) => id),
  );
  for (const { id, account_id } of threads) await tell(call, [account_id], id, 'message');
}

/** What was answered and nobody said more about is closed; what is late is told to who has it, and to those who moderate. */
export async function closeAndRemind(kernel: Kernel): Promise<number> {
  let changed = 0;
  await everyInstitutionInTheNight(kernel, 'complaints and suggestions', async (call) => {
    changed += (await closeSilent(call)) + (await remind(call));
  });
  return changed;
}

async function closeSilent(call: Call): Promise<number> {
  const rows = await call.db
    .update(feedback)
    .set({ status: 'CLOSED' })
    .where(
      and(
        eq(feedback.status, 'ANSWERED'),
        isNull(feedback.deleted_at),
        sql`${feedback.answered_on} + ${silentDays}::int <= ${today}`,
      ),
    )
    .returning({ id: feedback.id });
  await recordTransition(
    call,
    entity,
    rows.map(({ id }) => ({ id, from: 'ANSWERED' })),
    'CLOSED',
    {},
  );
  return rows.length;
}

async function remind(call: Call): Promise<number> {
  const late = await call.db
    .update(feedback)
    .set({ reminded_for: sql`coalesce(${feedback.due_on}, ${today})` })
    .where(
      and(
        isNull(feedback.deleted_at),
        overdueSql,
        sql`${feedback.reminded_for} is distinct from coalesce(${feedback.due_on}, ${today})`,
      ),
    )
    .returning({
      id: feedback.id,
      about_staff_id: feedback.about_staff_id,
      account_id: sql<number | null>`(select s.account_id from ${staff} s where s.id = ${feedback.handler_id})`,
    });
  for (const { id, about_staff_id, account_id } of late)
    await tell(call, [account_id, ...(await moderators(call, about_staff_id))], id, 'late');
  return late.length;
}
