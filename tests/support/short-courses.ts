import { type Api, type Caller, startApi } from './api.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

/** An institution that offers short courses, with an office, a teacher, and as many strangers as are wanted. */
export interface CourseScene {
  api: Api;
  office: Caller;
  teacher: Caller;
  teacher_id: number;
  category: number;
  sql(text: string, values?: unknown[]): Promise<Any[]>;
  day(ahead: number): string;
  /** Strangers with an account, each another person. */
  strangers(count: number): Promise<{ caller: Caller; account: number }[]>;
  /** An open course; `status: 'DRAFT'` leaves it as it is made. */
  course(more?: object): Promise<Any>;
  register(caller: Caller, course_id: number, more?: object): Promise<Any>;
  /** The first day of a course is today: nobody completes what has not begun. */
  begins(course_id: number): Promise<unknown>;
  /** Bills of which the books say something else than is owed and paid, or another income than what is owed. */
  apartInBooks(): Promise<Any[]>;
}

export const named = (uz: string) => ({ uz, ru: '', en: '' });
let made = 0;

export async function courseScene(options: Parameters<typeof startApi>[0] = {}): Promise<CourseScene> {
  const api = await startApi(options);
  const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;
  const [office, teacher] = [await api.as('admission_moderator'), await api.as('teacher')];
  const [{ day: today }] = await sql('select edulab_today()::text as day');
  const day = (ahead: number) => new Date(Date.parse(today) + ahead * 86_400_000).toISOString().slice(0, 10);
  const [{ id: teacher_id }] = await sql(
    `insert into staff (institution_id, account_id, staff_no, firstname, lastname, search) select 1, id, 'SC-1', 'Aziza', 'Karimova', 'karimova' from accounts where username = 'teacher' returning id`,
  );
  // Bills count to an academic year.
  await sql(
    `insert into academic_years (institution_id, name, starts_on, ends_on, current) values (1, '2026/2027', edulab_today() - 60, edulab_today() + 240, true)`,
  );
  await sql(`insert into vat_rates (institution_id, of, percent) values (1, 'COURSE', 12)`);
  const { body: category } = await office.post('/short_term_course/category/', {
    title: named('Axborot texnologiyalari'),
  });
  return {
    api,
    office,
    teacher,
    teacher_id,
    category: category.id,
    sql,
    day,
    async strangers(count) {
      const names = Array.from({ length: count }, () => `stranger${++made}`);
      const rows = await sql(
        `with people as (insert into accounts (username, firstname, lastname, email, phone, selected_institution)
           select n, 'Nodira', 'Usmonova ' || n, n || '@example.uz', '99890' || lpad((row_number() over () + $2)::text, 7, '0'), 1 from unnest($1::text[]) n returning id, username),
         held as (insert into account_roles (account_id, institution_id, role_id)
           select p.id, 1, r.id from people p join roles r on r.name = 'GUEST_USER')
         select id, username from people`,
        [names, made * 1000],
      );
      const account = new Map(rows.map((row) => [row.username, row.id]));
      return Promise.all(names.map(async (name) => ({ caller: await api.as(name), account: account.get(name) })));
    },
    async course({ status = 'OPEN', ...more }: Any = {}) {
      const saved = await office.post('/short_term_course/', {
        title: named(`Python asoslari ${++made}`),
        category_id: category.id,
        format: 'ONSITE',
        language: 'uz',
        hours: 36,
        teacher_id,
        starts_on: day(30),
        ends_on: day(60),
        register_until: day(28),
        capacity: 10,
        price: '1200000',
        ...more,
      });
      if (saved.status !== 200 || status !== 'OPEN') return saved.body;
      const { id, version } = saved.body;
      return (await office.put('/short_term_course/status', { id, version, status })).body;
    },
    begins: (course_id) => sql('update short_courses set starts_on = edulab_today() where id = $1', [course_id]),
    apartInBooks: () =>
      sql(
        `select b.*, e.balance, e.income from edulab_contract_balance(array(select id from contracts where type = 'COURSE')) b
           left join (select contract_id, sum(case '4010' when debit then amount when credit then -amount else 0 end) as balance,
                             sum(case when credit in ('9030', '6410') then amount else 0 end - case when debit in ('9030', '6410') then amount else 0 end) as income
                        from journal_entries group by 1) e using (contract_id)
          where b.owed - b.paid <> coalesce(e.balance, 0) or b.owed <> coalesce(e.income, 0)`,
      ),
    register: (caller, course_id, more = {}) =>
      caller.post('/short_term_course/registration/', { course_id, adult: true, ...more }),
  };
}
