import { eq, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { openUpload } from '#domains/files/server/index.ts';
import { educationPlaces } from '#domains/institutions/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { sendTable } from '#platform/server/records/exports.ts';
import { type Checked, defineImport } from '#platform/server/records/imports.ts';
import { defineColumns, type ExportColumn, parse } from '#platform/server/spreadsheets.ts';
import { saveSettings, settingsOf } from './settings.ts';
import { buildingsByName, cellParts, idOf, namedIds, tableImport } from './table-import.ts';

/** Rooms, and the ways between buildings, as spreadsheets that come back in. */

const titles = {
  name: { uz: 'Xona', ru: 'Аудитория', en: 'Room' },
  building: { uz: 'Bino', ru: 'Корпус', en: 'Building' },
  kind: { uz: 'Turi', ru: 'Вид', en: 'Kind' },
  capacity: { uz: 'Sigʻimi', ru: 'Вместимость', en: 'Capacity' },
  seat_rows: { uz: 'Qatorlar', ru: 'Рядов', en: 'Rows of seats' },
  seat_columns: { uz: 'Qatordagi oʻrinlar', ru: 'Мест в ряду', en: 'Seats in a row' },
  features: { uz: 'Jihozlar', ru: 'Оснащение', en: 'Equipment' },
  from: { uz: 'Qaysi binodan', ru: 'Из корпуса', en: 'From building' },
  to: { uz: 'Qaysi binoga', ru: 'В корпус', en: 'To building' },
  minutes: { uz: 'Daqiqa', ru: 'Минут', en: 'Minutes' },
};
const kinds = {
  LECTURE_HALL: ['maʼruza zali', 'лекционный зал', 'lecture hall', "ma'ruza zali"],
  CLASSROOM: ['oʻquv xonasi', 'учебная аудитория', 'classroom', "o'quv xonasi", 'аудитория'],
  COMPUTER_ROOM: ['kompyuter xonasi', 'компьютерный класс', 'computer room'],
  LABORATORY: ['laboratoriya', 'лаборатория', 'laboratory', 'lab'],
  GYM: ['sport zali', 'спортивный зал', 'gym'],
  LIBRARY: ['kutubxona', 'библиотека', 'library'],
} as const;

const seats = parse.integer({ min: 1, max: 60 });
const roomColumns = defineColumns([
  { key: 'name', titles: titles.name, parse: parse.text(200), required: true, example: 'A-101' },
  { key: 'building', titles: titles.building, parse: parse.text(200), example: '' },
  { key: 'kind', titles: titles.kind, parse: parse.enumOf(kinds), required: true, example: 'classroom' },
  { key: 'capacity', titles: titles.capacity, parse: parse.integer({ min: 1, max: 100_000 }), example: '30' },
  { key: 'seat_rows', titles: titles.seat_rows, parse: seats, example: '5' },
  { key: 'seat_columns', titles: titles.seat_columns, parse: seats, example: '6' },
  { key: 'features', titles: titles.features, parse: parse.text(500), example: 'projector, board' },
]);

/** A row is known by the room's name and building; buildings themselves are not made by a file. */
export const roomImport = tableImport({
  kind: 'timetable.rooms.import',
  columns: roomColumns,
  table: 'education_places',
  needed: educationPlaces,
  written: ['kind', 'capacity', 'seat_rows', 'seat_columns', 'features'],
  keyOf: (row) => `${row.parent_id ?? 0} ${String(row.name).toLowerCase()}`,

  async lines(call, rows, add) {
    const buildings = await namedIds(call, buildingsByName);
    return rows.map(({ row, record }) => ({
      row,
      name: String(record.name),
      at: ['name', record.name],
      values: {
        name: record.name,
        parent_id: idOf(add, row, 'building', record.building, buildings),
        kind: record.kind,
        capacity: record.capacity ?? null,
        seat_rows: record.seat_rows ?? null,
        seat_columns: record.seat_columns ?? null,
        features: cellParts(record.features),
      },
    }));
  },
});

const answer = <R>(call: Call, name: string, columns: ExportColumn<R>[], rows: R[]): Promise<{ ok: true }> =>
  sendTable(call, `timetable-${name}.xlsx`, { columns, rows, title: message(call.locale, `timetable.${name}`) });

/** All rooms as a file that the import takes back. Sets the call's stream. */
export async function exportRooms(call: Call): Promise<{ ok: true }> {
  const buildings = alias(educationPlaces, 'buildings');
  const rows = await call.db
    .select({ room: educationPlaces, building: buildings.name })
    .from(educationPlaces)
    .leftJoin(buildings, eq(buildings.id, educationPlaces.parent_id))
    .where(isNull(educationPlaces.deleted_at))
    .orderBy(buildings.name, educationPlaces.name);
  return answer(
    call,
    'rooms',
    [
      { key: 'name', titles: titles.name, format: ({ room }) => room.name },
      { key: 'building', titles: titles.building, format: ({ building }) => building },
      {
        key: 'kind',
        titles: titles.kind,
        format: ({ room }) => kinds[room.kind as keyof typeof kinds][{ uz: 0, ru: 1, en: 2 }[call.locale]] ?? null,
      },
      { key: 'capacity', titles: titles.capacity, kind: 'number', format: ({ room }) => room.capacity },
      { key: 'seat_rows', titles: titles.seat_rows, kind: 'number', format: ({ room }) => room.seat_rows },
      { key: 'seat_columns', titles: titles.seat_columns, kind: 'number', format: ({ room }) => room.seat_columns },
      { key: 'features', titles: titles.features, width: 40, format: ({ room }) => room.features.join(', ') || null },
    ],
    rows.filter(({ room }) => room.kind !== 'BUILDING'),
  );
}

const wayColumns = defineColumns([
  { key: 'from', titles: titles.from, parse: parse.text(200), required: true, example: 'Bosh bino' },
  { key: 'to', titles: titles.to, parse: parse.text(200), required: true, example: 'Sport majmuasi' },
  { key: 'minutes', titles: titles.minutes, parse: parse.integer({ min: 0, max: 240 }), required: true, example: '15' },
]);
type Way = Awaited<ReturnType<typeof settingsOf>>['travel'][number];
/** The way there is as long as the way back. */
const pairOf = ({ from_id, to_id }: Pick<Way, 'from_id' | 'to_id'>) =>
  [from_id, to_id].sort((one, other) => one - other).join(' ');

/** Ways are no records of their own: together they are one value of the settings, and so is what an import takes back. */
export const wayImport = defineImport({
  kind: 'timetable.ways.import',
  columns: wayColumns,
  open: openUpload,

  async check(call, rows, add): Promise<Checked> {
    const buildings = await namedIds(call, buildingsByName);
    const stored = new Map((await settingsOf(call)).travel.map((way) => [pairOf(way), way]));
    const seen = new Map<string, number>();
    const checked: Checked = { fresh: [], changed: [], unchanged: 0 };
    for (const { row, record } of rows) {
      const from_id = idOf(add, row, 'from', record.from, buildings);
      const to_id = idOf(add, row, 'to', record.to, buildings);
      if (from_id === null || to_id === null) continue;
      if (from_id === to_id) add(row, 'to', 'SAME_BUILDING', record.to);
      const values: Way = { from_id, to_id, minutes: Number(record.minutes) };
      const pair = pairOf(values);
      const first = seen.get(pair);
      if (first !== undefined) add(row, 'from', 'DUPLICATE_IN_FILE', record.from, { first });
      else seen.set(pair, row);
      const before = stored.get(pair);
      const name = `${record.from} – ${record.to}`;
      if (!before) checked.fresh.push({ row, values: { ...values } });
      else if (before.minutes === values.minutes) checked.unchanged++;
      else
        checked.changed.push({
          row,
          name,
          before: { ...before, id: 0, version: 0 },
          values: { ...values },
          fields: ['minutes'],
        });
    }
    return checked;
  },

  async apply(call, { fresh, changed }, progress) {
    const { travel } = await settingsOf(call);
    const ways = new Map(
      [...travel, ...[...changed, ...fresh].map(({ values }) => values as typeof values & Way)].map((way) => [
        pairOf(way),
        way,
      ]),
    );
    const after = [...ways.values()];
    await saveSettings(call, { travel: after });
    await progress(fresh.length + changed.length, fresh.length + changed.length);
    return { new_ids: [], before: [{ id: 0, version: 0, travel, after }] };
  },

  async undo(call, { before: [was] }) {
    const { travel } = await settingsOf(call);
    if (JSON.stringify(travel) !== JSON.stringify(was?.after)) throw fail('IMPORT_TOUCHED');
    await saveSettings(call, { travel: was!.travel as Way[] });
  },
});

/** The ways that differ from what holds everywhere. Sets the call's stream. */
export async function exportWays(call: Call): Promise<{ ok: true }> {
  const { travel } = await settingsOf(call);
  const names = new Map(
    (await call.db.select({ id: educationPlaces.id, name: educationPlaces.name }).from(educationPlaces)).map(
      ({ id, name }) => [id, name],
    ),
  );
  return answer(
    call,
    'ways',
    [
      { key: 'from', titles: titles.from, format: (way) => names.get(way.from_id) ?? null },
      { key: 'to', titles: titles.to, format: (way) => names.get(way.to_id) ?? null },
      { key: 'minutes', titles: titles.minutes, kind: 'number', format: (way) => way.minutes },
    ],
    travel,
  );
}
