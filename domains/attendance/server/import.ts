import { openUpload } from '#domains/files/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { build, runBuilt } from '#platform/server/database/sql.ts';
import { type Checked, defineImport, type Values } from '#platform/server/records/imports.ts';
import { defineColumns, parse } from '#platform/server/spreadsheets.ts';
import type { Mark } from '../shapes.ts';
import { rollOf } from './roll.ts';

/**
 * Registers of many lessons in one sheet, a row per student and lesson. Whoever belongs to a lesson of the sheet but is not
 * in it was there, as in a register that is called.
 */

const columns = defineColumns([
  {
    key: 'date',
    titles: { uz: 'Sana', ru: 'Дата', en: 'Date' },
    parse: parse.date({ min: '2000-01-01' }),
    required: true,
    example: '2026-10-05',
  },
  {
    key: 'starts_at',
    titles: { uz: 'Boshlanish vaqti', ru: 'Время начала', en: 'Starts at' },
    parse: parse.text(8),
    example: '09:00',
  },
  {
    key: 'module',
    titles: { uz: 'Fan kodi', ru: 'Код дисциплины', en: 'Module code' },
    parse: parse.text(40),
    required: true,
    example: 'GEN101',
  },
  {
    key: 'group',
    titles: { uz: 'Guruh', ru: 'Группа', en: 'Group' },
    parse: parse.text(40),
    required: true,
    example: 'IQ-25-1',
  },
  {
    key: 'student_no',
    titles: { uz: 'Talaba raqami', ru: 'Номер студента', en: 'Student number' },
    parse: parse.text(40),
    required: true,
    example: 'T-00001',
  },
  {
    key: 'status',
    titles: { uz: 'Davomat', ru: 'Посещение', en: 'Attendance' },
    parse: parse.enumOf({
      ATTENDED: ['qatnashdi', 'присутствовал', 'attended', '+'],
      NOT_ATTENDED: ['qatnashmadi', 'отсутствовал', 'not attended', 'absent', 'н', 'nb'],
      EXPLICABLE: ['sababli', 'по уважительной причине', 'explicable', 'excused'],
    }),
    required: true,
    example: 'NOT_ATTENDED',
  },
]);

interface Lesson {
  id: number;
  date: string;
  starts_at: string;
  module: string;
  group: string;
  early: boolean;
  called: boolean;
}
interface Cell {
  session_id: number;
  student_id: number;
  status: Mark;
  version: number;
}

const lower = (value: unknown) => String(value ?? '').toLowerCase();
/** `9:00` and `09:00:00` are one time. */
const clock = (value: string) =>
  value
    .trim()
    .replace(/^(\d):/, '0$1:')
    .slice(0, 5);

const insertCells = `insert into attendance (session_id, student_id, status, marked_by)
  select session_id, student_id, status, $2 from jsonb_to_recordset($1::jsonb) as x(session_id int, student_id int, status text)
  on conflict do nothing`;
const changeCells = `update attendance a set status = x.status, reason_id = null, marked_by = $2, marked_at = edulab_now()
  from jsonb_to_recordset($1::jsonb) as x(session_id int, student_id int, status text, version int)
  where a.session_id = x.session_id and a.student_id = x.student_id and a.version = x.version`;

async function check(
  call: Call,
  rows: { row: number; record: Record<(typeof columns)[number]['key'], unknown> }[],
  add: (row: number, key: string, code: string, value: unknown, data?: Values) => void,
): Promise<Checked> {
  const { rows: lessons } = await call.client.query<Lesson>(
    `select s.id, s.date::text as date, to_char(s.starts_at, 'HH24:MI') as starts_at, lower(m.code) as module, lower(g.name) as "group",
            s.date > (select edulab_today()) as early, s.called_at is not null as called
       from class_sessions s join course_modules cm on cm.id = s.course_module_id join modules m on m.id = cm.module_id
       join class_session_groups sg on sg.session_id = s.id join groups g on g.id = sg.group_id
      where s.date = any($1::date[]) and lower(g.name) = any($2) and s.deleted_at is null and s.state <> 'CANCELLED' order by s.starts_at`,
    [rows.map(({ record }) => record.date), rows.map(({ record }) => lower(record.group))],
  );
  const { rows: people } = await call.client.query<{ id: number; no: string; name: string }>(
    `select id, lower(student_no) as no, concat_ws(' ', lastname, firstname) as name from students where lower(student_no) = any($1) and deleted_at is null`,
    [rows.map(({ record }) => lower(record.student_no))],
  );
  const students = new Map(people.map((person) => [person.no, person]));
  const ids = [...new Set(lessons.map((lesson) => lesson.id))];
  const roll = new Set(
    (await runBuilt<{ session_id: number; student_id: number }>(call.client, build(rollOf(ids)))).map(
      (one) => `${one.session_id} ${one.student_id}`,
    ),
  );
  const cells = new Map(
    (
      await call.client.query<Cell>(
        'select session_id, student_id, status, version from attendance where session_id = any($1)',
        [ids],
      )
    ).rows.map((cell) => [`${cell.session_id} ${cell.student_id}`, cell]),
  );
  const seen = new Map<string, number>();
  const checked: Checked = { fresh: [], changed: [], unchanged: 0 };
  for (const { row, record } of rows) {
    const person = students.get(lower(record.student_no));
    if (!person) add(row, 'student_no', 'UNKNOWN_STUDENT', record.student_no);
    const fitting = lessons.filter(
      (lesson) =>
        lesson.date === record.date &&
        lesson.module === lower(record.module) &&
        lesson.group === lower(record.group) &&
        (!record.starts_at || lesson.starts_at === clock(String(record.starts_at))),
    );
    const [lesson] = fitting;
    if (!lesson) add(row, 'module', 'NO_SUCH_LESSON', record.module);
    else if (fitting.length > 1) add(row, 'starts_at', 'WHICH_LESSON', record.starts_at);
    else if (lesson.early) add(row, 'date', 'LESSON_NOT_YET', record.date, { date: lesson.date });
    if (!person || !lesson || fitting.length > 1 || lesson.early) continue;
    const key = `${lesson.id} ${person.id}`;
    const first = seen.get(key);
    if (first !== undefined) add(row, 'student_no', 'DUPLICATE_IN_FILE', record.student_no, { first });
    seen.set(key, row);
    const cell = cells.get(key);
    if (!cell && !roll.has(key)) add(row, 'student_no', 'NOT_IN_LESSON', record.student_no);
    const values = { session_id: lesson.id, student_id: person.id, status: record.status, called: lesson.called };
    if (!cell) checked.fresh.push({ row, values });
    else if (cell.status === record.status) checked.unchanged++;
    else
      checked.changed.push({
        row,
        name: person.name,
        before: { ...cell, id: person.id },
        values: { ...values, version: cell.version },
        fields: ['status'],
      });
  }
  return checked;
}

export const attendanceImport = defineImport({
  kind: 'attendance.import',
  columns,
  open: openUpload,
  check,

  async apply(call, { fresh, changed }, progress) {
    const cells = fresh.map(({ values }) => values);
    const uncalled = [...new Set(cells.filter((cell) => !cell.called).map((cell) => cell.session_id as number))];
    // Locked in the order of their ids, as whoever calls one of them does.
    await call.client.query('select id from class_sessions where id = any($1) order by id for update', [uncalled]);
    const { rowCount } = await call.client.query(insertCells, [JSON.stringify(cells), call.account_id]);
    if (rowCount !== cells.length) throw fail('STALE');
    const rest = build(rollOf(uncalled));
    await call.client.query(
      `insert into attendance (session_id, student_id, status, reason_id, marked_by)
       select r.session_id, r.student_id, case when r.reason_id is null then 'ATTENDED' else 'EXPLICABLE' end, r.reason_id, ${call.account_id} from (${rest.text}) r on conflict do nothing`,
      rest.values,
    );
    await call.client.query(
      "update class_sessions set state = 'HELD', called_at = edulab_now(), called_by = $2 where id = any($1) and called_at is null",
      [uncalled, call.account_id],
    );
    const { rowCount: updated } = await call.client.query(changeCells, [
      JSON.stringify(changed.map(({ values }) => values)),
      call.account_id,
    ]);
    if (updated !== changed.length) throw fail('STALE');
    await progress(fresh.length + changed.length, fresh.length + changed.length);
    const added = cells.filter((cell) => cell.called).map((cell) => ({ ...cell, id: 0, version: 1, status: null }));
    return {
      new_ids: uncalled,
      before: [...changed.map(({ before }) => ({ ...before, version: before.version + 1 })), ...added],
    };
  },

  async undo(call, { new_ids, before }) {
    const { rowCount: touched } = await call.client.query(
      'select 1 from attendance where session_id = any($1) and version > 1 limit 1',
      [new_ids],
    );
    if (touched) throw fail('IMPORT_TOUCHED');
    await call.client.query('delete from attendance where session_id = any($1)', [new_ids]);
    await call.client.query(
      "update class_sessions set state = 'PLANNED', called_at = null, called_by = null where id = any($1)",
      [new_ids],
    );
    const added = before.filter((cell) => cell.status === null);
    const { rowCount: removed } = await call.client.query(
      `delete from attendance a using jsonb_to_recordset($1::jsonb) as x(session_id int, student_id int)
        where a.session_id = x.session_id and a.student_id = x.student_id and a.version = 1`,
      [JSON.stringify(added)],
    );
    const changed = before.filter((cell) => cell.status !== null);
    const { rowCount: returned } = await call.client.query(changeCells, [JSON.stringify(changed), call.account_id]);
    if (removed !== added.length || returned !== changed.length) throw fail('IMPORT_TOUCHED');
  },
});
