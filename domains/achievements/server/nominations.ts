import { asc, eq, inArray, sql } from 'drizzle-orm';
import { averagesOf } from '#domains/assessment/server/index.ts';
import { groupMembers, groups } from '#domains/groups/server/index.ts';
import { academicYears, departments } from '#domains/institutions/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import { type Call, type InputOf, may, type OutputOf, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { accounts } from '#platform/server/database/tables.ts';
import { sendTable } from '#platform/server/records/exports.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { localTitle, plain, resource } from '#platform/server/records/resource.ts';
import { loadForChange } from '#platform/server/records/stale.ts';
import { checkTransition, recordTransition } from '#platform/server/records/workflow.ts';
import { type ExportColumn, writeCsv } from '#platform/server/spreadsheets.ts';
import { contract } from '../contract.ts';
import { nominationWorkflow } from '../workflow.ts';
import { numberOf, numberSql } from './numbers.ts';
import {
  achievementGrades as grades,
  achievementNominations as nominations,
  achievementNominees as nominees,
  achievementRecords as records,
  achievementScales as scales,
  achievementTypes as types,
} from './tables.ts';
import { counts } from './verified.ts';

/** Lists of nominees, for scholarships and prizes: criteria, who meets them and by which records, and the list as it was frozen. */

type NominationRow = typeof nominations.$inferSelect;
type Nominees = OutputOf<typeof contract.nomination.nominees>;
type Row = Nominees['rows'][number];

export const nomination = resource(contract.nomination, {
  table: nominations,
  search: [sql`${nominations.title}`],
  sorts: {
    created_at: sql`${nominations.created_at}`,
    title: sql`${nominations.title}`,
    id: sql`${nominations.id}`,
  },
  defaultSort: 'created_at,desc',
  optionTitle: () => sql`${nominations.title}`,
  present: async (call, rows) => {
    const years = await titlesOf(
      call,
      academicYears,
      rows.map(({ academic_year_id }) => academic_year_id),
    );
    const places = await titlesOf(
      call,
      departments,
      rows.map(({ department_id }) => department_id),
    );
    const typed = await titlesOf(
      call,
      types,
      rows.flatMap(({ type_ids }) => type_ids),
    );
    const frozen = rows.flatMap(({ id, status }) => (status === 'FROZEN' ? [id] : []));
    const chosen = new Map(
      frozen.length
        ? (
            await call.db
              .select({
                id: nominees.nomination_id,
                count: sql<number>`(count(*) filter (where ${nominees.chosen}))::int`,
              })
              .from(nominees)
              .where(inArray(nominees.nomination_id, frozen))
              .groupBy(nominees.nomination_id)
          ).map(({ id, count }) => [id, count])
        : [],
    );
    const people = rows.flatMap(({ frozen_by }) => frozen_by ?? []);
    const names = new Map(
      people.length
        ? (
            await call.db
              .select({
                id: accounts.id,
                name: sql<string>`concat_ws(' ', ${accounts.lastname}, ${accounts.firstname})`,
              })
              .from(accounts)
              .where(inArray(accounts.id, people))
          ).map(({ id, name }) => [id, name])
        : [],
    );
    return rows.map((row) => ({
      ...plain(row),
      frozen_by: names.get(row.frozen_by ?? 0) ?? null,
      academic_year: years.get(row.academic_year_id) ?? null,
      department: places.get(row.department_id ?? 0) ?? null,
      types: row.type_ids.flatMap((id) => typed.get(id) ?? []),
      nominees: chosen.get(row.id) ?? (row.status === 'FROZEN' ? 0 : null),
      can: { edit: row.status === 'DRAFT', delete: row.status === 'DRAFT', freeze: row.status === 'DRAFT' },
    }));
  },
  prepare: async (call, input, current, next) => {
    if (current && current.status !== 'DRAFT') throw fail('NOMINATION_FROZEN');
    if (next.ends_on < next.starts_on) throw failField('ends_on', 'DATES_REVERSED');
    await demandReferences(call, {
      academic_year_id: [academicYears, input.academic_year_id],
      department_id: [departments, input.department_id],
      type_ids: [types, input.type_ids],
    });
    return input;
  },
  written: async (call, row, before) => {
    if (!before) await recordTransition(call, nominationWorkflow.entity, [{ id: row.id, from: null }], row.status, {});
  },
  beforeDelete: async (_call, row) => {
    if (row.status !== 'DRAFT') throw fail('NOMINATION_FROZEN');
  },
});

/** So many rows are shown and kept at most; nobody nominates more, and who stands behind them is not near. */
const most = 2000;

/** Who meets the criteria as things stand now. Those who share the last place are all nominated: nothing tells them apart. */
async function counted(call: Call, of: NominationRow): Promise<Omit<Nominees, 'frozen' | 'revoked'>> {
  const { rows } = await call.db.execute<
    Omit<Row, 'student'> & Row['student'] & { total: number; chosen_total: number } & Record<string, unknown>
  >(sql`
    with counted as (
      select r.* from ${records} r where ${counts(sql`r`)} and r.institution_id = edulab_institution()
         and r.achieved_on between ${of.starts_on} and ${of.ends_on}
         ${of.type_ids.length ? sql`and r.type_id = any(${sql.param(of.type_ids)}::int[])` : sql``}),
    ranked as (
      select s.id, sum(c.points) as points, rank() over (order by sum(c.points) desc)::int as place
        from counted c join ${students} s on s.id = c.student_id and s.status = 'ACTIVE' and s.deleted_at is null
       where true ${of.department_id ? sql`and s.department_id = ${of.department_id}` : sql``} ${of.level ? sql`and s.level = ${of.level}` : sql``}
         ${of.min_average === null ? sql`` : sql`and s.id in (select m.student_id from ${averagesOf(sql`select x.student_id from counted x`)} m where m.average >= ${of.min_average})`}
       group by s.id having sum(c.points) >= ${of.min_points}),
    shown as (
      select ranked.*, place <= ${of.seats}::int as chosen, (count(*) over ())::int as total, (count(*) filter (where place <= ${of.seats}::int) over ())::int as chosen_total
        from ranked order by place, id limit ${most})
    ${of.min_average === null ? sql`` : sql`, marks as materialized (select * from ${averagesOf(sql`select x.id from shown x`)} m)`}
    select p.id as student_id, p.place, p.chosen, p.total, p.chosen_total, p.points::float8 as points, s.student_no, s.firstname, s.lastname, s.midname, s.status,
           (select g.name from ${groupMembers} m join ${groups} g on g.id = m.group_id
             where m.student_id = s.id and m.kind = 'MAIN' and m.ends_on is null and m.deleted_at is null limit 1) as group,
           (select ${localTitle(sql`d.title`, call.locale)} from ${departments} d where d.id = s.department_id) as faculty, c.parts,
           ${
             of.min_average === null
               ? sql`null`
               : sql`(select json_build_object('average', m.average::float8, 'weighed', m.weighed::float8, 'credits', m.credits::float8, 'modules', m.modules) from marks m where m.student_id = p.id)`
           } as marks
      from shown p join ${students} s on s.id = p.id
      join (select c.student_id, json_agg(json_build_object('record_id', c.id, 'number', ${numberSql(sql`c.id`)}, 'title', c.title,
              'type', ${localTitle(sql`t.title`, call.locale)}, 'grade', ${localTitle(sql`g.title`, call.locale)}, 'achieved_on', c.achieved_on,
              'scale', '№ ' || z.number, 'points', c.points::float8) order by c.achieved_on, c.id) as parts
              from counted c join ${types} t on t.id = c.type_id join ${grades} g on g.id = c.grade_id join ${scales} z on z.id = c.scale_id
             where c.student_id in (select id from shown) group by c.student_id) c on c.student_id = p.id
     order by p.place, s.full_name, p.id`);
  return {
    rows: rows.map(({ student_id, student_no, firstname, lastname, midname, status, total, chosen_total, ...row }) => ({
      student_id,
      place: row.place,
      chosen: row.chosen,
      student: { id: student_id, student_no, firstname, lastname, midname, status },
      group: row.group,
      faculty: row.faculty,
      points: row.points,
      marks: row.marks,
      parts: row.parts,
    })),
    total: rows[0]?.total ?? 0,
    chosen: rows[0]?.chosen_total ?? 0,
    seats: of.seats,
  };
}

export async function nomineesOf(call: Call, { id }: { id: number }): Promise<Nominees> {
  const of = await nomination.find(call, id);
  if (of.status !== 'FROZEN') {
    const { rows, ...found } = await counted(call, of);
    return { ...found, rows: rows.map((row) => seen(call, row)), frozen: false, revoked: [] };
  }
  const kept = await call.db
    .select()
    .from(nominees)
    .where(eq(nominees.nomination_id, of.id))
    .orderBy(asc(nominees.place), asc(nominees.id));
  return {
    rows: kept.map(({ student_id, place, chosen, points, said }) =>
      seen(call, { student_id, place, chosen, points, ...said, marks: said.marks ?? null }),
    ),
    total: kept.length,
    chosen: kept.filter(({ chosen }) => chosen).length,
    seats: of.seats,
    frozen: true,
    revoked: await revokedSince(
      call,
      kept.flatMap(({ said }) => said.parts.map(({ record_id }) => record_id)),
    ),
  };
}

/** Marks are for those who nominate, and for those who may see everybody's; the list itself is for more. */
const seen = (call: Call, row: Row): Row =>
  may(call, 'achievement.nominate') || scopeOf(call, 'transcript.read') === 'institution'
    ? row
    : { ...row, marks: null };

/** The list is what it was; that something under it fell is said beside it. */
async function revokedSince(call: Call, ids: readonly number[]): Promise<Nominees['revoked']> {
  const rows = await call.db
    .select({ record_id: records.id, student: students.full_name })
    .from(records)
    .innerJoin(students, eq(students.id, records.student_id))
    .where(sql`${records.id} = any(${sql.param(ids)}::int[]) and ${records.status} = 'REVOKED'`)
    .orderBy(records.id);
  return rows.map(({ record_id, student }) => ({ record_id, number: numberOf(record_id), student }));
}

/** Errors: STALE, TRANSITION_NOT_ALLOWED where it is frozen already, NOMINATION_EMPTY. */
export async function freezeNomination(
  call: Call,
  input: InputOf<typeof contract.nomination.freeze>,
): Promise<OutputOf<typeof contract.nomination.freeze>> {
  const row = await loadForChange(call, nominations, undefined, input, ({ id }) => nomination.get(call, { id }));
  checkTransition(call, nominationWorkflow, row.status, 'FROZEN', {});
  const { rows } = await counted(call, row);
  if (rows.length === 0) throw fail('NOMINATION_EMPTY');
  const kept = rows.map(({ student_id, place, chosen, points, ...said }, nth) => ({
    nomination_id: row.id,
    student_id,
    place,
    chosen,
    points,
    said,
    nth,
  }));
  await call.db.execute(sql`
    insert into ${nominees} (nomination_id, student_id, place, chosen, points, said)
    select r.nomination_id, r.student_id, r.place, r.chosen, r.points, r.said
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
        as r (nomination_id integer, student_id integer, place smallint, chosen boolean, points numeric, said jsonb, nth integer) order by r.nth`);
  await call.db
    .update(nominations)
    .set({ status: 'FROZEN', frozen_at: sql`edulab_now()`, frozen_by: call.account_id })
    .where(eq(nominations.id, row.id));
  await recordTransition(call, nominationWorkflow.entity, [{ id: row.id, from: row.status }], 'FROZEN', {});
  return nomination.get(call, { id: row.id });
}

const columns: ExportColumn<Row>[] = [
  { key: 'place', titles: { uz: 'Oʻrin', ru: 'Место', en: 'Place' }, kind: 'number', format: (row) => row.place },
  {
    key: 'chosen',
    titles: { uz: 'Nomzod', ru: 'Номинирован', en: 'Nominated' },
    format: (row, locale) => (row.chosen ? { uz: 'ha', ru: 'да', en: 'yes' }[locale] : ''),
  },
  {
    key: 'student_no',
    titles: { uz: 'Talaba raqami', ru: 'Номер студента', en: 'Student number' },
    format: (row) => row.student.student_no,
  },
  {
    key: 'full_name',
    titles: { uz: 'F.I.O.', ru: 'Ф.И.О.', en: 'Full name' },
    width: 40,
    format: ({ student }) => [student.lastname, student.firstname, student.midname].filter(Boolean).join(' '),
  },
  { key: 'group', titles: { uz: 'Guruh', ru: 'Группа', en: 'Group' }, format: (row) => row.group },
  {
    key: 'faculty',
    titles: { uz: 'Fakultet', ru: 'Факультет', en: 'Faculty' },
    width: 40,
    format: (row) => row.faculty,
  },
  {
    key: 'average',
    titles: { uz: 'Oʻrtacha baho', ru: 'Средний балл', en: 'Average mark' },
    kind: 'number',
    format: ({ marks }) => marks?.average ?? null,
  },
  {
    key: 'marks',
    titles: { uz: 'Baho hisobi', ru: 'Расчёт среднего', en: 'Average calculated' },
    width: 30,
    format: ({ marks }) => (marks ? `${marks.weighed} / ${marks.credits} = ${marks.average}` : ''),
  },
  { key: 'points', titles: { uz: 'Ball', ru: 'Баллы', en: 'Points' }, kind: 'number', format: (row) => row.points },
  {
    key: 'parts',
    titles: { uz: 'Hisob', ru: 'Расчёт', en: 'Calculation' },
    width: 80,
    format: ({ parts }) =>
      parts.map((one) => `${one.number} ${one.title} (${one.grade}, ${one.scale}): ${one.points}`).join('; '),
  },
];

/** The list as it is shown, as a workbook or as text. */
export async function exportNomination(
  call: Call,
  { id, format }: InputOf<typeof contract.nomination.export>,
): Promise<{ ok: true }> {
  const { rows } = await nomineesOf(call, { id });
  const { title } = await nomination.find(call, id);
  if (format !== 'csv') return sendTable(call, `nominees-${id}.xlsx`, { columns, rows, title: title.slice(0, 31) });
  call.stream = {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="nominees-${id}.csv"`,
      'cache-control': 'private, no-store',
    },
    body: writeCsv(columns, rows, { locale: call.locale }),
  };
  return { ok: true };
}
