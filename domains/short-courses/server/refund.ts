import { shareOf, type Tiyin } from '#domains/accounting/server/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import type { contract } from '../contract.ts';
import { type RefundStep, refundPercentAt } from '../refund.ts';

/** What is given back to who gives a place up: the institution's rule, another one of a course, frozen with each place. */

const usual: RefundStep[] = [
  { days: 7, percent: 100 },
  { days: 3, percent: 50 },
];

export async function refundRule(
  call: Pick<Call, 'client' | 'institution_id'>,
): Promise<{ refund_steps: RefundStep[] }> {
  const { rows } = await call.client.query<{ value: { refund_steps?: RefundStep[] } }>(
    "select value from settings where name = 'short_courses' and institution_id = $1 and deleted_at is null",
    [call.institution_id],
  );
  return { refund_steps: rows[0]?.value.refund_steps ?? usual };
}

/** Holds for places that are taken from now on; whoever has one keeps what they agreed to. */
export async function saveRefundRule(
  call: Call,
  { refund_steps }: InputOf<typeof contract.short_term_course.rule.save>,
): Promise<{ refund_steps: RefundStep[] }> {
  const value = { refund_steps: inOrder(refund_steps) };
  await call.client.query(
    `insert into settings (name, value) values ('short_courses', $1)
     on conflict (institution_id, name) do update set value = excluded.value, deleted_at = null`,
    [JSON.stringify(value)],
  );
  return value;
}

export const inOrder = (steps: readonly RefundStep[]): RefundStep[] => steps.toSorted((a, b) => b.days - a.days);

/** The rule under which places are taken now, by course: its own, or that of the institution. */
export async function refundStepsOf(
  call: Pick<Call, 'client' | 'institution_id'>,
  courses: readonly { id: number; refund_steps: RefundStep[] | null }[],
): Promise<Map<number, RefundStep[]>> {
  const rule = courses.some((one) => one.refund_steps === null) ? (await refundRule(call)).refund_steps : usual;
  return new Map(courses.map((one) => [one.id, one.refund_steps ?? rule]));
}

/** Of a price that was paid whole the rule's share; of less, which bought no place, all of it. */
export const refundOf = (price: Tiyin, paid: Tiyin, percent: number): Tiyin =>
  paid < price ? paid : paid - (price - Math.min(price, shareOf(price, percent)));

/** The share of the price that is given back to who gives a place up on this day, in percent. */
export const refundPercent = (steps: readonly RefundStep[], starts_on: string, today: string): number =>
  refundPercentAt(steps, Math.round((Date.parse(starts_on) - Date.parse(today)) / 86_400_000));
