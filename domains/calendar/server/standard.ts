import { sql } from 'drizzle-orm';
import { courseModules } from '#domains/curriculum/server/index.ts';
import { groups, ownGroups } from '#domains/groups/server/index.ts';
import { academicYears, semesters } from '#domains/institutions/server/index.ts';
import { may } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { localZone } from '#platform/server/clock.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { CalendarPart } from './hooks.ts';
import { belongs } from './reach.ts';

/** Events that follow from what stands elsewhere in the institution: semesters, and the choice of modules. */

const midnight = (day: ReturnType<typeof sql>) => sql`(${day}::timestamp at time zone ${localZone})`;

const dayOf = (instant: string) => sql`(${instant}::timestamptz at time zone ${localZone})::date`;

export const semesterDays: CalendarPart = {
  name: 'semesters',
  events: (call, from, to) => {
    const part = (column: 'starts_on' | 'ends_on', key: string) => {
      const day = sql`s.${sql.identifier(column)}`;
      return sql`select s.id || ${`-${column}`}, 'SEMESTER', ${localTitle(sql`s.title`, call.locale)} || ${` · ${message(call.locale, key)}`}, null, null, null, true, ${midnight(day)}, ${midnight(sql`(${day} + 1)`)}, s.version, false, null::text
      from ${semesters} s join ${academicYears} y on y.id = s.academic_year_id
      where s.deleted_at is null and y.deleted_at is null and ${day} between ${dayOf(from)} and ${dayOf(to)} and ${belongs(call)}`;
    };
    return sql`${part('starts_on', 'calendar.semester_begins')} union all ${part('ends_on', 'calendar.semester_ends')}`;
  },
};

// One line for all modules whose choice closes on a day, for those who learn in a group that may choose.
export const choices: CalendarPart = {
  name: 'choices',
  events: (call, from, to) =>
    may(call, 'module_choice.choose') && call.abilities.get('module_choice.choose') === 'own'
      ? sql`select cm.choice_closes_on::text, 'DEADLINE', ${message(call.locale, 'calendar.choice_closes')}::text, null, null, null, true, ${midnight(sql`cm.choice_closes_on`)}, ${midnight(sql`(cm.choice_closes_on + 1)`)}, max(cm.version), false, null::text
        from ${courseModules} cm join ${academicYears} y on y.id = cm.academic_year_id
        join ${groups} g on g.course_id = cm.course_id and extract(year from y.starts_on)::int - g.entry_year + 1 = cm.study_year
       where g.id in ${ownGroups(call)} and cm.type <> 'CORE' and cm.active and cm.deleted_at is null
         and cm.choice_closes_on between ${dayOf(from)} and ${dayOf(to)} group by cm.choice_closes_on`
      : undefined,
};
