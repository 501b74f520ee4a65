import { and, asc, inArray, isNull, sql } from 'drizzle-orm';
import { peopleOptions, staff, whoActs } from '#domains/staff/server/index.ts';
import type { Call, InputOf, OutputOf } from '#platform/server/call/context.ts';
import { failField } from '#platform/server/call/errors.ts';
import { todayOf } from '#platform/server/clock.ts';
import { demandReferences } from '#platform/server/records/references.ts';
import { localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { scaleOn } from './points.ts';
import { achievementGrades as grades, achievementPoints as points, achievementTypes as types } from './tables.ts';

/** What counts as an achievement, and what can be reached of each. */

const gradesOf = (call: Pick<Call, 'db'>, type_ids: readonly number[]) =>
  call.db
    .select()
    .from(grades)
    .where(and(inArray(grades.type_id, [...type_ids]), isNull(grades.deleted_at)))
    .orderBy(asc(grades.position), asc(grades.id));

export const type = resource(contract.type, {
  table: types,
  search: [sql`${types.title}::text`],
  sorts: {
    position: sql`${types.position}`,
    created_at: sql`${types.created_at}`,
    id: sql`${types.id}`,
  },
  defaultSort: 'position',
  optionTitle: (locale) => localTitle(types.title, locale),
  present: async (call, rows) => {
    const found = await gradesOf(
      call,
      rows.map(({ id }) => id),
    );
    const validators = rows.flatMap(({ validator_id }) => validator_id ?? []);
    const named = new Map(
      validators.length ? (await peopleOptions(call, { ids: validators.join(',') })).map((one) => [one.id, one]) : [],
    );
    return rows.map((row) => ({
      ...plain(row),
      validator: named.get(row.validator_id ?? 0) ?? null,
      grades: found.flatMap(({ id, type_id, title }) => (type_id === row.id ? [{ id, title }] : [])),
    }));
  },
  prepare: async (call, input, current) => {
    await demandReferences(call, { validator_id: [staff, input.validator_id] });
    await demandOwnGrades(call, input.grades, current?.id);
    const { grades: _, ...fields } = input;
    return { ...fields, ...(current ? {} : { description: fields.description ?? { uz: '', ru: '', en: '' } }) };
  },
  written: async (call, row, _before, input) => {
    if (input.grades) await keepGrades(call, row.id, input.grades);
  },
});

type Grades = InputOf<typeof contract.type.save>['grades'];

/** A grade that is named by its number must be one of this type. */
async function demandOwnGrades(call: Call, given: Grades, type_id: number | undefined): Promise<void> {
  const named = (given ?? []).flatMap(({ id }, at) => (id === undefined ? [] : [{ id, at }]));
  if (named.length === 0) return;
  const own = new Set((type_id === undefined ? [] : await gradesOf(call, [type_id])).map(({ id }) => id));
  const foreign = named.find(({ id }) => !own.has(id));
  if (foreign) throw failField(`grades.${foreign.at}.id`, 'UNKNOWN_REFERENCE');
}

/** What is left out is offered no more; records of before still say it. */
async function keepGrades(call: Call, type_id: number, given: NonNullable<Grades>): Promise<void> {
  const kept = given.flatMap(({ id }) => id ?? []);
  const rows = JSON.stringify(given.map((one, position) => ({ id: one.id ?? null, title: one.title, position })));
  await call.db.execute(sql`
    update ${grades} g set deleted_at = edulab_now()
     where g.type_id = ${type_id} and g.deleted_at is null ${kept.length ? sql`and g.id not in ${kept}` : sql``}`);
  await call.db.execute(sql`
    update ${grades} g set title = r.title, position = r.position
      from jsonb_to_recordset(${rows}::jsonb) r (id integer, title jsonb, position smallint)
     where g.id = r.id and (g.title, g.position) is distinct from (r.title, r.position)`);
  await call.db.execute(sql`
    insert into ${grades} (type_id, title, position)
    select ${type_id}::integer, r.title, r.position from jsonb_to_recordset(${rows}::jsonb) r (id integer, title jsonb, position smallint)
     where r.id is null order by r.position`);
}

/** What can be chosen, with the points of a day; where no table knows a grade, it has none. */
export async function typeOptions(
  call: Call,
  { on }: InputOf<typeof contract.record.types>,
): Promise<OutputOf<typeof contract.record.types>> {
  const day = on ?? (await todayOf(call));
  const { rows } = await call.db.execute<OutputOf<typeof contract.record.types>[number] & Record<string, unknown>>(sql`
    select t.id, ${localTitle(sql`t.title`, call.locale)} as title, coalesce(${localTitle(sql`t.description`, call.locale)}, '') as description, t.evidence_min,
           coalesce((select json_agg(json_build_object('id', g.id, 'title', ${localTitle(sql`g.title`, call.locale)}, 'points', p.points::float8) order by g.position, g.id)
              from ${grades} g left join ${points} p on p.grade_id = g.id and p.scale_id = s.id and p.deleted_at is null
             where g.type_id = t.id and g.deleted_at is null), '[]') as grades
      from ${types} t left join lateral ${scaleOn(sql`${day}::date`)} s on true
     where t.active and t.deleted_at is null order by t.position, t.id limit 500`);
  return rows;
}

/** Who may be named as a validator: whoever may verify at all. */
export const validatorOptions = (call: Call, input: InputOf<typeof contract.type.validators>) =>
  peopleOptions(call, input, sql`${staff.id} in ${whoActs('achievement.verify')}`);
