import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { facts, grid, letterheadOf, longDate, sendPaper, signatures } from '#platform/server/documents/index.ts';
import { hallById } from './halls.ts';

/** What hangs on the door and lies on the desk: the plan of seats as one stands before them, and the list to sign. */

/** Shades by which papers are told apart in print too, with their code. */
const shades = ['#e3f1ee', '#f6ead9', '#e6e9f7', '#f8e3e3', '#eef3da', '#efe6f3', '#dff0f7', '#f1f1f1'];

/** Rows of seats that have room on one page, with names of three lines. */
const MOST_ROWS = 14;

export async function printHall(call: Call, id: number): Promise<{ ok: true }> {
  const hall = await hallById(call, id);
  const text = (key: string, values: Record<string, unknown> = {}) => message(call.locale, `exam.print.${key}`, values);
  const at = new Map(hall.seats.map((seat) => [`${seat.row} ${seat.column}`, seat]));
  const shade = new Map(hall.exams.map(({ id: exam }, index) => [exam, shades[index % shades.length]!]));
  const codes = new Map(hall.exams.map(({ id: exam, code }) => [exam, code]));
  const size = hall.columns > 10 ? 5.5 : hall.columns > 7 ? 6.5 : 7.5;
  const rows = Math.max(...hall.seats.map(({ row }) => row));
  const cell = (row: number, column: number): TableCell => {
    const seat = at.get(`${row} ${column}`);
    if (!seat) return { text: ' ', fontSize: size };
    return {
      stack: [
        { text: `${row}–${column} · ${codes.get(seat.exam_id)}`, fontSize: size - 1, color: '#5b6570' },
        { text: seat.student.name, fontSize: size, bold: true },
        ...(seat.extra_minutes ? [{ text: text('extra', { minutes: seat.extra_minutes }), fontSize: size - 1 }] : []),
      ],
      fillColor: shade.get(seat.exam_id)!,
    };
  };
  const plan: Content = {
    table: {
      widths: Array.from({ length: hall.columns }, () => '*'),
      body: Array.from({ length: rows }, (_, row) =>
        Array.from({ length: hall.columns }, (_, column) => cell(row + 1, column + 1)),
      ),
      dontBreakRows: true,
    },
    layout: 'boxes',
  };
  const people = [...hall.seats].sort((a, b) => a.student.name.localeCompare(b.student.name, call.locale));
  return sendPaper(call, `exam-room-${id}.pdf`, {
    locale: call.locale,
    letterhead: await letterheadOf(call, call.locale),
    title: text('title', { room: hall.room.title }),
    subtitle: `${longDate(hall.date, call.locale)}, ${hall.starts_at}–${hall.ends_at}`,
    landscape: true,
    content: [
      facts([
        [text('exams'), hall.exams.map(({ code, title, students }) => `${code} ${title} (${students})`).join('; ')],
        [text('students'), String(hall.students)],
        [text('invigilators'), hall.invigilators.map(({ title }) => title).join(', ')],
        [text('apart'), hall.apart ? text('yes') : null],
      ]),
      // A plan is looked at as a whole: one that a page can hold is not torn.
      {
        unbreakable: rows <= MOST_ROWS,
        stack: [{ text: text('front'), alignment: 'center', fontSize: 8, margin: [0, 6, 0, 3] }, plan],
      },
      {
        ...(grid(
          [
            { title: '№', width: 24, align: 'right' },
            { title: text('seat'), width: 44 },
            { title: text('number'), width: 80 },
            { title: text('student') },
            { title: text('group'), width: 80 },
            { title: text('paper'), width: 70 },
            { title: text('signature'), width: 110 },
          ],
          people.map(({ row, column, student, exam_id }, index) => [
            String(index + 1),
            `${row}–${column}`,
            student.number ?? '',
            student.name,
            student.group ?? '',
            codes.get(exam_id) ?? '',
            '',
          ]),
        ) as object),
        pageBreak: 'before',
      } as Content,
      signatures(hall.invigilators.map(({ title }) => ({ role: text('invigilator'), name: title }))),
    ],
  });
}
