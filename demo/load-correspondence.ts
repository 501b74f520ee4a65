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
