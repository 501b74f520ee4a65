import { sql } from 'drizzle-orm';
import { courses } from '#domains/curriculum/server/index.ts';
import { optionTypes } from '#domains/institutions/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call, OutputOf } from '#platform/server/call/context.ts';
import { keptUntilChanged } from '#platform/server/fast/index.ts';
import { hideFew } from '#platform/server/records/few.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { contract } from '../../contract.ts';
import { careerProfiles } from '../tables.ts';

/** What became of graduates, beside how many of them said so. Of few people nothing is shown, nor what tells it. */

interface Line extends Record<string, unknown> {
  course_id: number | null;
  title: string | null;
  answer: string | null;
  people: number;
}
const none = 'NONE';

interface Asked {
  year?: number | undefined;
}
type Statistics = OutputOf<typeof contract.cv.statistics>;

export const statisticsOf = (call: Call, input: Asked): Promise<Statistics> =>
  keptUntilChanged(call, {
    key: `careers ${call.locale} ${input.year ?? ''}`,
    tables: ['students', 'courses', 'career_profiles', 'option_types'],
    make: () => count(call, input),
  });

async function count(call: Call, input: Asked): Promise<Statistics> {
  const graduated = sql`s.status = 'GRADUATED' and s.deleted_at is null`;
  const { rows: known } = await call.db.execute<{ year: number }>(
    sql`select distinct extract(year from s.status_since)::int as year from ${students} s where ${graduated} order by 1 desc limit 30`,
  );
  const years = known.map(({ year }) => year);
  const year = input.year ?? years[0] ?? null;
  const { rows } = await call.db.execute<Line>(sql`
    select s.course_id, ${localTitle(sql`c.title`, call.locale)} as title, p.answer, count(*)::int as people
      from ${students} s left join ${courses} c on c.id = s.course_id
      left join ${careerProfiles} p on p.student_id = s.id and p.deleted_at is null
     where ${graduated} and s.status_since >= make_date(${year ?? 1}, 1, 1) and s.status_since < make_date(${(year ?? 1) + 1}, 1, 1)
     group by 1, 2, 3 order by 2, 3`);
  const { rows: words } = await call.db.execute<{ code: string; title: string }>(
    sql`select o.code, ${localTitle(sql`o.title`, call.locale)} as title from ${optionTypes} o where o.variable = 'need_for_job_status' and o.deleted_at is null order by o.position, o.id`,
  );
  const title = new Map(words.map((word) => [word.code, word.title]));
  const sum = (lines: readonly Line[]) => lines.reduce((total, { people }) => total + people, 0);
  const groups = [...Map.groupBy(rows, ({ course_id }) => course_id).entries()];
  const byCourse = hideFew(groups.map(([, lines]) => sum(lines)));
  const shownCourses = groups.flatMap(([course_id, lines], at) => {
    if (byCourse.hidden[at] === true) return [];
    // Within a course as well: the one who found no work of twenty is somebody, and so is that there is such an answer at all.
    const cells = hideFew(lines.map(({ people }) => people));
    const told = lines.map((line, index) => ({ ...line, shown: cells.total && cells.hidden[index] === false }));
    const silent = told.find(({ answer }) => answer === null);
    return [
      {
        key: String(course_id ?? none),
        title: lines[0]?.title ?? '',
        graduates: sum(lines),
        answered: cells.total && (silent?.shown ?? true) ? sum(lines) - (silent?.people ?? 0) : null,
        statuses: told.flatMap(({ answer, people, shown }) =>
          answer !== null && shown ? [{ key: answer, title: title.get(answer) ?? answer, people }] : [],
        ),
      },
    ];
  });
  const totals = [...Map.groupBy(rows, ({ answer }) => answer ?? none).entries()].map(([answer, lines]) => ({
    answer,
    people: sum(lines),
  }));
  const over = hideFew(totals.map(({ people }) => people));
  const told = (answer: string): number | null => {
    const at = totals.findIndex((one) => one.answer === answer);
    if (at < 0) return 0;
    return over.hidden[at] ? null : (totals[at]?.people ?? 0);
  };
  const graduates = byCourse.total && over.total ? sum(rows) : null;
  const silent = told(none);
  return {
    year,
    years,
    total: {
      graduates,
      answered: graduates === null || silent === null ? null : graduates - silent,
      employed: graduates === null ? null : told('EMPLOYED'),
    },
    courses: shownCourses,
    hidden: groups.length - shownCourses.length,
  };
}
