import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { writeTable } from '#tests/support/tables.ts';
import {
  type Column,
  checkRows,
  defineColumns,
  findHeader,
  matchColumns,
  parse,
  readRows,
  readTable,
  type SpreadsheetError,
  writeCsv,
  writeTemplate,
} from '../spreadsheets.ts';

const COLUMNS = defineColumns([
  {
    key: 'lastname',
    titles: { uz: 'Familiya', ru: 'Фамилия', en: 'Last name' },
    aliases: ['surname'],
    required: true,
    parse: parse.latinOrCyrillicName(),
    example: 'Karimov',
  },
  {
    key: 'birthdate',
    titles: { uz: 'Tugʻilgan sana', ru: 'Дата рождения', en: 'Date of birth' },
    required: true,
    parse: parse.date({ min: '1930-01-01', max: '2015-12-31' }),
    example: '21.03.2004',
  },
  {
    key: 'gender',
    titles: { uz: 'Jinsi', ru: 'Пол', en: 'Gender' },
    parse: parse.enumOf({
      MALE: ['erkak', 'мужской', 'male', 'м', 'm'],
      FEMALE: ['ayol', 'женский', 'female', 'ж', 'f'],
    }),
    example: 'MALE',
  },
  {
    key: 'phone',
    titles: { uz: 'Telefon', ru: 'Телефон', en: 'Phone' },
    parse: parse.phone(),
    example: '+998 90 123 45 67',
    note: { uz: '12 raqam', ru: '12 цифр', en: '12 digits' },
  },
]);

async function xlsx(rows: unknown[][], change?: (sheet: ExcelJS.Worksheet) => void): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('S');
  for (const row of rows) sheet.addRow(row);
  change?.(sheet);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** A zip made by hand, so that it can be wrong. */
function zip(files: Record<string, Buffer | string>, flags = 0): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(flags, 8);
    head.writeUInt16LE(8, 10);
    head.writeUInt32LE(crc32(data), 16);
    head.writeUInt32LE(packed.length, 20);
    head.writeUInt32LE(10, 24); // a lie about the unpacked size
    head.writeUInt16LE(name.length, 28);
    head.writeUInt32LE(offset, 42);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt16LE(name.length, 26);
    parts.push(local, Buffer.from(name), packed);
    directory.push(head, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const table = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, table, end]);
}
const BOOK = {
  'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="/xl/worksheets/list.xml"/></Relationships>',
};
const book = (sheet: string) => zip({ ...BOOK, 'xl/worksheets/list.xml': sheet });
const values = async (source: Uint8Array | Readable, options = {}) =>
  (await readRows(source, options)).map((row) => row.cells.map((cell) => cell.value));
const code = (source: Uint8Array, options = {}) =>
  readRows(source, options).then(
    () => 'read',
    (error) => (error as SpreadsheetError).code,
  );

function win1251(text: string): Buffer {
  return Buffer.from(
    [...text].map((letter) => {
      const point = letter.codePointAt(0)!;
      return point < 128 ? point : point === 0x451 ? 0xb8 : point - 0x410 + 0xc0;
    }),
  );
}

describe('xlsx', () => {
  it('reads text, numbers, dates, rich text, booleans, and marks formulas', async () => {
    const file = await xlsx([['Name', 'Born', 'N', 'B']], (sheet) => {
      sheet.getCell('A3').value = { richText: [{ text: 'Ali ' }, { text: '& Vali' }] };
      sheet.getCell('B3').value = new Date(Date.UTC(2004, 2, 21));
      sheet.getCell('B3').numFmt = 'dd.mm.yyyy';
      sheet.getCell('C3').value = 12.5;
      sheet.getCell('D3').value = true;
      // A cell in percent is what it shows, not a hundredth of it.
      Object.assign(sheet.getCell('E3'), { value: 0.29, numFmt: '0.0 %' });
      sheet.getCell('C4').value = { formula: 'C3*2', result: 25 };
    });
    expect(await readRows(file)).toEqual([
      { row: 1, cells: ['Name', 'Born', 'N', 'B'].map((value) => ({ value })) },
      { row: 3, cells: ['Ali & Vali', '2004-03-21', 12.5, true, '29%'].map((value) => ({ value })) },
      { row: 4, cells: [{ value: null }, { value: null }, { value: 25, formula: true }] },
    ]);
  });
  it('reads what other programs write: prefixes, inline text, absolute targets, cells without address', async () => {
    const sheet =
      '<?xml version="1.0"?><x:worksheet><!-- > --><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>A &amp; &#1041;</x:t></x:is></x:c><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    expect(await values(book(sheet))).toEqual([['A & Б', 7]]);
  });
  it('reads 10,000 rows of 25 columns in seconds and stops at a limit', { timeout: 30_000 }, async () => {
    const rows = (function* () {
      for (let i = 0; i < 10_000; i++)
        yield Object.fromEntries(Array.from({ length: 25 }, (_, c) => [`c${c}`, `value ${i} ${c}`]));
    })();
    const columns = Array.from({ length: 25 }, (_, c) => ({
      key: `c${c}`,
      titles: { uz: `C${c}`, ru: `C${c}`, en: `C${c}` },
    }));
    const file = await buffer(writeTable(columns, rows, { locale: 'en' }));
    const start = performance.now();
    let count = 0;
    for await (const _ of readTable(Readable.from([file]))) count++;
    expect(count).toBe(10_001);
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(await code(file, { maxRows: 100 })).toBe('TOO_MANY_ROWS');
    expect(await code(file, { maxColumns: 10 })).toBe('TOO_MANY_COLUMNS');
    expect(await code(file, { maxBytes: 1000 })).toBe('TOO_LARGE');
  });
});

describe('files that are refused', () => {
  it('a bomb, however small it says it is', async () => {
    const bomb = book(`<worksheet><sheetData>${' '.repeat(20_000_000)}</sheetData></worksheet>`);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await code(bomb, { maxUnpacked: 5_000_000 })).toBe('TOO_LARGE');
    expect(
      await code(
        zip({
          ...BOOK,
          'xl/sharedStrings.xml': `<sst>${'<si><t>a</t></si>'.repeat(500_000)}</sst>`,
          'xl/worksheets/list.xml': '<worksheet/>',
        }),
        { maxUnpacked: 5_000_000 },
      ),
    ).toBe('TOO_LARGE');
  });
  it('entities of its own', async () => {
    expect(await code(book('<!DOCTYPE a [<!ENTITY b "bbbb">]><worksheet><sheetData/></worksheet>'))).toBe(
      'BROKEN_FILE',
    );
  });
  it.each([
    ['nothing', Buffer.alloc(0), 'EMPTY_FILE'],
    ['only separators', Buffer.from(';;\r\n;;\r\n'), 'EMPTY_FILE'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'NOT_A_SPREADSHEET'],
    ['a pdf', Buffer.from('%PDF-1.7\n1 0 obj'), 'NOT_A_SPREADSHEET'],
    ['a page saved as xls', Buffer.from('<html><table><tr><td>1'), 'NOT_A_SPREADSHEET'],
    ['a Word file', zip({ 'word/document.xml': '<w/>' }), 'NOT_A_SPREADSHEET'],
    ['an old xls', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]), 'NOT_A_SPREADSHEET'],
    [
      'a password',
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(600),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
      'ENCRYPTED',
    ],
    ['an encrypted zip', zip({ 'xl/workbook.xml': '<a/>' }, 1), 'ENCRYPTED'],
    ['an empty book', book('<worksheet><sheetData/></worksheet>'), 'EMPTY_FILE'],
    ['a sheet cut short', book('<worksheet><sheetData><row>'), 'BROKEN_FILE'],
    ['a zip cut short', zip({ 'xl/workbook.xml': '<a/>' }).subarray(0, 60), 'BROKEN_FILE'],
    ['a csv with an open quote', Buffer.from('a,b\n1,"2\n3,4'), 'BROKEN_FILE'],
  ])('%s', async (_, file, expected) => {
    expect(await code(file, { filename: 'students.xlsx' })).toBe(expected);
  });
  it('damaged data inside', async () => {
    const file = book('<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>');
    const at = file.indexOf('list.xml') + 8;
    file.fill(0xff, at, at + 20);
    expect(await code(file)).toBe('BROKEN_FILE');
  });
});

describe('csv', () => {
  const text = 'Familiya;Tugʻilgan sana\r\nКаримов;21.03.2004\r\n\r\n"a;b";2004-03-21\r\n';
  const plain = 'Фамилия;Дата\r\nКаримов;21.03.2004\r\n';
  it.each([
    ['utf-8', Buffer.from(text), 'Каримов'],
    ['utf-8 with its mark', Buffer.from(`\ufeff${text}`), 'Каримов'],
    ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le'), 'Каримов'],
    ['utf-16le without a mark', Buffer.from(text.repeat(5), 'utf16le'), 'Каримов'],
    ['utf-16be', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'Каримов'],
    ['windows-1251', win1251(plain), 'Каримов'],
  ])('%s', async (_, file, name) => {
    const rows = await readRows(file);
    expect(rows[1]!.row).toBe(2);
    expect(rows[1]!.cells[0]!.value).toBe(name);
    if (rows[2] && rows.length === 3) expect(rows[2].row).toBe(4);
  });
  it.each([[','], [';'], ['\t']])('separator %j', async (d) => {
    expect(await values(Buffer.from(`a${d}b${d}c\n1${d}"x,;y"${d}3\n`))).toEqual([
      ['a', 'b', 'c'],
      ['1', 'x,;y', '3'],
    ]);
  });
  it('takes formulas for formulas and kept zeros for text', async () => {
    const [row] = await readRows(Buffer.from('=1+1,="007",\'=x,+998901234567\n'));
    expect(row!.cells).toEqual([
      { value: '=1+1', formula: true },
      { value: '007' },
      { value: '=x' },
      { value: '+998901234567' },
    ]);
  });
  it('reads 50,000 rows in seconds', { timeout: 30_000 }, async () => {
    const start = performance.now();
    const rows = await readRows(Buffer.from('Familiya,Ism,Telefon\n'.repeat(50_000)));
    expect(rows.length).toBe(50_000);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

describe('columns', () => {
  const header = (...titles: string[]) => titles.map((value) => ({ value }));
  it.each([
    [['Familiya', 'Tugʻilgan sana', 'Jinsi', 'Telefon']],
    [['FAMILIYA *', "tug'ilgan  sana", 'jinsi', 'Telefon (mobil)']],
    [['Фамилия', 'Дата рождения', 'Пол', 'Телефон']],
    [['Фамилия', 'Туғилган сана', 'Жинси', 'телефон:']],
    [['surname', 'date_of_birth', 'GENDER', 'phone']],
  ])('%j', (titles) => {
    const match = matchColumns(header(...titles), COLUMNS);
    expect(match.found.map((found) => found.column.key)).toEqual(['lastname', 'birthdate', 'gender', 'phone']);
    expect([match.unknown, match.missing, match.duplicate]).toEqual([[], [], []]);
  });
  it('says what is unknown, missing and double', () => {
    const match = matchColumns(header('Familiya', 'Фамилия', 'Rang'), COLUMNS);
    expect(match.unknown).toEqual([{ letter: 'C', title: 'Rang' }]);
    expect(match.missing.map((column) => column.key)).toEqual(['birthdate']);
    expect(match.duplicate).toEqual([{ letter: 'B', key: 'lastname' }]);
  });
  it('refuses columns that share a heading', () => {
    const twin: Column = { ...COLUMNS[0], key: 'other' };
    expect(() => defineColumns([COLUMNS[0], twin])).toThrow(/share/);
  });
  it('names each fault by row and column', async () => {
    const rows = await readRows(
      Buffer.from(
        'List of students\nFamiliya;Telefon;Tugʻilgan sana;Jinsi\nKarimov;901234567;21/03/2004;эркак\nKarиmov;12;31.02.2004;x\n;=1;;\n',
      ),
    );
    const found = findHeader(rows, COLUMNS)!;
    const { rows: good, faults } = checkRows(rows.slice(found.at + 1), COLUMNS, found.match);
    expect(good).toEqual([
      { row: 3, record: { lastname: 'Karimov', birthdate: '2004-03-21', gender: 'MALE', phone: '998901234567' } },
    ]);
    expect(faults.map((fault) => `${fault.column}${fault.row} ${fault.code}`)).toEqual([
      'A4 MIXED_SCRIPTS',
      'B4 BAD_PHONE',
      'C4 BAD_DATE',
      'D4 NOT_IN_LIST',
      'A5 REQUIRED',
      'B5 FORMULA',
      'C5 REQUIRED',
    ]);
  });
});

describe('parsers', () => {
  const run = (parser: ReturnType<typeof parse.text> | ReturnType<typeof parse.integer>, value: string | number) => {
    const result = parser({ value });
    return 'value' in result ? result.value : result.error;
  };
  it.each([
    ['21.03.2004', '2004-03-21'],
    ['1.3.2004', '2004-03-01'],
    ['21/03/2004', '2004-03-21'],
    ['2004-03-21', '2004-03-21'],
    ['2004-03-21T00:00:00Z', '2004-03-21'],
    ['21.03.2004 0:00', '2004-03-21'],
    [38067, '2004-03-21'],
    ['38067', '2004-03-21'],
    [2004, 'BAD_DATE'],
    ['29.02.2003', 'BAD_DATE'],
    ['soon', 'BAD_DATE'],
    ['29.02.2004', '2004-02-29'],
  ])('date %s', (value, expected) => expect(run(parse.date(), value)).toBe(expected));
  it.each([
    ['901234567', '998901234567'],
    ['+998 (90) 123-45-67', '998901234567'],
    [998901234567, '998901234567'],
    ['+7 701 123 45 67', '77011234567'],
    ['12345', 'BAD_PHONE'],
    ['abc', 'BAD_PHONE'],
  ])('phone %s', (value, expected) => expect(run(parse.phone(), value)).toBe(expected));
  it.each([
    ['AA1234567', 'AA1234567'],
    ['аа 1234567', 'AA1234567'],
    ['АВ1234567', 'AB1234567'],
    ['A1234567', 'BAD_PASSPORT'],
  ])('passport %s', (value, expected) => expect(run(parse.passport(), value)).toBe(expected));
  it('the others', () => {
    expect(run(parse.email(), ' Ali@Mail.UZ ')).toBe('ali@mail.uz');
    expect(run(parse.email(), 'ali@mail')).toBe('BAD_EMAIL');
    expect(run(parse.money(), '1 234 567,50 soʻm')).toBe('1234567.50');
    expect(run(parse.money(), '1,234,567.5')).toBe('1234567.50');
    expect(run(parse.integer({ max: 5 }), '6')).toBe('TOO_BIG');
    expect(run(parse.integer(), 1.5)).toBe('NOT_WHOLE');
    expect(run(parse.pinfl(), 32103046530017)).toBe('32103046530017');
    expect(run(parse.pinfl(), '92103046530017')).toBe('BAD_PINFL');
    expect(run(parse.latinOrCyrillicName(), "O'tkir")).toBe('Oʻtkir');
    expect(run(parse.text(3), 'abcd')).toBe('TOO_LONG');
  });
});

describe('writing', () => {
  it.each(['uz', 'ru', 'en'] as const)('the template in %s comes back with every column and no row', async (locale) => {
    const rows = await readRows(await writeTemplate(COLUMNS, locale));
    const found = findHeader(rows, COLUMNS)!;
    expect(found.match.found.length).toBe(COLUMNS.length);
    expect(checkRows(rows.slice(1), COLUMNS, found.match)).toEqual({ rows: [], partly: [], faults: [] });
  });
  it('the template offers the choices', async () => {
    const book = new ExcelJS.Workbook();
    await book.xlsx.load((await writeTemplate(COLUMNS, 'ru')) as never);
    const cell = book.worksheets[0]!.getCell('C5');
    expect(cell.dataValidation.type).toBe('list');
    expect(book.worksheets[0]!.getCell('D1').note).toBeTruthy();
    expect(book.worksheets[2]!.getCell('C2').value).toBe('женский');
  });
  const columns = [
    { key: 'name', titles: { uz: 'Ism', ru: 'Имя', en: 'Name' } },
    { key: 'born', titles: { uz: 'Sana', ru: 'Дата', en: 'Date' }, kind: 'date' as const },
    { key: 'phone', titles: { uz: 'Tel', ru: 'Тел', en: 'Phone' } },
  ];
  const records = [
    { name: '=HYPERLINK("http://x")', born: '2004-03-21', phone: '998901234567' },
    { name: 'Oʻtkir; "Bek"', born: null, phone: '+998901234567' },
  ];
  it('nothing that is written can run, and dates come back as dates', async () => {
    const file = await buffer(writeTable(columns, records, { locale: 'en', title: 'People', asOf: '01.09.2026' }));
    expect((await readRows(file)).map((row) => row.cells)).toEqual([
      [{ value: 'People' }],
      [{ value: 'As of: 01.09.2026' }],
      [{ value: 'Name' }, { value: 'Date' }, { value: 'Phone' }],
      [{ value: records[0]!.name }, { value: '2004-03-21' }, { value: '998901234567' }],
      [{ value: records[1]!.name }, { value: null }, { value: '+998901234567' }],
    ]);
    const csv = (await buffer(writeCsv(columns, records, { locale: 'en' }))).toString();
    expect(csv).toContain(`"'=HYPERLINK(""http://x"")";21.03.2004;998901234567`);
    expect(await values(Buffer.from(csv))).toEqual([
      ['Name', 'Date', 'Phone'],
      [records[0]!.name, '21.03.2004', '998901234567'],
      [records[1]!.name, null, '+998901234567'],
    ]);
  });
  it('an error of the rows reaches the reader', async () => {
    const broken = (async function* () {
      yield records[0]!;
      throw new Error('database gone');
    })();
    await expect(buffer(writeTable(columns, broken, { locale: 'en' }))).rejects.toThrow('database gone');
  });
});
