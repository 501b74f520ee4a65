import { type SQL, sql } from 'drizzle-orm';
import { endPlaces, keepSeats, mentorsOf, type Newcomer, type Place, placesOn } from '#domains/groups/server/index.ts';
import { academicYears } from '#domains/institutions/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import {
  type LifeChange,
  type LifeEffect,
  type LifePerson,
  leavingKinds,
  students,
} from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import type { Kept } from '#platform/server/records/kept.ts';
import { type Done, shownDay, yearsOf } from './life-rows.ts';
import { unfinished } from './life-years.ts';
import { enrollments } from './tables.ts';

/** Places in groups follow the years of study: leave keeps them, leaving ends them, who studies another year or course moves. */

/** The year in which the group of somebody entered, by the year of study that they are in. */
async function cohorts(
  call: Call,
  people: readonly LifePerson[],
  day: string,
): Promise<Map<number, { entry_year: number; from: string }>> {
  const years = await yearsOf(
    call,
    people.map(({ id }) => id),
    day,
    unfinished,
  );
  return new Map(
    people.map(({ id, after }) => {
      const mine = years.filter((row) => row.student_id === id && row.course_id === after.course_id);
      // Of somebody who repeats it is the year that is planned.
      const year = mine.at(-1);
      return [
        id,
        year
          ? { entry_year: year.first - year.study_year + 1, from: year.starts_on > day ? year.starts_on : day }
          : { entry_year: after.entry_year, from: day },
      ];
    }),
  );
}

/** The same of the year of study that runs, else of the one that comes; null of whoever has none. */
export const cohortOf = (student: SQL): SQL => sql`(
  select extract(year from y.starts_on)::int - e.study_year + 1 from ${enrollments} e join ${academicYears} y on y.id = e.academic_year_id
    join ${students} s on s.id = e.student_id and s.course_id = e.course_id
   where e.student_id = ${student} and e.status in ${unfinished} and e.deleted_at is null and e.ends_on >= (select edulab_today())
   order by e.starts_on, e.id limit 1)`;

const fits = (place: Place, { after }: LifePerson, entry_year: number) =>
  place.course_id === after.course_id &&
  place.entry_year === entry_year &&
  place.language === after.study_language &&
  (place.education_form_id === null || place.education_form_id === after.education_form_id);

const seatedIn = (student_id: number, group: string | undefined, day: string) =>
  group ? { student_id, code: 'SEATED', values: { group, from: shownDay(day) } } : { student_id, code: 'NO_PLACE' };

/** Who studies on sits with those of their course and year: stays where that is so, else gets another place. */
async function reseat(call: Call, change: LifeChange, people: readonly LifePerson[]): Promise<Done> {
  const done: Done = { lines: [], kept: [] };
  const wanted = await cohorts(call, people, change.day);
  const places = await placesOn(
    call,
    people.map(({ id }) => id),
    change.day,
  );
  const moving: Newcomer[] = [];
  for (const one of people) {
    const { entry_year, from } = wanted.get(one.id)!;
    const place = places.get(one.id);
    if (place && fits(place, one, entry_year))
      done.lines.push({ student_id: one.id, code: 'STAYS', values: { group: place.group } });
    else if (one.after.course_id !== null)
      moving.push({
        student_id: one.id,
        course_id: one.after.course_id,
        entry_year,
        language: one.after.study_language,
        education_form_id: one.after.education_form_id,
        gender: one.after.gender,
        day: from,
        reason: change.note.reason ?? '',
        group_id: change.target.group_id,
      });
  }
  for (const [day, some] of Map.groupBy(moving, (one) => one.day)) {
    const moved = await movePlaces(call, some, day);
    done.kept.push(...moved.kept);
    for (const { student_id } of some) {
      const place = places.get(student_id);
      const group = moved.seats.get(student_id);
      if (place) done.lines.push({ student_id, code: 'LEFT', values: { group: place.group } });
      if (!group && change.target.group_id) throw fail('GROUP_FULL');
      done.lines.push(seatedIn(student_id, group, day));
    }
  }
  return done;
}

/** Ends the places of these people before a day and gives them others from it on, where there are any: of a repeated year too. */
export async function movePlaces(
  call: Call,
  people: readonly Newcomer[],
  day: string,
): Promise<{ seats: Map<number, string>; kept: Kept[] }> {
  const ended = await endPlaces(
    call,
    people.map(({ student_id }) => student_id),
    day,
  );
  const { seats, kept } = await keepSeats(call, people, day);
  return { seats, kept: [...ended, ...kept] };
}

const comes = ['STAYS', 'LEFT', 'SEATED', 'NO_PLACE'];

export const groupOfLife: LifeEffect = {
  name: 'enrollment.group',
  area: 'group',
  does: {
    LEAVE: ['KEPT'],
    SUSPENSION: ['KEPT'],
    RETURN: comes,
    LIFT: comes,
    RESTORATION: comes,
    TRANSFER: comes,
    LATER_YEAR_ADMISSION: comes,
    REPEAT_YEAR: comes,
    RECOGNITION: comes,
    ADMISSION: ['SEATED', 'NO_PLACE'],
    WITHDRAWAL: ['LEFT'],
    EXPULSION: ['LEFT'],
    TRANSFER_OUT: ['LEFT'],
    GRADUATION: ['LEFT'],
  },
  async apply(call, change, people) {
    const ids = people.map(({ id }) => id);
    const places = await placesOn(call, ids, change.day);
    const code = leavingKinds.includes(change.kind) ? 'LEFT' : 'KEPT';
    const rests = change.kind === 'LEAVE' || change.kind === 'SUSPENSION';
    const done: Done =
      change.kind === 'ADMISSION'
        ? { lines: people.map(({ id }) => seatedIn(id, places.get(id)?.group, change.day)), kept: [] }
        : code === 'LEFT' || rests
          ? {
              lines: [...places.values()].map(({ student_id, group }) => ({ student_id, code, values: { group } })),
              kept: code === 'LEFT' ? await endPlaces(call, ids, change.day) : [],
            }
          : change.kind === 'RECOGNITION' && !change.target.study_year
            ? { lines: [], kept: [] }
            : await reseat(call, change, people);
    const names = people.map(({ before }) => before.full_name);
    await notify(
      call,
      await mentorsOf(
        call,
        [...places.values()].map(({ group_id }) => group_id),
      ),
      {
        type: 'life',
        title: titleOf(`notice_life_mentor.${change.kind}`, { name: names[0] ?? '', more: names.length - 1 }),
        link: '/students',
      },
    );
    return done;
  },
};
