import { type SQL, sql } from 'drizzle-orm';
import { students } from '#domains/students/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { ListAnswer } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { scopeOf } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { build, runBuilt } from '#platform/server/database/sql.ts';
import { planOnce } from '#platform/server/fast/index.ts';
import { followersOf } from '#platform/server/hooks.ts';
import { likeLiteral } from '#platform/server/records/resource.ts';
import { type EventRow, longestDays } from '../shapes.ts';
import { calendarPart } from './hooks.ts';
import { mayChange, offeredTypes } from './offers.ts';
import { forAnyStudent, forStudent, forWhom, inCalendarOf, visible } from './reach.ts';
import { calendarEvents as e } from './tables.ts';
import { addDays, type Clock, clockOf, daysBetween } from './zone.ts';

/** A span of the calendar in one query: what was entered and what other domains tell of. */

interface Asked {
  search?: string | undefined;
  page?: number | undefined;
  size?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  type?: string | undefined;
}
type Found = {
  source: string;
  key: string;
  id: number | null;
  version: number | null;
  type: EventRow['type'];
  title: string;
  description: string | null;
  place: string | null;
  path: string | null;
  all_day: boolean;
  starts_at: string;
  ends_at: string;
  audience: EventRow['audience'];
  account_id: number | null;
  created_by: number | null;
  /** Grows with every change. */
  sequence: number;
  cancelled: boolean;
  module: string | null;
  total: number;
};

/** The instants of the days asked for, both counted; the running month where they are left out. */
function spanOf({ dayOf, instantOf }: Clock, asked: Asked): { from: string; to: string } {
  const month = dayOf(clock.now()).slice(0, 7);
  const first = asked.from ?? (asked.to ? `${asked.to.slice(0, 7)}-01` : `${month}-01`);
  const last = asked.to ?? addDays(first, 30);
  if (last < first) throw failField('to', 'DATES_REVERSED');
  if (daysBetween(first, last) >= longestDays * 2) throw failField('to', 'SPAN_TOO_LONG');
  return { from: instantOf(first), to: instantOf(addDays(last, 1)) };
}

const own = (from: string, to: string, condition: SQL): SQL =>
  sql`select 'calendar' as source, ${e.id}::text as key, ${e.id} as id, ${e.version} as version, ${e.type} as type, ${e.title} as title,
      ${e.description} as description, ${e.place} as place, ${e.link} as path, ${e.all_day} as all_day, ${e.starts_at} as starts_at, ${e.ends_at} as ends_at,
      ${e.audience} as audience, ${e.account_id} as account_id, ${e.created_by} as created_by,
      ${e.version} as sequence, false as cancelled, null::text as module
    from ${e} where ${e.deleted_at} is null and ${e.starts_at} < ${to}::timestamptz and ${e.starts_at} >= ${from}::timestamptz - interval '367 days'
      and ${e.ends_at} > ${from}::timestamptz and ${condition}`;

/** Rows of a span in the order of time, whole days first. */
export async function spanRows(
  call: Call,
  from: string,
  to: string,
  condition: SQL,
  asked: Asked & { others: boolean; cancelled?: boolean; most: number; skip: number },
): Promise<Found[]> {
  const parts = asked.others ? followersOf(call.kernel, calendarPart) : [];
  const union = sql.join(
    [
      own(from, to, condition),
      ...parts.flatMap(({ name, events }) => {
        const part = events(call, from, to);
        return part
          ? [
              sql`select ${name}::text, p.key, null, null, p.type, p.title, p.description, p.place, p.path, p.all_day, p.starts_at, p.ends_at, null, null, null, p.sequence, p.cancelled, p.module
            from (${part}) p(key, type, title, description, place, path, all_day, starts_at, ends_at, sequence, cancelled, module)`,
            ]
          : [];
      }),
    ],
    sql` union all `,
  );
  const filters = [
    asked.cancelled ? undefined : sql`not x.cancelled`,
    asked.type ? sql`x.type = ${asked.type}` : undefined,
    asked.search
      ? sql`concat_ws(' ', x.title, x.place, x.description) ilike ${`%${likeLiteral(asked.search)}%`}`
      : undefined,
  ].filter((part) => part !== undefined);
  // A statement so long takes ten times as long to plan as to run, and of one person it goes the same way for everybody.
  if (scopeOf(call, 'calendar.read') !== 'institution') planOnce(call.client);
  return runBuilt<Found>(
    call.client,
    build(
      sql`select x.*, count(*) over ()::int as total from (${union}) x${
        filters.length ? sql` where ${sql.join(filters, sql` and `)}` : sql``
      } order by x.starts_at, x.all_day desc, x.source, x.key limit ${asked.most} offset ${asked.skip}`,
    ),
  );
}

function presentRows(call: Call, { localTimes }: Clock, rows: Found[]): EventRow[] {
  const offered = offeredTypes(call);
  return rows.map(({ total, account_id, created_by, sequence, cancelled, ...row }) => {
    const mine =
      row.id !== null && mayChange(call, offered, { type: row.type, audience: row.audience, account_id, created_by });
    return {
      ...row,
      key: `${row.source}-${row.key}`,
      ...localTimes(row),
      personal: row.audience === 'PERSON' && account_id === call.account_id,
      can: { edit: mine, delete: mine },
    };
  });
}

async function answer(call: Call, asked: Asked, condition: SQL, others: boolean): Promise<ListAnswer<EventRow>> {
  const clock = await clockOf(call);
  const { from, to } = spanOf(clock, asked);
  const [page, size] = [asked.page ?? 0, asked.size ?? 10];
  const rows = await spanRows(call, from, to, condition, { ...asked, others, most: size, skip: page * size });
  // Behind the last page there is no row to carry the total.
  const total = rows[0]?.total ?? (page === 0 ? 0 : page * size);
  const pages = Math.ceil(total / size);
  return {
    content: presentRows(call, clock, rows),
    top_content: [],
    size,
    pageable: { pageSize: size, pageNumber: page },
    total_elements: total,
    total_pages: pages,
    total_exact: rows.length > 0 || page === 0,
    last: page >= pages - 1,
    status: 200,
  };
}

export const events = (call: Call, input: Asked & { mine?: boolean | undefined }) =>
  answer(call, input, visible(call, forWhom(call), input.mine), true);

/** A student's calendar: one's own, somebody's within reach, or what students see at all. */
export async function studentEvents(call: Call, input: Asked & { student_id?: number | undefined }) {
  if (input.student_id !== undefined)
    return answer(call, input, inCalendarOf(await forStudent(call, input.student_id)), false);
  const isStudent = scopeOf(call, 'calendar.read') !== 'institution' || (await hasOwn(call));
  return isStudent ? events(call, { ...input, mine: true }) : answer(call, input, forAnyStudent(), false);
}

const hasOwn = async (call: Call) =>
  (
    await call.db
      .select({ id: students.id })
      .from(students)
      .where(sql`${students.account_id} = ${call.account_id} and ${students.deleted_at} is null`)
      .limit(1)
  ).length > 0;
