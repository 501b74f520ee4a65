import type pg from 'pg';
import { think } from './client.ts';
import { type Day, evenly } from './day.ts';
import { pages } from './pages.ts';
import { type Account, peopleOf, studentAccounts, todayOf } from './people.ts';

/** Days on which students come. */

export const results: Day = {
  about: 'a board has published: students look at their marks',
  people: 10_000,
  minutes: 5,
  arrives: evenly,
  async prepare(client, count) {
    const home = pages.studentHome(await todayOf(client));
    return {
      people: await peopleOf(client, await studentAccounts(client), count),
      async visit(visitor) {
        await visitor.enter();
        await visitor.open(home);
        await think(2, 8);
        await visitor.turnTo(pages.marks);
        await think(5, 20);
        // Not all are content with one look.
        if (Math.random() < 0.3) await visitor.open(pages.marks);
        await think(2, 10);
      },
    };
  },
};

export const exam: Day = {
  about: 'the morning of an exam: everybody opens the home page at once',
  people: 2_000,
  minutes: 2,
  // Within a hundredth of the time: nobody's clock is exact.
  arrives: (place) => place / 100,
  async prepare(client, count) {
    const home = pages.studentHome(await todayOf(client));
    return {
      people: await peopleOf(client, await studentAccounts(client), count),
      async visit(visitor, _at, over) {
        await visitor.enter();
        await visitor.open(home);
        while (!over()) {
          await think(5, 15);
          await visitor.turnTo(pages.ownExams);
          await think(10, 30);
          if (!over()) await visitor.open(home);
        }
      },
    };
  },
};

/** For so many who want one there is one place. */
const wantedPerPlace = 4;

export const seats: Day = {
  about: 'optional modules open: there are places for one of four who want one',
  people: 6_000,
  minutes: 2,
  // The half that waits for the minute comes in its first tenth.
  arrives: (place) => (place < 0.5 ? place / 5 : 0.1 + (place - 0.5) * 1.8),
  async prepare(client, count) {
    const wishes = await wishesOf(client, count);
    const modules = [...new Set(wishes.map(({ module }) => module))];
    await openChoice(client, modules, wishes);
    const given = async () => {
      const { rows } = await client.query<{
        id: number;
        places: number;
        taken: number;
        people: number;
        wishes: number;
      }>(
        `select m.id, m.capacity as places, count(*) filter (where c.state = 'CHOSEN')::int as taken,
                count(distinct c.student_id)::int as people, count(c.id)::int as wishes
           from course_modules m left join module_choices c on c.course_module_id = m.id and c.deleted_at is null
          where m.id = any($1) group by m.id`,
        [modules],
      );
      return rows;
    };
    return {
      people: await peopleOf(client, wishes, count),
      async visit(visitor, at) {
        await visitor.enter();
        await visitor.open(pages.moduleChoice);
        await think(1, 6);
        const { module } = wishes[at % wishes.length]!;
        const body = { course_module_id: module };
        // Whoever comes with a second device has chosen already, and some hours clash: both are told so.
        await visitor.write('module choice', 'POST', '/module_choice', body, { expected: [409] });
        await visitor.turnTo(pages.moduleChoice);
        await think(2, 8);
      },
      async faults() {
        const rows = await given();
        const sum = (figure: 'places' | 'taken' | 'wishes') => rows.reduce((all, row) => all + row[figure], 0);
        console.log(
          `\n${sum('taken')} of ${sum('places')} places of ${rows.length} modules given, ${sum('wishes') - sum('taken')} people wait.`,
        );
        return rows.flatMap(({ id, places, taken, people, wishes: asked }) => [
          ...(taken > places ? [`module ${id}: ${taken} of ${places} places given`] : []),
          ...(people < asked ? [`module ${id}: somebody stands twice in its list`] : []),
          ...(taken < Math.min(places, asked)
            ? [`module ${id}: ${asked} asked, ${taken} of ${places} places given`]
            : []),
        ]);
      },
    };
  },
};

/** So many wishes of students for modules that they may choose; nobody's second before everybody's first. */
async function wishesOf(client: pg.Client, count: number): Promise<(Account & { module: number })[]> {
  const { rows } = await client.query<Account & { module: number }>(
    `select a.id, a.username, cm.id as module
       from group_members m join groups g on g.id = m.group_id
       join students s on s.id = m.student_id and s.status = 'ACTIVE' and s.deleted_at is null
       join accounts a on a.id = s.account_id and a.active and a.deleted_at is null
       join course_modules cm on cm.course_id = g.course_id and cm.type <> 'CORE' and cm.deleted_at is null and cm.active
       join academic_years y on y.id = cm.academic_year_id and y.ends_on >= edulab_today()
        and extract(year from y.starts_on)::int - g.entry_year + 1 = cm.study_year
      where m.institution_id = 1 and m.kind = 'MAIN' and m.ends_on is null and m.deleted_at is null
      order by row_number() over (partition by s.id order by cm.id), s.id limit $1`,
    [count],
  );
  return rows;
}

/** Opens the choice of these modules as if nobody had chosen yet, with places for a part of those who will want one. */
async function openChoice(client: pg.Client, modules: number[], wishes: readonly { module: number }[]): Promise<void> {
  const wanted = Map.groupBy(wishes, ({ module }) => module);
  const places = modules.map((module) => Math.max(1, Math.floor((wanted.get(module)?.length ?? 0) / wantedPerPlace)));
  await client.query(
    "update module_choices set state = 'WITHDRAWN', deleted_at = edulab_now() where course_module_id = any($1) and deleted_at is null",
    [modules],
  );
  await client.query(
    `update course_modules m set capacity = t.places, choice_opens_on = edulab_today() - 1, choice_closes_on = edulab_today() + 1
       from unnest($1::int[], $2::int[]) as t(id, places) where m.id = t.id`,
    [modules, places],
  );
}
