import type pg from 'pg';

/** Complaints and suggestions of the demo university, at every point of their way; one of each kind of sender. */

const TYPES = [
  ['COMPLAINT', 10, 'Oʻqituvchi yoki dars ustidan', 'На преподавателя или занятия', 'About a teacher or teaching'],
  ['COMPLAINT', 5, 'Xizmat va xodimlar ustidan', 'На службы и сотрудников', 'About a service or its staff'],
  ['COMPLAINT', 15, 'Poraxoʻrlik va tazyiq', 'О взятках и давлении', 'About bribery or pressure'],
  ['SUGGESTION', 20, 'Oʻqishni yaxshilash', 'Как улучшить учёбу', 'How studying could be better'],
  ['THANKS', 20, 'Minnatdorchilik', 'Благодарность', 'Thanks'],
] as const;

interface Letter {
  /** Place of its type in the list above. */
  type: number;
  mode?: 'CONFIDENTIAL' | 'ANONYMOUS';
  theme?: string;
  subject: string;
  text: string;
  /** Days ago. */
  days: number;
  /** Of the student who signs in to the demo. */
  own?: boolean;
  path: string[];
  said?: ['AUTHOR' | 'OFFICE', string][];
}

const LETTERS: Letter[] = [
  {
    type: 0,
    subject: 'Seminarlar jadvaldan kech boshlanmoqda',
    text: 'Uch haftadan beri seminar 20 daqiqa kech boshlanadi va mavzular oxirigacha yetmayapti. Guruhning koʻpchiligi buni tasdiqlaydi.',
    days: 9,
    own: true,
    theme: 'TEACHING',
    path: ['NEW', 'ACKNOWLEDGED', 'ASSIGNED', 'IN_PROGRESS', 'ANSWERED'],
    said: [
      [
        'OFFICE',
        'Oʻqituvchi bilan suhbatlashildi. Seminarlar shu haftadan oʻz vaqtida boshlanadi, qolgan mavzular shanba kuni oʻtiladi.',
      ],
    ],
  },
  {
    type: 3,
    subject: 'Kutubxona shanba kuni ham ishlasa',
    text: 'Ishlaydigan talabalar uchun kutubxona oʻquv zali shanba kuni soat 18 gacha ochiq boʻlsa, qulay boʻlardi.',
    days: 3,
    own: true,
    theme: 'SERVICES',
    path: ['NEW', 'ACKNOWLEDGED', 'ASSIGNED', 'WAITING'],
    said: [['OFFICE', 'Qaysi soatlar eng kerakli: ertalabmi yoki tushdan keyin?']],
  },
  {
    type: 2,
    mode: 'ANONYMOUS',
    theme: 'BRIBERY',
    subject: 'Imtihon oldidan pul soʻralmoqda',
    text: 'Qayta topshirishdan oldin guruh sardori orqali pul yigʻilmoqda. Kim soʻraganini bilmaymiz, ammo hammaga bir xil narx aytilgan.',
    days: 6,
    path: ['NEW', 'ACKNOWLEDGED', 'ASSIGNED', 'IN_PROGRESS'],
    said: [
      ['OFFICE', 'Qaysi fan haqida ekanini ayta olasizmi? Javobingiz ham nomsiz qoladi.'],
      ['AUTHOR', 'Ikkinchi semestrning matematika fani haqida.'],
    ],
  },
  {
    type: 2,
    mode: 'CONFIDENTIAL',
    theme: 'CONDUCT',
    subject: 'Darsda kamsitish',
    text: 'Laboratoriya mashgʻulotida savol bergan talabalar masxara qilinadi. Ismim aytilmasligini soʻrayman.',
    days: 16,
    path: ['NEW', 'ACKNOWLEDGED', 'ASSIGNED', 'IN_PROGRESS', 'ANSWERED', 'REOPENED', 'ESCALATED'],
    said: [
      ['OFFICE', 'Kafedrada ogohlantirish oʻtkazildi.'],
      ['AUTHOR', 'Oʻtgan haftada yana takrorlandi.'],
    ],
  },
  {
    type: 1,
    subject: 'Registratura javob bermayapti',
    text: 'Maʼlumotnoma uchun uch marta bordim, har safar boshqa kunga qoldirishdi.',
    days: 1,
    path: ['NEW'],
  },
  {
    type: 1,
    mode: 'ANONYMOUS',
    subject: 'Yotoqxonada issiq suv yoʻq',
    text: 'Ikkinchi binoda toʻrtinchi qavatda bir haftadan beri issiq suv kelmaydi.',
    days: 4,
    path: ['NEW'],
  },
  {
    type: 1,
    theme: 'DORMITORY',
    subject: 'Yotoqxonada internet tez-tez uziladi',
    text: 'Kechqurun soat 20 dan keyin ulanib boʻlmaydi, topshiriqni yuklash qiyin.',
    days: 20,
    path: ['NEW', 'ACKNOWLEDGED', 'ASSIGNED', 'IN_PROGRESS'],
  },
  {
    type: 4,
    theme: 'SERVICES',
    subject: 'Talabalar boʻlimiga rahmat',
    text: 'Chet elda oʻqishga hujjatlarimni bir kunda tayyorlab berishdi. Katta rahmat!',
    days: 12,
    path: ['NEW', 'ACKNOWLEDGED', 'ASSIGNED', 'ANSWERED', 'CLOSED'],
    said: [['OFFICE', 'Iliq soʻzlaringiz uchun rahmat, jamoaga yetkazdik.']],
  },
  {
    type: 3,
    theme: 'FACILITIES',
    subject: 'Auditoriyalarga rozetka',
    text: 'Noutbuk bilan ishlaydigan darslar koʻp, B binoda esa bitta rozetka.',
    days: 40,
    path: ['NEW', 'ACKNOWLEDGED', 'ASSIGNED', 'ANSWERED', 'CLOSED'],
    said: [['OFFICE', 'Yozgi taʼmirda B binoning beshta auditoriyasiga rozetka oʻrnatiladi.']],
  },
  {
    type: 0,
    theme: 'OTHER',
    subject: 'Hammasi yomon',
    text: 'Yozadigan gapim yoʻq.',
    days: 30,
    path: ['NEW', 'REJECTED'],
  },
];

/** Answers how many there are. One statement for each table. */
export async function loadFeedback(client: pg.PoolClient): Promise<number> {
  const { rows: types } = await client.query<{ id: number; institution_id: number; place: number }>(
    `with made as (
       insert into feedback_types (institution_id, kind, answer_days, title)
       select i, t.kind, t.days, jsonb_build_object('uz', t.titles[1], 'ru', t.titles[2], 'en', t.titles[3])
         from unnest(array[1, 2]) i, (select (v ->> 0) as kind, (v ->> 1)::int as days, array[v ->> 2, v ->> 3, v ->> 4] as titles, place from jsonb_array_elements($1::jsonb) with ordinality x(v, place)) t
        order by i, t.place returning id, institution_id)
     select id, institution_id, (row_number() over (partition by institution_id order by id))::int - 1 as place from made order by 2, 3`,
    [JSON.stringify(TYPES)],
  );
  const ofTashkent = types.filter(({ institution_id }) => institution_id === 1).map(({ id }) => id);
  const letters = LETTERS.map((one, place) => ({
    place,
    type_id: ofTashkent[one.type],
    mode: one.mode ?? 'NAMED',
    theme: one.theme ?? null,
    subject: one.subject,
    text: one.text,
    days: one.days,
    own: one.own === true,
    status: one.path.at(-1),
    path: one.path,
    said: one.said ?? [],
    stage: one.path.includes('ESCALATED') ? 2 : 1,
    reopened: one.path.includes('REOPENED'),
    handled: one.path.includes('ASSIGNED'),
  }));
  const { rows: made } = await client.query<{ id: number; place: number }>(
    `with given as (
       select * from jsonb_to_recordset($1::jsonb) as x (place int, type_id int, mode text, theme text, subject text, text text, days int, own boolean, status text, stage int, reopened boolean, handled boolean)),
     people as (
       select s.account_id, row_number() over (order by s.id) as place from students s
        where s.institution_id = 1 and s.account_id is not null and s.deleted_at is null and s.status = 'ACTIVE'
          and s.account_id <> (select id from accounts where username = 'bachelor_student') order by s.id limit 40),
     workers as (
       select (select s.id from staff s join accounts a on a.id = s.account_id where a.username = 'dean' and s.deleted_at is null) as dean,
              (select s.id from staff s join accounts a on a.id = s.account_id where a.username = 'teaching_and_learning_officer' and s.deleted_at is null) as officer,
              (select s.id from staff s join accounts a on a.id = s.account_id where a.username = 'hr_head' and s.deleted_at is null) as hr)
     insert into feedback (institution_id, type_id, mode, theme, subject, text, account_id, status, stage, reopened, filed_on, acknowledge_by, due_on, answered_on, in_time, handler_id, past_handler_ids, secret_hash)
     select 1, g.type_id, g.mode, g.theme, g.subject, g.text,
            case when g.mode <> 'ANONYMOUS' then case when g.own then (select id from accounts where username = 'bachelor_student') else (select p.account_id from people p where p.place = g.place + 1) end end,
            g.status, g.stage, g.reopened, edulab_today() - g.days, edulab_working_day(edulab_today() - g.days, 2),
            case when g.status <> 'WAITING' then edulab_working_day(edulab_today() - g.days, t.answer_days::int) end,
            case when g.status in ('ANSWERED', 'CLOSED') then edulab_today() - g.days / 2 end,
            case when g.status in ('ANSWERED', 'CLOSED') then true end,
            case when g.stage = 2 then coalesce(w.hr, w.dean) when g.handled then coalesce(case when g.place % 2 = 0 then w.dean else w.officer end, w.dean) end,
            case when g.stage = 2 and w.dean is not null then array[w.dean] else '{}' end,
            case when g.mode = 'ANONYMOUS' then encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex') end
       from given g join feedback_types t on t.id = g.type_id cross join workers w order by g.place
     returning id, (select g.place from given g where g.subject = feedback.subject) as place`,
    [JSON.stringify(letters)],
  );
  const byPlace = new Map(made.map(({ id, place }) => [place, id]));
  const steps = letters.flatMap(({ place, path, days }) =>
    path.map((to, at) => ({
      id: byPlace.get(place),
      from: path[at - 1] ?? null,
      to,
      days: days - Math.floor((days * at) / (2 * path.length)),
    })),
  );
  await client.query(
    `insert into status_history (institution_id, entity, entity_id, from_status, to_status, at)
     select 1, 'feedback', s.id, s."from", s."to", edulab_now() - make_interval(days => s.days) from jsonb_to_recordset($1::jsonb) as s (id int, "from" text, "to" text, days int)`,
    [JSON.stringify(steps)],
  );
  const said = letters.flatMap(({ place, said: words, days }) =>
    words.map(([by, text], at) => ({
      id: byPlace.get(place),
      by,
      text,
      place: at,
      days: Math.max(0, Math.floor(days / 2) - at),
    })),
  );
  await client.query(
    `insert into feedback_messages (institution_id, feedback_id, written_by, account_id, text, said_on)
     select 1, m.id, m."by", case when m."by" = 'OFFICE' then s.account_id else f.account_id end, m.text, edulab_today() - m.days
       from jsonb_to_recordset($1::jsonb) as m (id int, "by" text, text text, days int, place int) join feedback f on f.id = m.id left join staff s on s.id = f.handler_id order by m.place`,
    [JSON.stringify(said)],
  );
  return made.length;
}
