import {
  contentOf,
  type DocumentDraft,
  issueDocument,
  issuedDocumentOf,
  sendIssued,
  shownCode,
} from '#domains/credentials/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { letterheadOf, longDate, paperDecimal, sendPaper } from '#platform/server/documents/index.ts';
import { type ModuleRef, moduleRefs } from '../modules.ts';
import type { assessmentBoards } from '../tables.ts';

/** The minutes of a board: what it confirmed, as it stood then. */

type Board = typeof assessmentBoards.$inferSelect;

/** What the minutes say. Who checks them sees the decision; the students and their results stand on the paper alone. */
function draftOf(board: Board, module: ModuleRef, language: Locale): DocumentDraft {
  const text = (key: string, values: Record<string, unknown> = {}) => message(language, `minutes.${key}`, values);
  const name = `${module.code} ${module.title}`;
  const count = (passed: boolean) => String(board.results.filter((row) => row.passed === passed).length);
  return {
    kind: 'MINUTES',
    language,
    title: text('title'),
    subtitle: name,
    subject_name: `${name}, № ${board.number}`,
    sections: [
      {
        kind: 'facts',
        rows: [
          [text('number'), board.number],
          [text('held_on'), longDate(board.held_on, language)],
          [text('course'), module.course],
          [text('year'), `${module.academic_year}, ${module.study_year}.${module.semester}`],
          [text('credits'), paperDecimal(module.credits, language)],
          [text('students'), String(board.results.length)],
          [text('passed'), count(true)],
          [text('failed'), count(false)],
        ],
      },
      { kind: 'text', text: text('decision', { count: board.confirmed, module: name }) },
      ...(board.note ? [{ kind: 'text' as const, text: board.note }] : []),
    ],
    paper: [
      {
        kind: 'table',
        title: text('results'),
        columns: [
          { title: '№', width: 22, align: 'right' },
          { title: text('student') },
          { title: text('student_no'), width: 58 },
          { title: text('total'), width: 40, align: 'right' },
          { title: text('letter'), width: 38, align: 'center' },
          { title: text('five'), width: 40, align: 'center' },
          { title: text('result'), width: 64 },
        ],
        rows: board.results.map((row, at) => [
          String(at + 1),
          row.name,
          row.student_no,
          paperDecimal(row.total, language),
          row.letter ?? '—',
          row.five === null ? '—' : paperDecimal(row.five, language),
          text(row.status === 'WITHHELD' ? 'withheld' : row.passed ? 'pass' : row.passed === false ? 'fail' : 'open'),
        ]),
      },
    ],
    signatories: board.members.map(({ name: who, role }) => ({ name: who, role: text(`role_${role}`) })),
  };
}

const moduleOf = async (call: Call, board: Board): Promise<ModuleRef> =>
  (await moduleRefs(call, [board.course_module_id])).get(board.course_module_id)!;

/** Issues the minutes as a document, numbered and signed, in the language of who closes the board; answers its id. */
export async function issueMinutes(call: Call, board: Board): Promise<number> {
  const draft = draftOf(board, await moduleOf(call, board), call.locale);
  return (await issueDocument(call, { ...draft, later: true })).id;
}

/**
 * The minutes as PDF: the paper that was issued, to whoever reads its language. To others a translation that names the
 * issued one and leads to it; of boards from before there were such papers, what it would say.
 */
export async function sendMinutes(call: Call, board: Board): Promise<{ ok: true }> {
  const issued = board.document_id === null ? undefined : await issuedDocumentOf(call, board.document_id);
  if (issued?.language === call.locale) return sendIssued(call, issued.id);
  const draft = draftOf(board, await moduleOf(call, board), call.locale);
  const code = issued && shownCode(issued.check_code);
  return sendPaper(call, `minutes-${board.id}.pdf`, {
    locale: call.locale,
    letterhead: await letterheadOf(call, call.locale),
    title: draft.title,
    subtitle: draft.subtitle ?? '',
    number: issued?.number ?? board.number,
    date: longDate(board.held_on, call.locale),
    made: new Date(board.created_at),
    content: contentOf(
      issued
        ? { ...draft, sections: [{ kind: 'text', text: translationOf(call.locale, issued) }, ...draft.sections] }
        : draft,
    ),
    ...(code ? { check: { url: `${call.kernel.settings.publicUrl}/check/${code}`, code } } : {}),
  });
}

const translationOf = (locale: Locale, { number, language }: { number: string; language: Locale }): string =>
  message(locale, 'minutes.translation', { number, language: message(locale, `minutes.in_${language}`) });
