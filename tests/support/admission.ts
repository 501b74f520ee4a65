import { type Answer, type Api, type Caller, startApi } from './api.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

/** An institution that takes applications: a course with an open campaign, a published form, officers and applicants. */
export interface AdmissionScene {
  api: Api;
  moderator: Caller;
  /** Another officer, for what one person must not do alone. */
  second: Caller;
  year: number;
  course: number;
  campaign: number;
  form: Any;
  today: string;
  sql(text: string, values?: unknown[]): Promise<Any[]>;
  day(ahead: number): string;
  /** Somebody who applies, with a complete profile; each time another. */
  applicant(profile?: object): Promise<{ caller: Caller; guest: number; account: number }>;
  /** A further course with its campaign. */
  intake(quota?: {
    grant?: number;
    contract?: number;
    waiting?: number;
  }): Promise<{ course: number; campaign: number }>;
  apply(caller: Caller, more?: object): Promise<Answer<Any>>;
  /** Walks an application of the moderator's through these statuses. */
  walk(id: number, ...statuses: string[]): Promise<Any>;
}

export const named = (uz: string) => ({ uz, ru: '', en: '' });
let made = 0;

export async function admissionScene(): Promise<AdmissionScene> {
  const api = await startApi();
  const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;
  const [moderator, second] = [await api.as('admission_moderator'), await api.as('admin')];
  const today = (await sql('select edulab_today()::text as day'))[0].day;
  const day = (ahead: number) => new Date(Date.parse(today) + ahead * 86_400_000).toISOString().slice(0, 10);
  const year = (
    await second.post('/academic_year/', {
      name: '2027/2028',
      starts_on: day(200),
      ends_on: day(480),
      current: true,
    })
  ).body.id;
  const intake: AdmissionScene['intake'] = async ({ grant = 1, contract = 2, waiting = 5 } = {}) => {
    const { body: course } = await second.post('/course/', {
      code: `A${++made}`,
      title: named(`Yoʻnalish ${made}`),
      level: 'BACHELOR',
      languages: ['uz'],
      years: 4,
      credits: 240,
    });
    const { body: campaign } = await second.post('/course_campaign/', {
      course_id: course.id,
      academic_year_id: year,
      language: 'uz',
      opens_on: day(-10),
      closes_on: day(30),
      grant_quota: grant,
      contract_quota: contract,
      waiting_limit: waiting,
      status: 'OPEN',
    });
    return { course: course.id, campaign: campaign.id };
  };
  const { course, campaign } = await intake();
  const form = await publishedForm(moderator, {
    title: named('Bakalavriat'),
    academic_year_id: year,
    opens_on: day(-10),
    closes_on: day(30),
  });
  return {
    api,
    moderator,
    second,
    year,
    course,
    campaign,
    form,
    today,
    sql,
    day,
    intake,
    async applicant(profile = {}) {
      const n = ++made;
      const username = `applicant_${n}`;
      const [account] = await sql(
        `insert into accounts (username, firstname, lastname, phone, selected_institution, password_hash)
         select $1, 'Nodira', $2, $3, 1, password_hash from accounts where username = 'guest_user' returning id`,
        [username, `Aliyeva${n}`, `9989${String(10_000_000 + n)}`],
      );
      await sql(
        `insert into account_roles (account_id, role_id, institution_id) select $1, id, 1 from roles where name = 'GUEST_USER'`,
        [account.id],
      );
      // As whoever signs up in a demo, whose codes can be read.
      await sql('insert into demo_accounts (account_id) values ($1)', [account.id]);
      const facts = {
        passport_id: `AA${String(1_000_000 + n)}`,
        birthdate: '2008-05-01',
        gender: 'FEMALE',
        ...profile,
      };
      const [guest] = await sql(
        `update guests set ${Object.keys(facts)
          .map((key, at) => `${key} = $${at + 2}`)
          .join(', ')} where account_id = $1 returning id`,
        [account.id, ...Object.values(facts)],
      );
      return { caller: await api.as(username), guest: guest.id, account: account.id };
    },
    apply: (caller, more = {}) =>
      caller.post('/application/', {
        form_id: form.id,
        campaign_id: campaign,
        answers: { school: '17-maktab', finished: 2026 },
        submit: true,
        ...more,
      }),
    async walk(id, ...statuses) {
      let body: Any;
      for (const status of statuses) {
        const answer = await moderator.put('/application/status/', { id, status, reason: 'Tekshirildi' });
        if (answer.status !== 200) throw new Error(`${status}: ${JSON.stringify(answer.body)}`);
        body = answer.body;
      }
      return body;
    },
  };
}

/** A form that asks for a school, the year and, where the year is long ago, why. */
export async function publishedForm(by: Caller, fields: object, prefix = ''): Promise<Any> {
  const { body: draft } = await by.post(`${prefix}/application_form/`, fields);
  await by.post(`${prefix}/application_form/field/batch/`, {
    form_id: draft.id,
    title: named('Taʼlim'),
    fields: [
      { key: 'school', type: 'TEXT', title: named('Maktab'), required: true, max: 100 },
      { key: 'finished', type: 'NUMBER', title: named('Yil'), required: true, min: 1970, max: 2030 },
      {
        key: 'benefit',
        type: 'SELECT',
        title: named('Imtiyoz'),
        options: [
          { value: 'none', title: named('Yoʻq') },
          { value: 'orphan', title: named('Yetim') },
        ],
      },
      {
        key: 'benefit_paper',
        type: 'TEXT',
        title: named('Hujjat raqami'),
        required: true,
        condition: { field: 'benefit', in: ['orphan'] },
      },
      { key: 'photo', type: 'PHOTO', title: named('Rasm') },
    ],
  });
  return (await by.post(`${prefix}/application_form/`, { id: draft.id, version: draft.version, status: 'PUBLISHED' }))
    .body;
}
