import type { Answer, Caller } from './api.ts';
import { type TeachingScene, teachingScene } from './teaching.ts';

/** A module with a plan in use: course work 40 % of two parts, an exam of 60 % with a minimum of 50; five students. */
export interface MarksScene extends TeachingScene {
  leader: Caller;
  board: Caller;
  /** Ids by code: P1, P2, EX. */
  parts: Record<string, number>;
  plan_id: number;
  /** Saves cells `[code, place of the student, value or special]`, with the versions that stand unless told. */
  enter(by: Caller, cells: Cell[], more?: object): Told;
  grid(by: Caller, query?: string): Told;
  move(by: Caller, status: string, more?: object): Told;
  /** Everybody gets these values in P1, P2, EX. */
  fill(values?: [number, number, number]): Promise<void>;
}
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Told = Promise<Answer<any>>;
type Cell = [code: string, student: number, value: number | string | null, version?: number];

export async function marksScene(environment: Record<string, string> = {}): Promise<MarksScene> {
  const scene = await teachingScene(environment);
  const { api, office, teacher, plan, people, sql } = scene;
  const leader = await api.as('module_leader');
  await sql(
    `with s as (insert into staff (institution_id, account_id, staff_no, firstname, lastname, search)
       select 1, id, 'A-2', 'Lola', 'Umarova', 'umarova' from accounts where username = 'module_leader' returning id)
     insert into course_module_teachers select 1, $1, id, 'LECTURER' from s`,
    [plan],
  );
  const component = (code: string, kind: string, weight: number, more: object = {}) => ({
    code,
    title: { uz: code, ru: '', en: '' },
    kind,
    weight,
    ...more,
  });
  const saved = await office.post('/assessment/', {
    course_module_id: plan,
    state: 'ACTIVE',
    components: [
      component('JN', 'COURSEWORK', 40, { components: [component('P1', 'QUIZ', 50), component('P2', 'QUIZ', 50)] }),
      component('EX', 'EXAM', 60, { minimum: 50 }),
    ],
  });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  const [work, exam] = saved.body.components;
  const parts = Object.fromEntries(
    [...work.components, exam].map((row: { code: string; id: number }) => [row.code, row.id]),
  );
  const enter: MarksScene['enter'] = async (by, cells, more = {}) => {
    const stand = await sql('select component_id, student_id, version from marks where course_module_id = $1', [plan]);
    return by.post('/assessment/bulk', {
      course_module_id: plan,
      marks: cells.map(([code, at, value, version]) => ({
        component_id: parts[code],
        student_id: people[at],
        ...(typeof value === 'string' ? { special: value } : { value }),
        version:
          version ??
          stand.find((row) => row.component_id === parts[code] && row.student_id === people[at])?.version ??
          null,
      })),
      ...more,
    });
  };
  return {
    ...scene,
    leader,
    board: await api.as('course_leader'),
    parts,
    plan_id: saved.body.id,
    enter,
    grid: (by, query = '') => by.get(`/assessment/gradebook?course_module_id=${plan}${query}`),
    move: (by, status, more = {}) =>
      by.put('/assessment/mark/change/status', { course_module_id: plan, status, ...more }),
    async fill([p1, p2, ex] = [80, 70, 75]) {
      const cells = people.flatMap((_, at): Cell[] => [
        ['P1', at, p1],
        ['P2', at, p2],
        ['EX', at, ex],
      ]);
      const answer = await enter(teacher, cells);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
  };
}
