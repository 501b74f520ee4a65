import { decodeQR } from 'qr/decode.js';
import { describe, expect, test } from 'vitest';
import { readPdf } from '#tests/support/pdf.ts';
import {
  facts,
  grid,
  heading,
  longDate,
  numberInWords,
  paperDecimal,
  paperMoney,
  pdf,
  prose,
  signatures,
  sumInWords,
} from './index.ts';
import { qrSvg } from './qr.ts';

const letterhead = {
  name: 'Gʻarbiy Oʻzbekiston universiteti',
  lines: ['Toshkent, Yakkasaroy tumani'],
  logo: null,
  initials: 'GʻOU',
  rector: 'B. Toʻraqulov',
  registrar: null,
};
const uzbek = 'Oʻgʻiloy maʼmur Ў ў Қ қ Ғ ғ Ҳ ҳ ё щ';

describe('a document', () => {
  const made = () =>
    pdf({
      locale: 'uz',
      letterhead,
      title: 'Maʼlumotnoma',
      subtitle: 'Oʻqish joyidan',
      number: '12-son',
      date: longDate('2026-11-21', 'uz'),
      made: new Date('2026-11-21T10:00:00Z'),
      check: { url: 'https://edulab.uz/check/ABCD-EFGH-JKMN', code: 'ABCD-EFGH-JKMN' },
      content: [
        facts([
          ['Talaba', uzbek],
          ['Nothing', null],
        ]),
        heading('Fanlar'),
        grid(
          [{ title: 'Fan' }, { title: 'Ball', align: 'right', width: 40 }],
          [
            { group: '1-semestr' },
            ...Array.from({ length: 60 }, (_, at) => [`Fan ${at}`, '85,5']),
            { sum: ['Jami', '99'] },
          ],
        ),
        prose('Сўз билан: ўн саккиз миллион'),
        prose('The office confirmed it.'),
        signatures([{ role: 'Rektor', name: letterhead.rector }]),
      ],
    });

  test('says what it was given, on every page with its number, and carries its fonts', async () => {
    const read = readPdf(await made());
    expect(read.pages).toHaveLength(3);
    const whole = read.pages.join('\n');
    for (const text of [
      uzbek,
      letterhead.name,
      '1-semestr',
      'Fan 59',
      '85,5',
      'Сўз билан: ўн саккиз миллион',
      // A ligature is one sign on paper and two letters to whoever copies it.
      'The office confirmed it.',
      'B. Toʻraqulov',
    ])
      expect(whole).toContain(text);
    expect(whole).not.toContain('\ufffd');
    expect(whole).not.toContain('Nothing');
    for (const [at, page] of read.pages.entries()) {
      expect(page).toContain(`${at + 1}-bet, jami 3`);
      expect(page).toContain('https://edulab.uz/check/ABCD-EFGH-JKMN');
    }
    // The head of the table comes again.
    expect(read.pages[1]).toMatch(/Fan\s*Ball/);
    expect(read.fonts.map(({ name }) => name).sort()).toEqual(
      expect.arrayContaining(['Inter-Regular', 'Inter-SemiBold', 'SourceSerif4-Regular', 'SourceSerif4-SemiBold']),
    );
    expect(read.fonts.every(({ embedded }) => embedded)).toBe(true);
    expect(read).toMatchObject({ title: 'Maʼlumotnoma № 12-son', language: 'uz' });
  });

  test('says the same whatever was made before it', async () => {
    const said = async (title: string) =>
      readPdf(await pdf({ locale: 'en', letterhead, title, content: [facts([['x', title]])] })).pages.join();
    // The Cyrillic letters are drawn with parts of the Latin ones.
    for (const title of ['Академический транскрипт асероху', 'Academic transcript aceopxy', 'Ёлка ў Ғ', 'Elka'])
      expect((await said(title)).split(title)).toHaveLength(3);
  });

  test('reads nothing from disk or net', async () => {
    const paper = { locale: 'en' as const, letterhead, title: 'x' };
    await expect(pdf({ ...paper, content: [{ image: '/etc/hostname' }] })).rejects.toThrow();
    await expect(pdf({ ...paper, content: [{ image: 'http://127.0.0.1:1/x.png' }] })).rejects.toThrow();
  });
});

test('a QR code can be read back', () => {
  const url = 'https://edulab.uz/check/7K3F-9QXM-2VTA';
  const svg = qrSvg(url);
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const scale = 4;
  const edge = (size + 8) * scale;
  const data = new Uint8Array(edge * edge * 4).fill(255);
  for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let dy = 0; dy < scale; dy++)
      for (let dx = 0; dx < Number(width) * scale; dx++) {
        const at = (((Number(y) + 4) * scale + dy) * edge + (Number(x) + 4) * scale + dx) * 4;
        data.fill(0, at, at + 3);
      }
  expect(decodeQR({ width: edge, height: edge, data })).toBe(url);
});

describe('words for numbers', () => {
  test.each([
    [0, 'nol', 'ноль', 'zero'],
    [1000, 'bir ming', 'одна тысяча', 'one thousand'],
    [2012, 'ikki ming oʻn ikki', 'две тысячи двенадцать', 'two thousand and twelve'],
    [
      21_111,
      'yigirma bir ming bir yuz oʻn bir',
      'двадцать одна тысяча сто одиннадцать',
      'twenty-one thousand one hundred and eleven',
    ],
    [
      18_230_005,
      'oʻn sakkiz million ikki yuz oʻttiz ming besh',
      'восемнадцать миллионов двести тридцать тысяч пять',
      'eighteen million two hundred and thirty thousand and five',
    ],
    [1_002_000_000, 'bir milliard ikki million', 'один миллиард два миллиона', 'one billion two million'],
  ])('%d', (value, uz, ru, en) => {
    expect([numberInWords(value, 'uz'), numberInWords(value, 'ru'), numberInWords(value, 'en')]).toEqual([uz, ru, en]);
  });
  test('of so’m', () => {
    expect(sumInWords('1230000.5', 'uz')).toBe('Bir million ikki yuz oʻttiz ming soʻm 50 tiyin');
    expect(sumInWords('1', 'ru')).toBe('Один сум 00 тийинов');
    expect(sumInWords('22.01', 'ru')).toBe('Двадцать два сума 01 тийин');
    expect(sumInWords('311.12', 'ru')).toBe('Триста одиннадцать сумов 12 тийинов');
    for (const wrong of ['-1', '1.234', '1e5', '', '1 000']) expect(() => sumInWords(wrong, 'en')).toThrow(RangeError);
    expect(() => numberInWords(1.5, 'uz')).toThrow(RangeError);
  });
});

test('dates, money and decimals', () => {
  expect(longDate('2026-01-05', 'uz')).toBe('2026-yil\u00a05-yanvar');
  expect(longDate('2026-05-05', 'ru')).toBe('5\u00a0мая\u00a02026\u00a0г.');
  expect(paperMoney('-1230000.50')).toBe('−1\u202f230\u202f000,50');
  expect(paperMoney('999')).toBe('999');
  expect([paperDecimal('85.5', 'uz'), paperDecimal(85.5, 'en'), paperDecimal(null, 'ru')]).toEqual([
    '85,5',
    '85.5',
    '–',
  ]);
});
