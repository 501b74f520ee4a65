import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { Role } from '#platform/contract/index.ts';
import { INSTITUTIONS } from './institutions.ts';
import { copyLines } from './load-copy.ts';
import type { Reference } from './load-reference.ts';
import { nameAccounts } from './load-staff.ts';
import { COLUMNS, degreeOf, type Lines, type Place, writeStudent } from './load-student.ts';
import { type StudentRecord, student } from './people.ts';
import { currentYear } from './university.ts';

/** Students that go to the database at once; what is held in memory while the next ones are made. */
const CHUNK = 2_000;
/** What the demo accounts of students are; each belongs to a student of Tashkent with this status. */
const ACCOUNTS: [Role, ReturnType<typeof degreeOf>, StudentRecord['status']][] = [
  ['BACHELOR_STUDENT', 'BACHELOR', 'ACTIVE'],
  ['MASTER_STUDENT', 'MASTER', 'ACTIVE'],
  ['MS_STUDENT', 'MS', 'ACTIVE'],
  ['TEST_STUDENT', 'BACHELOR', 'ACTIVE'],
  ['ALUMNUS', 'BACHELOR', 'GRADUATED'],
  ['FORMER_STUDENT', 'BACHELOR', 'WITHDRAWN'],
];

const TABLES: [keyof Lines, string][] = [
  ['students', 'students'],
  ['accounts', 'accounts'],
  ['roles', 'account_roles'],
  ['guardians', 'student_guardians'],
  ['documents', 'student_documents'],
  ['cards', 'student_cards'],
  ['history', 'status_history'],
];

/**
 * `count` students (six at least) with guardians, documents, cards, accounts and histories. Ids are numbered here, so
 * that everything about a student can be sent without waiting for the database's answer.
 */
export async function loadStudents(
  client: pg.PoolClient,
  reference: Reference,
  accounts: Map<string, number>,
  count: number,
  password: string,
  progress: (done: number) => void,
): Promise<void> {
  const total = Math.max(count, ACCOUNTS.length);
  const chosen = choose(total);
  const owners = new Map([...chosen.by_role].map(([role, index]) => [index, role]));
  const { rows: roles } = await client.query<{ id: number; name: string }>('select id, name from roles');
  const {
    rows: [last],
  } = await client.query<{ account: number }>('select coalesce(max(id), 0) as account from accounts');
  const place: Place = {
    reference,
    password,
    roles: new Map(roles.map((role) => [role.name, role.id])),
    next_account: last!.account + 1,
    registrar: accounts.get('registrar_head') ?? null,
    numbers: new Map(),
  };
  const named: Parameters<typeof nameAccounts>[1] = [];
  let sending: Promise<void> = Promise.resolve();
  // A rejection is seen where it is awaited, one chunk later.
  sending.catch(() => undefined);
  for (let from = 0; from < total; from += CHUNK) {
    const lines: Lines = {
      students: [],
      accounts: [],
      roles: [],
      guardians: [],
      documents: [],
      cards: [],
      history: [],
    };
    for (let i = from; i < Math.min(total, from + CHUNK); i++) {
      const record = student(chosen.replaced.get(i) ?? i);
      const role = owners.get(i);
      const account = role ? (accounts.get(role.toLowerCase()) ?? null) : null;
      if (role && account)
        named.push({
          id: account,
          firstname: record.firstname,
          lastname: record.lastname,
          midname: record.midname,
          phone: record.contact_phone,
        });
      writeStudent(lines, place, record, i + 1, role && account ? { id: account, username: role.toLowerCase() } : null);
      // Lets the chunk before travel meanwhile.
      if (i % 100 === 99) await setImmediate();
    }
    await sending;
    sending = send(client, lines);
    sending.catch(() => undefined);
    if (from > 0 && from % 100_000 === 0) progress(from);
  }
  await sending;
  await nameAccounts(client, named);
  for (const table of ['students', 'accounts'])
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  for (const [key, number] of place.numbers) {
    const [institution, year] = key.split(':').map(Number);
    await client.query('insert into student_numbers (institution_id, entry_year, last) values ($1, $2, $3)', [
      institution,
      year,
      number,
    ]);
  }
  await loadRequests(client, accounts);
}

async function send(client: pg.PoolClient, lines: Lines): Promise<void> {
  for (const [key, table] of TABLES) await copyLines(client, table, COLUMNS[key], lines[key]);
}

/** Which place each demo account has; a small university without such a student gets one from beyond its size. */
function choose(total: number): { by_role: Map<Role, number>; replaced: Map<number, number> } {
  const by_role = new Map<Role, number>();
  const replaced = new Map<number, number>();
  const taken = new Set<number>();
  const suits = (record: StudentRecord, degree: string, status: string) =>
    record.institution === INSTITUTIONS[0].id &&
    record.status === status &&
    record.entry_year < currentYear() &&
    degreeOf(record) === degree;
  for (const [role, degree, status] of ACCOUNTS) {
    let k = 0;
    while (taken.has(k) || !suits(student(k), degree, status)) k++;
    taken.add(k);
    let index = k;
    if (k >= total) {
      index = total - 1;
      while (replaced.has(index) || [...by_role.values()].includes(index)) index--;
      replaced.set(index, k);
      taken.add(index);
    }
    by_role.set(role, index);
  }
  return { by_role, replaced };
}

/** Some proposals that wait for the head of the registrar's office, and requests for another course. */
async function loadRequests(client: pg.PoolClient, accounts: Map<string, number>): Promise<void> {
  for (const { id } of INSTITUTIONS) {
    const officer = accounts.get(id === 1 ? 'registrar_officer' : 'registrar_officer_samarkand');
    await client.query(
      `insert into student_status_requests (institution_id, student_id, from_status, to_status, reason, effective_from, effective_to, requested_by, created_at, updated_at)
       select institution_id, id, status, case n % 3 when 0 then 'WITHDRAWN' else 'GAP_YEAR' end, (case study_language when 'ru' then array['По собственному желанию', 'Семейные обстоятельства'] when 'en' then array['At own request', 'Family circumstances'] else array['Oʻz xohishiga koʻra', 'Oilaviy sharoit'] end)[case n % 3 when 0 then 1 else 2 end],
              date '${currentYear()}-12-01', case n % 3 when 0 then null else date '${currentYear() + 1}-11-30' end, $2, at, at
         from (select *, row_number() over (order by id) as n, edulab_now() - interval '40 hours' * row_number() over (order by id) as at from students where institution_id = $1 and status = 'ACTIVE' and id % 7 = 3 order by id limit 8) s where $2::integer is not null`,
      [id, officer],
    );
    await client.query(
      `insert into course_transfers (institution_id, student_id, previous_course, previous_level, previous_education_form_id, current_course_id, current_course, current_level, current_education_form_id, reason, status, created_at, updated_at)
       select s.institution_id, s.id, c.title ->> 'uz', s.level, s.education_form_id, o.id, o.title ->> 'uz', o.level,
              case n % 4 when 0 then coalesce((select f.id from education_forms f where f.id <> s.education_form_id and f.deleted_at is null order by f.id limit 1), s.education_form_id) else s.education_form_id end, case s.study_language when 'ru' then 'Интересна другая специальность' when 'en' then 'My interest lies in another field' else 'Qiziqishi boshqa yoʻnalishda' end,
              (array['PENDING', 'ACCEPTED', 'DECLINED'])[1 + n % 3], at, at
         from (select *, row_number() over (order by id) as n, edulab_now() - interval '22 hours' * row_number() over (order by id) as at from students where institution_id = $1 and status = 'ACTIVE' and id % 11 = 5 order by id limit 15) s join courses c on c.id = s.course_id
         cross join lateral (select o.id, o.title, o.level from courses o where o.institution_id = s.institution_id and o.level = s.level and o.id <> c.id and o.active and o.deleted_at is null order by o.id limit 1) o`,
      [id],
    );
  }
}
