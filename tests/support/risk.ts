import { type RuleKind, type RuleSet, usualRules, windowed } from '#domains/early-warning/rules.ts';
import { type Api, type Caller, startApi } from './api.ts';

/** Two faculties with forty students each, whose records are made by counting, so that every rule finds some and not others. */

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

export interface RiskScene {
  api: Api;
  admin: Caller;
  dean: Caller;
  mentor: Caller;
  /** The dean’s, and another. */
  faculties: [number, number];
  /** The mentor’s, and another, both of the first faculty; a third of the other. */
  groups: [number, number, number];
  people: number[];
  staff: { dean: number; mentor: number; other: number };
  sql(text: string, values?: unknown[]): Promise<Any[]>;
  day(ahead: number): string;
  /** Makes the list, and answers the receipt. */
  make(by?: Caller): Promise<Any>;
}

export const each = 40;

export async function riskScene(): Promise<RiskScene> {
  const api = await startApi();
  const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;
  const one = async (text: string, values: unknown[] = []): Promise<number> => (await sql(text, values))[0].id;
  const today = (await sql('select edulab_today()::text as day'))[0].day;
  const day = (ahead: number) => new Date(Date.parse(today) + ahead * 86_400_000).toISOString().slice(0, 10);
  const title = (uz: string) => JSON.stringify({ uz, ru: '', en: '' });
  const entry = Number(day(-60).slice(0, 4));
  const year = await one(
    `insert into academic_years (institution_id, name, starts_on, ends_on, current) values (1, $1, $2, $3, true) returning id`,
    [`${entry}/${entry + 1}`, `${entry}-01-01`, day(300)],
  );
  await sql(
    'insert into semesters (institution_id, academic_year_id, number, title, starts_on, ends_on) values (1, $1, 1, $2, $3, $4)',
    [year, title('1-semestr'), day(-59), day(100)],
  );
  const faculty = (name: string) =>
    one(`insert into departments (institution_id, title, kind) values (1, $1, 'FACULTY') returning id`, [title(name)]);
  const faculties: [number, number] = [await faculty('Iqtisodiyot'), await faculty('Huquq')];
  const member = (username: string, department: number) =>
    one(
      `insert into staff (institution_id, account_id, staff_no, firstname, lastname, department_id, search)
       select 1, id, 'R-' || $1::text, initcap($1::text), 'Xodim', $2, ' ' || $1::text from accounts where username = $1 returning id`,
      [username, department],
    );
  const staff = {
    dean: await member('dean', faculties[0]),
    mentor: await member('academic_mentor', faculties[0]),
    other: await member('students_department', faculties[1]),
  };
  const people: number[] = [];
  const groups: number[] = [];
  for (const [at, department] of faculties.entries()) {
    const course = await one(
      `insert into courses (institution_id, code, title, level, languages, years, credits, department_id) values (1, $1, $2, 'BACHELOR', '{uz}', 4, 240, $3) returning id`,
      [`6031010${at}`, title(`Yoʻnalish ${at}`), department],
    );
    const made = await sql(
      `insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, department_id, search, status_since)
       select 1, 'R' || $1::text || '-' || n, 'Talaba', 'T' || n, 'BACHELOR', 'uz', $2, 'CONTRACT', $3, $4, ' t' || n || ' r' || $1::text || '-' || n, $5
         from generate_series(1, $6::int) n returning id`,
      [at, entry, course, department, day(-59), each],
    );
    const ids: number[] = made.map(({ id }) => id);
    people.push(...ids);
    const halves = at === 0 ? [ids.slice(0, each / 2), ids.slice(each / 2)] : [ids];
    for (const half of halves) {
      const group = await one(
        `insert into groups (institution_id, name, course_id, entry_year, language, capacity) values (1, $1, $2, $3, 'uz', 60) returning id`,
        [`G-${groups.length + 1}`, course, entry],
      );
      groups.push(group);
      await sql(
        `insert into group_members (institution_id, group_id, student_id, starts_on) select 1, $1, s, $2 from unnest($3::int[]) s`,
        [group, day(-59), half],
      );
    }
    // Three modules with a result each, eight lessons, five homeworks.
    for (let nth = 1; nth <= 3; nth++) {
      const module = await one(
        `insert into modules (institution_id, code, title, type, credits, lecture_hours) values (1, $1, $2, 'CORE', $3, 40) returning id`,
        [`M${at}${nth}`, title(`Fan ${nth}`), nth + 3],
      );
      const plan = await one(
        `insert into course_modules (institution_id, course_id, academic_year_id, study_year, semester, module_id, type, credits) values (1, $1, $2, 1, 1, $3, 'CORE', $4) returning id`,
        [course, year, module, nth + 3],
      );
      await sql(
        `insert into module_results (institution_id, course_module_id, student_id, total, letter, passed, complete, status, inputs)
         select 1, $1, s, 40 + (n * $2 * 7) % 55, 'C', 40 + (n * $2 * 7) % 55 >= 60, true, case when n % 9 = 0 then 'WITHHELD' else 'PUBLISHED' end, 'x'
           from unnest($3::int[]) with ordinality t (s, n)`,
        [plan, nth, ids],
      );
      if (nth > 1) continue;
      const sessions = await sql(
        `insert into class_sessions (institution_id, course_module_id, date, starts_at, ends_at, kind, state, sessions)
         select 1, $1, $2::date - n * 4, '09:00', '10:20', 'LECTURE', 'HELD', 1 + n % 2 from generate_series(1, 8) n returning id`,
        [plan, today],
      );
      await sql(
        `insert into attendance (institution_id, session_id, student_id, status)
         select 1, x, s, case when (n * 5 + m * 3) % 11 < n % 7 then 'NOT_ATTENDED' when (n + m) % 13 = 0 then 'EXPLICABLE' else 'ATTENDED' end
           from unnest($1::int[]) with ordinality a (x, m), unnest($2::int[]) with ordinality b (s, n) where n % 8 > 0 or m < 4`,
        [sessions.map(({ id }) => id), ids],
      );
      const works = await sql(
        `with l as (insert into lessons (institution_id, course_module_id, position, kind, title, published)
           select 1, $1, n, 'LECTURE', 'Dars ' || n, n < 6 from generate_series(1, 6) n returning id, position)
         insert into lesson_homeworks (institution_id, lesson_id, due_at) select 1, id, edulab_now() - make_interval(days => position * 6) from l returning id`,
        [plan],
      );
      await sql(
        `insert into homework_submissions (institution_id, homework_id, student_id, number, submitted_at, late)
         select 1, h, s, 1, edulab_now(), false from unnest($1::int[]) with ordinality a (h, m), unnest($2::int[]) with ordinality b (s, n) where (n + m) % 5 < n % 4`,
        [works.map(({ id }) => id), ids],
      );
    }
    await sql(
      `insert into student_debits (institution_id, student_id, kind, due_on, amount, total, paid)
       select 1, s, 'DORMITORY', $1::date - (n * 3 % 50)::int, n * 10000000, n * 10000000, 0 from unnest($2::int[]) with ordinality t (s, n) where n % 3 = 0`,
      [today, ids],
    );
  }
  await sql('insert into group_mentors (institution_id, group_id, staff_id, starts_on) values (1, $1, $2, $3)', [
    groups[0],
    staff.mentor,
    day(-59),
  ]);
  const admin = await api.as('admin');
  return {
    api,
    admin,
    dean: await api.as('dean'),
    mentor: await api.as('academic_mentor'),
    faculties,
    groups: groups as [number, number, number],
    people,
    staff,
    sql,
    day,
    async make(by = admin) {
      const { body } = await by.post('/early_warning/run');
      const job = await api.finished(body.job_id);
      if (job.state !== 'done') throw new Error(JSON.stringify(job));
      return job.receipt;
    },
  };
}

/** One rule on, all others off. */
export const only = (
  kind: RuleKind,
  watch: number,
  weeks: number | null = windowed.includes(kind) ? 4 : null,
): RuleSet => ({
  rules: usualRules.rules.map((rule) =>
    rule.kind === kind ? { kind, on: true, watch, act: null, weeks } : { ...rule, on: false },
  ),
  together: null,
});
/** Sets rules, of a faculty or of the house; null where the house’s hold again. */
export const set = async (by: Caller, rules: RuleSet | null, department_id: number | null = null) => {
  const { number } = (await by.get(`/early_warning/rules/${department_id ? `?department_id=${department_id}` : ''}`))
    .body;
  return by.post('/early_warning/rules/', {
    department_id,
    rules: rules?.rules ?? null,
    together: rules?.together ?? null,
    note: 'Sinov',
    number,
  });
};
export const listed = async (by: Caller, query = ''): Promise<Any[]> =>
  (await by.get(`/early_warning/?size=200${query}`)).body.content;
