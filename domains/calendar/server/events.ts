import { and, inArray, isNull, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { groups } from '#domains/groups/server/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { type Audience, kindOf, longestDays } from '../shapes.ts';
import { demandAudience, mayChange, offeredTypes } from './offers.ts';
import { forWhom, visible } from './reach.ts';
import { calendarEvents } from './tables.ts';
import { addDays, type Clock, clockOf, daysBetween } from './zone.ts';

/** Events that people enter: what is asked of them, and how one of them is answered. */

type Row = typeof calendarEvents.$inferSelect;
type Input = InputOf<typeof contract.event.save>;

const given = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value);

/** From days and times to instants; what is left out stays as it was. */
function whenOf({ instantOf, localTimes }: Clock, input: Input, current: Row | undefined) {
  const before = current && localTimes(current);
  const all_day: boolean = given(input.all_day, current?.all_day ?? true);
  const starts_on: string | undefined = given(input.starts_on, before?.starts_on);
  if (!starts_on) throw failField('starts_on', 'form_required');
  // Moving the first day of an event takes the last one along, unless that is told.
  const length = before ? daysBetween(before.starts_on, before.ends_on) : 0;
  const ends_on: string = input.ends_on ?? addDays(starts_on, input.ends_on === null ? 0 : length);
  if (ends_on < starts_on) throw failField('ends_on', 'DATES_REVERSED');
  if (daysBetween(starts_on, ends_on) >= longestDays) throw failField('ends_on', 'EVENT_TOO_LONG');
  if (all_day) return { all_day, starts_at: instantOf(starts_on), ends_at: instantOf(addDays(ends_on, 1)) };
  const times = {
    starts_time: given<string | null | undefined>(input.starts_time, before?.starts_time),
    ends_time: given<string | null | undefined>(input.ends_time, before?.ends_time),
  };
  for (const name of ['starts_time', 'ends_time'] as const) if (!times[name]) throw failField(name, 'TIME_REQUIRED');
  const [starts_at, ends_at] = [instantOf(starts_on, times.starts_time!), instantOf(ends_on, times.ends_time!)];
  if (ends_at <= starts_at) throw failField('ends_time', 'DATES_REVERSED');
  return { all_day, starts_at, ends_at };
}

/** For whom; what the audience does not name is emptied, so that no old group lingers behind a course. */
async function audienceOf(call: Call, input: Input, current: Row | undefined) {
  const audience: Audience = given(input.audience, current?.audience ?? 'PERSON');
  const of = (name: 'course_id' | 'group_id' | 'account_id', wanted: Audience) =>
    audience === wanted ? given(input[name], current?.[name]) : null;
  const target = {
    audience,
    roles: (audience === 'ROLES' && (input.roles ?? current?.roles)) || [],
    course_id: of('course_id', 'COURSE') ?? null,
    group_id: of('group_id', 'GROUP') ?? null,
    account_id: audience === 'PERSON' ? (of('account_id', 'PERSON') ?? call.account_id) : null,
  };
  if (audience === 'ROLES' && target.roles.length === 0) throw failField('roles', 'form_required');
  if (audience === 'COURSE' && target.course_id === null) throw failField('course_id', 'form_required');
  if (audience === 'GROUP' && target.group_id === null) throw failField('group_id', 'GROUP_REQUIRED');
  await demandReferences(call, { course_id: [courses, target.course_id], group_id: [groups, target.group_id] });
  if (target.account_id !== null && target.account_id !== call.account_id) {
    const { rows } = await call.client.query(
      'select 1 from account_roles where account_id = $1 and institution_id = $2 limit 1',
      [target.account_id, call.institution_id],
    );
    if (!rows.length) throw failField('account_id', 'UNKNOWN_REFERENCE');
  }
  return target;
}

export const event = resource(contract.event, {
  table: calendarEvents,
  search: [sql`${calendarEvents.title}`],
  sorts: { id: sql`${calendarEvents.id}` },
  defaultSort: 'id',
  optionTitle: () => sql`${calendarEvents.title}`,
  visible: (call) => visible(call, forWhom(call)),
  present: async (call, rows) => {
    const [ofCourse, ofGroup] = [
      await titlesOf(
        call,
        courses,
        rows.map((row) => row.course_id),
      ),
      await titlesOf(
        call,
        groups,
        rows.map((row) => row.group_id),
      ),
    ];
    const people = await peopleOf(
      call,
      rows.map((row) => row.account_id),
    );
    const offered = offeredTypes(call);
    const { localTimes } = await clockOf(call);
    return rows.map((row) => {
      const mine = mayChange(call, offered, row);
      const { created_by, ...rest } = plain(row);
      return {
        ...rest,
        ...localTimes(row),
        kind: kindOf[row.type],
        course: ofCourse.get(row.course_id ?? 0) ?? null,
        group: ofGroup.get(row.group_id ?? 0) ?? null,
        person: people.get(row.account_id ?? 0) ?? null,
        personal: row.audience === 'PERSON' && row.account_id === call.account_id,
        can: { edit: mine, delete: mine },
      };
    });
  },
  prepare: async (call, input, current, { type }) => {
    const offered = offeredTypes(call);
    if (current && !mayChange(call, offered, current)) throw fail('AUDIENCE_NOT_YOURS');
    if (!offered.has(type)) throw failField('type', 'TYPE_NOT_OFFERED');
    const target = await audienceOf(call, input, current);
    await demandAudience(call, { type, ...target });
    const values = {
      type,
      title: input.title,
      description: input.description,
      place: input.place,
      link: input.link === '' ? null : input.link,
      ...target,
      ...whenOf(await clockOf(call), input, current),
    };
    return current ? values : { ...values, created_by: call.account_id };
  },
  beforeDelete: async (call, row) => {
    if (!mayChange(call, offeredTypes(call), row)) throw fail('AUDIENCE_NOT_YOURS');
  },
});

async function peopleOf(call: Call, ids: (number | null)[]): Promise<Map<number, { id: number; title: string }>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await call.db
    .select({
      id: accounts.id,
      title: sql<string>`concat_ws(' ', ${accounts.lastname}, ${accounts.firstname}, ${accounts.midname})`,
    })
    .from(accounts)
    .where(and(inArray(accounts.id, wanted), isNull(accounts.deleted_at)));
  return new Map(rows.map((row) => [row.id, row]));
}
