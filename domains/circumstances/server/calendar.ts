import { sql } from 'drizzle-orm';
import type { CalendarPart } from '#domains/calendar/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { inPanel } from './reach.ts';
import { claims } from './tables.ts';

/** Meetings of panels in the calendars of their members, who alone come: a calendar says no more than when and where. */
export const meetings: CalendarPart = {
  name: 'claim panels',
  events: (call: Call, from, to) =>
    may(call, 'circumstance.panel')
      ? sql`select ${claims.id}::text, 'GENERAL_EVENT', ${message(call.locale, 'calendar_ec_panel')}::text, null::text, ${claims.panel_place},
          '/ec/' || ${claims.id}, false, ${claims.panel_at}, ${claims.panel_at} + interval '1 hour', ${claims.version}, false, null::text
        from ${claims} where ${claims.deleted_at} is null and ${claims.panel} and ${inPanel(call)}
         and ${claims.panel_at} < ${to}::timestamptz and ${claims.panel_at} + interval '1 hour' > ${from}::timestamptz`
      : undefined,
};
