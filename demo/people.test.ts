import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '#domains/institutions/server/standard/countries.ts';
import { OPTIONS } from '#domains/institutions/server/standard/lists.ts';
import { DISTRICTS, REGIONS } from '#domains/institutions/server/standard/regions.ts';
import { clock } from '#platform/contract/clock.ts';
import { pinflCheck } from './names/papers.ts';
import { russianSurname, surname } from './names/words.ts';
import { type StaffRecord, type StudentRecord, staffMember, student } from './people.ts';
import { Random, scatter } from './random.ts';
import {
  academicYears,
  currentYear,
  DEPARTMENTS,
  duration,
  FACULTIES,
  JOB_POSITIONS,
  PROGRAMMES,
} from './university.ts';

const COUNT = 200_000;
const STAFF = 20_000;

describe('random', () => {
  it('gives index k the same sequence, whatever came before', () => {
    const a = new Random(7);
    const first = [a.at(5).next(), a.next(), a.at(6).next()];
    const b = new Random(7);
    b.at(6);
    expect([b.at(5).next(), b.next(), b.at(6).next()]).toEqual(first);
    expect(new Set([...first, b.at(5, 1).next(), new Random(8).at(5).next()]).size).toBe(5);
  });
  it('spreads evenly', () => {
    const random = new Random(1);
    const boxes = Array<number>(10).fill(0);
    for (let k = 0; k < 100_000; k++) boxes[random.at(k).below(10)]!++;
    for (const box of boxes) expect(Math.abs(box - 10_000)).toBeLessThan(500);
  });
  it('scatters one to one', () => {
    expect(new Set(Array.from({ length: 1000 }, (_, i) => scatter(i, 1000, 387))).size).toBe(1000);
  });
});

describe('people', () => {
  const unique = {
    id: new Set<string>(),
    passport: new Set<string>(),
    pinfl: new Set<string>(),
    phone: new Set<string>(),
    email: new Set<string>(),
  };
  const status: Record<string, number> = {};
  const nationality: Record<string, number> = {};
  let phones = 0;
  let cyrillic = 0;
  const wrong: unknown[] = [];
  const check = (person: StudentRecord | StaffRecord) => {
    unique.passport.add(person.passport_id);
    unique.pinfl.add(person.pinfl);
    unique.phone.add(person.contact_phone);
    unique.email.add(person.email);
    phones++;
    const { pinfl, birthdate, gender } = person;
    const born = `${pinfl[0]! < '5' ? 19 : 20}${pinfl.slice(5, 7)}-${pinfl.slice(3, 5)}-${pinfl.slice(1, 3)}`;
    const ok =
      /^\d{14}$/.test(pinfl) &&
      born === birthdate &&
      (Number(pinfl[0]) % 2 === 1) === (gender === 'MALE') &&
      pinflCheck(pinfl) === Number(pinfl[13]) &&
      /^A[ABCD]\d{7}$/.test(person.passport_id) &&
      /^998(90|91|93|94|95|97|98|99|33|88|77)\d{7}$/.test(person.contact_phone) &&
      /^[\p{L}ʻʼ -]+$/u.test(person.firstname + person.lastname + (person.midname ?? ''));
    if (!ok) wrong.push(person);
  };
  for (let k = 0; k < COUNT; k++) {
    const person = student(k);
    check(person);
    unique.id.add(person.student_id);
    status[person.status] = (status[person.status] ?? 0) + 1;
    nationality[person.nationality] = (nationality[person.nationality] ?? 0) + 1;
    if (/\p{Script=Cyrillic}/u.test(person.lastname)) cyrillic++;
    for (const guard of person.guards) {
      unique.phone.add(guard.contact_phone);
      phones++;
    }
    if (person.home_phone) {
      unique.phone.add(person.home_phone);
      phones++;
    }
    const programme = PROGRAMMES.find((p) => p.code === person.programme)!;
    const ok =
      programme.institutions.includes(person.institution) &&
      programme.forms.includes(person.education_form) &&
      programme.languages.includes(person.study_language) &&
      person.level >= 1 &&
      person.level <= duration(programme, person.education_form) &&
      person.status_since >= `${person.entry_year}-09-01` &&
      person.status_since <= `${currentYear()}-10-31` &&
      (person.status !== 'ACTIVE' || person.entry_year + duration(programme, person.education_form) > currentYear()) &&
      person.guards.length > 0;
    if (!ok) wrong.push(person);
  }
  for (let k = 0; k < STAFF; k++) {
    const person = staffMember(k);
    check(person);
    unique.id.add(person.staff_id);
    if (
      (person.department === null) === (person.office === null) ||
      person.hired_on < person.birthdate ||
      person.birthdate > `${currentYear() - 22}`
    )
      wrong.push(person);
  }

  it('are of the year in which they are asked for', () => {
    const ahead = clock.ahead();
    const [before, hired] = [student(5).entry_year, staffMember(5).hired_on];
    clock.setAhead(ahead + 2 * 366 * 86_400_000);
    try {
      expect(student(5).entry_year).toBe(before + 2);
      expect(Number(staffMember(5).hired_on.slice(0, 4))).toBe(Number(hired.slice(0, 4)) + 2);
      expect(academicYears().at(-1)!.starts_on.slice(0, 4)).toBe(String(currentYear()));
    } finally {
      clock.setAhead(ahead);
    }
  });

  it('are the same each time and in any order', () => {
    expect(student(123)).toEqual(student(123));
    const one = JSON.stringify(student(77));
    staffMember(3);
    expect(JSON.stringify(student(77))).toBe(one);
    expect(student(999_999).student_id).toMatch(/^[TS]2\d{5,}$/);
    expect(() => student(1_000_000)).toThrow(RangeError);
  });
  it('never share a number, a paper, a phone or an address', () => {
    expect(unique.id.size).toBe(COUNT + STAFF);
    expect(unique.passport.size).toBe(COUNT + STAFF);
    expect(unique.pinfl.size).toBe(COUNT + STAFF);
    expect(unique.email.size).toBe(COUNT + STAFF);
    expect(unique.phone.size).toBe(phones);
  });
  it('are consistent in themselves', () => expect(wrong.slice(0, 3)).toEqual([]));
  it('come in believable shares', () => {
    const share = (count = 0) => count / COUNT;
    expect(share(status.ACTIVE)).toBeGreaterThan(0.65);
    expect(share(status.GRADUATED)).toBeGreaterThan(0.1);
    for (const key of ['GAP_YEAR', 'INACTIVE', 'WITHDRAWN', 'TRANSFERRED_OUT']) {
      expect(share(status[key])).toBeGreaterThan(0.005);
      expect(share(status[key])).toBeLessThan(0.06);
    }
    expect(share(status.DELETED)).toBeGreaterThan(0.002);
    expect(share(status.DELETED)).toBeLessThan(0.01);
    expect(share(nationality.UZBEK)).toBeGreaterThan(0.75);
    expect(Object.keys(nationality).length).toBe(6);
    expect(share(cyrillic)).toBeGreaterThan(0.03);
    expect(share(cyrillic)).toBeLessThan(0.05);
  });
});

describe('the university and the country', () => {
  it('hangs together', () => {
    for (const programme of PROGRAMMES) {
      const faculty = FACULTIES.find(({ code }) => code === programme.faculty)!;
      expect(faculty.institutions).toEqual(expect.arrayContaining(programme.institutions));
    }
    for (const department of DEPARTMENTS) expect(FACULTIES.some(({ code }) => code === department.faculty)).toBe(true);
    const positions = new Set(JOB_POSITIONS.map(({ code }) => code));
    for (let k = 0; k < 500; k++) expect(positions.has(staffMember(k).position)).toBe(true);
  });
  it('has every place once, in three languages', () => {
    expect(REGIONS.length).toBe(14);
    expect(DISTRICTS.length).toBeGreaterThan(195);
    expect(COUNTRIES.length).toBe(249);
    const all = [...REGIONS, ...DISTRICTS, ...COUNTRIES, ...OPTIONS.nationality!, ...PROGRAMMES];
    for (const { title } of all) for (const text of [title.uz, title.ru, title.en]) expect(text).toBeTruthy();
    for (const list of [DISTRICTS, COUNTRIES, PROGRAMMES]) {
      expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
      expect(new Set(list.map(({ title }) => title.uz)).size).toBe(list.length);
    }
  });
  it('knows how surnames end', () => {
    expect([
      surname('Karim', true),
      surname('Aliy', false),
      surname('Sherali', true),
      surname('Isakov:', true),
    ]).toEqual(['Karimova', 'Aliyev', 'Sheraliyeva', 'Isakova']);
    expect([
      russianSurname('Ivanov', true),
      russianSurname('Pokrovskiy', true),
      russianSurname('Tkachenko', true),
    ]).toEqual(['Ivanova', 'Pokrovskaya', 'Tkachenko']);
  });
});
