import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type DocumentDraft, issueDocument, type Provisional } from '#domains/credentials/server/index.ts';
import { demandUnheld, students } from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { letterheadOf, paperDate, paperDecimal } from '#platform/server/documents/index.ts';
import type { transcriptIssue } from '../../shapes-records.ts';
import { type Transcript, transcriptOf } from './transcript.ts';
import { studentOf } from './whose.ts';

/** The transcript as a document that is handed out. */

const sayer =
  (locale: Locale) =>
  (key: string, values: Record<string, unknown> = {}): string =>
    message(locale, `transcript.${key}`, values);

/** Issues it, signed and numbered, in one of the three languages. Errors: NOT_FOUND, NO_RESULTS, HELD. */
export async function issueTranscript(call: Call, input: z.infer<typeof transcriptIssue>) {
  const id = await studentOf(call, 'transcript.issue', input.student_id);
  await demandUnheld(call, 'CERTIFICATE', [id]);
  return makeTranscript(call, { ...input, student_id: id });
}

/** The same for whoever has asked already what keeps the student from it. Errors: NOT_FOUND, NO_RESULTS. */
export async function makeTranscript(call: Call, input: z.infer<typeof transcriptIssue>) {
  const id = await studentOf(call, 'transcript.issue', input.student_id);
  const language = input.language ?? call.locale;
  const transcript = await transcriptOf(call, id, language);
  if (transcript.semesters.length + transcript.recognised.length === 0) throw fail('NO_RESULTS');
  const [person] = await call.db.select({ account_id: students.account_id }).from(students).where(eq(students.id, id));
  const { rector, registrar } = await letterheadOf(call, language);
  const row = await issueDocument(call, {
    ...draftOf(transcript, language),
    later: true,
    student_id: id,
    account_id: person?.account_id ?? null,
    signatories: [
      { role: message(language, 'transcript.rector'), name: rector ?? '' },
      { role: message(language, 'transcript.registrar'), name: registrar ?? '' },
    ],
  });
  return {
    document: {
      id: row.id,
      number: row.number,
      check_code: row.check_code.match(/.{4}/g)!.join('-'),
      language: row.language,
      issued_at: row.issued_at,
    },
    transcript,
  };
}

export function draftOf(transcript: Transcript, language: Locale): Omit<DocumentDraft, 'signatories'> {
  const t = sayer(language);
  const { student } = transcript;
  const number = (value: number | null) => paperDecimal(value, language);
  const provisional: Provisional | undefined = transcript.unconfirmed
    ? 'UNCONFIRMED'
    : transcript.awarded
      ? undefined
      : 'NOT_AWARDED';
  return {
    kind: 'TRANSCRIPT',
    language,
    title: t(provisional ? 'title_provisional' : 'title'),
    ...(provisional ? { provisional } : {}),
    subtitle: student.course ?? '',
    subject_name: student.name,
    sections: [
      // The first line of the paper and of its public page.
      ...(provisional
        ? [
            {
              kind: 'text' as const,
              text: t('so_far', {
                ...reachedIn(transcript, number),
                awarded: String(transcript.awarded),
                unconfirmed: String(transcript.unconfirmed),
              }),
            },
          ]
        : []),
      {
        kind: 'facts',
        rows: [
          [t('student'), student.name],
          [t('student_no'), student.student_no],
          ...pair(t('birthdate'), paperDate(student.birthdate)),
          ...pair(t('course'), [student.course_code, student.course].filter(Boolean).join(' ')),
          [t('level'), t(`level_${student.level}`)],
          ...pair(t('form'), student.education_form),
          [t('entry_year'), String(student.entry_year)],
          [t('language'), t(`language_${student.study_language}`)],
        ],
      },
      {
        kind: 'table',
        title: t('results'),
        columns: [
          { title: t('code'), width: 58 },
          { title: t('module') },
          { title: t('credits'), align: 'right', width: 44 },
          { title: t('mark'), align: 'right', width: 44 },
          { title: t('five'), align: 'center', width: 36 },
          { title: t('ects'), align: 'center', width: 36 },
          { title: t('result'), width: 58 },
        ],
        rows: transcript.semesters.flatMap((one) => [
          {
            group: t('semester', {
              year: one.academic_year,
              study_year: one.study_year,
              semester: one.semester,
              credits: number(one.earned),
              average: number(one.average),
            }),
          },
          ...one.rows.map((row) => [
            row.code,
            row.counts
              ? row.attempt > 1
                ? t('retaken', { title: row.title, attempt: row.attempt })
                : row.title
              : t('not_counted', { title: row.title }),
            number(row.credits),
            row.letter === null ? '–' : number(row.total),
            number(row.five),
            row.ects ?? '–',
            t(row.passed ? 'passed' : 'failed'),
          ]),
        ]),
      },
      ...recognisedTable(transcript, language),
      {
        kind: 'facts',
        title: t('summary'),
        rows: [
          [t('earned'), t('earned_of', reachedIn(transcript, number))],
          [t('average'), number(transcript.average)],
          ...pair(t('class'), transcript.class),
        ],
      },
      { kind: 'text', text: t(transcript.unconfirmed ? 'note_unconfirmed' : 'note') },
    ],
  };
}

/** How much of the programme is behind the student, for words that say so. */
const reachedIn = ({ earned, programme }: Transcript, number: (value: number) => string) => ({
  earned: number(earned),
  programme: programme === null ? '' : number(programme),
  known: String(programme !== null),
});
const pair = (label: string, value: string | null | undefined): [string, string][] => (value ? [[label, value]] : []);

/** What was passed elsewhere, marked as that, with where it is from. */
export function recognisedTable({ recognised }: Transcript, language: Locale): DocumentDraft['sections'] {
  const t = sayer(language);
  const number = (value: number | null) => paperDecimal(value, language);
  if (recognised.length === 0) return [];
  return [
    {
      kind: 'table',
      title: t('recognised'),
      columns: [
        { title: t('code'), width: 58 },
        { title: t('module') },
        { title: t('credits'), align: 'right', width: 44 },
        { title: t('mark'), align: 'right', width: 44 },
        { title: t('source') },
        { title: t('origin') },
      ],
      rows: recognised.map((row) => [
        row.code,
        row.title,
        number(row.credits),
        row.counts ? number(row.total) : '–',
        [row.source_module, row.source_grade, row.source_credits !== null && number(row.source_credits)]
          .filter(Boolean)
          .join(' · '),
        row.origin,
      ]),
    },
  ];
}
