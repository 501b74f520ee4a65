import { toCyrillic } from '../../platform/contract/script.ts';
import { type Random, weighted } from '../random.ts';
import { KARAKALPAK, KAZAKH, KOREAN, TAJIK } from './other.ts';
import { RUSSIAN, RUSSIAN_CYRILLIC } from './russian.ts';
import { UZBEK } from './uzbek.ts';
import { russianSurname, surname } from './words.ts';

export type Nationality = 'UZBEK' | 'RUSSIAN' | 'KARAKALPAK' | 'TAJIK' | 'KAZAKH' | 'KOREAN';
export type Gender = 'MALE' | 'FEMALE';
export interface Name {
  firstname: string;
  lastname: string;
  /** Some people have none. */
  midname: string | null;
}

interface Stock {
  male: readonly string[];
  female: readonly string[];
  /** Father's and daughter's form of each surname. */
  surnames: readonly (readonly [string, string])[];
}
const both = (stems: readonly string[], form = surname) =>
  stems.map((stem) => [form(stem, false), form(stem, true)] as const);
const first = (pairs: readonly [string, string][]) => pairs.map(([latin]) => latin);
const same = (name: string) => name;

const STOCK: Record<Nationality, Stock> = {
  UZBEK: { ...UZBEK, surnames: both(UZBEK.surnames) },
  KARAKALPAK: { ...KARAKALPAK, surnames: both(KARAKALPAK.surnames) },
  KAZAKH: { ...KAZAKH, surnames: both(KAZAKH.surnames) },
  TAJIK: {
    ...TAJIK,
    surnames: both(TAJIK.surnames, (stem, female) => (stem.endsWith('zod') ? `${stem}a` : surname(stem, female))),
  },
  KOREAN: { ...KOREAN, surnames: both(KOREAN.surnames, same) },
  RUSSIAN: {
    male: first(RUSSIAN.male),
    female: first(RUSSIAN.female),
    surnames: both(first(RUSSIAN.surnames), russianSurname),
  },
};

/** Who lives where: mostly Uzbeks, Karakalpaks in Karakalpakstan, Tajiks in Samarkand and Bukhara, Russians and Koreans in Tashkent. */
const EVERYWHERE = weighted<Nationality>([
  ['UZBEK', 95],
  ['RUSSIAN', 2],
  ['TAJIK', 2],
  ['KAZAKH', 1],
]);
const BY_REGION: Record<string, readonly Nationality[]> = {
  TAS: weighted<Nationality>([
    ['UZBEK', 78],
    ['RUSSIAN', 13],
    ['KOREAN', 5],
    ['TAJIK', 1],
    ['KAZAKH', 3],
  ]),
  TOS: weighted<Nationality>([
    ['UZBEK', 84],
    ['RUSSIAN', 5],
    ['KOREAN', 3],
    ['KAZAKH', 8],
  ]),
  SAM: weighted<Nationality>([
    ['UZBEK', 84],
    ['TAJIK', 12],
    ['RUSSIAN', 4],
  ]),
  BUX: weighted<Nationality>([
    ['UZBEK', 89],
    ['TAJIK', 8],
    ['RUSSIAN', 3],
  ]),
  SUR: weighted<Nationality>([
    ['UZBEK', 88],
    ['TAJIK', 12],
  ]),
  NAV: weighted<Nationality>([
    ['UZBEK', 88],
    ['KAZAKH', 6],
    ['RUSSIAN', 6],
  ]),
  QOR: weighted<Nationality>([
    ['KARAKALPAK', 42],
    ['UZBEK', 40],
    ['KAZAKH', 17],
    ['RUSSIAN', 1],
  ]),
};

export const nationalityIn = (random: Random, region: string): Nationality =>
  random.pick(BY_REGION[region] ?? EVERYWHERE);

/** A family: its surname in both forms and the name of the father, which the children carry as a patronymic. */
export interface Family {
  nationality: Nationality;
  surname: readonly [string, string];
  father: string;
  /** Patronymics of a son and a daughter. */
  midnames: readonly [string, string];
}

/** `modern`: oʻgʻli and qizi, as in passports of today; otherwise mostly -ovich and -ovna. */
export function family(random: Random, nationality: Nationality, modern: boolean): Family {
  const stock = STOCK[nationality];
  const name = random.pick(stock.surnames);
  if (nationality === 'RUSSIAN' || nationality === 'KOREAN') {
    const father = random.pick(RUSSIAN.fathers);
    return { nationality, surname: name, father: father.father, midnames: [father.son[0], father.daughter[0]] };
  }
  const father = random.pick(stock.male);
  const own = random.chance(modern ? 0.88 : 0.15);
  const stem = /[aeiou]$/.test(father) ? `${father}y` : father;
  const old =
    stem === father ? ([`${father}ovich`, `${father}ovna`] as const) : ([`${stem}evich`, `${stem}evna`] as const);
  return { nationality, surname: name, father, midnames: own ? [`${father} oʻgʻli`, `${father} qizi`] : old };
}

export function memberOf(random: Random, house: Family, gender: Gender): Name {
  const female = gender === 'FEMALE';
  const stock = STOCK[house.nationality];
  return {
    firstname: random.pick(female ? stock.female : stock.male),
    lastname: house.surname[female ? 1 : 0],
    midname: house.nationality === 'KOREAN' && random.chance(0.4) ? null : house.midnames[female ? 1 : 0],
  };
}

/** The same name as it stands in older papers. */
export function inCyrillic(name: Name, nationality: Nationality): Name {
  const russian = nationality === 'RUSSIAN' || nationality === 'KOREAN';
  const turn = (text: string) => (russian && RUSSIAN_CYRILLIC.get(text)) || toCyrillic(text);
  return {
    firstname: turn(name.firstname),
    lastname: turn(name.lastname),
    midname: name.midname === null ? null : turn(name.midname),
  };
}
