import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Storage } from '#platform/server/disk/storage.ts';
import { heading, pdf, prose } from '#platform/server/documents/index.ts';
import { insertAll } from '#platform/server/records/bulk.ts';
import { Random } from './random.ts';
import { currentYear } from './university.ts';

/** What students have reached: types, two tables of points of which the second began with the year, and two thousand records where there are ten thousand students. */

type Text = { uz: string; ru: string; en: string };
const said = (uz: string, ru: string, en: string): Text => ({ uz, ru, en });

interface Type {
  title: Text;
  description: Text;
  evidence_min: number;
  /** Each with its points before this year, and since. */
  grades: [Text, number, number][];
  events: [title: string, organizer: string][];
}

const TYPES: Type[] = [
  {
    title: said('Fan olimpiadasi', 'Предметная олимпиада', 'Subject olympiad'),
    description: said(
      'Universitet, respublika va xalqaro bosqichlar.',
      'Университетский, республиканский и международный этапы.',
      'University, national and international rounds.',
    ),
    evidence_min: 1,
    grades: [
      [said('Xalqaro, 1-oʻrin', 'Международная, 1-е место', 'International, first place'), 30, 40],
      [said('Xalqaro, 2–3-oʻrin', 'Международная, 2–3-е место', 'International, second or third place'), 22, 30],
      [said('Respublika, 1-oʻrin', 'Республиканская, 1-е место', 'National, first place'), 15, 20],
      [said('Respublika, 2–3-oʻrin', 'Республиканская, 2–3-е место', 'National, second or third place'), 10, 14],
      [said('Universitet, gʻolib', 'Университетская, победитель', 'University, winner'), 5, 6],
      [said('Ishtirok', 'Участие', 'Taking part'), 1, 1],
    ],
    events: [
      ['Matematika boʻyicha respublika olimpiadasi', 'Oliy taʼlim, fan va innovatsiyalar vazirligi'],
      ['Iqtisodiyot nazariyasi olimpiadasi', 'Toshkent davlat iqtisodiyot universiteti'],
      ['Dasturlash boʻyicha ICPC yarim finali', 'ICPC'],
      ['Ingliz tili fan olimpiadasi', 'Jahon tillari universiteti'],
    ],
  },
  {
    title: said('Ilmiy maqola', 'Научная статья', 'Research paper'),
    description: said(
      'Nashr nusxasi yoki jurnal havolasi kerak.',
      'Нужна копия публикации или ссылка на журнал.',
      'A copy of the publication or a link to the journal is needed.',
    ),
    evidence_min: 1,
    grades: [
      [said('Scopus yoki Web of Science', 'Scopus или Web of Science', 'Scopus or Web of Science'), 25, 30],
      [said('OAK roʻyxatidagi jurnal', 'Журнал из списка ВАК', 'Journal of the national list'), 12, 15],
      [said('Anjuman toʻplami', 'Сборник конференции', 'Proceedings of a conference'), 4, 5],
    ],
    events: [
      ['Raqamli iqtisodiyotda kichik biznes', 'Iqtisodiyot va taʼlim jurnali'],
      ['Suv resurslarini boshqarish modellari', 'Oʻzbekiston agrar fani xabarnomasi'],
      ['Machine learning for cotton yield', 'IEEE Access'],
      ['Yoshlar tadbirkorligi: muammolar va yechimlar', 'Yosh olimlar anjumani'],
    ],
  },
  {
    title: said('Til sertifikati', 'Языковой сертификат', 'Language certificate'),
    description: said('Amal qilish muddati ichida.', 'В пределах срока действия.', 'While it is valid.'),
    evidence_min: 1,
    grades: [
      [said('C1 va undan yuqori', 'C1 и выше', 'C1 and above'), 12, 15],
      [said('B2', 'B2', 'B2'), 8, 8],
    ],
    events: [
      ['IELTS sertifikati', 'British Council'],
      ['Milliy til sertifikati', 'Bilim va malakalarni baholash agentligi'],
      ['TOPIK sertifikati', 'NIIED'],
    ],
  },
  {
    title: said('Sport musobaqasi', 'Спортивное соревнование', 'Sports competition'),
    description: said('Bayonnoma yoki diplom.', 'Протокол или диплом.', 'The minutes or a diploma.'),
    evidence_min: 1,
    grades: [
      [said('Respublika, sovrinli oʻrin', 'Республика, призовое место', 'National, prize'), 10, 12],
      [said('Universitet, sovrinli oʻrin', 'Университет, призовое место', 'University, prize'), 4, 4],
      [said('Ishtirok', 'Участие', 'Taking part'), 1, 1],
    ],
    events: [
      ['Universiada: kurash', 'Talabalar sport assotsiatsiyasi'],
      ['Universitet spartakiadasi', 'Sport klubi'],
      ['Shaxmat boʻyicha talabalar birinchiligi', 'Shaxmat federatsiyasi'],
    ],
  },
  {
    title: said('Koʻngillilik va jamoat ishi', 'Волонтёрство и общественная работа', 'Volunteering'),
    description: said(
      'Tashkilotchi xati boʻlsa, qoʻshing.',
      'Если есть письмо организатора, приложите.',
      'Add the letter of the organiser where there is one.',
    ),
    evidence_min: 0,
    grades: [
      [said('Tashkilotchi', 'Организатор', 'Organiser'), 5, 6],
      [said('40 soatdan ortiq', 'Более 40 часов', 'More than 40 hours'), 3, 4],
      [said('Bir tadbir', 'Одно мероприятие', 'One event'), 1, 1],
    ],
    events: [
      ['«Yashil makon» koʻchat ekish', 'Universitet yoshlar ittifoqi'],
      ['Qon topshirish kuni', 'Qizil Yarim Oy jamiyati'],
      ['Ochiq eshiklar kunida yoʻlboshchi', 'Qabul boʻlimi'],
      ['Maktab oʻquvchilariga bepul darslar', 'Yoshlar markazi'],
    ],
  },
  {
    title: said('Ijodiy tanlov', 'Творческий конкурс', 'Creative contest'),
    description: said(
      'Diplom yoki tadbir havolasi.',
      'Диплом или ссылка на мероприятие.',
      'A diploma or a link to the event.',
    ),
    evidence_min: 1,
    grades: [
      [said('Gran-pri', 'Гран-при', 'Grand prix'), 10, 12],
      [said('Laureat', 'Лауреат', 'Laureate'), 6, 6],
      [said('Ishtirok', 'Участие', 'Taking part'), 1, 1],
    ],
    events: [
      ['«Navroʻz» talabalar festivali', 'Madaniyat saroyi'],
      ['Zakovat intellektual oʻyini', 'Zakovat klubi'],
      ['Fotosuratlar koʻrgazmasi', 'Yoshlar ijod markazi'],
    ],
  },
];

/** Shares of a hundred, in the order in which they are drawn. */
const STATES: [state: string, until: number][] = [
  ['VERIFIED', 86],
  ['SUBMITTED', 91],
  ['NOT_VERIFIED', 95],
  ['UPDATE_REQUIRED', 97],
  ['DRAFT', 99],
  ['REVOKED', 100],
];
/** What the student who signs in to the demo has. */
const OWN = ['VERIFIED', 'UPDATE_REQUIRED', 'VERIFIED', 'SUBMITTED', 'VERIFIED'];
const NOTES: Record<string, string> = {
  UPDATE_REQUIRED: 'Diplomning orqa tomoni ham kerak: muhr koʻrinmayapti.',
  NOT_VERIFIED: 'Tashkilotchi roʻyxatida bu ism yoʻq.',
  REVOKED: 'Tashkilotchi natijani bekor qilgan.',
};
const most = 20_000;
const days = 500;

/** Needs students, academic years and accounts. Answers how many records there are. */
export async function loadAchievements(client: pg.PoolClient, storage: Storage | undefined): Promise<number> {
  const types = await loadTypes(client);
  const { rows: people } = await client.query<{ id: number; account_id: number | null; own: boolean }>(
    `select s.id, s.account_id, a.username is not null as own from students s left join accounts a on a.id = s.account_id and a.username = 'bachelor_student'
      where s.institution_id = 1 and s.status = 'ACTIVE' and s.deleted_at is null order by a.username nulls last, md5(s.id::text)`,
  );
  const {
    rows: [now],
  } = await client.query<{ today: string; year: string }>(
    `select edulab_today()::text as today, (select y.starts_on::text from academic_years y where y.institution_id = 1 and y.current) as year`,
  );
  if (people.length === 0 || !now) return 0;
  const scales = await loadScales(client, types, now.year);
  const {
    rows: [validator],
  } = await client.query<{ id: number }>("select id from accounts where username = 'extracurricular_activity_manager'");
  const dayOf = (ago: number) => new Date(Date.parse(now.today) - ago * 86_400_000).toISOString().slice(0, 10);
  const random = new Random(20_260_901);
  const own = people[0]?.own ? OWN.length : 0;
  const count = own + Math.min(most, Math.max(12, Math.round(people.length * 0.433)));
  const records = Array.from({ length: count }, (_, at) => {
    random.at(at);
    // A few have many, most have one: as it is.
    const place = Math.max(Math.min(1, own), Math.floor((random.below(10_000) / 10_000) ** 1.6 * people.length));
    const person = (at < own ? people[0] : people[place]) ?? people[0]!;
    const type = types[at < own ? at % types.length : random.below(types.length)]!;
    const grade = type.grades[Math.max(random.below(type.grades.length), random.below(type.grades.length))]!;
    const [title, organizer] = type.events[random.below(type.events.length)]!;
    const drawn = random.below(100);
    const status = at < own ? OWN[at]! : STATES.find(([, until]) => drawn < until)![0];
    // What waits is of the last weeks; the rest of a year and a half.
    const ago =
      status === 'SUBMITTED' || status === 'UPDATE_REQUIRED' ? random.between(3, 24) : random.between(25, days);
    const achieved_on = dayOf(ago);
    const scale = achieved_on >= now.year ? scales.since : scales.before;
    const counted = status === 'VERIFIED' || status === 'REVOKED';
    const sent = status !== 'DRAFT';
    const answered = counted || status === 'NOT_VERIFIED' || status === 'UPDATE_REQUIRED';
    const at_hour = (later: number, hour: string) => `${dayOf(Math.max(0, ago - later))}T${hour}:00+05:00`;
    const filed = at_hour(1, '10');
    return {
      institution_id: 1,
      created_at: filed,
      updated_at: filed,
      student_id: person.id,
      type_id: type.id,
      grade_id: grade.id,
      status,
      title,
      organizer,
      achieved_on,
      filed_by: person.account_id,
      submitted_at: sent ? at_hour(1, '11') : null,
      decided_by: answered ? (validator?.id ?? null) : null,
      decided_at: answered ? at_hour(2, '15') : null,
      note: NOTES[status] ?? null,
      points: counted ? (achieved_on >= now.year ? grade.since : grade.before) : null,
      scale_id: counted ? scale : null,
      revoked_at: status === 'REVOKED' ? at_hour(3, '15') : null,
    };
  });
  const ids = await insertAll(client, 'achievement_records', records);
  await client.query(
    `insert into status_history (institution_id, entity, entity_id, from_status, to_status, reason, account_id, at)
     select 1, 'achievement', r.id, s."from", s."to", case when s."to" = r.status then r.note end, case when s.by_office then r.decided_by else r.filed_by end, s.at
       from achievement_records r cross join lateral (values
         (1, null, 'DRAFT', false, r.created_at),
         (2, 'DRAFT', 'SUBMITTED', false, r.submitted_at),
         (3, 'SUBMITTED', case when r.status = 'REVOKED' then 'VERIFIED' when r.decided_at is not null then r.status end, true, r.decided_at),
         (4, 'VERIFIED', case when r.status = 'REVOKED' then 'REVOKED' end, true, r.revoked_at)) s (nth, "from", "to", by_office, at)
      where r.id = any($1) and s.at is not null and s."to" is not null order by r.id, s.nth`,
    [ids],
  );
  await client.query(
    `insert into achievement_nominations (institution_id, title, academic_year_id, starts_on, ends_on, min_points, seats)
     select 1, 'Prezident stipendiyasi nomzodlari', y.id, (y.starts_on - interval '1 year')::date, y.ends_on, 10, 15 from academic_years y where y.institution_id = 1 and y.current`,
  );
  await client.query(
    `insert into achievement_nominations (institution_id, title, academic_year_id, starts_on, ends_on, min_points, min_average, seats)
     select 1, 'Rektor stipendiyasi nomzodlari', y.id, (y.starts_on - interval '1 year')::date, y.ends_on, 5, 75, 10 from academic_years y where y.institution_id = 1 and y.current`,
  );
  if (storage !== undefined) await loadEvidence(client, storage);
  return ids.length;
}

interface Loaded extends Omit<Type, 'grades'> {
  id: number;
  grades: { id: number; before: number; since: number }[];
}

/** Of every institution; answers those of the first. */
async function loadTypes(client: pg.PoolClient): Promise<Loaded[]> {
  const { rows: houses } = await client.query<{ id: number }>('select id from institutions order by id');
  const ids = await insertAll(
    client,
    'achievement_types',
    houses.flatMap(({ id }) =>
      TYPES.map(({ title, description, evidence_min }, at) => ({
        institution_id: id,
        title,
        description,
        evidence_min,
        active: true,
        position: at + 1,
      })),
    ),
  );
  const grades = TYPES.flatMap((type, at) => type.grades.map(([title], nth) => ({ at, title, position: nth })));
  const grade_ids = await insertAll(
    client,
    'achievement_grades',
    houses.flatMap(({ id }, house) =>
      grades.map(({ at, title, position }) => ({
        institution_id: id,
        type_id: ids[house * TYPES.length + at],
        title,
        position,
      })),
    ),
  );
  return TYPES.map((type, at) => ({
    ...type,
    id: ids[at]!,
    grades: type.grades.map(([, before, since], nth) => ({
      id: grade_ids[grades.findIndex((one) => one.at === at && one.position === nth)]!,
      before,
      since,
    })),
  }));
}

async function loadScales(
  client: pg.PoolClient,
  types: readonly Loaded[],
  year: string,
): Promise<{ before: number; since: number }> {
  const began = Number(year.slice(0, 4));
  const [before = 0, since = 0] = await insertAll(client, 'achievement_scales', [
    {
      institution_id: 1,
      number: 1,
      status: 'LIVE',
      starts_on: `${began - 3}-09-01`,
      basis: `Rektor buyrugʻi № 112, 28.08.${began - 3}`,
      live_at: `${began - 3}-08-28T10:00:00+05:00`,
    },
    {
      institution_id: 1,
      number: 2,
      status: 'LIVE',
      starts_on: year,
      basis: `Rektor buyrugʻi № 87, 25.08.${began}`,
      live_at: `${began}-08-25T10:00:00+05:00`,
    },
  ]);
  await insertAll(
    client,
    'achievement_points',
    types.flatMap(({ grades }) =>
      grades.flatMap((grade) => [
        { institution_id: 1, scale_id: before, grade_id: grade.id, points: grade.before },
        { institution_id: 1, scale_id: since, grade_id: grade.id, points: grade.since },
      ]),
    ),
  );
  return { before, since };
}

/** A diploma of its own for each that waits, but for two that share one; what is answered already has the same picture. */
async function loadEvidence(client: pg.PoolClient, storage: Storage): Promise<void> {
  const drawn = await pdf({
    locale: 'uz',
    letterhead: {
      name: 'Talabalar tanlovlari markazi',
      lines: ['Toshkent shahri'],
      logo: null,
      initials: 'T',
      rector: null,
      registrar: null,
    },
    title: 'Diplom',
    made: new Date(`${currentYear()}-10-02T00:00:00Z`),
    content: [
      heading('Gʻolib'),
      prose('Tanlovda yuqori natija koʻrsatgani uchun ushbu diplom bilan taqdirlanadi.'),
      prose('Hakamlar hayʼati qarori asosida berildi.'),
    ],
  });
  const keep = async (content: Buffer) => {
    const staged = await storage.stage(Readable.from([content]));
    await storage.keep(staged);
    return { hash: staged.hash, size: staged.size };
  };
  const common = await keep(drawn);
  const { rows } = await client.query<{ id: number; waits: boolean }>(
    `select r.id, r.status in ('SUBMITTED', 'UPDATE_REQUIRED') as waits from achievement_records r join achievement_types t on t.id = r.type_id
      where r.institution_id = 1 and r.status <> 'DRAFT' and t.evidence_min > 0 order by r.id`,
  );
  const waiting = rows.filter(({ waits }) => waits);
  // What follows the end of a PDF is no part of what is read of it.
  const marked = (id: number) =>
    Buffer.concat([drawn, Buffer.from(`\n% ${createHash('sha256').update(String(id)).digest('hex')}\n`)]);
  const kept = new Map<number, { hash: string; size: number }>();
  for (const [at, { id }] of waiting.slice(0, 200).entries())
    kept.set(id, await keep(marked(at === 3 ? waiting[2]!.id : id)));
  await client.query(
    `with proven as materialized (
       select r.id, r.filed_by, r.created_at, p.hash, p.size, nextval(pg_get_serial_sequence('files', 'id'))::int as file_id
         from jsonb_to_recordset($1::jsonb) p (id integer, hash text, size integer) join achievement_records r on r.id = p.id),
     made as (
       insert into files (id, institution_id, created_at, account_id, original_name, extension, media_type, size, hash) overriding system value
       select file_id, 1, created_at, filed_by, 'diplom.pdf', 'pdf', 'application/pdf', size, hash from proven)
     update achievement_records r set file_ids = array[p.file_id] from proven p where p.id = r.id`,
    [JSON.stringify(rows.map(({ id }) => ({ id, ...(kept.get(id) ?? common) })))],
  );
}
