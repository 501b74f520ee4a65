import { inArray } from 'drizzle-orm';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { defineExport } from '#platform/server/records/exports.ts';
import type { ExportColumn } from '#platform/server/spreadsheets.ts';
import type { AchievementAnswer, contract } from '../contract.ts';
import { present, record } from './records.ts';
import { achievementRecords as records } from './tables.ts';

/** The list of records as a file: what the same list would show, without descriptions and evidence. */

const columns: ExportColumn<AchievementAnswer>[] = [
  { key: 'number', titles: { uz: 'Raqami', ru: 'Номер', en: 'Number' }, format: (row) => row.number },
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
  { key: 'type', titles: { uz: 'Turi', ru: 'Вид', en: 'Type' }, width: 30, format: (row) => row.type.title },
  {
    key: 'grade',
    titles: { uz: 'Natija', ru: 'Результат', en: 'Result' },
    width: 30,
    format: (row) => row.grade.title,
  },
  { key: 'title', titles: { uz: 'Yutuq', ru: 'Достижение', en: 'Achievement' }, width: 50, format: (row) => row.title },
  {
    key: 'organizer',
    titles: { uz: 'Tashkilotchi', ru: 'Организатор', en: 'Organiser' },
    format: (row) => row.organizer,
  },
  {
    key: 'achieved_on',
    titles: { uz: 'Sana', ru: 'Дата', en: 'Date' },
    kind: 'date',
    format: (row) => row.achieved_on,
  },
  {
    key: 'status',
    titles: { uz: 'Holati', ru: 'Состояние', en: 'State' },
    format: (row, locale) => message(locale, `achievement_state.${row.status}`),
  },
  { key: 'points', titles: { uz: 'Ball', ru: 'Баллы', en: 'Points' }, kind: 'number', format: (row) => row.points },
  {
    key: 'scale',
    titles: { uz: 'Ballar jadvali', ru: 'Таблица баллов', en: 'Table of points' },
    format: (row) => (row.points === null ? null : (row.scale?.title ?? null)),
  },
  { key: 'validator', titles: { uz: 'Tasdiqlovchi', ru: 'Проверил', en: 'Validator' }, format: (row) => row.validator },
];

const most = 200_000;
const blockOf = 200;

async function* linesOf(call: Call, ids: readonly number[]): AsyncGenerator<AchievementAnswer> {
  for (let at = 0; at < ids.length; at += blockOf) {
    const part = ids.slice(at, at + blockOf);
    const rows = await call.db.select().from(records).where(inArray(records.id, part));
    const shown = new Map((await present(call, rows)).map((one) => [one.id, one]));
    yield* part.flatMap((id) => shown.get(id) ?? []);
  }
}

export const recordExport = defineExport(
  'achievements.export',
  async (call: Call, input: InputOf<typeof contract.record.export>) => {
    const ids = (await record.ids(call, input, most)).sort((a, b) => b - a);
    return { name: 'achievements.xlsx', count: ids.length, columns, rows: linesOf(call, ids) };
  },
);
