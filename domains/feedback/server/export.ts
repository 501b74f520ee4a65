import { type SQL, sql } from 'drizzle-orm';
import type { Locale } from '#platform/contract/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { defineExport } from '#platform/server/records/exports.ts';
import { localTitle } from '#platform/server/records/resource.ts';
import type { ExportColumn } from '#platform/server/spreadsheets.ts';
import type { contract } from '../contract.ts';
import { register, staffName } from './feedback.ts';
import { numberOf } from './notices.ts';
import { feedback, feedbackTypes } from './tables.ts';

interface Line extends Record<string, unknown> {
  id: number;
  filed_on: string;
  type: string;
  kind: string;
  mode: string;
  status: string;
  theme: string | null;
  subject: string;
  handler: string | null;
  stage: number;
  due_on: string | null;
  answered_on: string | null;
}

const columnsIn = (locale: Locale): ExportColumn<Line>[] => [
  { key: 'number', titles: { uz: 'Raqami', ru: 'Номер', en: 'Number' }, format: (row) => numberOf(row.id) },
  {
    key: 'filed_on',
    titles: { uz: 'Kelgan kuni', ru: 'Поступило', en: 'Received' },
    kind: 'date',
    format: (row) => row.filed_on,
  },
  {
    key: 'kind',
    titles: { uz: 'Turi', ru: 'Вид', en: 'Kind' },
    format: (row) => message(locale, `feedback_kind.${row.kind}`),
  },
  { key: 'type', titles: { uz: 'Yoʻnalish', ru: 'Тип', en: 'Type' }, width: 30, format: (row) => row.type },
  {
    key: 'theme',
    titles: { uz: 'Mavzu', ru: 'Тема', en: 'Theme' },
    width: 24,
    format: (row) => (row.theme ? message(locale, `feedback_theme.${row.theme}`) : null),
  },
  {
    key: 'mode',
    titles: { uz: 'Maxfiylik', ru: 'Имя автора', en: 'Name of the author' },
    width: 20,
    format: (row) => message(locale, `feedback_mode.${row.mode}`),
  },
  {
    key: 'subject',
    titles: { uz: 'Qisqacha mazmuni', ru: 'О чём', en: 'Subject' },
    width: 50,
    format: (row) => row.subject,
  },
  {
    key: 'status',
    titles: { uz: 'Holati', ru: 'Состояние', en: 'Status' },
    width: 20,
    format: (row) => message(locale, `feedback_state.${row.status}`),
  },
  { key: 'stage', titles: { uz: 'Bosqich', ru: 'Ступень', en: 'Stage' }, kind: 'number', format: (row) => row.stage },
  {
    key: 'handler',
    titles: { uz: 'Masʼul', ru: 'Кто ведёт', en: 'Handled by' },
    width: 30,
    format: (row) => row.handler,
  },
  { key: 'due_on', titles: { uz: 'Muddati', ru: 'Срок', en: 'Due' }, kind: 'date', format: (row) => row.due_on },
  {
    key: 'answered_on',
    titles: { uz: 'Javob berilgan', ru: 'Дан ответ', en: 'Answered' },
    kind: 'date',
    format: (row) => row.answered_on,
  },
];

const most = 20_000;
const blockOf = 500;

async function* linesOf(call: Call, ids: readonly number[]): AsyncGenerator<Line> {
  for (let at = 0; at < ids.length; at += blockOf) {
    const { rows } = await call.db.execute<Line>(sql`
      select ${feedback.id} as id, ${feedback.filed_on}::text as filed_on, ${localTitle(sql`t.title`, call.locale)} as type, t.kind,
             ${feedback.mode} as mode, ${feedback.status} as status, ${feedback.theme} as theme, ${feedback.subject} as subject,
             ${staffName(sql`${feedback.handler_id}`)} as handler, ${feedback.stage} as stage, ${feedback.due_on}::text as due_on,
             ${feedback.answered_on}::text as answered_on
        from ${feedback} join ${feedbackTypes} t on t.id = ${feedback.type_id}
       where ${feedback.id} in ${ids.slice(at, at + blockOf)} order by ${ordered}`);
    yield* rows;
  }
}
const ordered: SQL = sql`${feedback.filed_on}, ${feedback.id}`;

/** The register as the list shows it; who wrote stands in no file. */
export const registerExport = defineExport(
  'feedback.export',
  async (call: Call, input: InputOf<typeof contract.feedback.export>) => {
    const ids = (await register.ids(call, input, most)).sort((a, b) => a - b);
    return { name: 'feedback.xlsx', count: ids.length, columns: columnsIn(call.locale), rows: linesOf(call, ids) };
  },
);
