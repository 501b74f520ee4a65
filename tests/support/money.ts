import { type Api, type Caller, startApi } from './api.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

/** An institution with a published agreement of 12,000,000 soʻm in two parts, and students who pay for their study. */
export interface MoneyScene {
  api: Api;
  accountant: Caller;
  /** The first of the students, with a phone. */
  student: Caller;
  course: number;
  year: number;
  agreement: Any;
  /** Ids of the students; the first has the account `bachelor_student`. */
  people: number[];
  today: string;
  sql(text: string, values?: unknown[]): Promise<Any[]>;
  day(ahead: number): string;
  /** The last code that was sent to a phone. */
  code(): Promise<string>;
  /** A contract of the agreement for a student, issued. */
  issued(student: number, more?: object): Promise<Any>;
  /** The same, signed on paper, so that it is owed. */
  active(student: number, more?: object): Promise<Any>;
  pay(contract: number, amount: string, more?: object): Promise<{ status: number; body: Any }>;
  /** What was paid above a contract goes back: the accountant asks, the administrator pays. */
  giveBack(contract: number, amount: string): Promise<{ status: number; body: Any }>;
  standing(student: number, day?: string): Promise<Any>;
}

export const text = (more = '') =>
  Object.fromEntries(
    ['uz', 'ru', 'en'].map((locale) => [
      locale,
      `# 1\n{name}, {number}, {amount}, {instalments} ${locale} ${more}\n\n# 2\n{institution} {course} {academic_year} {fine_per_day}`,
    ]),
  );

export async function moneyScene(options: Parameters<typeof startApi>[0] = {}): Promise<MoneyScene> {
  const api = await startApi(options);
  const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;
  const [accountant, student, admin] = [
    await api.as('accounting_head'),
    await api.as('bachelor_student'),
    await api.as('admin'),
  ];
  const today = (await sql('select edulab_today()::text as day'))[0].day;
  const day = (ahead: number) => new Date(Date.parse(today) + ahead * 86_400_000).toISOString().slice(0, 10);
  const year = (
    await admin.post('/academic_year/', { name: '2026/2027', starts_on: day(-100), ends_on: day(200), current: true })
  ).body.id;
  const course = (
    await admin.post('/course/', {
      code: '60310100',
      title: { uz: 'Iqtisodiyot', ru: '', en: '' },
      level: 'BACHELOR',
      languages: ['uz'],
      years: 4,
      credits: 240,
    })
  ).body.id;
  const people: number[] = (
    await sql(
      `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, search, account_id)
       select 1, 'T-' || n, 'Talaba', 'T' || n, 'BACHELOR', 'uz', 2026, 'CONTRACT', $1, 't' || n, case when n = 1 then (select id from accounts where username = 'bachelor_student') end
         from generate_series(1, 8) n returning id`,
      [course],
    )
  ).map((row) => row.id);
  await sql("update accounts set phone = '998901112233' where username = 'bachelor_student'");
  const made = await accountant.post('/contract/agreement/', {
    name: 'BS-2026',
    title: { uz: 'Bakalavr', ru: '', en: '' },
    level: 'BACHELOR',
    academic_year_id: year,
    type: 'BASIC',
    amount: '12000000',
    instalments: [
      { share: 50, due_on: day(-20) },
      { share: 50, due_on: day(40) },
    ],
    fine: { percent_per_day: 0.1, most_percent: 50, grace_days: 0 },
    minimum_share: 25,
    text: text(),
  });
  const agreement = (await accountant.post('/contract/agreement/publish', { id: made.body.id })).body;
  const issued: MoneyScene['issued'] = async (student_id, more = {}) => {
    const draft = await accountant.post('/accounting/contract/', { agreement_id: agreement.id, student_id, ...more });
    const answer = await accountant.put('/accounting/contract/status', { id: draft.body.id, status: 'ISSUED' });
    return answer.body;
  };
  return {
    api,
    accountant,
    student,
    course,
    year,
    agreement,
    people,
    today,
    sql,
    day,
    code: async () => {
      const [sms] = await sql("select recipient from outbox where channel = 'sms' order by id desc limit 1");
      return /\d{6}$/.exec(await api.lastMessage(sms.recipient))![0];
    },
    issued,
    active: async (student_id, more) => {
      const { id } = await issued(student_id, more);
      return (await accountant.put('/accounting/contract/status', { id, status: 'ACCEPTED' })).body;
    },
    pay: (contract_id, amount, more = {}) =>
      accountant.post('/accounting/payment/', {
        contract_id,
        amount,
        paid_on: today,
        payment_type: 'BANK',
        ...more,
      }),
    giveBack: async (contract_id, amount) => {
      const asked = await accountant.post('/accounting/refund/', { contract_id, amount, reason: 'Ortiqcha' });
      if (asked.status !== 200) return asked;
      const { id, version } = asked.body;
      return admin.post('/accounting/refund/pay', { id, version, order_number: '12-M', order_on: today });
    },
    standing: async (student_id, on) =>
      (await accountant.get(`/student/debit/standing?student_id=${student_id}${on ? `&day=${on}` : ''}`)).body,
  };
}
