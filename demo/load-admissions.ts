import type pg from 'pg';
import { searchTextOf } from '#domains/admissions/server/index.ts';
import { insertAll } from '#platform/server/records/bulk.ts';
import { loadTalks, PATHS } from './admission-steps.ts';
import { courseFields, t } from './course-fields.ts';
import { INSTITUTIONS } from './institutions.ts';
import { currentYear } from './university.ts';

/** A campaign that runs: forms, exam sessions, and applicants in every state that it has reached. */

const MOST = 1_200;
const nextYear = () => currentYear() + 1;
const pad = (n: number) => String(n).padStart(2, '0');

/** Of a hundred applicants; the campaign is young, so nothing is decided yet. */
const STATES: [string, number][] = [
  ['DRAFT', 12],
  ['SUBMITTED', 22],
  ['DOCUMENTS_CHECK', 12],
  ['UPDATE_REQUIRED', 7],
  ['VERIFIED', 18],
  ['EXAM_ASSIGNED', 12],
  ['EXAM_TAKEN', 9],
  ['ABSENT', 2],
  ['REJECTED', 2],
  ['WITHDRAWN', 4],
];
const stateOf = (n: number): string => {
  let at = (n * 37) % 100;
  for (const [state, share] of STATES) {
    if (at < share) return state;
    at -= share;
  }
  return 'DRAFT';
};
const SOURCES = ['telegram', 'instagram', 'site', 'school', 'friend'];

const mannerOf = ({ lastname, midname }: { lastname: string; midname: string | null }) =>
  `${/\p{Script=Cyrillic}/u.test(lastname)} ${/(ovich|evich|ovna|evna|ович|евич|овна|евна)$/.test(midname ?? '')}`;

interface Campaign {
  id: number;
  course_id: number;
  academic_year_id: number;
  language: string;
  education_form_id: number | null;
  level: string;
}

/** Answers how many applicants there are. */
export async function loadAdmissions(client: pg.PoolClient, password: string): Promise<number> {
  // Loading rests the trigger that makes an applicant of an account with that role.
  await client.query(`
    insert into guests (institution_id, account_id, firstname, lastname, midname, phone, email, search)
    select x.institution_id, a.id, a.firstname, a.lastname, a.midname, a.phone, a.email, lower(concat_ws(' ', a.lastname, a.firstname, a.phone))
      from account_roles x join roles r on r.id = x.role_id and r.name = 'GUEST_USER' join accounts a on a.id = x.account_id
    on conflict do nothing`);
  let people = 0;
  for (const { id } of INSTITUTIONS) people += await loadInstitution(client, id, password, people);
  return people;
}

async function loadInstitution(client: pg.PoolClient, institution_id: number, password: string, offset: number) {
  const own = <T extends object>(rows: T[]) =>
    rows.map((row) => ({
      institution_id,
      version: 1,
      created_at: `${currentYear()}-10-10`,
      updated_at: `${currentYear()}-10-10`,
      ...row,
    }));
  // The year for which people apply has no plan yet, only its intakes.
  await client.query(
    `insert into academic_years (institution_id, name, starts_on, ends_on, current)
     select $1, $2, $3::date, $4::date, false where not exists (select 1 from academic_years where institution_id = $1 and name = $2)`,
    [institution_id, `${nextYear()}/${nextYear() + 1}`, `${nextYear()}-09-01`, `${nextYear() + 1}-06-30`],
  );
  const { rows: campaigns } = await client.query<Campaign>(
    `with fresh as (
       insert into course_campaigns (institution_id, course_id, academic_year_id, language, opens_on, closes_on, grant_quota, contract_quota, waiting_limit, status)
       select k.institution_id, k.course_id, n.id, k.language, $2::date, $3::date, k.grant_quota, k.contract_quota, k.waiting_limit, 'OPEN'
         from course_campaigns k join academic_years y on y.id = k.academic_year_id and extract(year from y.starts_on) = ${currentYear()}
         join academic_years n on n.institution_id = k.institution_id and extract(year from n.starts_on) = ${nextYear()}
        where k.institution_id = $1 order by k.id
       returning id, course_id, academic_year_id, language)
     select f.*, c.education_form_id, c.level from fresh f join courses c on c.id = f.course_id order by f.id`,
    [institution_id, `${currentYear()}-10-15`, `${nextYear()}-08-10`],
  );
  const [first] = campaigns;
  if (!first) return 0;
  const days = { opens_on: `${currentYear()}-10-15`, closes_on: `${nextYear()}-08-10` };
  const documents = [
    {
      type: 'PASSPORT',
      title: t('Pasport nusxasi', 'Копия паспорта', 'Copy of the passport'),
      applicant_types: [],
      levels: [],
      required: true,
    },
    {
      type: 'DIPLOMA',
      title: t('Shahodatnoma yoki diplom', 'Аттестат или диплом', 'School certificate or diploma'),
      applicant_types: [],
      levels: [],
      required: true,
    },
    {
      type: 'TRANSCRIPT',
      title: t('Transkript', 'Транскрипт', 'Transcript'),
      applicant_types: ['transfer', 'secondary-spec', 'master'],
      levels: [],
      required: true,
    },
  ];
  const forms = await insertAll(
    client,
    'application_forms',
    own(
      [
        {
          flavour: 'plain',
          title: t(`Oʻqishga qabul ${nextYear()}`, `Приём на обучение ${nextYear()}`, `Admission ${nextYear()}`),
          academic_year_id: first.academic_year_id,
          documents,
          ...days,
        },
        {
          flavour: 'general',
          title: t(`Umumiy ariza ${nextYear()}`, `Общее заявление ${nextYear()}`, `General application ${nextYear()}`),
          academic_year_id: first.academic_year_id,
          documents,
          ...days,
        },
        {
          flavour: 'st_course',
          title: t('Ingliz tili kursi', 'Курс английского языка', 'English course'),
          academic_year_id: null,
          documents: [],
          ...days,
        },
      ].map((form) => ({ ...form, revision: 1, status: 'DRAFT', published_at: `${currentYear()}-10-14` })),
    ),
  );
  const yes = [
    { value: 'none', title: t('Imtiyoz yoʻq', 'Льгот нет', 'None') },
    { value: 'orphan', title: t('Yetim', 'Сирота', 'Orphan') },
    { value: 'disabled', title: t('Nogironligi bor', 'Инвалидность', 'Disability') },
  ];
  await insertAll(client, 'application_field_batches', own([courseFields(forms[2]!)]));
  await insertAll(
    client,
    'application_field_batches',
    own(
      forms.flatMap((form_id) => [
        {
          form_id,
          position: 1,
          title: t('Maʼlumoti', 'Образование', 'Education'),
          fields: [
            {
              key: 'school',
              type: 'TEXT',
              title: t('Maktab yoki litsey', 'Школа или лицей', 'School or lyceum'),
              required: true,
              max: 200,
            },
            {
              key: 'finished',
              type: 'NUMBER',
              title: t('Bitirgan yili', 'Год окончания', 'Year of leaving'),
              required: true,
              min: 1970,
              max: nextYear(),
            },
          ],
        },
        {
          form_id,
          position: 2,
          title: t('Qoʻshimcha', 'Дополнительно', 'More'),
          fields: [
            { key: 'benefit', type: 'SELECT', title: t('Imtiyoz', 'Льгота', 'Benefit'), options: yes },
            {
              key: 'benefit_paper',
              type: 'TEXT',
              title: t('Imtiyoz hujjati raqami', 'Номер документа о льготе', 'Number of its paper'),
              required: true,
              condition: { field: 'benefit', in: ['orphan', 'disabled'] },
            },
          ],
        },
      ]),
    ),
  );
  // What is published keeps its questions, so they come first.
  await client.query("update application_forms set status = 'PUBLISHED' where id = any($1)", [forms]);
  const places = await insertAll(
    client,
    'exam_places',
    own([
      { title: t('1-oʻquv binosi', '1-й учебный корпус', 'Building 1'), capacity: 120, active: true },
      { title: t('2-oʻquv binosi', '2-й учебный корпус', 'Building 2'), capacity: 80, active: true },
    ]),
  );
  const sessionDays = ['11-14', '11-15', '12-19', '12-20', '12-26', '12-27'];
  const sessions = await insertAll(
    client,
    'exam_sessions',
    own(
      sessionDays.flatMap((day) =>
        places.map((place_id, at) => ({
          place_id,
          academic_year_id: first.academic_year_id,
          day: `${currentYear()}-${day}`,
          starts_at: at ? '14:00' : '09:00',
          ends_at: at ? '16:00' : '11:00',
          capacity: 80,
          open: true,
        })),
      ),
    ),
  );
  const { rows: named } = await client.query<{
    firstname: string;
    lastname: string;
    midname: string | null;
    gender: string;
    region_id: number | null;
  }>(
    'select firstname, lastname, midname, gender, region_id from students where institution_id = $1 and gender is not null order by id limit $2',
    [institution_id, MOST],
  );
  if (named.length === 0) return 0;
  const count = Math.min(MOST, Math.ceil(named.length * (institution_id === 1 ? 0.8 : 0.4)));
  const list = Array.from({ length: count }, (_, n) => {
    const campaign = campaigns[(n * 11) % campaigns.length]!;
    const family = named[n]!;
    // Another's first name, so that nobody is a student already; a name is written in one script and by one people's rules.
    const alike = named[(n * 7 + 13) % named.length]!;
    const given =
      alike.gender === family.gender && mannerOf(alike) === mannerOf(family) ? alike.firstname : family.firstname;
    const day = new Date(Date.UTC(currentYear(), 9, 15) + ((n * 1_000_003) % 3_100_000) * 1_000).toISOString();
    return {
      ...family,
      firstname: given,
      n,
      at: day,
      // No student of the demo has this operator's number.
      phone: `99850${1_000_000 + offset + n}`,
      passport_id: `AD${String(2_000_000 + offset + n)}`,
      birthdate: `${nextYear() - (campaign.level === 'BACHELOR' ? 18 : 23) - (n % 3)}-${pad((n % 12) + 1)}-${pad((n % 28) + 1)}`,
      state: stateOf(n),
      campaign,
    };
  });
  const accounts = await insertAll(
    client,
    'accounts',
    list.map(({ phone, firstname, lastname, midname, at }) => ({
      version: 1,
      created_at: at,
      updated_at: at,
      username: phone,
      password_hash: password,
      firstname,
      lastname,
      midname,
      phone,
      locale: 'uz',
      active: true,
      required_actions: [],
      selected_institution: institution_id,
    })),
  );
  await client.query(
    "insert into account_roles (account_id, role_id, institution_id, granted_at) select unnest($1::int[]), r.id, $2, edulab_now() from roles r where r.name = 'GUEST_USER'",
    [accounts, institution_id],
  );
  const search = (one: (typeof list)[number]) =>
    searchTextOf([one.lastname, one.firstname, one.midname].filter(Boolean).join(' '), one.phone, one.passport_id);
  /** By which way somebody comes: most from school to a bachelor's course, with a bachelor's diploma to a master's. */
  const typeOf = ({ campaign, n }: (typeof list)[number]) =>
    campaign.level === 'BACHELOR'
      ? ({ 6: 'transfer', 7: 'secondary-spec' }[n % 8] ?? 'general')
      : n % 12 === 0
        ? 'transfer'
        : 'master';
  const guests = await insertAll(
    client,
    'guests',
    list.map((one, i) => ({
      institution_id,
      version: 1,
      created_at: one.at,
      updated_at: one.at,
      account_id: accounts[i],
      firstname: one.firstname,
      lastname: one.lastname,
      midname: one.midname,
      phone: one.phone,
      gender: one.gender,
      birthdate: one.birthdate,
      citizenship: 'UZ',
      passport_id: one.passport_id,
      region_id: one.region_id,
      applicant_type: typeOf(one),
      source: SOURCES[i % SOURCES.length],
      teaching_experience: [],
      search: search(one),
    })),
  );
  const applications = await insertAll(
    client,
    'applications',
    list.map((one, i) => ({
      institution_id,
      version: 1,
      created_at: one.at,
      updated_at: one.at,
      flavour: i % 8 === 7 ? 'general' : 'plain',
      guest_id: guests[i],
      form_id: forms[i % 8 === 7 ? 1 : 0],
      form_origin_id: forms[i % 8 === 7 ? 1 : 0],
      campaign_id: one.campaign.id,
      course_id: one.campaign.course_id,
      academic_year_id: one.campaign.academic_year_id,
      language: one.campaign.language,
      education_form_id: one.campaign.education_form_id,
      applicant_type: typeOf(one),
      tuition: ['ANY', 'CONTRACT', 'ANY', 'GRANT'][i % 4],
      answers:
        one.state === 'DRAFT'
          ? { school: `${(i % 90) + 1}-maktab` }
          : { school: `${(i % 90) + 1}-maktab`, finished: nextYear() - (i % 4) - 1, benefit: 'none' },
      status: one.state,
      status_at: one.at,
      submitted_at: one.state === 'DRAFT' ? null : one.at,
      update_fields: one.state === 'UPDATE_REQUIRED' ? [{ path: 'answers.school', note: 'Toʻliq nomi' }] : [],
      score: one.state === 'EXAM_TAKEN' ? 40 + ((i * 29) % 120) : null,
      applicant_name: [one.lastname, one.firstname, one.midname].filter(Boolean).join(' '),
      search: search(one),
    })),
  );
  await insertAll(
    client,
    'status_history',
    list.flatMap((one, i) =>
      ['DRAFT', ...(PATHS[one.state] ?? [])].map((to_status, at, path) => ({
        institution_id,
        entity: 'application',
        entity_id: applications[i],
        from_status: path[at - 1] ?? null,
        to_status,
        reason: ['REJECTED', 'UPDATE_REQUIRED'].includes(to_status) ? 'Hujjat toʻliq emas' : null,
        forced: false,
        account_id: at < 2 ? accounts[i] : null,
        at: one.at,
      })),
    ),
  );
  /** In the hour before the session, seat by seat; the hours are those of Tashkent. */
  const cameAt = (session: number, seat: number) =>
    `${currentYear()}-${sessionDays[Math.floor(session / 2)]}T${session % 2 ? '13' : '08'}:${pad((seat * 7) % 50)}:00+05:00`;
  const taken = new Map<number, number>();
  const seated = list.flatMap((one, i) => {
    const past = one.state === 'EXAM_TAKEN' || one.state === 'ABSENT';
    if (!past && one.state !== 'EXAM_ASSIGNED') return [];
    const session_id = past ? sessions[i % 4] : sessions[4 + (i % 8)];
    const seat_no = (taken.get(session_id!) ?? 0) + 1;
    if (seat_no > 80) return [];
    taken.set(session_id!, seat_no);
    return [
      {
        session_id,
        application_id: applications[i],
        seat_no,
        state: one.state === 'EXAM_TAKEN' ? 'CHECKED_IN' : one.state === 'ABSENT' ? 'ABSENT' : 'ASSIGNED',
        checked_in_at: one.state === 'EXAM_TAKEN' ? cameAt(i % 4, seat_no) : null,
      },
    ];
  });
  await insertAll(client, 'exam_seats', own(seated));
  await insertAll(
    client,
    'application_scores',
    own(
      list.flatMap((one, i) =>
        one.state === 'EXAM_TAKEN'
          ? [{ application_id: applications[i], subject: 'TOTAL', source: 'EXAM', points: 40 + ((i * 29) % 120) }]
          : [],
      ),
    ),
  );
  await loadTalks(client, own, guests, list);
  await client.query(
    `update applications set qr_code = upper(substr(md5(id::text || random()), 1, 10)) where institution_id = $1 and status <> 'DRAFT' and qr_code is null`,
    [institution_id],
  );
  return count;
}
