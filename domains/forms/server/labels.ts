import { and, eq, inArray, isNull } from 'drizzle-orm';
import { issuedDocuments } from '#domains/credentials/server/index.ts';
import { students } from '#domains/students/server/index.ts';
import type { Call, InputOf } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { letterheadOf, type SheetPart, sendSheet } from '#platform/server/documents/index.ts';
import type { contract } from '../contract.ts';
import { inHandlersReach, visible } from './reach.ts';
import { formRequests } from './tables.ts';

/** Labels for the letters in which papers are sent: sheets of three by eight, 70 by 37 mm, as every shop has them. */

const columns = 3;
const rows = 8;
const [width, height] = [70, 37];
/** 8 × 37 mm are one millimetre less than the page. */
const top = 0.5;
const edge = 5;

/** Errors: LABELS_NONE where none of these goes by post and is ready. */
export async function addressLabels(call: Call, input: InputOf<typeof contract.request.labels>): Promise<{ ok: true }> {
  const ids = [...new Set(input.ids.split(',').map(Number))];
  const letters = await call.db
    .select({
      number: formRequests.number,
      address: formRequests.post_address,
      name: students.full_name,
      paper: issuedDocuments.number,
    })
    .from(formRequests)
    .innerJoin(students, eq(students.id, formRequests.student_id))
    .leftJoin(issuedDocuments, eq(issuedDocuments.id, formRequests.document_id))
    .where(
      and(
        inArray(formRequests.id, ids),
        isNull(formRequests.deleted_at),
        eq(formRequests.delivery, 'POST'),
        inArray(formRequests.status, ['READY', 'ISSUED']),
        visible(call),
        inHandlersReach(call),
      ),
    )
    .orderBy(formRequests.id);
  if (letters.length === 0) throw fail('LABELS_NONE');
  const letterhead = await letterheadOf(call, call.locale);
  const words = { kind: 'text', font: 'Inter', bold: false, italic: false, align: 'left', color: '#000000' } as const;
  const label = ({ number, address, name, paper }: (typeof letters)[number], at: number): SheetPart[] => {
    const x = (at % columns) * width + edge;
    const y = top + Math.floor(at / columns) * height + edge;
    const w = width - 2 * edge;
    return [
      { ...words, x, y: y - 2, w, h: 4, size: 6.5, text: letterhead.name },
      { ...words, x, y: y + 3, w, h: 5, size: 10, bold: true, text: name },
      { ...words, x, y: y + 9, w, h: 15, size: 9.5, text: address ?? '' },
      { ...words, x, y: y + 25, w, h: 4, size: 6.5, text: [number, paper].filter(Boolean).join(' · ') },
    ];
  };
  const pages: SheetPart[][] = [];
  for (let from = 0; from < letters.length; from += columns * rows)
    pages.push(letters.slice(from, from + columns * rows).flatMap(label));
  const [parts = [], ...more] = pages;
  return sendSheet(call, 'labels.pdf', {
    locale: call.locale,
    title: message(call.locale, 'labels_title'),
    author: letterhead.name,
    size: 'A4',
    landscape: false,
    parts,
    more,
  });
}
