import { Readable } from 'node:stream';
import { openUpload } from '#domains/files/server/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { fail } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { work } from '#platform/server/heavy/index.ts';
import { fileHeaders } from '#platform/server/records/exports.ts';
import { rowsOfTable } from '#platform/server/records/uploaded-table.ts';
import { checkRows, defineColumns, findHeader, parse, templateColumn } from '#platform/server/spreadsheets.ts';
import { most } from '../shapes-groups.ts';

/** A company's list of listeners, as it is pasted or as a file. What is wrong with whom is asked of both in the same way. */

export interface Listed {
  /** As the text or the sheet counts. */
  line: number;
  lastname: string;
  firstname: string;
  midname: string | null;
  phone: string;
  email: string | null;
}

const columns = defineColumns([
  {
    key: 'lastname',
    titles: { uz: 'Familiya', ru: 'Фамилия', en: 'Surname' },
    aliases: ['Last name'],
    required: true,
    parse: parse.text(100),
    example: 'Karimov',
  },
  {
    key: 'firstname',
    titles: { uz: 'Ism', ru: 'Имя', en: 'Name' },
    aliases: ['First name'],
    required: true,
    parse: parse.text(100),
    example: 'Ali',
  },
  {
    key: 'midname',
    titles: { uz: 'Otasining ismi', ru: 'Отчество', en: 'Patronymic' },
    aliases: ['Middle name'],
    parse: parse.text(100),
    example: 'Valiyevich',
  },
  {
    key: 'phone',
    titles: { uz: 'Telefon', ru: 'Телефон', en: 'Phone' },
    aliases: ['Telefon raqami', 'Номер телефона', 'Phone number'],
    required: true,
    parse: parse.text(60),
    example: '+998 90 123-45-67',
  },
  {
    key: 'email',
    titles: { uz: 'E-pochta', ru: 'Эл. почта', en: 'E-mail' },
    aliases: ['Elektron pochta', 'Электронная почта', 'Email', 'Почта', 'Pochta'],
    parse: parse.text(200),
    example: 'ali@firma.uz',
  },
]);

/** The empty file to fill in. */
export async function groupTemplate(call: Call): Promise<{ ok: true }> {
  const file = await call.apart(() =>
    work('table.template', { columns: columns.map(templateColumn), locale: call.locale }),
  );
  call.stream = { headers: fileHeaders('listeners.xlsx'), body: Readable.from([Buffer.from(file)]) };
  return { ok: true };
}

/** One line of a list as people copy it: names, a phone, perhaps an address, in whatever order the last two stand. */
export function personOf(text: string): Omit<Listed, 'line'> {
  const [name = '', ...rest] = text.split(/[\t;,]/).map((part) => part.trim());
  const [lastname = '', firstname = '', ...others] = name.split(/\s+/);
  const address = rest.find((part) => part.includes('@')) ?? '';
  const digits = rest.find((part) => part !== address && /\d/.test(part)) ?? '';
  return { lastname, firstname, midname: others.join(' ') || null, phone: digits, email: address || null };
}

export const pasted = (lines: string): Listed[] =>
  lines
    .split(/\r?\n/)
    .map((text, at) => ({ line: at + 1, text: text.trim() }))
    .filter(({ text }) => text !== '')
    .map(({ line, text }) => ({ line, ...personOf(text) }));

/** Errors: FILE_NOT_READABLE without the headings that are needed, or with more rows than may be. */
export async function fromFile(call: Call, file_id: number): Promise<Listed[]> {
  const rows = await rowsOfTable(call, await openUpload(call, file_id), most + 15);
  const refuse = (code: string, data: Record<string, unknown> = {}) =>
    fail('FILE_NOT_READABLE', { cause: message(call.locale, code, data), reason: code });
  const header = findHeader(rows, columns);
  if (!header || header.match.found.length < 2) throw refuse('sheet.NO_HEADER');
  const [missing] = header.match.missing;
  if (missing) throw refuse('COLUMN_MISSING', { column: missing.titles[call.locale] });
  const { rows: good, partly } = checkRows(rows.slice(header.at + 1), columns, header.match);
  if (good.length + partly.length === 0) throw refuse('EMPTY_FILE');
  // What a cell lacks is told beside its person, like what is wrong in a pasted line.
  return [...good, ...partly]
    .sort((a, b) => a.row - b.row)
    .map(({ row, record }) => ({
      line: row,
      lastname: record.lastname ?? '',
      firstname: record.firstname ?? '',
      midname: record.midname,
      phone: record.phone ?? '',
      email: record.email,
    }));
}
