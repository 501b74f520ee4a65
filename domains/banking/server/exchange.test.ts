import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { amountOf, StatementError, withOrdinals } from '../statement.ts';
import { exchangeText, readExchange, writeExchange } from './exchange.ts';

/** The exchange format of 1C, in every encoding and as badly as banks send it. */

const own = '20208000900100001010';
const other = '20208000900200002020';
const owner = { name: 'Universitet', tin: '200000001', bank: 'Ipak Yoʻli', mfo: '00444' };
const text = (encoding: string, body = '') =>
  [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    `Кодировка=${encoding}`,
    `РасчСчет=${own}`,
    'СекцияРасчСчет',
    'ДатаНачала=01.10.2026',
    'ДатаКонца=02.10.2026',
    `РасчСчет=${own}`,
    'НачальныйОстаток=100.00',
    'ВсегоПоступило=50.25',
    'ВсегоСписано=0',
    'КонечныйОстаток=150.25',
    'КонецРасчСчет',
    'СекцияДокумент=Платежное поручение',
    'Номер=7',
    'Дата=01.10.2026',
    'Сумма=50.25',
    `ПлательщикСчет=${other}`,
    'Плательщик=Каримов Азиз',
    `ПолучательСчет=${own}`,
    'ДатаПоступило=02.10.2026',
    'НазначениеПлатежа=Оплата по договору № K-2026-000012',
    'КонецДокумента',
    body,
    'КонецФайла',
  ].join('\r\n');
const codeOf = (bytes: Buffer) => {
  try {
    readExchange(bytes, [own]);
    return 'read';
  } catch (error) {
    return error instanceof StatementError ? error.code : error;
  }
};

describe('a file of 1C', () => {
  it('is read in each of its encodings, with the same rows', () => {
    const files = [
      iconv.encode(text('Windows'), 'win1251'),
      iconv.encode(text('DOS'), 'cp866'),
      Buffer.from(`\ufeff${text('UTF-8')}`),
      // The byte order mark says more than the line that a program forgot.
      Buffer.from(`\ufeff${text('Windows')}`),
      Buffer.from(text('UTF-8')),
    ];
    for (const bytes of files) {
      const [one] = readExchange(bytes, [own]);
      expect(one).toMatchObject({ from: '2026-10-01', until: '2026-10-02', opening: 10_000, closing: 15_025 });
      expect(one?.rows).toEqual([
        expect.objectContaining({ day: '2026-10-02', amount: 5025, party: 'Каримов Азиз', party_account: other }),
      ]);
    }
  });

  it('in another encoding than it says is refused, never read as one without rows', () => {
    expect(codeOf(iconv.encode(text('DOS'), 'win1251'))).toBe('STATEMENT_ENCODING');
    expect(codeOf(iconv.encode(text('Windows'), 'cp866'))).toBe('STATEMENT_ENCODING');
    expect(codeOf(Buffer.from(text('Windows')))).toBe('STATEMENT_ENCODING');
    expect(codeOf(iconv.encode(text('Windows'), 'koi8-r'))).toBe('STATEMENT_ENCODING');
    expect(codeOf(iconv.encode(text('Windows'), 'utf16'))).toBe('STATEMENT_ENCODING');
    expect(codeOf(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), iconv.encode(text('UTF-8'), 'win1251')]))).toBe(
      'STATEMENT_ENCODING',
    );
  });

  it('that is cut off, of nothing, of a foreign account or with a wrong sum is refused by its name', () => {
    const windows = (said: string) => iconv.encode(said, 'win1251');
    expect(codeOf(windows(text('Windows').replace('КонецФайла', '')))).toBe('STATEMENT_BROKEN');
    expect(codeOf(windows(text('Windows').replace('КонецДокумента', '')))).toBe('STATEMENT_BROKEN');
    expect(codeOf(windows(text('Windows').replaceAll(own, other)))).toBe('STATEMENT_ACCOUNT');
    expect(codeOf(windows(text('Windows').replace('Сумма=50.25', 'Сумма=0.001')))).toBe('STATEMENT_CELL');
    expect(codeOf(windows(text('Windows').replace('Сумма=50.25', 'Сумма=-50.25')))).toBe('STATEMENT_CELL');
    expect(codeOf(windows(text('Windows').replace('Сумма=50.25', 'Сумма=50.26')))).toBe('STATEMENT_TURNOVER');
    expect(
      codeOf(
        windows(text('Windows').replace('02.10.2026\r\nНазн', '31.02.2026\r\nНазн').replace('Дата=01', 'Дата=32')),
      ),
    ).toBe('STATEMENT_CELL');
    const bare = `1CClientBankExchange\r\nКодировка=Windows\r\nРасчСчет=${own}\r\nКонецФайла`;
    expect(codeOf(windows(bare))).toBe('STATEMENT_EMPTY');
  });

  it('that is made to be slow is refused in a moment', () => {
    const windows = (said: string) => iconv.encode(said, 'win1251');
    const begin = '1CClientBankExchange\nКодировка=Windows\n';
    const accounts = Array.from({ length: 300_000 }, (_, at) => `РасчСчет=${at}`).join('\n');
    const document = 'СекцияДокумент=X\nСумма=1\nКонецДокумента\n';
    const began = performance.now();
    expect(codeOf(windows(`${begin}${accounts}\nКонецФайла`))).toBe('STATEMENT_ACCOUNT');
    expect(codeOf(windows(`1CClientBankExchange\n${'\n \t'.repeat(2_000_000)}К`))).toBe('STATEMENT_ENCODING');
    expect(codeOf(windows(`${begin}${document.repeat(100_000)}КонецФайла`))).toBe('STATEMENT_TOO_LONG');
    expect(codeOf(windows(`${begin}${'x\n'.repeat(2_000_000)}КонецФайла`))).toBe('STATEMENT_TOO_LONG');
    expect((performance.now() - began) / 1000).toBeLessThan(5);
  });

  it('goes out and comes back the same, to the byte', () => {
    const letter = fc.constantFrom(
      ...'абвгДЖЯЁёЎўqwertyABC 0123456789№«»—-.,/=;',
      'oʻ',
      'gʻ',
      'ʼ',
      'Қ',
      'ҳ',
      'é',
      '\n',
      '日',
    );
    const said = fc.array(letter, { maxLength: 40 }).map((letters) => letters.join(''));
    const digits = fc.constantFrom(other, '20208000900300003030', '');
    const row = fc.record({
      day: fc.integer({ min: 1, max: 28 }).map((day) => `2026-10-${String(day).padStart(2, '0')}`),
      number: fc.integer({ min: 0, max: 9 }).map(String),
      amount: fc.oneof(
        fc.integer({ min: 1, max: 9_000_000_000_000 }),
        fc.integer({ min: -9_000_000_000_000, max: -1 }),
      ),
      party: said,
      party_account: digits,
      party_tin: fc.constantFrom('', '301234567'),
      party_bank: said,
      party_mfo: fc.constantFrom('', '00974'),
      purpose: said,
    });
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 0, max: 1e12 }),
        (rows, opening) => {
          const closing = rows.reduce((sum, { amount }) => sum + amount, opening);
          const out = { account: own, from: '2026-10-01', until: '2026-10-28', opening, closing, rows, owner };
          const made = { made_on: '2026-11-01', made_at: '10:00:00' };
          const bytes = writeExchange({ ...out, ...made });
          expect(bytes.includes('?')).toBe(false);
          const [read] = readExchange(bytes, [own]);
          expect(read).toMatchObject({ opening, closing, from: out.from, until: out.until });
          expect(
            read?.rows.map(({ day, number, amount, party_account }) => ({ day, number, amount, party_account })),
          ).toEqual(rows.map(({ day, number, amount, party_account }) => ({ day, number, amount, party_account })));
          expect(read?.rows.map(({ purpose }) => purpose)).toEqual(rows.map(({ purpose }) => exchangeText(purpose)));
          expect(writeExchange({ ...out, ...made, rows: read!.rows }).equals(bytes)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('writes Uzbek letters with those that its encoding has', () => {
    expect(exchangeText('Oʻktamov Gʻayrat oʻgʻli')).toBe("O'ktamov G'ayrat o'g'li");
    expect(exchangeText('Ғайрат Ҳамид қизи, Ўткир')).toBe('Гайрат Хамид кизи, Ўткир');
    expect(exchangeText('a\r\nКонецДокумента\tb')).toBe('a КонецДокумента b');
  });
});

describe('amounts', () => {
  it('are read to the tiyin from however a bank writes them', () => {
    for (const [said, tiyin] of [
      ['1000', 100_000],
      ['1000.5', 100_050],
      ['1 000 000,05', 100_000_005],
      ['1,000,000.00', 100_000_000],
      ['1.000.000,00', 100_000_000],
      ['1000-50', 100_050],
      ['-7.01', -701],
      ['0.29', 29],
    ] as const)
      expect([said, amountOf(said)]).toEqual([said, tiyin]);
    for (const said of ['', '1e6', '0.001', '12.345', '=1+1', '99999999999999', 'NaN', '1,00,000'])
      expect([said, amountOf(said)]).toEqual([said, undefined]);
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 900_000_000_000_000n }), (tiyin) => {
        expect(amountOf(`${tiyin / 100n}.${String(tiyin % 100n).padStart(2, '0')}`)).toBe(Number(tiyin));
      }),
    );
  });

  it('and rows that are equal are counted, each for itself', () => {
    const row = { day: '2026-10-01', number: '1', amount: 5, party_account: other };
    expect(withOrdinals([row, { ...row, amount: 6 }, row]).map(({ ordinal }) => ordinal)).toEqual([1, 1, 2]);
  });
});
