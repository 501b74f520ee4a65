import type { z } from 'zod';
import { notifyEach, titleOf } from '#domains/messaging/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { clockIn, instantIn, todayOf, zoneOf } from '#platform/server/clock.ts';
import { paperDate } from '#platform/server/documents/index.ts';
import type { Kernel } from '#platform/server/kernel.ts';
import { insertAll } from '#platform/server/records/bulk.ts';
import { everyInstitutionInTheNight } from '#platform/server/work/jobs.ts';
import { sendMail, sendSms } from '#platform/server/work/outbox.ts';
import type { reminderCalls, reminderChannels, reminderPlan } from '../../contract/debtors.ts';
import { sumOf, type Tiyin, tiyinOf } from '../../money.ts';
import { dayPlus } from '../plans.ts';
import { reminderSettings } from './tables.ts';

/**
 * Reminders of what is owed: on days before and after the day on which something falls due, as the institution set them.
 * Nobody is reminded twice of the same; of several days that went by unsent only the last one is made up for, and none that
 * is older than `catchUp`. A debit that was put off is due anew. On a Sunday or a holiday nobody is reminded; the next working
 * day does it. Of what somebody promised by a day that is still to come they are not reminded, of what is above it they are; when
 * the day is over and it was not kept they are told so, once. An SMS waits for the hours that the institution set.
 */

type Calls = typeof reminderCalls;
type Channel = (typeof reminderChannels)[number];
type Settings = z.infer<typeof reminderPlan>;
/** Days after which a reminder that was not sent is not made up for any more. */
const catchUp = 10;
const shownMost = 200;

const asBefore = {
  active: false,
  days: [-7, -1, 3, 14],
  channels: ['NOTICE'] as Channel[],
  least: 100_000,
  from_hour: 9,
  until_hour: 20,
};

async function settingsOf(call: Call) {
  const [row] = await call.db.select().from(reminderSettings);
  return row ?? asBefore;
}
const shownSettings = ({
  active,
  days,
  channels,
  least,
  from_hour,
  until_hour,
}: Awaited<ReturnType<typeof settingsOf>>) => ({
  active,
  days: [...days],
  channels: [...channels],
  least: sumOf(least),
  from_hour,
  until_hour,
});
export const reminderSettingsOf = async (call: Call) => shownSettings(await settingsOf(call));

/** Errors: HOURS_REVERSED. */
export async function saveReminderSettings(call: Call, input: InputOf<Calls['save']>) {
  if (input.from_hour >= input.until_hour) throw failField('until_hour', 'HOURS_REVERSED');
  const values = {
    active: input.active,
    days: [...new Set(input.days)].toSorted((a, b) => a - b),
    channels: [...new Set(input.channels)],
    least: tiyinOf(input.least),
    from_hour: input.from_hour,
    until_hour: input.until_hour,
  };
  const [row] = await call.db
    .insert(reminderSettings)
    .values(values)
    .onConflictDoUpdate({ target: reminderSettings.institution_id, set: values })
    .returning();
  return shownSettings(row!);
}

interface Reminded {
  student_id: number;
  name: string;
  student_no: string;
  account_id: number | null;
  locale: Locale;
  email: string | null;
  phone: string | null;
  sum: Tiyin;
  due_on: string;
  days: number;
  debits: { id: number; due_on: string; days: number }[];
  /** The promise that they did not keep. */
  promise_id: number | null;
}

/** A Sunday, or a holiday for everybody. */
async function rests(call: Call, day: string): Promise<boolean> {
  const { rows } = await call.client.query(
    'select 1 where extract(isodow from $1::date) = 7 or exists (select 1 from edulab_holidays($1::date, $1::date))',
    [day],
  );
  return rows.length > 0;
}

const person = `s.id as student_id, s.full_name as name, s.student_no, a.id as account_id, coalesce(a.locale, s.study_language, 'uz') as locale, a.email, coalesce(a.phone, s.contact_phone) as phone`;
const account = 'left join accounts a on a.id = s.account_id and a.active and a.deleted_at is null';

/** Who is to be reminded of what on a day; of each debit the last of its days that has come. */
async function remindedOn(
  call: Call,
  day: string,
  { days, least }: { days: number[]; least: Tiyin },
): Promise<Reminded[]> {
  const { rows } = await call.client.query<Reminded>(
    `with due as (
       select distinct on (d.id) d.id, d.student_id, d.due_on, d.left, o.days
         from unnest($2::int[]) as o(days) cross join lateral (
           -- By days of the index for each, few as they are; "offset 0" keeps them from being looked for among all that is owed.
           select x.id, x.student_id, x.due_on, x.total - x.paid as left from student_debits x
            where x.institution_id = edulab_institution() and x.deleted_at is null and x.paid < x.total
              and x.due_on between $1::date - o.days - $4::int + 1 and $1::date - o.days and x.due_on between $1::date - 200 and $1::date + 100
           offset 0) d
        order by d.id, o.days desc
     ), fresh as (
       select * from due
        where not exists (select 1 from payment_reminders r where r.debit_id = due.id and r.due_on = due.due_on and r.days >= due.days)
     ), asked as (
       select student_id, sum("left")::bigint as sum, min(due_on) as due_on, max(due_on) as until, (array_agg(days order by due_on))[1] as days,
              jsonb_agg(jsonb_build_object('id', id, 'due_on', due_on, 'days', days) order by id) as debits
         from fresh group by 1
     ), promised as (
       select k.student_id, sum(p.amount - k.paid)::bigint as sum from edulab_promises(array(select student_id from asked)) k
         join payment_promises p on p.id = k.id and p.due_on >= $1::date where k.state <> 'KEPT' group by 1
     )
     select ${person}, least(f.sum, owed.sum - coalesce(w.sum, 0))::bigint as sum, f.due_on::text as due_on, f.days, f.debits, null as promise_id
       from asked f join students s on s.id = f.student_id and s.deleted_at is null
       left join promised w on w.student_id = f.student_id
       cross join lateral (select sum(d.total - d.paid)::bigint as sum from student_debits d
         where d.student_id = f.student_id and d.deleted_at is null and d.paid < d.total and d.due_on <= greatest($1::date, f.until)) owed
       ${account}
      where least(f.sum, owed.sum - coalesce(w.sum, 0)) >= greatest($3::bigint, 1)
      order by s.full_name, s.id`,
    [day, days, least, catchUp],
  );
  // Who did not keep a promise is told that, and not of the same debts once more.
  const { rows: broken } = await call.client.query<Reminded>(
    `select distinct on (s.id) ${person}, least(p.amount - k.paid, owed.sum)::bigint as sum, p.due_on::text as due_on, ($1::date - p.due_on) as days, '[]'::jsonb as debits, p.id as promise_id
       from payment_promises p join students s on s.id = p.student_id and s.deleted_at is null
       join edulab_promises(array(select x.student_id from payment_promises x where x.deleted_at is null and x.reminded_on is null and x.due_on between $1::date - $3::int and $1::date - 1)) k on k.id = p.id
       cross join lateral (select coalesce(sum(d.total - d.paid), 0)::bigint as sum from student_debits d
         where d.student_id = s.id and d.deleted_at is null and d.paid < d.total and d.due_on < $1::date) owed
       ${account}
      where p.reminded_on is null and p.due_on between $1::date - $3::int and $1::date - 1 and k.paid < p.amount
        and least(p.amount - k.paid, owed.sum) >= greatest($2::bigint, 1)
      order by s.id, p.due_on desc, p.id desc`,
    [day, least, catchUp],
  );
  const told = new Map(broken.map((one) => [one.student_id, one]));
  const debits = new Map(rows.map((one) => [one.student_id, one.debits]));
  return [
    ...broken.map((one) => ({ ...one, debits: debits.get(one.student_id) ?? [] })),
    ...rows.filter((one) => !told.has(one.student_id)),
  ].sort((a, b) => a.name.localeCompare(b.name) || a.student_id - b.student_id);
}

/** The next instant at which an SMS may ring. */
export async function hourOf(
  call: Call,
  { from_hour, until_hour }: { from_hour: number; until_hour: number },
): Promise<string> {
  const zone = await zoneOf(call);
  const now = clockIn(zone, clock.date());
  const hour = Number(now.slice(11, 13));
  if (hour >= from_hour && hour < until_hour) return clock.iso();
  const day = hour < from_hour ? now.slice(0, 10) : dayPlus(now.slice(0, 10), 1);
  return instantIn(zone, `${day}T${String(from_hour).padStart(2, '0')}:00`);
}

const phoneOf = (one: Reminded): string | null => (/^\d{12,15}$/.test(one.phone ?? '') ? one.phone : null);
const reachedBy = (one: Reminded, channels: readonly Channel[]): Channel[] =>
  channels.filter((channel) =>
    channel === 'NOTICE' ? one.account_id !== null : channel === 'MAIL' ? Boolean(one.email) : phoneOf(one) !== null,
  );

/** Who would be reminded of what, whether reminding is switched on or not. */
export async function planOfReminders(call: Call, input: InputOf<Calls['plan']>): Promise<Settings> {
  const { rows } = await call.client.query<{ day: string }>(
    'select (coalesce($1::date, (select edulab_today()) + 1))::text as day',
    [input?.day ?? null],
  );
  const { day } = rows[0]!;
  const settings = await settingsOf(call);
  const resting = await rests(call, day);
  const people = resting ? [] : await remindedOn(call, day, settings);
  return {
    day,
    rests: resting,
    count: people.length,
    people: people.slice(0, shownMost).map((one) => ({
      student_id: one.student_id,
      name: one.name,
      student_no: one.student_no,
      sum: sumOf(one.sum),
      due_on: one.due_on,
      days: one.days,
      broken: one.promise_id !== null,
      channels: reachedBy(one, settings.channels),
    })),
  };
}

/** Reminds whoever is to be reminded today, once however often it is asked. Answers how many people. */
export async function remindDebtors(call: Call): Promise<number> {
  const settings = await settingsOf(call);
  if (!settings.active) return 0;
  await call.client.query('select pg_advisory_xact_lock(hashtext($1), $2)', [
    'accounting.reminders',
    call.institution_id,
  ]);
  const day = await todayOf(call);
  if (await rests(call, day)) return 0;
  const people = (await remindedOn(call, day, settings)).map((one) => ({
    ...one,
    by: reachedBy(one, settings.channels),
  }));
  const told = people.filter(({ by }) => by.length > 0);
  await insertAll(
    call.client,
    'payment_reminders',
    told.flatMap(({ student_id, debits, by }) =>
      debits.map((debit) => ({
        institution_id: call.institution_id,
        student_id,
        debit_id: debit.id,
        due_on: debit.due_on,
        days: debit.days,
        sent_on: day,
        channels: by,
      })),
    ),
  );
  await call.client.query('update payment_promises set reminded_on = $2 where id = any($1)', [
    told.flatMap(({ promise_id }) => promise_id ?? []),
    day,
  ]);
  const at = await hourOf(call, settings);
  const words = ({ sum, due_on }: Reminded) => ({ sum: sumOf(sum), day: paperDate(due_on) });
  const keyOf = ({ due_on, promise_id }: Reminded) =>
    promise_id !== null ? 'broken' : due_on < day ? 'late' : 'before';
  await notifyEach(
    call,
    told.flatMap((one) =>
      one.by.includes('NOTICE') && one.account_id !== null
        ? [{ account_id: one.account_id, title: titleOf(`notice_reminder_${keyOf(one)}`, words(one)) }]
        : [],
    ),
    { type: 'reminder', link: '/accounting/contract' },
  );
  for (const one of told) {
    const text = message(one.locale, `reminder.${keyOf(one)}`, {
      ...words(one),
      name: one.name,
      address: `${call.kernel.settings.publicUrl}/accounting/contract`,
    });
    const phone = phoneOf(one);
    if (one.by.includes('MAIL') && one.email)
      await sendMail(call, {
        to: one.email,
        language: one.locale,
        subject: message(one.locale, 'reminder.subject'),
        text,
      });
    if (one.by.includes('SMS') && phone) await sendSms(call, { to: phone, language: one.locale, text, at });
  }
  return told.length;
}

export async function remindInTheNight(kernel: Kernel): Promise<number> {
  let count = 0;
  await everyInstitutionInTheNight(kernel, 'reminders of payments', async (call) => {
    count += await remindDebtors(call);
  });
  return count;
}
