import { eq } from 'drizzle-orm';
import { openUpload } from '#domains/files/server/index.ts';
import { type Call, demand, scopeOf } from '#platform/server/call/context.ts';
import { type AddFault, type Checked, defineImport, type Values } from '#platform/server/records/imports.ts';
import { defineColumns, parse, type RowOf } from '#platform/server/spreadsheets.ts';
import { issueAsked, type RowValues, rowFields } from '../shapes.ts';
import { fieldTitle } from './fields.ts';
import { issueAll, makingOf, oneAtATime, takeBackIssue } from './issues.ts';
import type { Recipient } from './making.ts';
import { liveTemplate, lookAt, offeredTemplate, studentsByNumber } from './recipients.ts';
import { certificates } from './tables.ts';

/** Certificates for the people of a table: each row a paper. Whoever has a student number is a student of ours. */

const columns = defineColumns([
  {
    key: 'name',
    titles: { uz: 'Ism va familiya', ru: 'Фамилия и имя', en: 'Name' },
    aliases: ['F.I.Sh.', 'FIO', 'ФИО', 'Full name'],
    parse: parse.text(300),
    required: true,
    example: 'Rahimova Dilnoza Aliyevna',
    width: 34,
  },
  {
    key: 'student_no',
    titles: { uz: 'Talaba raqami', ru: 'Номер студента', en: 'Student number' },
    parse: parse.text(40),
    example: 'T-00001',
  },
  {
    key: 'result',
    titles: { uz: 'Natija', ru: 'Результат', en: 'Result' },
    parse: parse.text(200),
    example: '92',
  },
  {
    key: 'award',
    titles: { uz: 'Oʻrin', ru: 'Место', en: 'Place' },
    parse: parse.text(200),
    example: 'I',
  },
  {
    key: 'hours',
    titles: { uz: 'Soat', ru: 'Часы', en: 'Hours' },
    parse: parse.text(50),
    example: '36',
  },
  {
    key: 'note',
    titles: { uz: 'Izoh', ru: 'Примечание', en: 'Note' },
    parse: parse.text(500),
    example: 'Robototexnika',
    width: 30,
  },
]);
type Row = { row: number; record: RowOf<typeof columns> };

const saidBy = (record: Row['record']): RowValues =>
  Object.fromEntries(rowFields.flatMap((key) => (record[key] ? [[key, record[key]]] : [])));

/** Whom each row means. A number that nobody in reach has is a fault, as is a name that is not that student's. */
async function recipientsOf(call: Call, rows: readonly Row[], add: AddFault): Promise<Recipient[]> {
  const known = await studentsByNumber(
    call,
    rows.flatMap(({ record }) => record.student_no ?? []),
  );
  const alone = scopeOf(call, 'certificate.issue') !== 'institution';
  const seen = new Map<string, number>();
  return rows.map(({ row, record }) => {
    const name = record.name ?? '';
    const student = record.student_no ? (known.get(record.student_no.toLowerCase()) ?? null) : null;
    if (record.student_no && !student) add(row, 'student_no', 'UNKNOWN_REFERENCE', record.student_no);
    // Whoever issues for a branch knows its students, and nobody else.
    if (!record.student_no && alone) add(row, 'student_no', 'form_required', '');
    const key = student ? `${student.id}` : `${name.toLowerCase()} ${JSON.stringify(saidBy(record))}`;
    const first = seen.get(key);
    if (first)
      add(row, student ? 'student_no' : 'name', 'DUPLICATE_IN_FILE', student ? record.student_no : name, { first });
    else seen.set(key, row);
    return { row, name: student?.full_name ?? name, student, said: saidBy(record) };
  });
}

/** Whom the values of a checked row mean. */
const recipientOf = new WeakMap<Values, Recipient>();

const columnOf = (name: string) => (name.startsWith('row.') ? name.slice('row.'.length) : 'name');

export const certificateImport = defineImport({
  kind: 'certificates.import',
  columns,
  open: openUpload,

  async check(call, rows, add, asked): Promise<Checked> {
    const recipients = await recipientsOf(call, rows, add);
    const wish = issueAsked.safeParse(asked);
    const template = wish.success ? await offeredTemplate(call, wish.data) : undefined;
    if (wish.success && !template) add(1, 'name', 'CERTIFICATE_NOT_OFFERED', '');
    if (wish.success && template) {
      const looked = await lookAt(call, template, makingOf(template, wish.data.language, wish.data.event), recipients);
      for (const { row, name } of recipients)
        for (const fault of looked.faults.get(row) ?? [])
          add(row, columnOf(String(fault.data.name ?? '')), fault.code, name, fault.data);
      for (const name of looked.maker.lacks)
        add(1, 'name', 'certificate_event', '', { field: fieldTitle(call.locale, name) });
    }
    return {
      fresh: recipients.map((recipient) => {
        const values: Values = { name: recipient.name };
        recipientOf.set(values, recipient);
        return { row: recipient.row, values };
      }),
      changed: [],
      unchanged: 0,
    };
  },

  async apply(call, { fresh }, progress, asked) {
    demand(call, 'certificate.issue');
    await oneAtATime(call);
    const wish = issueAsked.parse(asked);
    const template = await liveTemplate(call, wish);
    const recipients = fresh.flatMap(({ values }) => recipientOf.get(values) ?? []);
    const looked = await lookAt(call, template, makingOf(template, wish.language, wish.event), recipients);
    const { ids } = await issueAll(call, template, wish, looked, progress);
    return { new_ids: ids, before: [] };
  },

  async undo(call, { new_ids }) {
    const [of] = await call.db
      .select({ issue_id: certificates.issue_id })
      .from(certificates)
      .where(eq(certificates.document_id, new_ids[0] ?? 0));
    if (of) await takeBackIssue(call, of.issue_id);
  },
});
