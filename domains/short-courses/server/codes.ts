import { and, eq, isNull, sql } from 'drizzle-orm';
import { shareOf, sumOf, type Tiyin, tiyinOf } from '#domains/accounting/server/index.ts';
import { countAttempt, enterAs, refuseWhileWaiting } from '#domains/identity/server/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { asCharged, type Background, type CourseRow } from './places.ts';
import { courseCodes, courseRegistrations, shortCourses } from './tables.ts';

/**
 * Discount codes. A use is a place that is taken by the code, and is counted as places are: who is confirmed, and who holds
 * one until its instant, so a hold that is over has given its use back. Whoever takes a use locks the code first, after
 * bills and the course.
 */

type CodeRow = typeof courseCodes.$inferSelect;

/** How often each of these is used at this instant. */
async function usesOf(call: Pick<Call, 'client'>, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await call.client.query<{ code_id: number; uses: number }>(
    `select r.code_id, count(*)::int as uses from short_course_registrations r cross join (select edulab_clock() as at) now
      where r.code_id = any($1::int[]) and r.deleted_at is null
        and (r.status in ('CONFIRMED', 'COMPLETED') or r.status in ('OFFERED', 'HELD') and r.until > now.at) group by 1`,
    [ids],
  );
  return new Map(rows.map(({ code_id, uses }) => [code_id, uses]));
}

const isUsedUp = async (call: Pick<Call, 'client'>, row: CodeRow): Promise<boolean> =>
  row.most_uses !== null && ((await usesOf(call, [row.id])).get(row.id) ?? 0) >= row.most_uses;

/** What is taken off a price, and never more than the price. */
export const discountOf = (price: Tiyin, code: Pick<CodeRow, 'percent' | 'amount'>): Tiyin =>
  Math.min(price, code.percent === null ? (code.amount ?? 0) : shareOf(price, code.percent));

export const code = resource(contract.short_term_course.code, {
  table: courseCodes,
  search: [sql`${courseCodes.code}`, sql`${courseCodes.note}`],
  sorts: { ends_on: sql`${courseCodes.ends_on}`, code: sql`${courseCodes.code}`, id: sql`${courseCodes.id}` },
  defaultSort: 'ends_on,desc',
  optionTitle: () => sql`${courseCodes.code}`,
  filters: (input) => [input.course_id ? eq(courseCodes.course_id, input.course_id) : undefined],
  async present(call, rows) {
    const courses = await titlesOf(
      call,
      shortCourses,
      rows.map((row) => row.course_id),
    );
    const uses = await usesOf(
      call,
      rows.map((row) => row.id),
    );
    return rows.map((row) => ({
      ...plain(row),
      amount: row.amount === null ? null : sumOf(row.amount),
      course: courses.get(row.course_id ?? 0) ?? null,
      uses: uses.get(row.id) ?? 0,
    }));
  },
  async prepare(call, input, _current, next) {
    await demandReferences(call, { course_id: [shortCourses, input.course_id] });
    if (next.ends_on < next.starts_on) throw failField('ends_on', 'COURSE_DATES');
    const amount = input.amount === undefined ? next.amount : input.amount ? tiyinOf(input.amount) : null;
    if ((next.percent === null || next.percent === undefined) === (amount === null || amount === undefined))
      throw failField('percent', 'CODE_KIND');
    const { amount: _, ...fields } = input;
    return { ...fields, ...(input.amount === undefined ? {} : { amount }) };
  },
});

/** The code of these letters that a course takes on a day, today where none is named; with `lock` held until the transaction ends. */
export async function knownCode(
  call: Call,
  course: CourseRow,
  typed: string,
  { lock = false, on = null }: { lock?: boolean; on?: string | null } = {},
): Promise<{ row: CodeRow; usedUp: boolean } | undefined> {
  const found = call.db
    .select()
    .from(courseCodes)
    .where(
      and(
        eq(courseCodes.code, typed.trim().toUpperCase()),
        sql`(${courseCodes.course_id} is null or ${courseCodes.course_id} = ${course.id})`,
        sql`coalesce(${on}::date, (select edulab_today())) between ${courseCodes.starts_on} and ${courseCodes.ends_on}`,
        isNull(courseCodes.deleted_at),
      ),
    );
  const [row] = await (lock ? found.for('update') : found);
  return row && { row, usedUp: await isUsedUp(call, row) };
}

const triesOf = (call: Call) => [{ key: `short course code ${call.account_id}`, free: 10 }];

/** What is wrong with a code that stands in an application; a wrong one is counted like one that is typed elsewhere. */
export async function codeFault(
  call: Call,
  course: CourseRow,
  typed: string,
): Promise<'CODE_UNKNOWN' | 'CODE_USED_UP' | undefined> {
  await refuseWhileWaiting(call, triesOf(call));
  const found = await knownCode(call, course, typed);
  // Counting ends a transaction, and that of the application is not to end before all of it is right.
  if (!found) {
    const client = await call.kernel.database.owner.connect();
    try {
      await client.query('begin');
      await countAttempt({ ...call, client }, triesOf(call));
    } finally {
      await client.query('rollback').finally(() => client.release());
    }
  }
  return found ? (found.usedUp ? 'CODE_USED_UP' : undefined) : 'CODE_UNKNOWN';
}

/**
 * The code that somebody typed, for a course, on this day. With `lock` nobody else takes a use of it until this transaction
 * ends. Wrong ones are counted, so that nobody finds codes by trying. Errors: CODE_UNKNOWN, CODE_USED_UP, TOO_MANY_REQUESTS.
 */
export async function codeFor(call: Call, course: CourseRow, typed: string, lock = false): Promise<CodeRow> {
  await refuseWhileWaiting(call, triesOf(call));
  const found = await knownCode(call, course, typed, { lock });
  if (!found) {
    const { account_id, institution_id } = call;
    await countAttempt(call, triesOf(call));
    await enterAs(call, account_id, institution_id);
    throw failField('code', 'CODE_UNKNOWN');
  }
  if (found.usedUp) throw failField('code', 'CODE_USED_UP');
  return found.row;
}

/** Whether a place that was let go may still be had by its code: the use it gave back may be somebody else's by now. */
export async function codeStillFree(call: Background, code_id: number | null): Promise<boolean> {
  if (code_id === null) return true;
  const [row] = await call.db.select().from(courseCodes).where(eq(courseCodes.id, code_id)).for('update');
  return row !== undefined && !(await isUsedUp(call, row));
}

type Price = (typeof contract)['short_term_course']['code']['price'];

/** What a course costs the caller without the code and with it: of who was offered a place, what it cost when they began to wait. */
export async function priceByCode(call: Call, input: InputOf<Price>): Promise<OutputOf<Price>> {
  const [course] = await call.db
    .select()
    .from(shortCourses)
    .where(and(eq(shortCourses.id, input.course_id), eq(shortCourses.status, 'OPEN'), isNull(shortCourses.deleted_at)));
  if (!course) throw failField('course_id', 'UNKNOWN_REFERENCE');
  const [offered] = await call.db
    .select({ price: courseRegistrations.price })
    .from(courseRegistrations)
    .where(
      and(
        eq(courseRegistrations.course_id, course.id),
        eq(courseRegistrations.account_id, call.account_id),
        eq(courseRegistrations.status, 'OFFERED'),
        isNull(courseRegistrations.deleted_at),
      ),
    );
  const price = offered?.price ?? (await asCharged(call, [course]))[0]!.price;
  const discount = discountOf(price, await codeFor(call, course, input.code));
  return { price: sumOf(price), discount: sumOf(discount), to_pay: sumOf(price - discount) };
}

/** What somebody pays who takes a place now, by a code where they have one. Errors: as `codeFor`. */
export async function priceFor(
  call: Call,
  course: CourseRow,
  full: Tiyin,
  typed: string | undefined,
): Promise<{ price: Tiyin; discount: Tiyin; code_id: number | null }> {
  const by = typed ? await codeFor(call, course, typed, true) : undefined;
  const discount = by ? discountOf(full, by) : 0;
  return { price: full - discount, discount, code_id: by?.id ?? null };
}
