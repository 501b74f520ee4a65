import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  type Blank,
  type DocumentDraft,
  issueDocument,
  issuedDocuments,
  markBlankUsed,
  nextBlank,
  revokeDocuments,
  shownCode,
  supersedeDocuments,
} from '#domains/credentials/server/index.ts';
import { notify, titleOf } from '#domains/messaging/server/index.ts';
import type { StudentStatus } from '#domains/students/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { letterheadOf, longDate } from '#platform/server/documents/index.ts';
import type { diplomaIssue } from '../../shapes-awards.ts';
import { transcriptOf } from '../transcripts/transcript.ts';
import { studentOf } from '../transcripts/whose.ts';
import { type Graduate, graduateOf } from './graduate.ts';
import { supplementSections } from './supplement.ts';

/** Diplomas and their supplements: papers of whom a board awarded the degree and an order graduated. */

/**
 * Issues a diploma, or a supplement in one language. A second one is a duplicate: it needs a reason, says that it is one, and
 * takes the place of the first. Errors: NOT_GRADUATED, NOT_AWARDED, DIPLOMA_EXISTS, NOTHING_TO_DUPLICATE, NO_DIPLOMA, NO_BLANKS.
 */
export async function issueDiploma(call: Call, input: z.infer<typeof diplomaIssue>) {
  const id = await studentOf(call, 'diploma.issue', input.student_id);
  const { kind, duplicate } = input;
  const language = input.language ?? 'uz';
  // Two who issue at once wait for each other here.
  await call.client.query('select 1 from students where id = $1 for no key update', [id]);
  const graduate = await graduateOf(call, id, language);
  const standing = await validPapers(call, id);
  const diploma = standing.find((one) => one.kind === 'DIPLOMA');
  const before = kind === 'DIPLOMA' ? diploma : standing.find((one) => one.kind === kind && one.language === language);
  if (before && !duplicate) throw fail('DIPLOMA_EXISTS', { number: before.number });
  if (duplicate && !before) throw fail('NOTHING_TO_DUPLICATE');
  if (kind === 'SUPPLEMENT' && !diploma) throw fail('NO_DIPLOMA');
  const blank = await nextBlank(call, { kind, level: graduate.level });
  if (!blank && kind === 'DIPLOMA') throw fail('NO_BLANKS');
  const t = (key: string, values: Record<string, unknown> = {}) => message(language, key, values);
  if (before)
    await supersedeDocuments(
      call,
      { kind, student_ids: [id], ...(kind === 'SUPPLEMENT' ? { language } : {}) },
      'DUPLICATE_ISSUED',
    );
  const first = before
    ? [
        {
          kind: 'text' as const,
          text: t('diploma.duplicate_of', { number: before.number, day: longDate(before.issued_on, language) }),
        },
      ]
    : [];
  const sections =
    kind === 'DIPLOMA'
      ? diplomaSections(graduate, blank, language)
      : await supplementSections(call, graduate, await transcriptOf(call, id, language), {
          language,
          diploma: diploma!.number,
          blank: blank?.text ?? null,
        });
  const { rector, registrar } = await letterheadOf(call, language);
  const title =
    kind === 'SUPPLEMENT' ? 'supplement.title' : graduate.awarded?.honours ? 'diploma.title_honours' : 'diploma.title';
  const row = await issueDocument(call, {
    kind,
    // The blank is taken and the duplicate's reason given once, whatever becomes of the drawing.
    later: true,
    language,
    title: before ? t('diploma.duplicate_title', { title: t(title) }) : t(title),
    subtitle: graduate.course,
    student_id: id,
    account_id: graduate.account_id,
    subject_name: graduate.name,
    sections: [...first, ...sections],
    signatories: [
      { role: t('transcript.rector'), name: rector ?? '' },
      { role: t('transcript.registrar'), name: registrar ?? '' },
    ],
  });
  if (blank) await markBlankUsed(call, blank, row.id);
  await notify(call, graduate.account_id ? [graduate.account_id] : [], {
    type: 'award',
    title: titleOf(`notice_issued.${kind}`, { number: row.number }),
    link: '/issued-documents',
  });
  return {
    id: row.id,
    kind,
    number: row.number,
    check_code: shownCode(row.check_code),
    language,
    blank: blank?.text ?? null,
  };
}

const validPapers = (call: Call, student: number) =>
  call.db
    .select({
      kind: issuedDocuments.kind,
      number: issuedDocuments.number,
      language: issuedDocuments.language,
      issued_on: sql<string>`coalesce(nullif(${issuedDocuments.body}, '')::jsonb ->> 'issued_on', (${issuedDocuments.issued_at} at time zone (select edulab_zone()))::date::text)`,
    })
    .from(issuedDocuments)
    .where(
      and(
        eq(issuedDocuments.student_id, student),
        eq(issuedDocuments.status, 'VALID'),
        sql`${issuedDocuments.kind} in ('DIPLOMA', 'SUPPLEMENT')`,
      ),
    );

function diplomaSections(one: Graduate, blank: Blank | undefined, language: Locale): DocumentDraft['sections'] {
  const t = (key: string, values: Record<string, unknown> = {}) => message(language, key, values);
  const rows: [string, string | null][] = [
    [t('transcript.student'), one.name],
    [t('transcript.birthdate'), one.birthdate && longDate(one.birthdate, language)],
    [t('transcript.course'), one.course],
    [t('diploma.qualification'), t(`diploma.level_${one.level}`)],
    [t('transcript.class'), one.awarded && (one.awarded.title[language] || one.awarded.title.uz)],
    [t('diploma.decision'), longDate(one.decided_on, language)],
    [
      t('diploma.order'),
      one.order_number &&
        [one.order_number, one.order_date && longDate(one.order_date, language)].filter(Boolean).join(', '),
    ],
    [t('diploma.blank'), blank?.text ?? null],
  ];
  return [
    { kind: 'text', text: t('diploma.awarded') },
    { kind: 'facts', rows: rows.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : [])) },
  ];
}

/** Who is a graduate no more has no valid diploma: strangers who check it read so. */
export async function takeBackDiplomas(
  call: Call,
  { rows, to }: { rows: readonly { id: number; from: StudentStatus }[]; to: StudentStatus },
): Promise<void> {
  const ids = rows.flatMap(({ id, from }) => (from === 'GRADUATED' && to !== 'GRADUATED' ? id : []));
  await revokeDocuments(call, { kinds: ['DIPLOMA', 'SUPPLEMENT'], student_ids: ids }, 'AWARD_TAKEN_BACK');
}
