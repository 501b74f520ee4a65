import { roleOf } from '#domains/students/server/life/rights.ts';
import { searchText } from '#domains/students/server/records/search.ts';
import type { StudyLevel } from '#platform/contract/levels.ts';
import { toCyrillic } from '#platform/contract/script.ts';
import { line } from './load-copy.ts';
import type { Reference } from './load-reference.ts';
import type { StudentRecord } from './people.ts';
import { currentYear, duration, PROGRAMMES } from './university.ts';

/** One student as lines of the tables that tell of them. */

export type Lines = Record<
  'students' | 'accounts' | 'roles' | 'guardians' | 'documents' | 'cards' | 'history',
  string[]
>;

const STUDENT = [
  'id',
  'created_at',
  'updated_at',
  'deleted_at',
  'institution_id',
  'account_id',
  'student_no',
  'username',
  'firstname',
  'lastname',
  'midname',
  'names_cyrillic',
  'gender',
  'birthdate',
  'nationality_id',
  'citizenship',
  'passport_id',
  'passport_issued_by',
  'passport_issued_on',
  'passport_expires_on',
  'pinfl',
  'contact_phone',
  'home_phone',
  'email',
  'permanent_address',
  'current_address',
  'region_id',
  'city_id',
  'native_language',
  'marital_status',
  'course_id',
  'level',
  'education_form_id',
  'study_language',
  'entry_year',
  'tuition',
  'department_id',
  'status',
  'status_since',
  'status_until',
  'hemis_code',
  'search',
];
export const COLUMNS: Record<keyof Lines, readonly string[]> = {
  students: STUDENT,
  accounts: [
    'id',
    'username',
    'password_hash',
    'firstname',
    'lastname',
    'midname',
    'email',
    'email_verified_at',
    'phone',
    'selected_institution',
    'selected_education_form',
  ],
  roles: ['account_id', 'role_id', 'institution_id'],
  guardians: [
    'institution_id',
    'student_id',
    'relationship',
    'firstname',
    'lastname',
    'midname',
    'contact_phone',
    'current_address',
    'workplace',
  ],
  documents: ['institution_id', 'student_id', 'type', 'number', 'issued_by', 'issued_on', 'valid_until'],
  cards: ['institution_id', 'student_id', 'card_number', 'issued_on', 'valid_until', 'printed', 'printed_at', 'status'],
  history: [
    'institution_id',
    'entity',
    'entity_id',
    'from_status',
    'to_status',
    'reason',
    'order_number',
    'order_date',
    'effective_from',
    'effective_to',
    'account_id',
    'at',
  ],
};

/** What all students share while they are loaded. */
export interface Place {
  reference: Reference;
  password: string;
  roles: Map<string, number>;
  next_account: number;
  registrar: number | null;
  /** The last number given out, by `institution:year`. */
  numbers: Map<string, number>;
}

const PROGRAMME = new Map(PROGRAMMES.map((programme) => [programme.code, programme]));
const LANGUAGE = { UZBEK: 'uz', RUSSIAN: 'ru', ENGLISH: 'en' } as const;
const MARITAL = { NOT_MARRIED: 'SINGLE', MARRIED: 'MARRIED', DIVORCED: 'DIVORCED', WIDOWED: 'WIDOWED' } as const;
const REASONS: Record<string, readonly string[]> = {
  GAP_YEAR: ['Sogʻligʻi sababli', 'Oilaviy sharoit', 'Harbiy xizmat', 'Bola parvarishi'],
  INACTIVE: ['Toʻlov muddati oʻtgan', 'Hujjatlari toʻliq emas'],
  WITHDRAWN: ['Oʻz xohishiga koʻra', 'Akademik qarzdorlik', 'Toʻlov qilinmagan'],
  TRANSFERRED_OUT: ['Boshqa oliy taʼlim muassasasiga koʻchirildi'],
  DELETED: ['Xato kiritilgan yozuv'],
};
/** Orders by the status they end in; what takes no order stands without. */
const ORDERS: Record<string, string> = {
  ACTIVE: 'T',
  GAP_YEAR: 'AT',
  WITHDRAWN: 'CH',
  TRANSFERRED_OUT: 'K',
  GRADUATED: 'B',
};

/** Master students who are taught in English are the MS programmes. */
export const degreeOf = (record: StudentRecord): StudyLevel =>
  record.degree === 'MASTER' && record.study_language === 'ENGLISH' ? 'MS' : record.degree;

const day = (date: string, years: number) =>
  `${Number(date.slice(0, 4)) + years}${date.slice(4).replace('-02-29', '-02-28')}`;
const pad = (n: number) => String(n).padStart(2, '0');

/** Adds the lines of one student. `owner`: the demo account that is theirs; others who study get one of their own. */
export function writeStudent(
  lines: Lines,
  place: Place,
  record: StudentRecord,
  id: number,
  owner: { id: number; username: string } | null,
): void {
  const { institution, entry_year, status } = record;
  const { reference } = place;
  const programme = PROGRAMME.get(record.programme)!;
  const department = reference.departments.get(`${institution}:${programme.faculty}`) ?? null;
  const form = reference.forms.get(`${institution}:${record.education_form}`) ?? null;
  const degree = degreeOf(record);
  const student_no = record.student_id.slice(1);
  const key = `${institution}:${entry_year}`;
  place.numbers.set(key, Math.max(place.numbers.get(key) ?? 0, Number(student_no.slice(2))));

  const studies = status === 'ACTIVE' || status === 'GAP_YEAR';
  const account = owner?.id ?? (studies ? place.next_account++ : null);
  const username = owner?.username ?? record.student_id;
  // One gap year at most: who is still on leave left within the last twelve months.
  const returned = status === 'ACTIVE' && entry_year < currentYear() - 1 && id % 50 === 7;
  const on_leave =
    status === 'GAP_YEAR' && record.status_since < `${currentYear() - 1}-12-01`
      ? `${currentYear()}-${pad((id % 9) + 1)}-${pad((id % 27) + 1)}`
      : record.status_since;
  const since = returned ? `${entry_year + 2}-02-05` : on_leave;
  const until = status === 'GAP_YEAR' ? day(since, 1) : null;

  const turns = Math.floor((currentYear() - Number(record.birthdate.slice(0, 4)) - 16) / 10);
  const issued = day(
    record.birthdate,
    16 + Math.max(0, turns) * 10 - (turns > 0 && record.birthdate.slice(5) > '10-31' ? 10 : 0),
  );
  const passport_by = `${reference.regions.has(record.region) ? record.permanent_address.split(', ', 2)[1] : 'Toshkent shahri'} IIB`;
  const created = `${entry_year}-08-${pad((id % 25) + 1)}T${pad((id % 9) + 4)}:${pad(id % 60)}:00Z`;
  const person = {
    ...record,
    student_no,
    username,
    names_cyrillic:
      entry_year < currentYear() - 3 && !/\p{Script=Cyrillic}/u.test(record.lastname)
        ? toCyrillic([record.lastname, record.firstname, record.midname].filter(Boolean).join(' '))
        : null,
  };

  lines.students.push(
    line([
      id,
      created,
      `${since}T06:00:00Z` > created ? `${since}T06:00:00Z` : created,
      status === 'DELETED' ? `${since}T06:00:00Z` : null,
      institution,
      account,
      student_no,
      username,
      record.firstname,
      record.lastname,
      record.midname,
      person.names_cyrillic,
      record.gender,
      record.birthdate,
      reference.nationalities.get(`${institution}:${record.nationality}`) ?? null,
      'UZ',
      record.passport_id,
      passport_by,
      issued,
      day(issued, 10),
      record.pinfl,
      record.contact_phone,
      record.home_phone,
      record.email,
      record.permanent_address,
      record.current_address,
      reference.regions.get(record.region) ?? null,
      reference.districts.get(record.district) ?? null,
      record.native_language,
      MARITAL[record.marital_status],
      reference.courses.get(`${institution}:${record.programme}`) ?? null,
      degree,
      form,
      LANGUAGE[record.study_language],
      entry_year,
      record.tuition,
      department,
      status,
      since,
      until,
      `3${institution}${record.student_id.slice(1)}`,
      searchText(person),
    ]),
  );
  if (account !== null) {
    if (!owner) {
      lines.accounts.push(
        line([
          account,
          username,
          place.password,
          record.firstname,
          record.lastname,
          record.midname,
          record.email,
          created,
          record.contact_phone,
          institution,
          form,
        ]),
      );
      lines.roles.push(line([account, place.roles.get(roleOf(status, degree) ?? '') ?? null, institution]));
    }
  }
  for (const guard of record.guards)
    lines.guardians.push(
      line([
        institution,
        id,
        guard.relationship,
        guard.firstname,
        guard.lastname,
        guard.midname,
        guard.contact_phone,
        guard.current_address,
        guard.job,
      ]),
    );
  lines.documents.push(line([institution, id, 'PASSPORT', record.passport_id, passport_by, issued, day(issued, 10)]));
  lines.documents.push(
    line([
      institution,
      id,
      degree === 'BACHELOR' ? 'CERTIFICATE' : 'DIPLOMA',
      `${degree === 'BACHELOR' ? 'UM' : 'B'} ${String(1_000_000 + id)}`,
      degree === 'BACHELOR' ? 'Umumiy oʻrta taʼlim maktabi' : 'Oliy taʼlim muassasasi',
      `${entry_year}-06-20`,
      null,
    ]),
  );
  if (studies && id % 10 < 7) {
    const on = `${entry_year}-09-${pad((id % 20) + 5)}`;
    lines.cards.push(
      line([
        institution,
        id,
        `${student_no}-1`,
        on,
        `${entry_year + duration(programme, record.education_form)}-07-31`,
        true,
        `${on}T07:00:00Z`,
        'ISSUED',
      ]),
    );
  }

  const step = (from: string | null, to: string, on: string, effective_to: string | null = null) => {
    const reasons = from === 'WITHDRAWN' || to !== 'ACTIVE' ? REASONS[to] : undefined;
    const order = ORDERS[to]
      ? `${on.slice(2, 4)}-${ORDERS[to]}/${from === null ? institution * 100 + Number(on.slice(8)) : id}`
      : null;
    lines.history.push(
      line([
        institution,
        'student',
        id,
        from,
        to,
        reasons ? reasons[id % reasons.length]! : null,
        order,
        order ? on : null,
        on,
        effective_to,
        place.registrar,
        `${on}T06:00:00Z`,
      ]),
    );
  };
  step(null, 'ACTIVE', `${entry_year}-09-01`);
  if (returned) {
    step('ACTIVE', 'GAP_YEAR', `${entry_year + 1}-02-05`, `${entry_year + 2}-02-04`);
    step('GAP_YEAR', 'ACTIVE', since);
  } else if (status !== 'ACTIVE') step('ACTIVE', status, since, until);
}
