import type pg from 'pg';
import { clock } from '#platform/contract/clock.ts';
import { insertAll } from '#platform/server/records/bulk.ts';
import { INSTITUTIONS } from './institutions.ts';

/**
 * Short courses of the demo university: a catalogue of twenty with their chapters, and listeners who are applicants and
 * students. Some courses are full with people waiting, one has a place that is offered, one is over.
 */

const t = (uz = '', ru = '', en = '') => ({ uz, ru, en });
const lines = (text: string) => text.split('\n').map((line) => line.split('|'));

const CATEGORIES = lines(`Axborot texnologiyalari|Информационные технологии|Information technology
Biznes va moliya|Бизнес и финансы|Business and finance
Tillar|Языки|Languages
Dizayn va media|Дизайн и медиа|Design and media`);

/** Category, soʻm, hours, places, then the title in three languages. */
const COURSES = lines(`0|1200000|36|20|Python asoslari|Основы Python|Introduction to Python
0|1500000|48|16|Maʼlumotlar tahlili|Анализ данных|Data analysis
0|900000|24|25|Excel: jadvaldan hisobotgacha|Excel: от таблицы к отчёту|Excel: from tables to reports
0|1800000|60|15|Veb dasturlash|Веб-разработка|Web development
0|1300000|30|18|SQL va maʼlumotlar bazalari|SQL и базы данных|SQL and databases
0|0|6|60|Kiberxavfsizlik: birinchi qadamlar|Кибербезопасность: первые шаги|Cybersecurity: first steps
1|1100000|32|20|Buxgalteriya amaliyoti (1C)|Практика бухгалтерии (1С)|Practical accounting (1C)
1|850000|20|25|Loyihalarni boshqarish|Управление проектами|Project management
1|700000|16|30|Kichik biznes uchun soliqlar|Налоги для малого бизнеса|Taxes for small businesses
1|950000|24|20|Raqamli marketing|Цифровой маркетинг|Digital marketing
1|0|4|80|Moliyaviy savodxonlik|Финансовая грамотность|Financial literacy
1|1250000|28|15|Muzokara olib borish|Искусство переговоров|Negotiation
2|1600000|72|12|Ingliz tili: B1 dan B2 ga|Английский: от B1 к B2|English: from B1 to B2
2|1900000|60|12|IELTS ga tayyorgarlik|Подготовка к IELTS|Preparing for IELTS
2|1000000|48|14|Rus tili: ish yozishmalari|Русский язык: деловая переписка|Russian for business letters
2|1400000|60|12|Koreys tili: boshlangʻich|Корейский для начинающих|Korean for beginners
3|1350000|40|16|Grafik dizayn|Графический дизайн|Graphic design
3|1450000|36|14|Video montaj|Видеомонтаж|Video editing
3|800000|18|20|Notiqlik sanʼati|Ораторское мастерство|Public speaking
3|600000|12|25|Mobil suratga olish|Мобильная фотография|Mobile photography
0|1100000|36|20|Python asoslari|Основы Python|Introduction to Python`);

/** Courses that are over; the first of the list is the last of them, held again. */
const PAST = [18, 20];
const AGAIN = { course: 0, of: 20 };

const REVIEWS = lines(`5|Hammasi amaliyotda. Birinchi haftadanoq ishimda qoʻllay boshladim.
4|Oʻqituvchi har bir savolga javob berdi, faqat mashgʻulotlar sal tez oʻtdi.
5|
5|Yakuniy ish juda foydali boʻldi, endi oʻzim davom ettiryapman.
3|Mavzular yaxshi, ammo xona guruhga torlik qildi.
4|Uyga vazifalar aniq va qiziqarli edi.
5|Hamkasblarimga ham tavsiya qildim.
4|`);

/** Course, people, whether they are paid for; then the company, its number, and who answers for it there. */
const COMPANIES =
  lines(`8|6|paid|Registon Savdo MChJ|302118465|Saidova Malika|998662331204|kadrlar@registon-savdo.example.uz
9|5||Orzu Tekstil MChJ|305740912|Yoʻldoshev Sherzod|998712004518|hr@orzu-tekstil.example.uz`);

const CHAPTERS = lines(`LESSON|Kirish va reja|Введение и план|Introduction and plan
READING|Asosiy tushunchalar|Основные понятия|Basic ideas
LESSON|Birinchi amaliyot|Первая практика|First practice
VIDEO|Namuna tahlili|Разбор примера|A worked example
LESSON|Ikkinchi amaliyot|Вторая практика|Second practice
TASK|Yakuniy ish|Итоговая работа|Final piece of work`);

const ABOUT = t(
  'Kurs amaliyotga qurilgan: har mashgʻulotda oʻzingiz bajarasiz, oʻqituvchi ishingizni koʻrib beradi.\n\nOldindan tayyorgarlik shart emas. Oxirida yakuniy ish topshiriladi va tekshiriladigan sertifikat beriladi.',
  'Курс построен на практике: на каждом занятии вы делаете сами, преподаватель разбирает вашу работу.\n\nПредварительная подготовка не нужна. В конце сдаётся итоговая работа и выдаётся сертификат, который можно проверить.',
  'The course is built on practice: you do the work in each meeting and the teacher goes through it with you.\n\nNo preparation is needed. It ends with a final piece of work and a certificate that anybody can check.',
);
const CONTENT =
  '<p>Ushbu bobda mavzuning asosiy tushunchalari, amaliy misollar va mustaqil bajarish uchun mashqlar berilgan.</p><ol><li>Matnni oʻqing.</li><li>Misolni takrorlang.</li><li>Mashqni bajaring va natijani mashgʻulotga olib keling.</li></ol>';
/** What is given back by the days before the start: as everywhere, and of the longer courses. */
const USUAL = [
  { days: 7, percent: 100 },
  { days: 3, percent: 50 },
];
const EARLY = [
  { days: 14, percent: 100 },
  { days: 7, percent: 70 },
  { days: 2, percent: 30 },
];
const times = ['Du, Chor 18:30–20:00', 'Se, Pay 18:30–20:00', 'Shanba 10:00–13:00'];
const formats = ['ONSITE', 'ONSITE', 'ONLINE', 'MIXED'];

const startOf = (at: number) => (PAST.includes(at) ? -50 - (at % 5) : 12 + ((at * 5) % 40));
const dayFrom = (days: number) => new Date(clock.now() + days * 86_400_000).toISOString().slice(0, 10);

export async function loadShortCourses(client: pg.PoolClient): Promise<number> {
  const day = dayFrom(-60);
  for (const { id: institution_id } of INSTITUTIONS) {
    const own = <T extends object>(record: T) => ({
      institution_id,
      version: 1,
      created_at: day,
      updated_at: day,
      ...record,
    });
    const { rows: staff } = await client.query<{ id: number }>(
      `select s.id from staff s join accounts a on a.id = s.account_id where s.institution_id = $1 and s.deleted_at is null and s.status = 'ACTIVE'
        order by a.username = 'teacher' desc, s.id limit 12`,
      [institution_id],
    );
    const categories = await insertAll(
      client,
      'short_course_categories',
      CATEGORIES.map((said, position) => own({ title: t(...said), about: t(), position: position + 1, active: true })),
    );
    const courses = await insertAll(
      client,
      'short_courses',
      COURSES.map(([category = '0', price = '0', hours, capacity, ...said], at) => {
        // Two are over and one is not offered yet; the others begin in the coming weeks.
        const starts = startOf(at);
        return own({
          category_id: categories[Number(category)],
          title: t(...said),
          about: ABOUT,
          format: formats[at % formats.length],
          language: ['uz', 'uz', 'ru'][at % 3],
          place: `${1 + (at % 4)}-bino, ${200 + at}-xona`,
          times: times[at % times.length],
          hours: Number(hours),
          teacher_id: staff.length ? staff[(at === 0 ? 0 : at) % staff.length]!.id : null,
          starts_on: dayFrom(starts),
          ends_on: dayFrom(starts + 36),
          register_until: dayFrom(starts - 2),
          capacity: Number(capacity),
          price: Number(price) * 100,
          hold_hours: 24,
          // The longer ones are given back earlier.
          refund_steps: at % 7 === 0 ? EARLY : null,
          least_attendance: 70,
          status: at === 18 ? 'CLOSED' : PAST.includes(at) ? 'FINISHED' : at === 19 ? 'DRAFT' : 'OPEN',
        });
      }),
    );
    await insertAll(
      client,
      'short_course_chapters',
      courses.flatMap((course_id, at) =>
        CHAPTERS.map(([kind, ...said], place) => {
          const starts = startOf(at);
          return own({
            course_id,
            position: place + 1,
            kind,
            title: t(...said),
            content: kind === 'LESSON' ? '' : CONTENT,
            video_url: kind === 'VIDEO' ? 'https://www.youtube.com/watch?v=rfscVS0vtbw' : null,
            starts_at: kind === 'LESSON' ? `${dayFrom(starts + place * 7)}T13:30:00Z` : null,
            minutes: kind === 'LESSON' ? 90 : null,
            required: true,
          });
        }),
      ),
    );
    // Courses that are held online have an e-learning package to go through, the one that lessons have too.
    await client.query(
      `with online as (
         select h.id, row_number() over (order by h.id) as n from short_course_chapters h join short_courses c on c.id = h.course_id
          where c.institution_id = $1 and c.format = 'ONLINE' and h.kind = 'READING'),
       sample as (
         select p.file_id, p.kind, p.title, p.items from lesson_packages p where p.institution_id = $1 order by p.id limit 1),
       made as (
         insert into lesson_packages (institution_id, file_id, kind, title, items)
         select $1, s.file_id, s.kind, s.title, s.items from sample s cross join online returning id)
       update short_course_chapters h set package_id = m.id
         from online o, (select id, row_number() over (order by id) as n from made) m where m.n = o.n and h.id = o.id`,
      [institution_id],
    );
    // Applicants and students take turns; of each course as many as its number says, the fuller ones with people who wait.
    await client.query(
      `with people as (
         select a.id, concat_ws(' ', a.lastname, a.firstname, a.midname) as name, row_number() over (order by a.username in ('guest_user', 'bachelor_student', 'short_term_course_listener') desc, a.id % 7, a.id) - 1 as n, count(*) over () as all
           from accounts a where a.deleted_at is null and a.active and a.selected_institution = $1
            and (exists (select 1 from guests g where g.account_id = a.id) or exists (select 1 from students s where s.account_id = a.id and s.status = 'ACTIVE') or a.username = 'short_term_course_listener')
          order by n limit 400),
       courses as (
         select c.*, row_number() over (order by c.id) - 1 as at from short_courses c where c.id = any($2::int[])),
       wanted as (
         select c.*, case when c.at % 5 = 1 then c.capacity + 3 when c.at = any($3::int[]) then c.capacity - 4 when c.at = 19 then 0 else (c.capacity * (20 + (c.at * 17) % 60)) / 100 end as people from courses c),
       taken as (
         select w.id as course_id, w.at, w.capacity, w.price, w.refund_steps, p.id as account_id, p.name, s.place
           from wanted w cross join lateral generate_series(0, w.people - 1) as s(place)
           join people p on p.n = (s.place * 3 + w.at * 11) % p.all)
       insert into short_course_registrations (institution_id, created_at, updated_at, course_id, account_id, name, status, status_at, until, price, vat, refund_steps)
       select distinct on (course_id, account_id) $1, edulab_now() - make_interval(days => 40 - (place % 30)::int), edulab_now(), course_id, account_id, name,
              case when place >= capacity then 'WAITING' when at = any($3::int[]) then case when place % 5 = 4 then 'CONFIRMED' else 'COMPLETED' end when price > 0 and place % 9 = 8 then 'HELD' else 'CONFIRMED' end,
              edulab_now(), case when at <> all($3::int[]) and place < capacity and price > 0 and place % 9 = 8 then edulab_now() + interval '20 hours' end,
              price, 0, coalesce(refund_steps, $4)
         from taken order by course_id, account_id, place`,
      [institution_id, courses, PAST, JSON.stringify(USUAL)],
    );
    // Every place that costs something has its bill; what is held waits for the money, what is confirmed is paid.
    await client.query(
      `with waits as (
         select r.id, r.account_id, r.name, r.price, case when r.status = 'HELD' then (edulab_now() + interval '1 day')::date else r.created_at::date + 1 end as due, row_number() over (order by r.id) as n, count(*) over () as all
           from short_course_registrations r where r.institution_id = $1 and r.price > 0 and r.status in ('HELD', 'CONFIRMED', 'COMPLETED')),
       numbered as (
         insert into contract_numbers as n (institution_id, year, last)
         select $1, extract(year from edulab_today())::int, count(*) from waits having count(*) > 0
         on conflict (institution_id, year) do update set last = n.last + excluded.last returning year, last),
       bills as (
         insert into contracts (institution_id, number, type, account_id, payer_name, academic_year_id, amount, plan, deadline, fine, minimum_share, status, issued_on, search)
         select $1, b.number, 'COURSE', w.account_id, w.name, y.id, w.price, jsonb_build_array(jsonb_build_object('due_on', w.due, 'amount', w.price)), w.due,
                '{"percent_per_day": 0, "most_percent": 0, "grace_days": 0}', 100, 'ACCEPTED', edulab_today(), lower(b.number || ' ' || w.name)
           from waits w cross join numbered
           cross join lateral (select 'K-' || numbered.year || '-' || lpad((numbered.last - w.all + w.n)::text, 6, '0') as number) b
           cross join lateral (select a.id from academic_years a where a.institution_id = $1 and a.deleted_at is null order by a.current desc, a.id desc limit 1) y
         returning id, account_id, amount)
       update short_course_registrations r set contract_id = b.id
         from (select id, account_id, amount, row_number() over (partition by account_id, amount order by id) as n from bills) b,
              (select id, account_id, price, row_number() over (partition by account_id, price order by id) as n from waits) w
        where w.account_id = b.account_id and w.price = b.amount and w.n = b.n and r.id = w.id`,
      [institution_id],
    );
    await client.query(
      `insert into payments (created_at, updated_at, institution_id, contract_id, amount, paid_on, payment_type, payer, external_ref, source, search)
       select edulab_now(), edulab_now(), $1, c.id, c.amount, edulab_today() - (r.id % 3), 'CARD', c.payer_name, 'card-course-' || c.id, 'IMPORT', lower(c.payer_name || ' ' || c.number)
         from short_course_registrations r join contracts c on c.id = r.contract_id
        where r.institution_id = $1 and r.status in ('CONFIRMED', 'COMPLETED')`,
      [institution_id],
    );
    await client.query('update short_courses set series_id = $2 where id = $1', [
      courses[AGAIN.course],
      courses[AGAIN.of],
    ]);
    await client.query(
      `insert into short_course_reviews (institution_id, created_at, updated_at, course_id, registration_id, stars, words)
       select $1, edulab_now() - make_interval(days => (r.id % 9)::int), edulab_now(), r.course_id, r.id, (s.said ->> 0)::int, nullif(s.said ->> 1, '')
         from (select x.*, row_number() over (partition by x.course_id order by x.id) - 1 as n from short_course_registrations x
                where x.institution_id = $1 and x.status = 'COMPLETED') r
         join jsonb_array_elements($2::jsonb) with ordinality as s (said, at) on s.at - 1 = r.n`,
      [institution_id, JSON.stringify(REVIEWS)],
    );
    await insertAll(client, 'short_course_codes', [
      own({
        code: 'BAHOR-25',
        percent: 25,
        amount: null,
        course_id: null,
        starts_on: dayFrom(-10),
        ends_on: dayFrom(30),
        most_uses: 20,
        note: 'Bahorgi aksiya',
      }),
      own({
        code: 'HAMKOR-100',
        percent: null,
        amount: 10_000_000,
        course_id: courses[3],
        starts_on: dayFrom(-3),
        ends_on: dayFrom(60),
        most_uses: 1,
        note: null,
      }),
    ]);
    // Some of those who hold a place hold it by the code: their bill says so.
    await client.query(
      `with by_code as (
         update short_course_registrations r set code_id = k.id, discount = r.price / 4, price = r.price - r.price / 4
           from short_course_codes k
          where k.institution_id = $1 and k.code = 'BAHOR-25' and r.id in (
            select x.id from short_course_registrations x where x.institution_id = $1 and x.status = 'HELD' order by x.id limit 5)
         returning r.contract_id, r.price)
       update contracts c set amount = b.price, plan = jsonb_build_array(jsonb_build_object('due_on', c.deadline, 'amount', b.price))
         from by_code b where c.id = b.contract_id`,
      [institution_id],
    );
    await client.query(
      `insert into short_course_chapters_done (registration_id, chapter_id, institution_id)
       select r.id, c.id, r.institution_id from short_course_registrations r join short_course_chapters c on c.course_id = r.course_id
        where r.institution_id = $1 and (r.status = 'COMPLETED' or r.status = 'CONFIRMED' and c.position <= r.id % 3)`,
      [institution_id],
    );
    for (const [course = '0', ...company] of COMPANIES)
      await loadCompany(client, institution_id, courses[Number(course)]!, company);
  }
  const { rows } = await client.query<{ listeners: number }>(
    'select count(*)::int as listeners from short_course_registrations',
  );
  return rows[0]!.listeners;
}

/** Places of a company's people, with its one bill: paid at the bank, or awaited for some days more. */
async function loadCompany(
  client: pg.PoolClient,
  institution_id: number,
  course_id: number,
  [people, paid, company, tin, contact, phone, email]: string[],
): Promise<void> {
  await client.query(
    `with course as (select c.* from short_courses c where c.id = $2),
     people as (
       select a.id, concat_ws(' ', a.lastname, a.firstname, a.midname) as name
         from accounts a where a.deleted_at is null and a.active and a.selected_institution = $1 and a.phone is not null
          and exists (select 1 from guests g where g.account_id = a.id and g.birthdate < edulab_today() - interval '18 years')
          and not exists (select 1 from short_course_registrations r where r.account_id = a.id and r.course_id = $2)
        order by (a.id % 1009 * 7919) % 1009, a.id limit $3),
     whole as (select c.price * count(*) as sum from course c cross join people group by c.price),
     numbered as (
       insert into contract_numbers as n (institution_id, year, last) select $1, extract(year from edulab_today())::int, 1 from whole
       on conflict (institution_id, year) do update set last = n.last + 1 returning 'K-' || year || '-' || lpad(last::text, 6, '0') as number),
     bill as (
       insert into contracts (institution_id, number, type, account_id, payer_name, payer, academic_year_id, amount, plan, deadline, fine, minimum_share, status, issued_on, search)
       select $1, b.number, 'COURSE', null, $5, jsonb_build_object('phone', $8::text), y.id, w.sum, jsonb_build_array(jsonb_build_object('due_on', edulab_today() + 4, 'amount', w.sum)), edulab_today() + 4,
              '{"percent_per_day": 0, "most_percent": 0, "grace_days": 0}', 100, 'ACCEPTED', edulab_today() - 2, lower(b.number || ' ' || $5 || ' ' || $6)
         from whole w cross join numbered b
         cross join lateral (select a.id from academic_years a where a.institution_id = $1 and a.deleted_at is null order by a.current desc, a.id desc limit 1) y
       returning id, amount, number),
     paid as (
       insert into payments (created_at, updated_at, institution_id, contract_id, amount, paid_on, payment_type, payer, external_ref, source, search)
       select edulab_now(), edulab_now(), $1, b.id, b.amount, edulab_today() - 1, 'BANK', $5, 'bank-course-' || b.id, 'IMPORT', lower($5 || ' ' || b.number)
         from bill b where $4 = 'paid'),
     company as (
       insert into short_course_groups (institution_id, created_at, updated_at, course_id, company, tin, contact, phone, email, pay_until, contract_id)
       select $1, edulab_now() - interval '2 days', edulab_now(), $2, $5, $6, $7, $8, $9, edulab_today() + 4, b.id from bill b returning id, pay_until)
     insert into short_course_registrations (institution_id, created_at, updated_at, course_id, account_id, name, status, status_at, until, price, vat, refund_steps, group_id)
     select $1, edulab_now() - interval '2 days', edulab_now(), $2, p.id, p.name, case when $4 = 'paid' then 'CONFIRMED' else 'HELD' end, edulab_now(),
            case when $4 <> 'paid' then (k.pay_until + 1)::timestamp at time zone (select edulab_zone()) end, c.price, 0, coalesce(c.refund_steps, $10), k.id
       from people p cross join course c cross join company k`,
    [institution_id, course_id, Number(people), paid, company, tin, contact, phone, email, JSON.stringify(USUAL)],
  );
}
