import { Readable } from 'node:stream';
import type { Call } from '#platform/server/context.ts';
import {
  facts,
  grid,
  heading,
  letterheadOf,
  longDate,
  paperDecimal,
  pdf,
  prose,
  signatures,
} from '#platform/server/documents/index.ts';
import { message } from '#platform/server/messages.ts';
import { moduleRefs } from '../modules.ts';
import { findBoard } from './boards.ts';

/** The minutes of a board as PDF, in the caller's language: what it confirmed, as it stood then. */
export async function minutes(call: Call, id: number): Promise<{ ok: true }> {
  const board = await findBoard(call, id);
  const module = (await moduleRefs(call, [board.course_module_id])).get(board.course_module_id)!;
  const text = (key: string, values: Record<string, unknown> = {}) => message(call.locale, `minutes.${key}`, values);
  const passed = board.results.filter((row) => row.passed === true).length;
  const failed = board.results.filter((row) => row.passed === false).length;
  const body = await pdf({
    locale: call.locale,
    letterhead: await letterheadOf(call, call.locale),
    title: text('title'),
    subtitle: `${module.code} ${module.title}`,
    number: board.number,
    date: longDate(board.held_on, call.locale),
    made: new Date(board.created_at),
    content: [
      facts([
        [text('course'), module.course],
        [text('year'), `${module.academic_year}, ${module.study_year}.${module.semester}`],
        [text('credits'), paperDecimal(module.credits, call.locale)],
        [text('students'), String(board.results.length)],
        [text('passed'), String(passed)],
        [text('failed'), String(failed)],
      ]),
      prose(text('decision', { count: board.confirmed, module: `${module.code} ${module.title}` })),
      ...(board.note ? [prose(board.note)] : []),
      heading(text('results')),
      grid(
        [
          { title: '№', width: 22, align: 'right' },
          { title: text('student'), width: '*' },
          { title: text('student_no'), width: 80 },
          { title: text('total'), width: 50, align: 'right' },
          { title: text('letter'), width: 40, align: 'center' },
          { title: text('five'), width: 40, align: 'center' },
          { title: text('result'), width: 80 },
        ],
        board.results.map((row, at) => [
          String(at + 1),
          row.name,
          row.student_no,
          paperDecimal(row.total, call.locale),
          row.letter ?? '—',
          row.five === null ? '—' : paperDecimal(row.five, call.locale),
          text(row.status === 'WITHHELD' ? 'withheld' : row.passed ? 'pass' : row.passed === false ? 'fail' : 'open'),
        ]),
      ),
      signatures(board.members.map(({ name, role }) => ({ name, role }))),
    ],
  });
  call.stream = {
    headers: { 'content-type': 'application/pdf', 'content-disposition': `inline; filename="minutes-${board.id}.pdf"` },
    body: Readable.from([body]),
  };
  return { ok: true };
}
