import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { educationPlaces } from '#domains/institutions/server/index.ts';
import { staff } from '#domains/staff/server/index.ts';
import { type Call, may, scopeOf } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { sendTable } from '#platform/server/records/exports.ts';
import { nameHolds, textHolds } from '#platform/server/records/finding.ts';
import type { Values } from '#platform/server/records/imports.ts';
import { demandReferences, titlesOf } from '#platform/server/records/references.ts';
import { plain, resource } from '#platform/server/records/resource.ts';
import { defineColumns, type ExportColumn, parse } from '#platform/server/spreadsheets.ts';
import { contract } from '../contract.ts';
import { idOf, namedIds, roomsByName, staffByNumber, tableImport } from './table-import.ts';
import { timetableWishes } from './tables.ts';

/** When teachers and rooms are not to be had: the office enters anybody's, teachers their own. */

type WishRow = typeof timetableWishes.$inferSelect;

const own = (call: Call) =>
  sql`(select s.id from ${staff} s where s.account_id = ${call.account_id} and s.deleted_at is null and s.status <> 'LEFT')`;
const whose = sql`coalesce((select concat_ws(' ', s.lastname, s.firstname) from ${staff} s where s.id = ${timetableWishes.staff_id}), (select p.name from ${educationPlaces} p where p.id = ${timetableWishes.room_id}))`;

export const wishes = resource(contract.wish, {
  table: timetableWishes,
  search: (typed) => or(nameHolds(whose, typed), textHolds([whose, sql`coalesce(${timetableWishes.note}, '')`], typed)),
  sorts: {
    day: sql`${timetableWishes.day}`,
    created_at: sql`${timetableWishes.created_at}`,
    id: sql`${timetableWishes.id}`,
  },
  defaultSort: 'created_at,desc',
  optionTitle: () => whose,
  visible: (call) =>
    scopeOf(call, 'timetable_wish.read') === 'own' ? sql`${timetableWishes.staff_id} in ${own(call)}` : undefined,
  filters: (input) => [
    input.staff_id ? eq(timetableWishes.staff_id, input.staff_id) : undefined,
    input.room_id ? eq(timetableWishes.room_id, input.room_id) : undefined,
    input.day ? eq(timetableWishes.day, input.day) : undefined,
    input.kind ? eq(timetableWishes.kind, input.kind) : undefined,
  ],
  present: async (call, rows) => {
    const teachers = await titlesOf(
      call,
      staff,
      rows.map((row) => row.staff_id),
      sql`concat_ws(' ', ${staff.lastname}, ${staff.firstname})`,
    );
    const rooms = await titlesOf(
      call,
      educationPlaces,
      rows.map((row) => row.room_id),
    );
    const mine = may(call, 'timetable_wish.manage');
    return rows.map((row) => ({
      ...plain(row),
      teacher: teachers.get(row.staff_id ?? 0) ?? null,
      room: rooms.get(row.room_id ?? 0) ?? null,
      can: { edit: mine, delete: mine },
    }));
  },
  prepare: async (call, given, current, next) => {
    const input = { ...given };
    if (scopeOf(call, 'timetable_wish.manage') === 'own') {
      const [me] = (await call.db.execute<{ id: number }>(own(call))).rows;
      if (!me || input.room_id || (input.staff_id && input.staff_id !== me.id)) throw fail('NOT_YOUR_WISH');
      input.staff_id = me.id;
    }
    await demandReferences(call, { staff_id: [staff, input.staff_id], room_id: [educationPlaces, input.room_id] });
    const {
      staff_id = null,
      room_id = null,
      day,
      from_session,
      to_session,
      week = 'EVERY',
    } = { ...next, staff_id: input.staff_id ?? next.staff_id };
    if ((staff_id === null) === (room_id === null)) throw fail('TEACHER_OR_ROOM');
    if (to_session < from_session) throw failField('to_session', 'SESSIONS_REVERSED');
    // A list of them comes back in as a file, where the same time stands once.
    const { rows } = await call.db.execute(sql`
      select 1 from ${timetableWishes} where (staff_id = ${staff_id} or room_id = ${room_id}) and deleted_at is null and id <> ${current?.id ?? 0}
         and (day, from_session, to_session, week) = (${day}, ${from_session}, ${to_session}, ${week})`);
    if (rows.length > 0) throw fail('WISH_EXISTS');
    return input;
  },
});

const titles = {
  staff_no: { uz: 'Xodim raqami', ru: 'Табельный номер', en: 'Staff number' },
  room: { uz: 'Xona', ru: 'Аудитория', en: 'Room' },
  day: { uz: 'Hafta kuni', ru: 'День недели', en: 'Day of the week' },
  from_session: { uz: 'Qaysi paradan', ru: 'С какой пары', en: 'From session' },
  to_session: { uz: 'Qaysi paragacha', ru: 'По какую пару', en: 'To session' },
  week: { uz: 'Haftalar', ru: 'Недели', en: 'Weeks' },
  kind: { uz: 'Turi', ru: 'Вид', en: 'Kind' },
  weight: { uz: 'Muhimligi (1–10)', ru: 'Важность (1–10)', en: 'Weight (1–10)' },
  note: { uz: 'Izoh', ru: 'Примечание', en: 'Note' },
};
const days = {
  1: ['dushanba', 'понедельник', 'monday', 'пн', 'mon'],
  2: ['seshanba', 'вторник', 'tuesday', 'вт', 'tue'],
  3: ['chorshanba', 'среда', 'wednesday', 'ср', 'wed'],
  4: ['payshanba', 'четверг', 'thursday', 'чт', 'thu'],
  5: ['juma', 'пятница', 'friday', 'пт', 'fri'],
  6: ['shanba', 'суббота', 'saturday', 'сб', 'sat'],
  7: ['yakshanba', 'воскресенье', 'sunday', 'вс', 'sun'],
} as const;
const kinds = {
  UNAVAILABLE: ['kela olmaydi', 'не может', 'недоступен', 'unavailable', 'yopiq', 'закрыта', 'closed'],
  RATHER_NOT: ['istamaydi', 'нежелательно', 'rather not'],
} as const;
export const weekWords = {
  EVERY: ['har hafta', 'каждую', 'every'],
  ODD: ['toq', 'нечётные', 'нечетные', 'odd'],
  EVEN: ['juft', 'чётные', 'четные', 'even'],
} as const;

const columns = defineColumns([
  { key: 'staff_no', titles: titles.staff_no, parse: parse.text(40), example: 'A-0001' },
  { key: 'room', titles: titles.room, parse: parse.text(80), example: '' },
  { key: 'day', titles: titles.day, parse: parse.enumOf(days), required: true, example: 'Tuesday' },
  {
    key: 'from_session',
    titles: titles.from_session,
    parse: parse.integer({ min: 1, max: 12 }),
    required: true,
    example: '1',
  },
  {
    key: 'to_session',
    titles: titles.to_session,
    parse: parse.integer({ min: 1, max: 12 }),
    required: true,
    example: '2',
  },
  { key: 'week', titles: titles.week, parse: parse.enumOf(weekWords), example: 'every' },
  { key: 'kind', titles: titles.kind, parse: parse.enumOf(kinds), required: true, example: 'unavailable' },
  { key: 'weight', titles: titles.weight, parse: parse.integer({ min: 1, max: 10 }), example: '5' },
  { key: 'note', titles: titles.note, parse: parse.text(300), example: '' },
]);

const written = ['kind', 'weight', 'note'] as const;
/** A row is the same wish as a stored one when it is about the same person or room, day, sessions and weeks. */
export const wishImport = tableImport({
  kind: 'timetable.import',
  columns,
  table: 'timetable_wishes',
  written,
  keyOf: (row) =>
    [row.staff_id ?? '', row.room_id ?? '', row.day, row.from_session, row.to_session, row.week].join(' '),

  async lines(call, rows, add) {
    const people = await namedIds(call, staffByNumber);
    const places = await namedIds(call, roomsByName);
    const { rows: staffNames } = await call.client.query<{ id: number; name: string }>(
      "select id, concat_ws(' ', lastname, firstname) as name from staff where deleted_at is null",
    );
    const names = new Map(staffNames.map(({ id, name }) => [id, name]));
    return rows.map(({ row, record }) => {
      if (Boolean(record.staff_no) === Boolean(record.room)) add(row, 'staff_no', 'TEACHER_OR_ROOM', record.staff_no);
      if (Number(record.to_session) < Number(record.from_session))
        add(row, 'to_session', 'SESSIONS_REVERSED', record.to_session);
      const values: Values = {
        staff_id: idOf(add, row, 'staff_no', record.staff_no, people),
        room_id: idOf(add, row, 'room', record.room, places),
        day: Number(record.day),
        from_session: record.from_session,
        to_session: record.to_session,
        week: record.week ?? 'EVERY',
        kind: record.kind,
        weight: record.weight ?? 5,
        note: record.note,
      };
      return {
        row,
        values,
        name: names.get(Number(values.staff_id)) ?? record.room ?? '',
        at: ['day', record.day] as [string, unknown],
      };
    });
  },
});

/** The list as a file that the import takes back. Sets the call's stream. */
export async function exportWishes(
  call: Call,
  input: { search?: string | undefined; kind?: WishRow['kind'] | undefined } = {},
): Promise<{ ok: true }> {
  const rows = await call.db
    .select({
      wish: timetableWishes,
      staff_no: sql<string | null>`(select s.staff_no from ${staff} s where s.id = ${timetableWishes.staff_id})`,
      room: sql<string | null>`(select p.name from ${educationPlaces} p where p.id = ${timetableWishes.room_id})`,
    })
    .from(timetableWishes)
    .where(
      and(
        isNull(timetableWishes.deleted_at),
        scopeOf(call, 'timetable_wish.read') === 'own' ? sql`${timetableWishes.staff_id} in ${own(call)}` : undefined,
        input.kind ? eq(timetableWishes.kind, input.kind) : undefined,
        or(nameHolds(whose, input.search), textHolds([whose], input.search)),
      ),
    )
    .orderBy(sql`${timetableWishes.id}`)
    .limit(20_000);
  type Row = (typeof rows)[number];
  const words = (key: string) => message(call.locale, `timetable.${key}`);
  const out: ExportColumn<Row>[] = [
    { key: 'staff_no', titles: titles.staff_no, format: (row) => row.staff_no },
    { key: 'room', titles: titles.room, format: (row) => row.room },
    { key: 'day', titles: titles.day, format: (row) => words(`day.${row.wish.day}`) },
    { key: 'from_session', titles: titles.from_session, kind: 'number', format: (row) => row.wish.from_session },
    { key: 'to_session', titles: titles.to_session, kind: 'number', format: (row) => row.wish.to_session },
    { key: 'week', titles: titles.week, format: (row) => words(`sheet.week.${row.wish.week}`) },
    { key: 'kind', titles: titles.kind, format: (row) => words(`sheet.kind.${row.wish.kind}`) },
    { key: 'weight', titles: titles.weight, kind: 'number', format: (row) => row.wish.weight },
    { key: 'note', titles: titles.note, width: 40, format: (row) => row.wish.note },
  ];
  return sendTable(call, 'timetable-wishes.xlsx', { columns: out, rows, title: words('wishes') });
}
