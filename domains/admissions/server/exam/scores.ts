import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { openUpload, receiveFiles } from '#domains/files/server/index.ts';
import { clock } from '#platform/contract/clock.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail, failField } from '#platform/server/call/errors.ts';
import { type Checked, defineImport } from '#platform/server/records/imports.ts';
import { recordImport } from '#platform/server/records/record-import.ts';
import { defineColumns, parse } from '#platform/server/spreadsheets.ts';
import { type FlavourName, flavourNames } from '../../flavours.ts';
import type { scoreInput, scoreSources } from '../../shapes-exam.ts';
import { endedStates } from '../../workflow.ts';
import { applicationScores, applications } from '../tables.ts';
import { lockAcademic } from './exam.ts';

/** Points come one by one, or by a file of the exam, the state's testing centre or an appointment. Totals are kept by a trigger. */

type Source = (typeof scoreSources)[number];

/** Writes the points of one subject from one source in place of those before. */
export async function writeScore(
  call: Call,
  row: { application_id: number; subject: string; source: Source; points: number | null },
): Promise<void> {
  const [before] = await call.db
    .select()
    .from(applicationScores)
    .where(
      and(
        eq(applicationScores.application_id, row.application_id),
        eq(applicationScores.subject, row.subject),
        eq(applicationScores.source, row.source),
        isNull(applicationScores.deleted_at),
      ),
    );
  const { points, ...rest } = row;
  if (points === null) {
    if (before)
      await call.db
        .update(applicationScores)
        .set({ deleted_at: clock.iso() })
        .where(eq(applicationScores.id, before.id));
  } else if (before) await call.db.update(applicationScores).set({ points }).where(eq(applicationScores.id, before.id));
  else await call.db.insert(applicationScores).values({ ...rest, points });
}

/** Points count until the decision is known; afterwards only what was taken back first. */
const scorableStates = ['DOCUMENTS_CHECK', 'CREDITS_COMPARED', 'VERIFIED', 'EXAM_ASSIGNED', 'EXAM_TAKEN'];

export async function saveScore(call: Call, input: z.infer<typeof scoreInput>) {
  const row = await lockAcademic(call, input.application_id);
  if (!scorableStates.includes(row.status)) throw fail('APPLICATION_NOT_WRITABLE', { status: row.status });
  await writeScore(call, input);
  const [after] = await call.db
    .select({ score: applications.score })
    .from(applications)
    .where(eq(applications.id, row.id));
  return { application_id: row.id, score: after?.score ?? null };
}

const columns = defineColumns([
  {
    key: 'number',
    titles: { uz: 'Ariza raqami', ru: 'Номер заявления', en: 'Application number' },
    aliases: ['Ariza'],
    parse: parse.text(20),
    example: 'S-0000017',
  },
  {
    key: 'passport_id',
    titles: { uz: 'Pasport', ru: 'Паспорт', en: 'Passport' },
    parse: parse.text(20),
    example: 'AA1234567',
  },
  {
    key: 'pinfl',
    titles: { uz: 'JSHSHIR', ru: 'ПИНФЛ', en: 'PINFL' },
    parse: parse.text(20),
    example: '50105086543210',
  },
  {
    key: 'subject',
    titles: { uz: 'Fan', ru: 'Предмет', en: 'Subject' },
    parse: parse.text(100),
    example: 'Matematika',
  },
  {
    key: 'points',
    titles: { uz: 'Ball', ru: 'Балл', en: 'Points' },
    required: true,
    parse: parse.money(),
    example: 75.5,
  },
]);

interface Found {
  id: number;
  number: string;
  status: string;
  passport_id: string | null;
  pinfl: string | null;
  applicant_name: string;
}

/** Points of these flavours from one source. People whom nobody knows, and people twice, are faults; nobody is made by a file. */
export function scoreImport(
  kind: string,
  source: Source,
  flavours: readonly FlavourName[] = flavourNames,
  whole = 'TOTAL',
) {
  const records = recordImport<typeof columns>({
    table: 'application_scores',
    written: ['application_id', 'subject', 'source', 'points'],
    keys: {},
    nameOf: () => '',
    derive: () => ({}),
  });
  return defineImport({
    kind,
    columns,
    open: openUpload,
    async check(call, rows, add) {
      const values = (key: 'number' | 'passport_id' | 'pinfl') =>
        rows.flatMap(({ record }) => (record[key] ? [String(record[key]).trim().toUpperCase()] : []));
      const { rows: found } = await call.client.query<Found>(
        `select a.id, a.number, a.status, a.applicant_name, g.passport_id, g.pinfl from applications a join guests g on g.id = a.guest_id
          where a.deleted_at is null and a.flavour = any($4) and a.status <> all($5) and (a.number = any($1) or g.passport_id = any($2) or g.pinfl = any($3))`,
        [values('number'), values('passport_id'), values('pinfl'), flavours, ['DRAFT', ...endedStates]],
      );
      const before = new Map(
        (
          await call.db
            .select()
            .from(applicationScores)
            .where(
              and(
                inArray(applicationScores.application_id, [0, ...found.map((row) => row.id)]),
                eq(applicationScores.source, source),
                isNull(applicationScores.deleted_at),
              ),
            )
        ).map((row) => [`${row.application_id} ${row.subject}`, row]),
      );
      const checked: Checked = { fresh: [], changed: [], unchanged: 0 };
      const seen = new Map<string, number>();
      for (const { row, record } of rows) {
        const key = (['number', 'passport_id', 'pinfl'] as const).find((name) => record[name]);
        if (!key || record.points === null) {
          add(row, key ? 'points' : 'number', 'REQUIRED', '');
          continue;
        }
        const given = String(record[key]).trim().toUpperCase();
        const people = found.filter((one) => one[key] === given);
        const [who] = people;
        // Who applied for two courses is known by the number of the application alone.
        if (people.length > 1) add(row, key, 'APPLICATION_AMBIGUOUS', given);
        if (!who) add(row, key, 'APPLICATION_UNKNOWN', given);
        if (!who || people.length > 1) continue;
        if (!scorableStates.includes(who.status)) {
          add(row, key, 'APPLICATION_DECIDED', given);
          continue;
        }
        if (Number(record.points) > 1000) add(row, 'points', 'TOO_BIG', record.points, { max: 1000 });
        const values = {
          application_id: who.id,
          subject: record.subject ?? whole,
          source,
          points: Number(record.points),
        };
        const mark = `${who.id} ${values.subject}`;
        const first = seen.get(mark);
        if (first !== undefined) add(row, key, 'DUPLICATE_IN_FILE', given, { first });
        seen.set(mark, row);
        const stood = before.get(mark);
        if (!stood) checked.fresh.push({ row, values });
        else if (stood.points === values.points) checked.unchanged++;
        else
          checked.changed.push({
            row,
            name: who.applicant_name,
            before: stood,
            values: { ...stood, ...values },
            fields: ['points'],
          });
      }
      return checked;
    },
    apply: records.apply,
    undo: records.undo,
  });
}

export const examScores = scoreImport('admissions.scores', 'EXAM', ['plain', 'general']);
export const appointmentScores = scoreImport(
  'admissions.appointments',
  'APPOINTMENT',
  ['plain', 'general'],
  'APPOINTMENT',
);
export const dtmFiles = Object.fromEntries(
  flavourNames.map((name) => [name, scoreImport(`admissions.dtm_${name}`, 'DTM', [name])]),
) as Record<FlavourName, ReturnType<typeof scoreImport>>;

/** Starts an import with a file of the form that was sent, or with one that was uploaded before. */
export async function startWithFile(
  call: Call,
  of: ReturnType<typeof scoreImport>,
  input: { file_id?: number | undefined } | undefined,
) {
  const [sent] = call.request.isMultipart() ? await receiveFiles(call, 'file') : [];
  const file_id = sent ? sent.id : input?.file_id;
  if (file_id === undefined) throw failField('file_id', 'form_required');
  return of.start(call, { file_id });
}
