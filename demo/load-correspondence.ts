import type pg from 'pg';

/** Letters of the demo university: what ministries and partners wrote, what was ordered about it, and what was answered. */

const GROUPS =
  `K-01|Vazirlik va davlat idoralari xatlari|Письма министерств и ведомств|Letters of ministries|INCOMING|10|5
K-02|Tashkilotlar xatlari|Письма организаций|Letters of organisations|INCOMING|15|3
K-03|Jismoniy shaxslar murojaatlari|Обращения граждан|Appeals of persons|INCOMING|15|5
C-01|Davlat idoralariga xatlar|Письма в ведомства|Letters to the state|OUTGOING||5
C-02|Tashkilotlarga xatlar|Письма организациям|Letters to organisations|OUTGOING||3`
    .split('\n')
    .map((line) => line.split('|'));

/** Group, kind, sender, heading; the number that the sender gave it is made from the place. */
const INCOMING =
  `K-01|REQUEST|Oliy taʼlim, fan va innovatsiyalar vazirligi|2026/2027 oʻquv yili kontingenti toʻgʻrisida maʼlumot
K-01|ORDER|Oliy taʼlim, fan va innovatsiyalar vazirligi|Davlat grantlari taqsimotini tasdiqlash haqida
K-01|LETTER|Toshkent shahar hokimligi|Shahar talabalar festivali oʻtkazilishi
K-02|INVITATION|Buxoro davlat universiteti|Xalqaro ilmiy-amaliy anjumanga taklif
K-02|LETTER|“Ipoteka-bank” ATB|Amaliyot oʻtash boʻyicha hamkorlik
K-03|APPEAL|Saidova Gulnora Anvarovna|Oʻgʻlimning yotoqxona masalasi
K-01|REQUEST|Davlat statistika qoʻmitasi|1-OTM shakli boʻyicha hisobot
K-02|CONTRACT|“Uztelecom” AK|Internet xizmatlari shartnomasini yangilash
K-03|APPEAL|Karimov Jasur Baxtiyorovich|Oʻqishni koʻchirish tartibi haqida
K-01|NOTICE|Taʼlim sifatini nazorat qilish inspeksiyasi|Rejali tekshiruv oʻtkazilishi
K-02|LETTER|University of Leeds|Student exchange agreement for the spring term
K-02|REQUEST|“Artel” kompaniyasi|Bitiruvchilar bilan uchrashuv tashkil etish`
    .split('\n')
    .map((line) => line.split('|'));
const ORDERS = [
  'Javob loyihasini tayyorlang',
  'Tegishli maʼlumotlarni toʻplang',
  'Koʻrib chiqing va taklif kiriting',
  'Ijro uchun',
];

interface Person {
  id: number;
  account_id: number;
  username: string;
}

/** Answers how many letters there are. */
export async function loadCorrespondence(client: pg.PoolClient): Promise<number> {
  let made = 0;
  for (const institution_id of [1, 2]) {
    const { rows: people } = await client.query<Person>(
      `select s.id, s.account_id, a.username from staff s join accounts a on a.id = s.account_id
        where s.institution_id = $1 and s.deleted_at is null and s.status = 'ACTIVE' order by s.id limit 400`,
      [institution_id],
    );
    if (people.length < 3) continue;
    const who = (username: string, place: number) => people.find((one) => one.username === username) ?? people[place]!;
    const head = who('director', 0);
    const clerk = who('document_management_moderator', 1);
    const workers = ['dean', 'registrar_head', 'hr_head', 'teacher', 'accounting_head'].map((username, place) =>
      who(username, Math.min(2 + place, people.length - 1)),
    );
    made += await loadLetters(client, institution_id, head, clerk, workers);
    made += await loadArchive(client, institution_id, head, who('archivist', 2), workers);
    await loadAbout(client, institution_id, clerk);
  }
  return made;
}

async function loadLetters(
  client: pg.PoolClient,
  institution_id: number,
  head: Person,
  clerk: Person,
  workers: readonly Person[],
): Promise<number> {
  const groups = new Map<string, number>();
  for (const [code, uz, ru, en, direction, days, years] of GROUPS) {
    const { rows } = await client.query<{ id: number }>(
      `insert into letter_groups (institution_id, code, title, direction, execution_days, retention_years)
       values ($1, $2, jsonb_build_object('uz', $3::text, 'ru', $4::text, 'en', $5::text), $6, nullif($7, '')::int, $8::int) returning id`,
      [institution_id, code, uz, ru, en, direction, days, years],
    );
    groups.set(code!, rows[0]!.id);
  }
  const serials = new Map<string, number>();
  const numbered = (code: string) => {
    serials.set(code, (serials.get(code) ?? 0) + 1);
    return serials.get(code)!;
  };
  const past = async (entity: string, id: number, account_id: number, states: readonly string[], days: number) => {
    for (const [place, to] of states.entries())
      await client.query(
        `insert into status_history (institution_id, entity, entity_id, from_status, to_status, account_id, at)
         values ($1, $2, $3, $4, $5, $6, edulab_now() - make_interval(days => $7, mins => $8))`,
        [institution_id, entity, id, states[place - 1] ?? null, to, account_id, days, states.length - place],
      );
  };
  // All of one year, whatever the day: a number belongs to the year in which it was given.
  const { rows: days } = await client.query<{ open: number }>(
    "select extract(doy from edulab_now() at time zone 'Asia/Tashkent')::int - 1 as open",
  );
  const ago = (wanted: number) => Math.min(wanted, days[0]!.open);
  let made = 0;
  let first: number | undefined;
  for (const [place, [code = '', kind, correspondent, heading]] of INCOMING.entries()) {
    const age = ago(Math.round((INCOMING.length - place) * 2.5));
    const done = place < 4;
    const serial = numbered(code);
    const { rows } = await client.query<{ id: number }>(
      `insert into letters (institution_id, direction, status, group_id, serial, number_year, number, registered_on, kind, heading, correspondent,
         their_number, their_date, received_on, delivery, sheets, confidential, due_on, author_id, created_at)
       select $1, 'INCOMING', $2, $3, $4, extract(year from d.day)::int, $5, d.day, $6, $7, $8, $9, d.day - 2, d.day, $10, $11, $12, d.day + 14, $13,
              edulab_now() - make_interval(days => $14)
         from (select (edulab_now() at time zone 'Asia/Tashkent')::date - $14::int as day) d returning id`,
      [
        institution_id,
        done ? 'DONE' : 'REGISTERED',
        groups.get(code),
        serial,
        `${code}/${serial}`,
        kind,
        heading,
        correspondent,
        kind === 'APPEAL' ? null : `${10 + place * 7}-0${1 + (place % 5)}`,
        ['EXCHANGE', 'POST', 'COURIER', 'EMAIL'][place % 4],
        1 + (place % 4),
        place === 9,
        clerk.account_id,
        age,
      ],
    );
    const letter = rows[0]!.id;
    first ??= letter;
    made++;
    await past(
      'correspondence',
      letter,
      clerk.account_id,
      done ? ['DRAFT', 'REGISTERED', 'DONE'] : ['DRAFT', 'REGISTERED'],
      age,
    );
    // The newest two wait for the head.
    if (place >= INCOMING.length - 2) continue;
    const worker = workers[place % workers.length]!;
    const state = done ? 'DONE' : place % 3 === 0 ? 'REPORTED' : 'OPEN';
    const { rows: order } = await client.query<{ id: number }>(
      `insert into letter_orders (institution_id, letter_id, text, author_id, given_on, due_on, first_due_on, control, status, closed_at, urgent)
       select $1, $2, $3, $4, d.day, d.day + 10, d.day + 10, $5, $6, case when $6 = 'DONE' then edulab_now() - make_interval(days => greatest($7::int - 8, 0)) end, $8
         from (select (edulab_now() at time zone 'Asia/Tashkent')::date - $7::int as day) d returning id`,
      [
        institution_id,
        letter,
        ORDERS[place % ORDERS.length],
        head.account_id,
        place % 2 === 0,
        state,
        age,
        place % 5 === 1,
      ],
    );
    await client.query(
      `insert into letter_executors (institution_id, order_id, staff_id, responsible, report, reported_at)
       values ($1, $2, $3, true, $4, case when $4::text is not null then edulab_now() - make_interval(days => greatest($5::int - 8, 0)) end)`,
      [institution_id, order[0]!.id, worker.id, state === 'OPEN' ? null : 'Maʼlumotlar tayyorlandi va yuborildi.', age],
    );
    await past(
      'correspondence_order',
      order[0]!.id,
      head.account_id,
      state === 'OPEN' ? ['OPEN'] : ['OPEN', state],
      Math.max(age - 8, 0),
    );
  }
  const drafts = [
    ['C-01', 'SENT', 'Kontingent toʻgʻrisidagi maʼlumotni yuborish', 'Oliy taʼlim, fan va innovatsiyalar vazirligi'],
    ['C-02', 'SIGNED', 'Amaliyot boʻyicha hamkorlikka rozilik', '“Ipoteka-bank” ATB'],
    ['C-02', 'AGREEING', 'Anjumanda ishtirok etish', 'Buxoro davlat universiteti'],
    ['C-01', 'AGREED', '1-OTM shakli boʻyicha hisobot', 'Davlat statistika qoʻmitasi'],
    ['C-02', 'DRAFT', 'Exchange agreement: answer', 'University of Leeds'],
  ] as const;
  const way = ['DRAFT', 'AGREEING', 'AGREED', 'SIGNED', 'REGISTERED', 'SENT'];
  for (const [place, [code, status, heading, correspondent]] of drafts.entries()) {
    const serial = status === 'SENT' ? numbered(code) : null;
    const age = ago(9 - place);
    const author = workers[place % workers.length]!;
    const { rows } = await client.query<{ id: number }>(
      `insert into letters (institution_id, direction, status, group_id, serial, number_year, number, registered_on, kind, heading, correspondent, delivery,
         reply_to_id, author_id, signer_id, signed_by, signed_at, created_at)
       select $1, 'OUTGOING', $2, $3, $4::int, case when $4::int is not null then extract(year from d.day)::int end, $5, case when $4::int is not null then d.day end, 'LETTER',
              $6, $7, 'EXCHANGE', $8, $9, $10, $11, case when $11::int is not null then edulab_now() - make_interval(days => $12) end, edulab_now() - make_interval(days => $12)
         from (select (edulab_now() at time zone 'Asia/Tashkent')::date - $12::int as day) d returning id`,
      [
        institution_id,
        status,
        groups.get(code),
        serial,
        serial === null ? null : `${code}/${serial}`,
        heading,
        correspondent,
        place === 0 ? first : null,
        author.account_id,
        head.id,
        status === 'SENT' || status === 'SIGNED' ? head.account_id : null,
        age,
      ],
    );
    made++;
    await past('correspondence', rows[0]!.id, author.account_id, way.slice(0, way.indexOf(status) + 1), age);
    for (const [position, one] of workers.slice(0, 3).entries())
      if (one !== author)
        await client.query(
          `insert into letter_agreements (institution_id, letter_id, staff_id, position, revision, status, decided_at)
           values ($1, $2, $3, $4, $5, $6, case when $6 = 'AGREED' then edulab_now() - make_interval(days => $7) end)`,
          [
            institution_id,
            rows[0]!.id,
            one.id,
            position,
            status === 'DRAFT' ? null : 1,
            status === 'DRAFT' || (status === 'AGREEING' && position > 0) ? 'PENDING' : 'AGREED',
            age,
          ],
        );
  }
  for (const [code, last] of serials)
    await client.query(
      `insert into letter_numbers (institution_id, group_id, year, last)
       select $1, $2, extract(year from edulab_now() at time zone 'Asia/Tashkent')::int, $3`,
      [institution_id, groups.get(code), last],
    );
  return made;
}

/** Letters of six years ago whose time is over, and the act by which the commission is asked to destroy them. */
async function loadArchive(
  client: pg.PoolClient,
  institution_id: number,
  head: Person,
  archivist: Person,
  workers: readonly Person[],
): Promise<number> {
  const { rows: letters } = await client.query<{ id: number }>(
    `insert into letters (institution_id, direction, status, group_id, serial, number_year, number, registered_on, kind, heading, correspondent,
       their_number, their_date, received_on, delivery, sheets, author_id, destroy_after, created_at)
     select $1, 'INCOMING', 'ARCHIVED', g.id, o.serial, extract(year from o.day)::int, g.code || '/' || o.serial, o.day, 'LETTER', o.heading, o.correspondent,
            o.serial || '-OLD', o.day - 2, o.day, 'POST', 2, $2, make_date(extract(year from o.day)::int + g.retention_years, 12, 31), o.day
       from letter_groups g cross join lateral (
         select x.*, make_date(extract(year from edulab_today())::int - 6, 3, 10) + x.serial as day from (values
           (1, 'Kanselyariya mollari narxlari', '“Kans-Servis” MChJ'), (2, 'Ish vaqti haqida soʻrov', '“Samarqand Tekstil” AK'),
           (3, 'Koʻrgazmaga taklif', '“Expo Markaz” DUK')) as x (serial, heading, correspondent)) o
      where g.institution_id = $1 and g.code = 'K-02' returning id`,
    [institution_id, archivist.account_id],
  );
  await client.query(
    `insert into letter_numbers (institution_id, group_id, year, last)
     select $1, id, extract(year from edulab_today())::int - 6, 3 from letter_groups where institution_id = $1 and code = 'K-02'`,
    [institution_id],
  );
  const {
    rows: [act],
  } = await client.query<{ id: number }>(
    `insert into letter_destructions (institution_id, serial, year, number, basis, status, author_id, signer_id, drawn_on)
     select $1, 1, y.year, 'A-1/' || y.year, 'Saqlash muddatlari koʻrsatilgan hujjatlar roʻyxati, 12-band', 'PROPOSED', $2, $3, edulab_today() - 1
       from (select extract(year from edulab_today() - 1)::int as year) y returning id`,
    [institution_id, archivist.account_id, head.id],
  );
  for (const { id } of letters.slice(0, 2))
    await client.query('insert into letter_destruction_items (institution_id, act_id, letter_id) values ($1, $2, $3)', [
      institution_id,
      act!.id,
      id,
    ]);
  const commission = workers.filter(({ id }) => id !== head.id && id !== archivist.id).slice(0, 3);
  for (const [position, one] of commission.entries())
    await client.query(
      `insert into letter_destruction_members (institution_id, act_id, staff_id, position, status, decided_by, decided_at)
       values ($1, $2, $3, $4, $5, $6, case when $6::int is not null then edulab_now() - interval '3 hours' end)`,
      [institution_id, act!.id, one.id, position, position ? 'PENDING' : 'AGREED', position ? null : one.account_id],
    );
  for (const [at, [from, to]] of [
    [null, 'DRAFT'],
    ['DRAFT', 'PROPOSED'],
  ].entries())
    await client.query(
      `insert into status_history (institution_id, entity, entity_id, from_status, to_status, account_id, at)
       values ($1, 'letter_destruction', $2, $3, $4, $5, edulab_now() - make_interval(days => 1, mins => $6))`,
      [institution_id, act!.id, from, to, archivist.account_id, 2 - at],
    );
  return letters.length;
}

/** About whom letters are, and the numbers that are kept for papers that come later. */
async function loadAbout(client: pg.PoolClient, institution_id: number, clerk: Person): Promise<void> {
  await client.query(
    `insert into letter_people (institution_id, letter_id, student_id)
     select $1, l.id, s.id
       from (select id, row_number() over (order by id) as at from letters where institution_id = $1 and kind = 'APPEAL' and deleted_at is null) l
       join (select t.id, row_number() over (order by a.username = 'bachelor_student' desc, t.id) as at from students t join accounts a on a.id = t.account_id
              where t.institution_id = $1 and t.status = 'ACTIVE' and t.deleted_at is null limit 2) s on s.at = l.at`,
    [institution_id],
  );
  // What the first of them was answered is theirs to read.
  await client.query(
    `update letters set shown_to_people = true where id = (select min(letter_id) from letter_people where institution_id = $1)`,
    [institution_id],
  );
  for (const [purpose, kept_for, reason] of [
    ['Hamkorlik bitimi, Buxoro davlat universiteti', 'Xalqaro boʻlim', null],
    ['Taklifnoma loyihasi', 'Fakultet dekani', 'Tadbir bekor qilindi'],
  ])
    await client.query(
      `with next as (
         update letter_numbers n set last = n.last + 1 from letter_groups g
          where g.id = n.group_id and g.institution_id = $1 and g.code = 'C-01' and n.year = extract(year from edulab_today())::int returning n.group_id, n.year, n.last, g.code)
       insert into letter_reservations (institution_id, group_id, serial, number_year, number, purpose, kept_for, until, author_id, status, reason, closed_on)
       select $1, group_id, last, year, code || '/' || last, $2, $3, least(edulab_today() + 10, make_date(year, 12, 31)), $4,
              case when $5::text is null then 'RESERVED' else 'UNUSED' end, $5, case when $5::text is not null then edulab_today() end from next`,
      [institution_id, purpose, kept_for, clerk.account_id, reason],
    );
}
