import { eq, sql } from 'drizzle-orm';
import { courseModules, courses, modules } from '#domains/curriculum/server/index.ts';
import { academicYears, educationPlaces } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { type Call, may } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { sendTable } from '#platform/server/records/exports.ts';
import type { Values } from '#platform/server/records/imports.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { likeLiteral, plain, resource } from '#platform/server/records/resource.ts';
import { defineColumns, type ExportColumn, parse } from '#platform/server/spreadsheets.ts';
import { contract } from '../contract.ts';
import type { LessonKind } from '../shapes.ts';
import { modulesByIds } from './store.ts';
import { buildingsByName, cellParts, idOf, namedIds, roomsByName, staffByNumber, tableImport } from './table-import.ts';
import { timetableRequirements } from './tables.ts';
import { weekWords } from './wishes.ts';

/** What lessons of a module need beyond what its plan says. */

const module = sql`(select m.code || ' ' || m.title::text from ${courseModules} c join ${modules} m on m.id = c.module_id where c.id = ${timetableRequirements.course_module_id})`;

export const requirements = resource(contract.requirement, {
  table: timetableRequirements,
  search: [module, sql`coalesce(${timetableRequirements.note}, '')`],
  sorts: {
    created_at: sql`${timetableRequirements.created_at}`,
    id: sql`${timetableRequirements.id}`,
  },
  defaultSort: 'created_at,desc',
  optionTitle: () => module,
  filters: (input) => [
    input.course_module_id ? eq(timetableRequirements.course_module_id, input.course_module_id) : undefined,
    input.kind ? eq(timetableRequirements.kind, input.kind) : undefined,
  ],
  present: async (call, rows) => {
    const ofModule = await modulesByIds(
      call,
      rows.map((row) => row.course_module_id),
    );
    const teachers = await titlesOf(
      call,
      staff,
      rows.flatMap((row) => row.staff_ids),
      sql`concat_ws(' ', ${staff.lastname}, ${staff.firstname})`,
    );
    const places = await titlesOf(
      call,
      educationPlaces,
      rows.flatMap((row) => [row.room_id, row.building_id]),
    );
    const mine = may(call, 'timetable.manage');
    return rows.map((row) => ({
      ...plain(row),
      module: ofModule.get(row.course_module_id) ?? { code: '', title: '', course: '' },
      teachers: row.staff_ids.flatMap((id) => teachers.get(id) ?? []),
      building: places.get(row.building_id ?? 0) ?? null,
      room: places.get(row.room_id ?? 0) ?? null,
      can: { edit: mine, delete: mine },
    }));
  },
  prepare: async (call, input) => {
    await demandReferences(call, {
      course_module_id: [courseModules, input.course_module_id],
      staff_ids: [staff, input.staff_ids ?? []],
      building_id: [educationPlaces, input.building_id],
      room_id: [educationPlaces, input.room_id],
    });
    return input.staff_ids ? { ...input, staff_ids: [...new Set(input.staff_ids)] } : input;
  },
});

const titles = {
  code: { uz: 'Modul kodi', ru: 'Код модуля', en: 'Module code' },
  course: { uz: 'Taʼlim dasturi', ru: 'Программа', en: 'Programme' },
  year: { uz: 'Oʻquv yili', ru: 'Учебный год', en: 'Academic year' },
  kind: { uz: 'Turi', ru: 'Вид', en: 'Kind' },
  length: { uz: 'Ketma-ket paralar', ru: 'Пар подряд', en: 'Sessions in a row' },
  week: { uz: 'Haftalar', ru: 'Недели', en: 'Weeks' },
  split: { uz: 'Kichik guruhlarga', ru: 'По подгруппам', en: 'By subgroups' },
  staff: { uz: 'Oʻqituvchilar (xodim raqamlari)', ru: 'Преподаватели (таб. номера)', en: 'Teachers (staff numbers)' },
  features: { uz: 'Jihozlar', ru: 'Оснащение', en: 'Equipment' },
  building: { uz: 'Bino', ru: 'Корпус', en: 'Building' },
  room: { uz: 'Xona', ru: 'Аудитория', en: 'Room' },
  note: { uz: 'Izoh', ru: 'Примечание', en: 'Note' },
};
const kinds = {
  LECTURE: ['maʼruza', 'лекция', 'lecture', "ma'ruza"],
  SEMINAR: ['seminar', 'семинар', 'seminar'],
  PRACTICAL: ['amaliy', 'практическое', 'practical', 'amaliyot', 'практическое занятие', 'практика'],
  LABORATORY: ['laboratoriya', 'лабораторное', 'laboratory', 'лабораторная', 'lab'],
} as const;
const yesNo = { YES: ['ha', 'да', 'yes', '1'], NO: ['yoʻq', 'нет', 'no', "yo'q", '0'] } as const;

const columns = defineColumns([
  { key: 'code', titles: titles.code, parse: parse.text(40), required: true, example: 'MAT101' },
  { key: 'course', titles: titles.course, parse: parse.text(40), example: '' },
  { key: 'year', titles: titles.year, parse: parse.text(40), example: '' },
  { key: 'kind', titles: titles.kind, parse: parse.enumOf(kinds), required: true, example: 'lecture' },
  { key: 'length', titles: titles.length, parse: parse.integer({ min: 1, max: 4 }), example: '2' },
  { key: 'week', titles: titles.week, parse: parse.enumOf(weekWords), example: '' },
  { key: 'split', titles: titles.split, parse: parse.enumOf(yesNo), example: '' },
  { key: 'staff', titles: titles.staff, parse: parse.text(300), example: 'A-0001, A-0002' },
  { key: 'features', titles: titles.features, parse: parse.text(500), example: 'projector' },
  { key: 'building', titles: titles.building, parse: parse.text(80), example: '' },
  { key: 'room', titles: titles.room, parse: parse.text(80), example: '' },
  { key: 'note', titles: titles.note, parse: parse.text(300), example: '' },
]);

const written = ['length', 'week', 'split', 'staff_ids', 'features', 'building_id', 'room_id', 'note'] as const;

/** A row is about the kind of lesson of a module, which its code names; its programme and year where there are several. */
export const requirementImport = tableImport({
  kind: 'timetable.requirements.import',
  columns,
  table: 'timetable_requirements',
  written,
  keyOf: (row) => `${row.course_module_id} ${row.kind}`,

  async lines(call, rows, add) {
    const plans = (
      await call.client.query<{ id: number; code: string; course: string; year: string }>(
        `select c.id, lower(m.code) as code, lower(p.code) as course, lower(y.name) as year from course_modules c
           join modules m on m.id = c.module_id join courses p on p.id = c.course_id join academic_years y on y.id = c.academic_year_id
          where c.deleted_at is null order by y.current desc, y.starts_on desc, c.id`,
      )
    ).rows;
    const byCode = Map.groupBy(plans, ({ code }) => code);
    const people = await namedIds(call, staffByNumber);
    const buildings = await namedIds(call, buildingsByName);
    const rooms = await namedIds(call, roomsByName);
    return rows.flatMap(({ row, record }) => {
      const found = (byCode.get(String(record.code).toLowerCase()) ?? []).find(
        ({ course, year }) =>
          (!record.course || course === record.course.toLowerCase()) &&
          (!record.year || year === record.year.toLowerCase()),
      );
      if (!found) add(row, 'code', 'UNKNOWN_REFERENCE', record.code);
      const staff_ids = cellParts(record.staff).flatMap((no) => idOf(add, row, 'staff', no, people) ?? []);
      const values: Values = {
        course_module_id: found?.id,
        kind: record.kind,
        length: record.length ?? 1,
        week: record.week ?? null,
        split: record.split === null || record.split === undefined ? null : record.split === 'YES',
        staff_ids: [...new Set(staff_ids)],
        features: cellParts(record.features),
        building_id: idOf(add, row, 'building', record.building, buildings),
        room_id: idOf(add, row, 'room', record.room, rooms),
        note: record.note ?? null,
      };
      return found ? [{ row, values, name: String(record.code), at: ['code', record.code] as [string, unknown] }] : [];
    });
  },
});

/** The list as a file that the import takes back. Sets the call's stream. */
export async function exportRequirements(
  call: Call,
  input: { search?: string | undefined; kind?: LessonKind | undefined } = {},
): Promise<{ ok: true }> {
  const name = (column: unknown) =>
    sql<string | null>`(select p.name from ${educationPlaces} p where p.id = ${column})`;
  const rows = await call.db
    .select({
      one: timetableRequirements,
      code: modules.code,
      course: courses.code,
      year: academicYears.name,
      staff: sql<
        string | null
      >`(select string_agg(s.staff_no, ', ' order by array_position(${timetableRequirements.staff_ids}, s.id)) from ${staff} s where s.id = any(${timetableRequirements.staff_ids}))`,
      building: name(timetableRequirements.building_id),
      room: name(timetableRequirements.room_id),
    })
    .from(timetableRequirements)
    .innerJoin(courseModules, eq(courseModules.id, timetableRequirements.course_module_id))
    .innerJoin(modules, eq(modules.id, courseModules.module_id))
    .innerJoin(courses, eq(courses.id, courseModules.course_id))
    .innerJoin(academicYears, eq(academicYears.id, courseModules.academic_year_id))
    .where(
      sql`${timetableRequirements.deleted_at} is null ${input.kind ? sql`and ${timetableRequirements.kind} = ${input.kind}` : sql``} ${
        input.search ? sql`and ${module} ilike ${`%${likeLiteral(input.search)}%`}` : sql``
      }`,
    )
    .orderBy(sql`${timetableRequirements.id}`)
    .limit(20_000);
  type Out = (typeof rows)[number];
  const words = (key: string) => message(call.locale, `timetable.${key}`);
  const out: ExportColumn<Out>[] = [
    { key: 'code', titles: titles.code, format: (row) => row.code },
    { key: 'course', titles: titles.course, format: (row) => row.course },
    { key: 'year', titles: titles.year, format: (row) => row.year },
    { key: 'kind', titles: titles.kind, format: (row) => words(`kind.${row.one.kind}`) },
    { key: 'length', titles: titles.length, kind: 'number', format: (row) => row.one.length },
    { key: 'week', titles: titles.week, format: (row) => (row.one.week ? words(`sheet.week.${row.one.week}`) : null) },
    {
      key: 'split',
      titles: titles.split,
      format: (row) => (row.one.split === null ? null : words(`sheet.split.${row.one.split}`)),
    },
    { key: 'staff', titles: titles.staff, format: (row) => row.staff },
    { key: 'features', titles: titles.features, format: (row) => row.one.features.join(', ') || null },
    { key: 'building', titles: titles.building, format: (row) => row.building },
    { key: 'room', titles: titles.room, format: (row) => row.room },
    { key: 'note', titles: titles.note, width: 40, format: (row) => row.one.note },
  ];
  return sendTable(call, 'timetable-requirements.xlsx', { columns: out, rows, title: words('requirements') });
}
