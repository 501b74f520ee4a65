import { inArray, type SQL, sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { groups, taughtGroups } from '#domains/groups/server/index.ts';
import { branchDepartments } from '#domains/staff/server/index.ts';
import type { PermissionName } from '#platform/contract/index.ts';
import { type Scope, wider } from '#platform/contract/index.ts';
import { type Call, scopeOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { type Audience, audiences, type EventType, eventKinds, eventTypes, kindOf } from '../shapes.ts';

/** Which types of events a person may enter, and for whom. */

const byPermission = {
  'calendar.all_types': eventTypes,
  'calendar.academic_types': [
    'ASSESSMENT_WEEK',
    'ASSESSMENT_DAY',
    'GENERAL_EVENT',
    'DEADLINE',
    'EXTRACURRICULAR_ACTIVITY',
  ],
  'calendar.week_types': ['TEACHING_WEEK'],
  'calendar.general_types': ['GENERAL_EVENT'],
} as const satisfies { [P in PermissionName]?: readonly EventType[] };

/** The types that the caller may enter, each with the widest scope in which they may. */
export function offeredTypes(call: Call): Map<EventType, Scope> {
  const offered = new Map<EventType, Scope>();
  for (const permission of Object.keys(byPermission) as (keyof typeof byPermission)[]) {
    const scope = scopeOf(call, permission);
    if (scope) for (const type of byPermission[permission]) offered.set(type, wider(offered.get(type), scope));
  }
  return offered;
}

const withScope: Record<Scope, readonly Audience[]> = {
  own: ['PERSON'],
  taught: ['GROUP', 'PERSON'],
  branch: ['COURSE', 'GROUP', 'PERSON'],
  institution: audiences,
};

/** Types by kind as selectors offer them; a kind of which nothing is offered is left out. */
export function typeOptions(call: Call) {
  const offered = offeredTypes(call);
  return eventKinds.flatMap((name, i) => {
    const children = eventTypes.flatMap((type, j) => {
      const scope = offered.get(type);
      return scope && kindOf[type] === name
        ? [
            {
              id: 11 + j,
              name: type,
              type: { title: message(call.locale, `calendar.type.${type}`) },
              audiences: [...withScope[scope]],
            },
          ]
        : [];
    });
    // The kind's own type first, as it names the kind.
    children.sort((a, b) => Number(b.name === name) - Number(a.name === name));
    return children.length
      ? [{ id: 1 + i, name, calendar_event_info: { title: message(call.locale, `calendar.kind.${name}`) }, children }]
      : [];
  });
}

export interface Addressed {
  type: EventType;
  audience: Audience;
  course_id: number | null;
  group_id: number | null;
  account_id: number | null;
}

const holds = async (call: Call, condition: SQL) =>
  (await call.db.execute(sql`select 1 where ${condition}`)).rows.length > 0;

/** Refuses with 403 unless the caller may enter an event of this type for these people. */
export async function demandAudience(call: Call, event: Addressed): Promise<void> {
  const scope = offeredTypes(call).get(event.type);
  const allowed = scope && withScope[scope].includes(event.audience);
  if (!allowed) throw fail('AUDIENCE_NOT_YOURS');
  if (scope === 'institution' || (event.audience === 'PERSON' && event.account_id === call.account_id)) return;
  const within =
    event.audience === 'PERSON'
      ? false
      : scope === 'taught'
        ? await holds(call, sql`${event.group_id}::integer in ${taughtGroups(call)}`)
        : await holds(
            call,
            sql`exists (select 1 from ${courses} c where c.department_id in ${branchDepartments(call)} and c.id = ${
              event.audience === 'COURSE'
                ? sql`${event.course_id}::integer`
                : sql`(select g.course_id from ${groups} g where ${inArray(sql`g.id`, [event.group_id])})`
            })`,
          );
  if (!within) throw fail('AUDIENCE_NOT_YOURS');
}

/** Whether the caller may change an event: their own, or one of the institution that is not for another person. */
export function mayChange(
  call: Call,
  offered: Map<EventType, Scope>,
  event: { type: string; audience: string | null; account_id: number | null; created_by: number | null },
): boolean {
  const scope = offered.get(event.type as EventType);
  if (!scope || event.created_by === null) return false;
  if (event.created_by === call.account_id) return true;
  return scope === 'institution' && event.audience !== 'PERSON';
}
