import { sql } from 'drizzle-orm';
import type { CalendarPart } from '#domains/calendar/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { ownRecords } from './reach.ts';
import { offencePanelMembers, offencePanels, offences } from './tables.ts';

/** Hearings in the calendars of those who come: other people see a phone's screen, so they say no more than when and where. */
export const hearings: CalendarPart = {
  name: 'hearings',
  events: (call: Call, from, to) =>
    may(call, 'offence.read')
      ? sql`select p.id::text, 'GENERAL_EVENT', ${message(call.locale, 'calendar_hearing')}::text, null::text, p.place,
          case when o.student_id in ${ownRecords(call)} then '/offence-read?open=' else '/offence?open=' end || o.id, false, p.hearing_at, p.hearing_at + interval '1 hour', p.version, false, null::text
        from ${offencePanels} p join ${offences} o on o.id = p.offence_id and o.deleted_at is null
       where p.hearing_at < ${to}::timestamptz and p.hearing_at + interval '1 hour' > ${from}::timestamptz
         and (o.student_id in ${ownRecords(call)} or p.id in (select m.panel_id from ${offencePanelMembers} m where m.account_id = ${call.account_id}))`
      : undefined,
};
