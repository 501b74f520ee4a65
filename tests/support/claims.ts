import type { Answer, Caller } from './api.ts';
import { type TeachingScene, teachingScene } from './teaching.ts';

/** The teaching scene at noon of its day, with homework to be claimed for, students who sign in, and a panel. */
export interface ClaimScene extends TeachingScene {
  head: Caller;
  officer: Caller;
  students: [Caller, Caller, Caller];
  teacher: Caller;
  /** Two who may sit in panels; the third teaches the module as well. */
  panel: { caller: Caller; staff_id: number }[];
  /** A homework that is due that many days from today at 23:59, or at an instant; answers its id. */
  homework(due: number | string): Promise<number>;
  /** A file as its student uploads it; answers its id. */
  evidence(by: Caller, name?: string): Promise<number>;
  /** A draft about these works. */
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  draft(by: Caller, works: number[], more?: object): Promise<Answer<any>>;
  /** The same, complete and sent. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  sent(by: Caller, works: number[], more?: object): Promise<any>;
  /** A step of whoever takes it. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  step(by: Caller, claim: { id: number; version: number }, status: string, more?: object): Promise<Answer<any>>;
}

export const certificate = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF');

export async function claimScene(): Promise<ClaimScene> {
  const scene = await teachingScene();
  const { api, sql, day, plan, people } = scene;
  await api.setClock(`${day(0)}T12:00:05+05:00`);
  const as = ['bachelor_student', 'master_student', 'ms_student'] as const;
  for (const [at, username] of as.entries())
    await sql('update students set account_id = (select id from accounts where username = $1) where id = $2', [
      username,
      people[at],
    ]);
  // Accounts that sit in panels: the committee's own, and two more in the same role.
  for (const username of ['programme_manager', 'course_leader'])
    await sql(
      `insert into account_roles (account_id, role_id, institution_id) select a.id, r.id, 1 from accounts a, roles r
        where a.username = $1 and r.name = 'AR_COMMITTEE' on conflict do nothing`,
      [username],
    );
  const panel = [];
  for (const username of ['ar_committee', 'programme_manager', 'course_leader']) {
    const [row] = await sql(
      `insert into staff (institution_id, account_id, staff_no, firstname, lastname, search)
       select 1, id, 'K-' || id, 'Komissiya', username, 'k' from accounts where username = $1 returning id`,
      [username],
    );
    panel.push({ caller: await api.as(username), staff_id: row.id as number });
  }
  await sql("insert into course_module_teachers values (1, $1, $2, 'LECTURER')", [plan, panel[2]?.staff_id]);
  let works = 0;
  const students: ClaimScene['students'] = [
    await api.as('bachelor_student'),
    await api.as('master_student'),
    await api.as('ms_student'),
  ];
  const evidence = async (by: Caller, name = 'malumotnoma.pdf') =>
    (await by.upload(name, certificate)).body[0].id as number;
  const step: ClaimScene['step'] = (by, { id, version }, status, more = {}) =>
    by.put('/ec/change/status', { id, version, status, ...more });
  const draft: ClaimScene['draft'] = (by, ids, more = {}) =>
    by.post('/ec/', {
      kind: 'ILLNESS',
      text: 'Shamollash bilan kasalxonada yotdim',
      starts_on: day(-2),
      papers: ids.map((target_id) => ({ target: 'HOMEWORK', target_id, wish: 'EXTENSION' })),
      ...more,
    });
  return {
    ...scene,
    office: await api.as('registrar_head'),
    head: await api.as('registrar_head'),
    officer: await api.as('registrar_officer'),
    teacher: await api.as('teacher'),
    second: await api.as('admin'),
    student: students[0],
    students,
    panel,
    async homework(due) {
      works += 1;
      const [row] = await sql(
        `with l as (insert into lessons (institution_id, course_module_id, position, kind, title, published) values (1, $1, $2::int, 'LECTURE', 'Mavzu ' || $2::int, true) returning id)
         insert into lesson_homeworks (institution_id, lesson_id, due_at, late_days) select 1, id, $3, 0 from l returning id`,
        [plan, works, typeof due === 'string' ? due : `${day(due)}T23:59:00+05:00`],
      );
      return row.id as number;
    },
    evidence,
    draft,
    async sent(by, ids, more = {}) {
      const made = await draft(by, ids, { file_ids: [await evidence(by)], ...more });
      if (made.status !== 200) throw new Error(`no draft: ${JSON.stringify(made.body)}`);
      const gone = await step(by, made.body, 'SUBMITTED');
      if (gone.status !== 200) throw new Error(`not sent: ${JSON.stringify(gone.body)}`);
      return gone.body;
    },
    step,
  };
}

/** Until when the caller has for a homework, as everybody reads it. */
export const dueOfHomework = async (by: Caller, homework: number): Promise<string> =>
  (await by.get('/deadline/')).body.find(
    (row: { target: { kind: string; id: number } }) => row.target.kind === 'HOMEWORK' && row.target.id === homework,
  ).due_at;
