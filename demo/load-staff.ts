import type pg from 'pg';
import { searchText } from '#domains/staff/server/search.ts';
import { employees, type Role } from '#platform/contract/index.ts';
import { insertAll } from '#platform/server/records/bulk.ts';
import { institutionsOf } from './accounts.ts';
import { INSTITUTIONS } from './institutions.ts';
import type { Reference } from './load-reference.ts';
import { type StaffRecord, staffMember } from './people.ts';
import { currentYear, JOB_POSITIONS } from './university.ts';

/** Where the person behind a demo account works; others who are employed work in some office. */
const PLACES: Partial<Record<Role, string>> = {
  TEACHER: 'LECTURER',
  MODULE_LEADER: 'SENIOR_LECTURER',
  COURSE_LEADER: 'DOCENT',
  ACADEMIC_MENTOR: 'SENIOR_LECTURER',
  ADMISSION_APPOINTMENT_TEACHER: 'LECTURER',
  REGISTRAR_HEAD: 'REGISTRAR',
  HR_HEAD: 'HR',
  HR_MANAGER: 'HR',
  ACCOUNTING_HEAD: 'FINANCE',
  ACCOUNTING_HEAD_VIEWER: 'FINANCE',
  LIBRARY_MODERATOR: 'LIBRARY',
  QUALITY_ASSURANCE: 'QUALITY',
  QUALITY_ASSURANCE_HEAD: 'QUALITY',
  STUDENTS_DEPARTMENT: 'STUDENTS',
  STUDENTS_DEPARTMENT_SAMARKAND: 'STUDENTS',
  CAREER_CENTER_MANAGER: 'CAREER',
  MARKETING: 'MARKETING',
};
const TEACHING = new Set(JOB_POSITIONS.filter(({ teaching }) => teaching).map(({ code }) => code));
const MANAGEMENT = new Set(['DEAN', 'VICE_RECTOR', 'OFFICE_HEAD', 'REGISTRAR']);
const kindOf = (code: string) =>
  TEACHING.has(code)
    ? 'TEACHING'
    : MANAGEMENT.has(code)
      ? 'MANAGEMENT'
      : code === 'ENGINEER'
        ? 'TECHNICAL'
        : 'ADMINISTRATIVE';

/** Who left went a year after coming, all before the demo's present (late autumn). */
const lastDay = (hired: string) =>
  hired < `${currentYear() - 1}`
    ? `${currentYear() - 1}-12-30`
    : hired < `${currentYear()}`
      ? `${currentYear()}-06-30`
      : hired < `${currentYear()}-09`
        ? `${currentYear()}-10-30`
        : `${currentYear()}-11-13`;

/** `count` members of staff with their jobs and history, and vacancies. Accounts of employed roles get the names of their people. */
export async function loadStaff(
  client: pg.PoolClient,
  reference: Reference,
  accounts: Map<string, number>,
  count: number,
): Promise<void> {
  const jobs = new Map<string, number>();
  for (const { id: institution_id } of INSTITUTIONS) {
    const ids = await insertAll(
      client,
      'job_positions',
      JOB_POSITIONS.map(({ code, title }) => ({ institution_id, code, title, kind: kindOf(code), status: 'ACTIVE' })),
    );
    for (const [i, { code }] of JOB_POSITIONS.entries()) jobs.set(`${institution_id}:${code}`, ids[i]!);
  }
  const people = Array.from({ length: count }, (_, k) => staffMember(k));
  const behind = peopleBehindAccounts(people);
  const given = new Map<number, number>();
  const records = people.map((person, k) => {
    const number = (given.get(person.institution) ?? 0) + 1;
    given.set(person.institution, number);
    const role = behind.get(k);
    const dean = role === 'DEAN';
    const left = person.working ? null : lastDay(person.hired_on);
    return {
      institution_id: person.institution,
      account_id: role ? accounts.get(role.toLowerCase()) : null,
      staff_no: `S-${String(number).padStart(5, '0')}`,
      firstname: person.firstname,
      lastname: person.lastname,
      midname: person.midname,
      gender: person.gender,
      birthdate: person.birthdate,
      passport_id: person.passport_id,
      pinfl: person.pinfl,
      phone: person.contact_phone,
      email: person.email,
      work_phone: `99871200${String(1000 + (k % 9000))}`,
      work_email: `${person.staff_id.toLowerCase()}@edulab.example`,
      permanent_address: person.permanent_address,
      current_address: person.permanent_address,
      department_id: reference.departments.get(
        `${person.institution}:${dean ? 'ECON' : (person.department ?? person.office)}`,
      ),
      job_position_id: jobs.get(`${person.institution}:${dean ? 'DEAN' : person.position}`),
      employment_rate: person.rate.toFixed(2),
      contract_number: `${person.hired_on.slice(2, 4)}-M/${k + 1}`,
      hired_on: person.hired_on,
      left_on: left,
      degree: person.academic_degree,
      academic_title: person.position === 'PROFESSOR' ? 'PROFESSOR' : person.position === 'DOCENT' ? 'DOCENT' : null,
      public: TEACHING.has(person.position),
      status: left ? 'LEFT' : !role && k % 40 === 39 ? 'ON_LEAVE' : 'ACTIVE',
      search: searchText(person),
    };
  });
  const ids = await insertAll(client, 'staff', records);
  // Whoever holds the leading job of a department heads it.
  await client.query(
    `insert into department_heads (institution_id, department_id, staff_id)
     select distinct on (s.department_id) s.institution_id, s.department_id, s.id
       from staff s join job_positions j on j.id = s.job_position_id
      where s.status = 'ACTIVE' and s.department_id is not null
      order by s.department_id, j.kind = 'MANAGEMENT' desc, s.account_id is null, s.hired_on, s.id`,
  );
  await insertAll(
    client,
    'status_history',
    records.flatMap((record, k) => history(record, ids[k]!, accounts.get('hr_head') ?? null)),
  );
  for (const [institution_id, last] of given)
    await client.query('insert into staff_numbers (institution_id, last) values ($1, $2)', [institution_id, last]);
  const named = [...behind].map(([k, role]) => ({
    id: accounts.get(role.toLowerCase()),
    firstname: people[k]!.firstname,
    lastname: people[k]!.lastname,
    midname: people[k]!.midname,
    phone: people[k]!.contact_phone,
  }));
  await nameAccounts(client, named);
  await loadVacancies(client, reference, jobs);
}

/** Gives accounts the names and phones of the people they belong to. */
export async function nameAccounts(
  client: pg.PoolClient,
  people: { id: number | undefined; firstname: string; lastname: string; midname: string | null; phone: string }[],
): Promise<void> {
  await client.query(
    `update accounts a set firstname = p.firstname, lastname = p.lastname, midname = p.midname, phone = p.phone, version = a.version
       from jsonb_to_recordset($1) as p (id integer, firstname text, lastname text, midname text, phone text) where p.id = a.id`,
    [JSON.stringify(people)],
  );
}

/** For each employed role somebody of its institution who does such work; nobody twice. */
function peopleBehindAccounts(people: readonly StaffRecord[]): Map<number, Role> {
  const behind = new Map<number, Role>();
  for (const role of employees) {
    const [institution] = institutionsOf(role);
    const place = PLACES[role];
    const free = (person: StaffRecord, k: number) =>
      person.institution === institution && person.working && !behind.has(k);
    const suited = people.findIndex(
      (person, k) =>
        free(person, k) &&
        (place
          ? person.position === place || person.office === place
          : person.office !== null && !Object.values(PLACES).includes(person.office)),
    );
    const k = suited >= 0 ? suited : people.findIndex(free);
    if (k >= 0) behind.set(k, role);
  }
  return behind;
}

function history(
  record: { institution_id: number; status: string; hired_on: string; left_on: string | null },
  entity_id: number,
  account_id: number | null,
): object[] {
  const base = { institution_id: record.institution_id, entity: 'staff', entity_id, account_id, forced: false };
  const hired = {
    ...base,
    from_status: null,
    to_status: 'ACTIVE',
    reason: null,
    order_number: `${record.hired_on.slice(2, 4)}-K/${entity_id}`,
    order_date: record.hired_on,
    effective_from: record.hired_on,
    at: `${record.hired_on}T05:00:00Z`,
  };
  if (record.status === 'ACTIVE') return [hired];
  const on = record.left_on ?? `${currentYear()}-10-05`;
  const left = record.status === 'LEFT';
  return [
    hired,
    {
      ...base,
      from_status: 'ACTIVE',
      to_status: record.status,
      reason: left ? 'Oʻz xohishiga koʻra' : 'Bola parvarishi taʼtili',
      order_number: left ? `${on.slice(2, 4)}-B/${entity_id}` : null,
      order_date: left ? on : null,
      effective_from: on,
      at: `${on}T05:00:00Z`,
    },
  ];
}

async function loadVacancies(client: pg.PoolClient, reference: Reference, jobs: Map<string, number>): Promise<void> {
  const wanted = [
    ['LECTURER', 'IT-SE', 'ACTIVE', 3],
    ['ASSISTANT', 'ECON-FIN', 'ACTIVE', 2],
    ['DOCENT', 'PHIL-ENG', 'ACTIVE', 1],
    ['ENGINEER', 'ICT', 'ACTIVE', 2],
    ['ACCOUNTANT', 'FINANCE', 'FILLED', 1],
    ['LIBRARIAN', 'LIBRARY', 'INACTIVE', 1],
    ['METHODIST', 'REGISTRAR', 'DRAFT', 1],
    ['SPECIALIST', 'MARKETING', 'CLOSED', 1],
  ] as const;
  for (const { id: institution_id } of INSTITUTIONS) {
    const vacancies = wanted.map(([job, department, status, head_count], i) => ({
      institution_id,
      title: JOB_POSITIONS.find(({ code }) => code === job)!.title,
      job_position_id: jobs.get(`${institution_id}:${job}`),
      department_id: reference.departments.get(`${institution_id}:${department}`),
      head_count,
      employment_rate: '1.00',
      salary_from: 4_000_000 + i * 500_000,
      salary_to: 6_000_000 + i * 700_000,
      opens_on: `${currentYear()}-10-${String(i + 5).padStart(2, '0')}`,
      closes_on: `${currentYear() + 1}-0${(i % 5) + 1}-28`,
      status,
    }));
    const ids = await insertAll(client, 'vacancies', vacancies);
    const step = (i: number, from: string | null, to: string, reason: string | null = null) => ({
      institution_id,
      entity: 'vacancy',
      entity_id: ids[i],
      from_status: from,
      to_status: to,
      reason,
      forced: false,
      at: `${vacancies[i]!.opens_on}T0${to === 'DRAFT' ? 5 : to === 'ACTIVE' ? 6 : 7}:00:00Z`,
    });
    await insertAll(
      client,
      'status_history',
      vacancies.flatMap(({ status }, i) => [
        step(i, null, 'DRAFT'),
        ...(status === 'DRAFT' ? [] : [step(i, 'DRAFT', 'ACTIVE')]),
        ...(status === 'DRAFT' || status === 'ACTIVE'
          ? []
          : [step(i, 'ACTIVE', status, status === 'CLOSED' ? 'Shtat qisqartirildi' : null)]),
      ]),
    );
  }
}
