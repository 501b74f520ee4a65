import { type SQL, sql } from 'drizzle-orm';
import { academicYears } from '#domains/institutions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { fewest, hideFew } from '#platform/server/records/few.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import { feedback, feedbackTypes } from './tables.ts';

interface Group extends Record<string, unknown> {
  key: string;
  title: string;
  count: number;
  people: number;
}

/** What a year was written about. Of few people nothing is shown, and nothing from which theirs could be reckoned. */
export async function statisticsOf(call: Call, input: { academic_year_id?: number | undefined }) {
  const { rows: years } = await call.db.execute<{ id: number; title: string }>(sql`
    select y.id, y.name as title from ${academicYears} y where y.deleted_at is null
       and ${input.academic_year_id ? sql`y.id = ${input.academic_year_id}` : sql`y.current`} limit 1`);
  const [year] = years;
  if (input.academic_year_id !== undefined && !year) throw fail('NOT_FOUND');
  const of = sql`(select f.*, t.kind, t.title as type_title from ${feedback} f join ${feedbackTypes} t on t.id = f.type_id
    ${year ? sql`join ${academicYears} y on y.id = ${year.id} and f.filed_on between y.starts_on and y.ends_on` : sql``}
    where f.deleted_at is null)`;
  // Each letter without a sender counts as somebody of their own.
  const people = sql`(count(distinct coalesce(x.account_id, -x.id)))::int as people`;
  const group = async (key: SQL, title: SQL = sql`''`) =>
    (
      await call.db.execute<Group>(sql`
        select coalesce(${key}::text, 'NONE') as key, coalesce(${title}, '') as title, count(*)::int as count, ${people}
          from ${of} x group by 1, 2 order by 3 desc, 1`)
    ).rows;
  const worded = (rows: Group[], beginning: string) =>
    rows.map((row) => ({ ...row, title: message(call.locale, `${beginning}.${row.key}`) }));
  const parts = {
    kinds: shown(worded(await group(sql`x.kind`), 'feedback_kind')),
    types: shown(await group(sql`x.type_id`, localTitle(sql`x.type_title`, call.locale))),
    themes: shown(worded(await group(sql`x.theme`), 'feedback_theme')),
    modes: shown(worded(await group(sql`x.mode`), 'feedback_mode')),
    outcomes: shown(worded(await group(sql`x.status`), 'feedback_state')),
  };
  const { rows: times } = await call.db.execute<{ answered: number; in_time: number; people: number }>(sql`
    select count(*)::int as answered, (count(*) filter (where x.in_time))::int as in_time, ${people}
      from ${of} x where x.in_time is not null`);
  const [answers] = times;
  const hidden = Object.values(parts).some(({ total }) => total === null);
  return {
    academic_year: year ?? null,
    // One that could not be shown beside its parts is shown nowhere.
    total: hidden ? null : (parts.kinds.total ?? null),
    kinds: parts.kinds.shown,
    types: parts.types.shown,
    themes: parts.themes.shown,
    modes: parts.modes.shown,
    outcomes: parts.outcomes.shown,
    in_time:
      answers && answers.people >= fewest ? Math.round((100 * answers.in_time) / Math.max(1, answers.answered)) : null,
  };
}

function shown(groups: readonly Group[]) {
  const { hidden, total } = hideFew(groups.map(({ people }) => people));
  return {
    shown: groups.map(({ key, title, count }, at) => ({ key, title, count: hidden[at] ? null : count })),
    total: total ? groups.reduce((sum, { count }) => sum + count, 0) : null,
  };
}
