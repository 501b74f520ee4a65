import { and, desc, inArray } from 'drizzle-orm';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { defineExport } from '#platform/server/records/exports.ts';
import type { ExportColumn } from '#platform/server/spreadsheets.ts';
import { type Case, conditions, present, type Query } from './cases.ts';
import { riskCases } from './tables.ts';

/** All of a list as a file. */

const columns: ExportColumn<Case>[] = [
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
  { key: 'group', titles: { uz: 'Guruh', ru: 'Группа', en: 'Group' }, format: (row) => row.student.group?.title },
  {
    key: 'faculty',
    titles: { uz: 'Fakultet', ru: 'Факультет', en: 'Faculty' },
    width: 32,
    format: (row) => row.student.faculty,
  },
  {
    key: 'level',
    titles: { uz: 'Daraja', ru: 'Уровень', en: 'Level' },
    width: 18,
    format: (row, locale) => message(locale, `risk_level.${row.level}`),
  },
  {
    key: 'reasons',
    titles: { uz: 'Sabablar', ru: 'Причины', en: 'Reasons' },
    width: 80,
    format: (row, locale) =>
      row.reasons
        .map(({ kind, value, limit, weeks }) =>
          message(locale, `risk_reason.${kind}`, {
            value: value ?? 0,
            limit,
            weeks: weeks ?? 0,
            seen: value === null ? 'no' : 'yes',
          }),
        )
        .join('; '),
  },
  {
    key: 'flagged_on',
    titles: { uz: 'Aniqlangan', ru: 'Выявлен', en: 'Flagged on' },
    kind: 'date',
    format: (row) => row.flagged_on,
  },
  {
    key: 'mentor',
    titles: { uz: 'Biriktirilgan', ru: 'Закреплён', en: 'Assigned to' },
    width: 30,
    format: (row) => row.mentor?.title,
  },
  {
    key: 'actions',
    titles: { uz: 'Amallar', ru: 'Действий', en: 'Actions' },
    kind: 'number',
    format: (row) => row.actions,
  },
  {
    key: 'last_action_on',
    titles: { uz: 'Oxirgi amal', ru: 'Последнее действие', en: 'Last action' },
    kind: 'date',
    format: (row) => row.last_action_on,
  },
  {
    key: 'next_on',
    titles: { uz: 'Keyingi sana', ru: 'Следующая дата', en: 'Next date' },
    kind: 'date',
    format: (row) => row.next_on,
  },
];
const blockOf = 500;

async function* linesOf(call: Call, ids: readonly number[]): AsyncGenerator<Case> {
  for (let at = 0; at < ids.length; at += blockOf) {
    const rows = await call.db
      .select()
      .from(riskCases)
      .where(inArray(riskCases.id, ids.slice(at, at + blockOf)))
      .orderBy(desc(riskCases.severity), desc(riskCases.id));
    yield* await present(call, rows);
  }
}

export const caseExport = defineExport('early-warning.export', async (call: Call, input: Query) => {
  const rows = await call.db
    .select({ id: riskCases.id })
    .from(riskCases)
    .where(and(...conditions(call, input)))
    .orderBy(desc(riskCases.severity), desc(riskCases.id));
  const ids = rows.map(({ id }) => id);
  return { name: 'students-at-risk.xlsx', count: ids.length, columns, rows: linesOf(call, ids) };
});
