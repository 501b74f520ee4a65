import type pg from 'pg';
import { shippedTypes } from '#domains/forms/server/index.ts';
import { currentYear } from './university.ts';

/** What can be asked for in each institution, and requests at every point of their way. */

interface Sent {
  code: string;
  status: string;
  /** Days before today on which it was sent. */
  days: number;
  /** Position of the step at hand; those before it are done. */
  step: number | null;
  /** Of the student who signs in to the demo. */
  own?: boolean;
  reason?: string;
}

interface Person {
  id: number;
  account_id: number;
  name: string;
  entry_year: number;
  course: Title | null;
  own: boolean;
  /** Where they would rather study, and what they would sit again. */
  target: { id: number; title: Title } | null;
  module: { id: number; title: Title } | null;
}
interface Title {
  uz: string;
  ru: string;
  en: string;
}

const OWN: Sent[] = [
  {
    code: 'DORMITORY',
    status: 'UPDATE_REQUIRED',
    days: 3,
    step: 0,
    own: true,
    reason: 'Manzilingizni toʻliq yozing: koʻcha va uy raqami yoʻq.',
  },
  { code: 'DISCOUNT', status: 'IN_REVIEW', days: 2, step: 1, own: true },
  { code: 'CARD_DUPLICATE', status: 'SUBMITTED', days: 1, step: 0, own: true },
  { code: 'RETAKE', status: 'APPROVED', days: 20, step: null, own: true },
];
const OTHERS: Omit<Sent, 'days'>[] = [
  { code: 'REFERENCE', status: 'SUBMITTED', step: 0 },
  { code: 'REFERENCE_MILITARY', status: 'IN_REVIEW', step: 1 },
  { code: 'ACADEMIC_LEAVE', status: 'SUBMITTED', step: 0 },
  { code: 'REFERENCE_EMBASSY', status: 'SUBMITTED', step: 0 },
  { code: 'CLEARANCE', status: 'IN_REVIEW', step: 2 },
  { code: 'ATTENDANCE', status: 'IN_REVIEW', step: 1 },
  { code: 'TRANSFER', status: 'REJECTED', step: 0, reason: 'Yoʻnalishda boʻsh oʻrin yoʻq.' },
  { code: 'CARD_DUPLICATE', status: 'IN_REVIEW', step: 1 },
];

/** Answers that name days name those around the day on which the demo is made. */
function answersOn(today: string): Record<string, object> {
  const day = (months: number, date: number): string => {
    const at = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
    at.setUTCMonth(at.getUTCMonth() + months, date);
    return at.toISOString().slice(0, 10);
  };
  return {
    REFERENCE: { purpose: 'BANK' },
    REFERENCE_EMBASSY: { country: 'Germaniya', from: day(3, 1), until: day(3, 20) },
    REFERENCE_MILITARY: { office: 'Chilonzor tumani' },
    ACADEMIC_LEAVE: {
      ground: 'FAMILY',
      from: day(2, 1),
      until: day(8, 28),
      reason: 'Oilaviy sharoit: kasal qarindoshga qarayman',
    },
    CLEARANCE: { why: 'TRANSFER' },
    ATTENDANCE: { from: day(-1, 1), until: day(-1, 28), addressee: 'Ish joyi' },
    TRANSFER: { language: 'uz', reason: 'Qiziqishim boshqa sohada' },
    CARD_DUPLICATE: { what: 'LOST' },
    DORMITORY: { address: 'Namangan', benefit: 'NONE' },
    DISCOUNT: { ground: 'RESULTS', reason: 'Barcha fanlardan aʼlo baholar' },
    RETAKE: { missed: 4, held: 60, share: '6.7', reason: 'Kasallik sababli imtihonda boʻlmadim' },
  };
}

export async function loadForms(client: pg.PoolClient): Promise<number> {
  const { rows: houses } = await client.query<{ id: number }>('select id from institutions order by id');
  let made = 0;
  for (const { id } of houses) made += await loadInstitution(client, id);
  return made;
}

async function loadInstitution(client: pg.PoolClient, institution_id: number): Promise<number> {
  const { rows: types } = await client.query<{ id: number; code: string }>(
    `insert into form_types (institution_id, code, title, about, situations, audience, position, status)
     select $1, t.code, t.title, t.about, t.situations, t.audience, t.position, 'ACTIVE'
       from jsonb_to_recordset($2::jsonb) as t (code text, title jsonb, about jsonb, situations text[], audience text[], position smallint)
     returning id, code`,
    [institution_id, JSON.stringify(shippedTypes.map(({ form: _, ...type }, at) => ({ ...type, position: at * 10 })))],
  );
  const idOf = new Map(types.map(({ id, code }) => [code, id]));
  const { rows: forms } = await client.query<{ id: number; type_id: number }>(
    `insert into forms (institution_id, type_id, status, title, sections, steps, paper, fee, deliveries, languages, live_at)
     select $1, f.type_id, 'LIVE', f.title, f.sections, f.steps, nullif(f.paper, 'null'::jsonb), f.fee, f.deliveries, f.languages, edulab_now() - interval '60 days'
       from jsonb_to_recordset($2::jsonb) as f (type_id integer, title jsonb, sections jsonb, steps jsonb, paper jsonb, fee numeric, deliveries text[], languages text[])
     returning id, type_id`,
    [
      institution_id,
      JSON.stringify(shippedTypes.map(({ code, title, form }) => ({ ...form, title, type_id: idOf.get(code) }))),
    ],
  );
  const { rows: people } = await client.query<Person>(
    `(select s.id, s.account_id, s.full_name as name, s.entry_year, c.title as course, true as own,
           (select jsonb_build_object('id', o.id, 'title', o.title) from courses o where o.institution_id = $1 and o.level = s.level and o.id <> s.course_id and o.deleted_at is null order by o.id limit 1) as target,
           (select jsonb_build_object('id', cm.id, 'title', m.title) from course_modules cm join modules m on m.id = cm.module_id where cm.course_id = s.course_id and cm.deleted_at is null order by cm.id limit 1) as module from students s join accounts a on a.id = s.account_id left join courses c on c.id = s.course_id
       where s.institution_id = $1 and a.username = 'bachelor_student' and s.status = 'ACTIVE' and s.deleted_at is null)
     union all
     (select s.id, s.account_id, s.full_name, s.entry_year, c.title, false,
           (select jsonb_build_object('id', o.id, 'title', o.title) from courses o where o.institution_id = $1 and o.level = s.level and o.id <> s.course_id and o.deleted_at is null order by o.id limit 1),
           (select jsonb_build_object('id', cm.id, 'title', m.title) from course_modules cm join modules m on m.id = cm.module_id where cm.course_id = s.course_id and cm.deleted_at is null order by cm.id limit 1) from students s join accounts a on a.id = s.account_id left join courses c on c.id = s.course_id
       where s.institution_id = $1 and a.username not in ('bachelor_student', 'master_student', 'ms_student') and s.status = 'ACTIVE' and s.deleted_at is null order by s.id limit 24)`,
    [institution_id],
  );
  const [own] = people.filter((one) => one.own);
  const others = people.filter((one) => !one.own);
  const {
    rows: [now],
  } = await client.query<{ today: string }>('select edulab_today()::text as today');
  const answers = answersOn(now!.today);
  const sent = [
    ...(own ? OWN.map((one) => ({ ...one, person: own })) : []),
    ...others.map((person, at) => ({ ...OTHERS[at % OTHERS.length]!, days: 1 + (at % 6), person })),
  ];
  const requests = sent.map(({ code, status, days, step, reason, person }) => {
    const wishes = { TRANSFER: { target: person.target }, RETAKE: { module: person.module } }[code] ?? {};
    const chosen = Object.entries(wishes).flatMap(([key, record]) => (record ? [{ key, record }] : []));
    const said = (language: 'uz' | 'ru' | 'en') => ({
      ...Object.fromEntries(
        chosen.map(({ key, record }) => [`answers.${key}`, record.title[language] || record.title.uz]),
      ),
      'student.name': person.name,
      'student.course': person.course?.[language] || person.course?.uz || null,
      'student.year': String(currentYear() - person.entry_year + 1),
    });
    return {
      type_id: idOf.get(code),
      form_id: forms.find(({ type_id }) => type_id === idOf.get(code))?.id,
      student_id: person.id,
      account_id: person.account_id,
      answers: {
        name: person.name,
        ...answers[code],
        ...Object.fromEntries(chosen.map(({ key, record }) => [key, String(record.id)])),
      },
      facts: { uz: said('uz'), ru: said('ru'), en: said('en') },
      status,
      days,
      step,
      fee: shippedTypes.find((type) => type.code === code)?.form.fee ?? '0',
      // Nobody of the office is late with what a student has to pay.
      pays: code === 'CARD_DUPLICATE' && step === 0,
      reason: reason ?? null,
      fields: status === 'UPDATE_REQUIRED' ? [{ path: 'answers.address', note: 'Koʻcha va uy raqami' }] : [],
    };
  });
  const { rows } = await client.query<{ id: number }>(
    `insert into form_requests (institution_id, type_id, form_id, student_id, account_id, language, answers, facts, facts_at, status, status_at, submitted_at, created_at, step, reason, update_fields, fee, due_on)
     select $1, r.type_id, r.form_id, r.student_id, r.account_id, 'uz', r.answers, r.facts, t.at, r.status, t.at, t.at, t.at, r.step, r.reason, r.fields, r.fee,
            case when r.status in ('SUBMITTED', 'IN_REVIEW') and not r.pays then edulab_today() + 3 - r.days end
       from jsonb_to_recordset($2::jsonb) as r (type_id integer, form_id integer, student_id integer, account_id integer, answers jsonb, facts jsonb, status text, days integer, step smallint, reason text, fields jsonb, fee numeric, pays boolean),
            lateral (select edulab_now() - r.days * interval '1 day' as at) t
     returning id`,
    [institution_id, JSON.stringify(requests)],
  );
  const made = rows.map(({ id }) => id);
  await client.query(
    `insert into form_request_steps (institution_id, request_id, position, title, roles, action, days, change, started_at, due_on, stopped_at, left_days, done_at, done_by)
     select r.institution_id, r.id, s.n - 1, s.step -> 'title', s.step -> 'roles', s.step ->> 'action', (s.step ->> 'days')::smallint, nullif(s.step -> 'change', 'null'::jsonb),
            case when s.n - 1 <= coalesce(r.step, 99) then r.submitted_at end, case when s.n - 1 = r.step then coalesce(r.due_on, edulab_today() + case s.step ->> 'action' when 'PAYMENT' then 5 else 1 end) end,
            case when s.n - 1 = r.step and r.status = 'UPDATE_REQUIRED' then r.submitted_at + interval '1 day' end, case when s.n - 1 = r.step and r.status = 'UPDATE_REQUIRED' then 2 end,
            case when s.n - 1 < coalesce(r.step, 99) or r.status = 'REJECTED' and s.n - 1 = r.step then r.submitted_at + interval '5 hours' end,
            case when s.n - 1 < coalesce(r.step, 99) or r.status = 'REJECTED' and s.n - 1 = r.step then (select min(id) from accounts where username = 'registrar_head') end
       from form_requests r join forms f on f.id = r.form_id cross join lateral jsonb_array_elements(f.steps) with ordinality as s (step, n)
      where r.id = any ($1)`,
    [made],
  );
  await client.query(
    `insert into status_history (institution_id, entity, entity_id, from_status, to_status, reason, forced, account_id, at)
     select r.institution_id, 'form_request', r.id, w.a, w.b, case w.n when 3 then r.reason end, false, r.account_id, r.submitted_at
       from form_requests r cross join lateral (values (1, null, 'DRAFT'), (2, 'DRAFT', 'SUBMITTED'), (3, 'SUBMITTED', r.status)) as w (n, a, b)
      where r.id = any ($1) and (w.n < 3 or r.status <> 'SUBMITTED') order by r.id, w.n`,
    [made],
  );
  return made.length;
}
