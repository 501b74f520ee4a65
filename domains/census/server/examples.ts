import type { z } from 'zod';
import { columnLetter } from '#platform/server/spreadsheets.ts';
import type { Cell, Column, exampleCodes, formSave, Line, Saying, Where } from '../shapes.ts';
import { downFrom } from './places.ts';

/*
 * Forms that come along. They follow what the yearly form of higher education asks of its students, as far as it is known;
 * the ministry changes the layout from year to year, so the office compares it with the official one, and says so here.
 */

type Form = z.input<z.ZodObject<typeof formSave>>;
const studying: Where = { status: ['ACTIVE', 'GAP_YEAR'] };
const column = (code: string, title: string, where: Where): Line => ({ code, title, where });

const columns: Line[] = [
  column('01', 'Jami talabalar', {}),
  column('02', 'Shundan ayollar', { gender: 'FEMALE' }),
  column('03', '1-kurs', { year: [1] }),
  column('04', '2-kurs', { year: [2] }),
  column('05', '3-kurs', { year: [3] }),
  column('06', '4-kurs', { year: [4] }),
  column('07', '5-kurs va undan yuqori', { year: [5, 6, 7, 8, 9, 10] }),
  column('08', 'Davlat granti asosida', { tuition: 'GRANT' }),
  column('09', 'Toʻlov-shartnoma asosida', { tuition: 'CONTRACT' }),
  column('10', 'Oʻzbek tilida', { language: ['uz'] }),
  column('11', 'Rus tilida', { language: ['ru'] }),
  column('12', 'Boshqa tilda', { language: ['en'] }),
  column('13', 'Chet el fuqarolari', { citizenship: 'FOREIGN' }),
];
const note =
  'Davlat statistika hisobotining shakli har yili yangilanadi: topshirishdan oldin ustunlarni shu yilgi rasmiy shakl bilan solishtiring va farq boʻlsa, shu yerda toʻgʻrilang.';
const ages: Line[] = [
  column('01', '17 yosh va undan kichik', { age_to: 17 }),
  ...Array.from({ length: 13 }, (_, n) =>
    column(String(n + 2).padStart(2, '0'), `${n + 18} yosh`, { age_from: n + 18, age_to: n + 18 }),
  ),
  column('15', '31–35 yosh', { age_from: 31, age_to: 35 }),
  column('16', '36 yosh va undan katta', { age_from: 36 }),
];

const hemis: [Saying, string][] = [
  ['NO', '№'],
  ['HEMIS_CODE', 'Talaba ID'],
  ['LASTNAME', 'Familiya'],
  ['FIRSTNAME', 'Ism'],
  ['MIDNAME', 'Otasining ismi'],
  ['BIRTHDATE', 'Tugʻilgan sana'],
  ['GENDER', 'Jinsi'],
  ['CITIZENSHIP', 'Fuqaroligi'],
  ['PASSPORT', 'Pasport'],
  ['PINFL', 'JSHSHIR'],
  ['REGION', 'Viloyat'],
  ['PROGRAMME_CODE', 'Mutaxassislik kodi'],
  ['PROGRAMME', 'Mutaxassislik'],
  ['LEVEL', 'Taʼlim turi'],
  ['FORM', 'Taʼlim shakli'],
  ['YEAR', 'Kurs'],
  ['LANGUAGE', 'Taʼlim tili'],
  ['TUITION', 'Toʻlov shakli'],
  ['ENTRY_YEAR', 'Qabul yili'],
  ['STATUS', 'Talaba holati'],
];

export const examples: Record<(typeof exampleCodes)[number], Form> = {
  'OLIY-1': {
    code: 'OLIY-1',
    title: '1-oliy taʼlim: talabalar soni, yoʻnalishlar boʻyicha',
    note,
    counts: studying,
    each: 'PROGRAMME',
    lines: [],
    columns,
    controls: [
      { left: ['01'], sign: '=', right: ['03', '04', '05', '06', '07'] },
      { left: ['01'], sign: '=', right: ['08', '09'] },
      { left: ['01'], sign: '=', right: ['10', '11', '12'] },
      { left: ['01'], sign: '>=', right: ['02'] },
      { left: ['01'], sign: '>=', right: ['13'] },
    ],
    cells: [],
  },
  'OLIY-1-AGES': {
    code: 'OLIY-1-AGES',
    title: '1-oliy taʼlim: talabalar yoshi',
    note,
    counts: studying,
    lines: ages,
    columns: [
      column('01', 'Jami', {}),
      column('02', 'Ayollar', { gender: 'FEMALE' }),
      column('03', 'Erkaklar', { gender: 'MALE' }),
      column('04', 'Bakalavriat', { level: ['BACHELOR'] }),
      column('05', 'Magistratura', { level: ['MASTER', 'MS'] }),
    ],
    controls: [
      { left: ['01'], sign: '=', right: ['02', '03'] },
      { left: ['01'], sign: '=', right: ['04', '05'] },
    ],
    cells: [],
  },
  HEMIS: {
    code: 'HEMIS',
    title: 'HEMIS: talabalar roʻyxati',
    note: 'HEMIS roʻyxati ustunlari maʼlum boʻlganicha: yuklashdan oldin tizimning shu kungi shabloni bilan solishtiring. Shablon faylini va kataklar xaritasini shu yerda almashtirish mumkin.',
    counts: { status: ['ACTIVE', 'INACTIVE', 'GAP_YEAR'] },
    each: 'STUDENT',
    lines: [],
    columns: hemis.map(([says, title]): Column => ({ code: says, title, where: {}, says })),
    controls: [],
    cells: [],
  },
};

/** A layout to begin with: its headings make the template, and the map says where each number or word goes. The office changes both. */
export function layoutOf({ title, columns, each }: Form): {
  headings: { cell: string; value: string }[];
  cells: Cell[];
} {
  const list = each === 'STUDENT';
  const first = list ? 0 : 2;
  return {
    headings: [
      { cell: 'A1', value: title },
      ...(list
        ? []
        : [
            { cell: 'A5', value: 'Kod' },
            { cell: 'B5', value: each ? 'Yoʻnalish' : 'Satr' },
          ]),
      ...columns.flatMap((column, n) => [
        { cell: `${columnLetter(n + first)}5`, value: column.title },
        ...(list ? [] : [{ cell: `${columnLetter(n + first)}6`, value: column.code }]),
      ]),
    ],
    cells: [
      { cell: 'A2', text: 'INSTITUTION' },
      { cell: 'A3', text: 'DAY' },
      ...(list
        ? []
        : [
            { cell: 'A7', text: 'LINE_CODE' as const },
            { cell: 'B7', text: 'LINE_TITLE' as const },
          ]),
      ...columns.map(({ code }, n) => ({ cell: downFrom(`${columnLetter(n + first)}6`, list ? 0 : 1), column: code })),
    ],
  };
}
