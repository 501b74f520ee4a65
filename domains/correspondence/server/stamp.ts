import { signaturesShown } from '#domains/signatures/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { clockIn, zoneOf } from '#platform/server/clock.ts';
import { storageOf } from '#platform/server/disk/storage-of.ts';
import { letterheadOf, paperDate, type Sheet, type SheetPart, sendStamped } from '#platform/server/documents/index.ts';
import { numberedStates } from '../workflow.ts';
import { letter } from './letters.ts';
import type { LetterRow } from './tables.ts';

/**
 * A copy of a letter with its stamp: number and day, of an outgoing letter who signed it and with which code that is checked.
 * The file itself stays as it came or was signed.
 */

const width = 186;
const height = 22;

/** Errors: LETTER_NOT_REGISTERED, STAMP_NO_PDF, STAMP_UNREADABLE, FILE_TOO_COMPLEX. */
export async function stampedLetter(call: Call, input: { id: number }): Promise<{ ok: true }> {
  const row = await letter.find(call, input.id);
  if (!numberedStates.includes(row.status) || row.number === null) throw fail('LETTER_NOT_REGISTERED');
  const {
    rows: [file],
  } = await call.client.query<{ hash: string }>(
    "select hash from files where id = $1 and media_type = 'application/pdf' and deleted_at is null",
    [row.file_ids[0] ?? 0],
  );
  if (!file) throw fail('STAMP_NO_PDF');
  const path = await storageOf(call.kernel.settings).local(file.hash);
  const stamp = await stampOf(call, row, file.hash);
  return sendStamped(call, `letter-${row.id}.pdf`, { path, stamp, width, height }, () => fail('STAMP_UNREADABLE'));
}

/** In the language of the letter, for whoever holds the paper reads that. */
async function stampOf(call: Call, row: LetterRow, hash: string): Promise<Sheet> {
  const locale: Locale = row.language === 'other' ? 'uz' : row.language;
  const say = (key: string, values: Record<string, unknown> = {}) => message(locale, `stamp_${key}`, values);
  const { name } = await letterheadOf(call, locale);
  const signed = (await signaturesShown({ db: call.db, locale }, [row.signature_id])).get(row.signature_id ?? 0);
  const words = { kind: 'text', font: 'Inter', bold: false, italic: false, align: 'left', color: '#1f3a5f' } as const;
  const day = paperDate(row.registered_on);
  const at = signed ? clockIn(await zoneOf(call), signed.signed_at) : '';
  const lines = signed
    ? [
        say('signer', { name: [signed.name, signed.position].filter(Boolean).join(', ') }),
        say(signed.method === 'EIMZO' ? 'signed_key' : 'signed_account', {
          at: `${paperDate(at)} ${at.slice(11, 16)}`,
          code: signed.code,
        }),
      ]
    : [
        row.received_on ? say('received', { day: paperDate(row.received_on) }) : '',
        row.due_on ? say('due', { day: paperDate(row.due_on) }) : '',
      ];
  const left = signed ? 22 : 4;
  const room = width - left - 4;
  const parts: SheetPart[] = [
    { kind: 'frame', x: 0.4, y: 0.4, w: width - 0.8, h: height - 0.8, color: '#1f3a5f', weight: 1, double: false },
    { ...words, x: left, y: 2, w: room, h: 4, size: 7.5, text: name },
    {
      ...words,
      x: left,
      y: 5.6,
      w: room,
      h: 6,
      size: 12,
      bold: true,
      text: say(row.direction === 'INCOMING' ? 'incoming' : 'outgoing', { number: row.number, day }),
    },
    { ...words, x: left, y: 11.8, w: room, h: 4, size: 8, text: lines.filter(Boolean).join(' · ') },
    { ...words, x: left, y: 16.6, w: room, h: 3.5, size: 6, text: say('copy', { hash }) },
  ];
  if (signed)
    parts.push({
      kind: 'qr',
      x: 2.5,
      y: 2.5,
      w: 17,
      h: 17,
      text: `${call.kernel.settings.publicUrl}/signature/${signed.code}`,
    });
  return { locale, title: row.number ?? '', author: name, size: 'A4', landscape: false, parts };
}
