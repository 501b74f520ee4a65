import { DISTRICTS, REGIONS } from '#domains/institutions/server/standard/regions.ts';
import { INSTITUTIONS } from './institutions.ts';
import { FATHER_JOBS, MOTHER_JOBS } from './names/jobs.ts';
import { birthDay, passport, phone, pinfl } from './names/papers.ts';
import {
  type Family,
  family,
  type Gender,
  inCyrillic,
  memberOf,
  type Nationality,
  nationalityIn,
} from './names/people.ts';
import type { Guardian, Person, StaffRecord, StudentRecord, StudentStatus } from './names/records.ts';
import { STREETS } from './names/streets.ts';
import { Random, weighted } from './random.ts';
import {
  currentYear,
  DEPARTMENTS,
  duration,
  type EducationFormCode,
  FACULTIES,
  type LanguageCode,
  OFFICES,
  PROGRAMMES,
  type Programme,
} from './university.ts';

/*
 * The people of the demo university, each made from their number alone: student(k) is the same person however many
 * there are. Whatever must be unique (passport, PINFL, phone, student id, e-mail) is a one-to-one image of k,
 * for up to 1,000,000 students and 1,000,000 staff. None of them exists: mail goes to a reserved domain.
 */

export type { Guardian, MaritalStatus, Person, StaffRecord, StudentRecord, StudentStatus } from './names/records.ts';

const SEED = 2026;
const random = new Random(SEED);
const DAY = 86_400_000;
const STUDENTS = 1_000_000;
/** Numbers of staff begin where those of students end. */
const LIMIT = 2 * STUDENTS;

const iso = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY;
const lastDay = () => dayOf(`${currentYear()}-10-31`);

const HOME_REGIONS: Record<number, readonly string[]> = {
  1: weighted([
    ['TAS', 34],
    ['TOS', 17],
    ['SIR', 5],
    ['JIZ', 6],
    ['FAR', 7],
    ['AND', 6],
    ['NAM', 6],
    ['SAM', 3],
    ['QAS', 5],
    ['SUR', 4],
    ['BUX', 2],
    ['NAV', 1],
    ['XOR', 2],
    ['QOR', 4],
  ]),
  2: weighted([
    ['SAM', 56],
    ['JIZ', 10],
    ['QAS', 10],
    ['NAV', 7],
    ['BUX', 5],
    ['SUR', 5],
    ['XOR', 2],
    ['QOR', 3],
    ['TAS', 2],
  ]),
};
const HOME = new Map(REGIONS.map((region) => [region.code, region]));
const NATIVE: Record<Nationality, Person['native_language']> = {
  UZBEK: 'UZBEK',
  RUSSIAN: 'RUSSIAN',
  KOREAN: 'RUSSIAN',
  KARAKALPAK: 'OTHER',
  TAJIK: 'OTHER',
  KAZAKH: 'OTHER',
};

const address = (random: Random, place: string) =>
  `${place}, ${random.pick(STREETS)} koʻchasi, ${random.between(1, 140)}-uy${random.chance(0.55) ? `, ${random.between(1, 90)}-xonadon` : ''}`;

function person(
  number: number,
  institution: number,
  day: number,
  staff: boolean,
): { record: Omit<Person, 'email' | 'marital_status'>; house: Family } {
  const gender: Gender = random.chance(0.49) ? 'MALE' : 'FEMALE';
  const region = random.pick(HOME_REGIONS[institution]!);
  const home = HOME.get(region)!;
  const district = DISTRICTS[home.from + random.below(home.count)]!;
  const nationality = nationalityIn(random, region);
  const house = family(random, nationality, !staff);
  const name = memberOf(random, house, gender);
  const birthdate = iso(birthDay(day, staff));
  const { firstname, lastname, midname } = random.chance(0.04) ? inCyrillic(name, nationality) : name;
  return {
    house,
    record: {
      firstname,
      lastname,
      midname,
      institution,
      gender,
      birthdate,
      nationality,
      region,
      district: district.code,
      passport_id: passport(number),
      pinfl: pinfl(number, birthdate, gender),
      contact_phone: phone(number, 0),
      native_language: NATIVE[nationality],
      permanent_address: address(random, `${home.title.uz}, ${district.title.uz}`),
    },
  };
}

/* --- students --- */

/** A hundred places in every hundred students: institution and how many years ago they came, so that ids can be numbered without counting. */
const PLACES: { institution: number; ago: number; rank: number; of: number }[] = (() => {
  const shares: [number, number, number][] = [
    [5, 6, 2],
    [4, 9, 5],
    [3, 12, 6],
    [2, 12, 7],
    [1, 13, 7],
    [0, 13, 8],
  ];
  const places = shares.flatMap(([ago, tashkent, samarkand]) => [
    ...Array.from({ length: tashkent }, (_, rank) => ({ institution: 1, ago, rank, of: tashkent })),
    ...Array.from({ length: samarkand }, (_, rank) => ({ institution: 2, ago, rank, of: samarkand })),
  ]);
  return places.map((_, i) => places[(i * 37 + 5) % 100]!);
})();

const WEIGHTS: Record<string, number> = {
  '60610100': 4,
  '60610600': 3,
  '60310100': 3,
  '60111800': 3,
  '60420100': 3,
  '61010400': 3,
  '60411200': 2,
  '60110400': 2,
};
const OFFERED: Record<number, readonly Programme[]> = Object.fromEntries(
  INSTITUTIONS.map(({ id }) => [
    id,
    PROGRAMMES.filter((programme) => programme.institutions.includes(id)).flatMap((programme) =>
      Array<Programme>(programme.degree === 'MASTER' ? 1 : 2 * (WEIGHTS[programme.code] ?? 1)).fill(programme),
    ),
  ]),
);

function studyForm(programme: Programme): EducationFormCode {
  const form: EducationFormCode = random.chance(0.66) ? 'FULL_TIME' : random.chance(0.55) ? 'PART_TIME' : 'EVENING';
  return programme.forms.includes(form) ? form : programme.forms[0]!;
}

function studyLanguage(programme: Programme, native: Person['native_language']): LanguageCode {
  const language: LanguageCode = random.chance(0.1)
    ? 'ENGLISH'
    : native === 'RUSSIAN' || random.chance(0.12)
      ? 'RUSSIAN'
      : 'UZBEK';
  return programme.languages.includes(language) ? language : programme.languages[0]!;
}

const FINISHED = weighted<StudentStatus>([
  ['GRADUATED', 177],
  ['WITHDRAWN', 13],
  ['TRANSFERRED_OUT', 6],
  ['INACTIVE', 2],
  ['DELETED', 2],
]);
const STUDYING = weighted<StudentStatus>([
  ['ACTIVE', 183],
  ['GAP_YEAR', 5],
  ['INACTIVE', 4],
  ['WITHDRAWN', 5],
  ['TRANSFERRED_OUT', 2],
  ['DELETED', 1],
]);

/** Student number k, from 0 to 999,999. */
export function student(k: number): StudentRecord {
  if (k < 0 || k >= STUDENTS) throw new RangeError(`student(${k}): 0 to ${STUDENTS - 1}`);
  random.at(k, 1);
  const { institution, ago, rank, of } = PLACES[k % 100]!;
  const year = currentYear() - ago;
  const sequence = Math.floor(k / 100) * of + rank + 1;
  const student_id = `${INSTITUTIONS[institution - 1]!.letter}${year % 100}${String(sequence).padStart(5, '0')}`;

  const programme = random.pick(OFFERED[institution]!);
  const form = studyForm(programme);
  const years = duration(programme, form);
  const master = programme.degree === 'MASTER';
  const age = master
    ? random.between(22, 29)
    : form === 'FULL_TIME'
      ? random.chance(0.8)
        ? 18
        : random.between(17, 22)
      : random.between(18, 31);
  const born = dayOf(`${year - age}-09-01`) - random.between(1, 364);
  const { record, house } = person(k, institution, born, false);

  const finished = years <= ago;
  const status = random.pick(finished ? FINISHED : STUDYING);
  const first = dayOf(`${year}-09-01`);
  const last = Math.min(lastDay(), dayOf(`${year + years}-06-20`));
  const since =
    status === 'GRADUATED'
      ? dayOf(`${year + years}-06-30`)
      : status === 'ACTIVE'
        ? first
        : random.between(first + 20, last);
  // Whoever left stays in the year of study they had then.
  const until = status === 'ACTIVE' ? lastDay() : since;
  const level = Math.max(1, Math.min(years, Math.floor((until - first) / 365.25) + 1));

  const away = record.region !== INSTITUTIONS[institution - 1]!.region;
  const town = institution === 1 ? 'Toshkent shahri' : 'Samarqand shahri';
  const married = master || age > 23 ? 0.4 : 0.06;
  return {
    ...record,
    student_id,
    email: `${student_id.toLowerCase()}@student.edulab.example`,
    marital_status: random.chance(married) ? (random.chance(0.04) ? 'DIVORCED' : 'MARRIED') : 'NOT_MARRIED',
    current_address: away
      ? random.chance(0.4)
        ? `${town}, ${random.between(1, 4)}-talabalar turar joyi, ${random.between(101, 520)}-xona`
        : address(random, town)
      : record.permanent_address,
    home_phone: random.chance(0.2) ? phone(k, 3) : null,
    programme: programme.code,
    degree: programme.degree,
    education_form: form,
    study_language: studyLanguage(programme, record.native_language),
    entry_year: year,
    level,
    status,
    status_since: iso(since),
    tuition: form === 'FULL_TIME' && random.chance(0.22) ? 'GRANT' : 'CONTRACT',
    guards: parents(k, house, record.permanent_address),
  };
}

function parents(k: number, house: Family, home: string): Guardian[] {
  const guards: Guardian[] = [];
  const which = random.below(100);
  if (which >= 7) {
    const own = family(random, house.nationality, false);
    guards.push({
      relationship: 'FATHER',
      firstname: house.father,
      lastname: house.surname[0],
      midname: own.midnames[0],
      contact_phone: phone(k, 1),
      current_address: home,
      job: random.pick(FATHER_JOBS),
    });
  }
  if (which < 97) {
    // Many mothers keep the surname of their own family.
    const own = family(random, house.nationality, false);
    const name = memberOf(random, own, 'FEMALE');
    guards.push({
      relationship: 'MOTHER',
      firstname: name.firstname,
      lastname: random.chance(0.5) ? house.surname[1] : name.lastname,
      midname: name.midname,
      contact_phone: phone(k, 2),
      current_address: home,
      job: random.pick(MOTHER_JOBS),
    });
  }
  return guards;
}

/* --- staff --- */

const DEPARTMENTS_OF: Record<number, readonly string[]> = Object.fromEntries(
  INSTITUTIONS.map(({ id }) => [
    id,
    DEPARTMENTS.filter((department) =>
      FACULTIES.find((faculty) => faculty.code === department.faculty)!.institutions.includes(id),
    ).map(({ code }) => code),
  ]),
);
const TEACHING = weighted([
  ['PROFESSOR', 4],
  ['DOCENT', 18],
  ['SENIOR_LECTURER', 32],
  ['LECTURER', 30],
  ['ASSISTANT', 16],
]);
const OFFICE_POSITIONS: Record<string, readonly string[]> = {
  FINANCE: ['ACCOUNTANT', 'ACCOUNTANT', 'LEADING_SPECIALIST'],
  LIBRARY: ['LIBRARIAN', 'LIBRARIAN', 'SPECIALIST'],
  ICT: ['ENGINEER', 'ENGINEER', 'SPECIALIST'],
};
const PLAIN_POSITIONS = ['SPECIALIST', 'SPECIALIST', 'LEADING_SPECIALIST', 'METHODIST'];

/** Member of staff number k, from 0 to 999,999. The first of each department and office leads it. */
export function staffMember(k: number): StaffRecord {
  if (k < 0 || k >= LIMIT - STUDENTS) throw new RangeError(`staffMember(${k}): 0 to ${LIMIT - STUDENTS - 1}`);
  random.at(k, 2);
  // Two of three in Tashkent; the place in the own institution is counted from k alone.
  const institution = k % 3 === 2 ? 2 : 1;
  const place = institution === 2 ? Math.floor(k / 3) : Math.floor(k / 3) * 2 + (k % 3);
  const departments = DEPARTMENTS_OF[institution]!;
  const units = departments.length + OFFICES.length;
  const leads = place < units;
  const teaching = leads ? place < departments.length : random.chance(0.78);
  const department = teaching ? (leads ? departments[place]! : random.pick(departments)) : null;
  const office = teaching ? null : leads ? OFFICES[place - departments.length]!.code : random.pick(OFFICES).code;
  const position = leads
    ? teaching
      ? 'HEAD_OF_DEPARTMENT'
      : office === 'REGISTRAR'
        ? 'REGISTRAR'
        : 'OFFICE_HEAD'
    : teaching
      ? random.pick(TEACHING)
      : random.pick(OFFICE_POSITIONS[office!] ?? PLAIN_POSITIONS);

  const senior = leads || position === 'PROFESSOR' || position === 'DOCENT';
  const age =
    position === 'ASSISTANT' ? random.between(23, 32) : senior ? random.between(36, 66) : random.between(25, 60);
  const { record } = person(
    STUDENTS + k,
    institution,
    dayOf(`${currentYear() - age}-06-01`) + random.below(360) - 360,
    true,
  );
  const latest = dayOf(`${currentYear()}-09-01`);
  const doctor =
    position === 'PROFESSOR'
      ? 0.95
      : position === 'DOCENT' || position === 'HEAD_OF_DEPARTMENT'
        ? 0.85
        : teaching
          ? 0.12
          : 0;
  return {
    ...record,
    staff_id: `E${String(k + 1).padStart(5, '0')}`,
    email: `e${String(k + 1).padStart(5, '0')}@edulab.example`,
    marital_status: random.chance(age > 30 ? 0.85 : 0.5)
      ? 'MARRIED'
      : age > 35 && random.chance(0.4)
        ? random.chance(0.3)
          ? 'WIDOWED'
          : 'DIVORCED'
        : 'NOT_MARRIED',
    department,
    office,
    position,
    academic_degree: random.chance(doctor) ? (position === 'PROFESSOR' && random.chance(0.7) ? 'DSC' : 'PHD') : null,
    rate: random.chance(0.75) ? 1 : random.pick([0.25, 0.5, 0.75, 1.25, 1.5]),
    hired_on: iso(latest - random.below(Math.min(5 * 365, (age - 22) * 300 + 30))),
    working: leads || random.chance(0.95),
  };
}
