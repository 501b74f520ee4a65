import { endPlaces, keepSeats, mentorsOf, type Place, placesOn } from '#domains/groups/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import { type LifeChange, type LifeEffect, type LifePerson, leavingKinds } from '#domains/students/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { type Done, shownDay, unfinished, yearsOf } from './life-years.ts';

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

const fits = (place: Place, { after }: LifePerson, entry_year: number) =>
  place.course_id === after.course_id &&
  place.entry_year === entry_year &&
  place.language === after.study_language &&
  (place.education_form_id === null || place.education_form_id === after.education_form_id);

/** Who studies on sits with those of their course and year: stays where that is so, else gets another place. */
async function reseat(call: Call, change: LifeChange, people: readonly LifePerson[]): Promise<Done> {
  const done: Done = { lines: [], kept: [] };
  const wanted = await cohorts(call, people, change.day);
  const places = await placesOn(
    call,
    people.map(({ id }) => id),
    change.day,
  );
  const movers: { one: LifePerson; course_id: number; entry_year: number; from: string }[] = [];
  for (const one of people) {
    const { entry_year, from } = wanted.get(one.id)!;
    const place = places.get(one.id);
    const { course_id } = one.after;
    if (place && fits(place, one, entry_year))
      done.lines.push({ student_id: one.id, code: 'STAYS', values: { group: place.group } });
    else if (course_id !== null) movers.push({ one, course_id, entry_year, from });
  }
  for (const [from, some] of Map.groupBy(movers, (mover) => mover.from)) {
    const left = some.map(({ one }) => one.id);
    done.kept.push(...(await endPlaces(call, left, from)));
  }
  const seats = await keepSeats(
    call,
    movers.map(({ one, course_id, entry_year, from }) => ({
      student_id: one.id,
      course_id,
      entry_year,
      language: one.after.study_language,
      education_form_id: one.after.education_form_id,
      gender: one.after.gender,
      day: from,
      reason: change.note.reason ?? '',
    })),
  );
  done.kept.push(...seats.kept);
  for (const { one, from } of movers) {
    const place = places.get(one.id);
    if (place) done.lines.push({ student_id: one.id, code: 'LEFT', values: { group: place.group } });
    const group = seats.groups.get(one.id);
    done.lines.push(
      group === undefined
        ? { student_id: one.id, code: 'NO_PLACE' }
        : { student_id: one.id, code: 'SEATED', values: { group, from: shownDay(from) } },
    );
  }
  return done;
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
      code === 'LEFT' || rests
        ? {
            lines: [...places.values()].map(({ student_id, group }) => ({ student_id, code, values: { group } })),
            kept: code === 'LEFT' ? await endPlaces(call, ids, change.day) : [],
          }
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
