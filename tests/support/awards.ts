import type { Answer, Caller } from './api.ts';
import { type MarksScene, marksScene } from './marks.ts';

/** Five students of a programme of six credits, who have earned them; two members of staff who can sit on a board. */
export interface AwardScene extends Omit<MarksScene, 'board'> {
  officer: Caller;
  chair: { by: Caller; staff_id: number };
  secretary: { by: Caller; staff_id: number };
  /** A board with these students on its list, in preparation. */
  board(students: number[]): Told;
  read(id: number): Told;
  step(by: Caller, id: number, status: string, reason?: string): Told;
  decide(id: number, decisions: object[]): Told;
  /** From the list to a confirmed board that awards the degree to all of these. */
  awardTo(students: number[]): Told;
  graduate(students: number[]): Told;
}
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Told = Promise<Answer<any>>;

export async function awardScene(): Promise<AwardScene> {
  const scene = await marksScene();
  const { api, sql } = scene;
  await scene.fill();
  await sql("update marks set status = 'CONFIRMED'");
  await sql('update courses set credits = 6 where id = $1', [scene.course.id]);
  const officer = await api.as('registrar_officer');
  const seat = async (username: string, by: Caller) => ({
    by,
    staff_id: (
      await sql('select s.id from staff s join accounts a on a.id = s.account_id where a.username = $1', [username])
    )[0].id as number,
  });
  const chair = await seat('teacher', scene.teacher);
  const secretary = await seat('module_leader', scene.leader);
  const [year] = await sql('select academic_year_id as id from course_modules where id = $1', [scene.plan]);
  const read: AwardScene['read'] = (id) => officer.get(`/award/board/${id}`);
  const of = async (id: number) => ({ id, version: (await read(id)).body.version });
  const good = (answer: Answer<{ id: number }>) => {
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer;
  };
  const board: AwardScene['board'] = async (students) => {
    const made = good(
      await officer.post('/award/board', {
        course_id: scene.course.id,
        academic_year_id: year.id,
        held_on: scene.day(0),
        quorum: 2,
        members: [
          { staff_id: chair.staff_id, role: 'CHAIR', present: true },
          { staff_id: secretary.staff_id, role: 'SECRETARY', present: true },
        ],
      }),
    );
    return officer.put('/award/board/candidates', { ...(await of(made.body.id)), add: students });
  };
  const step: AwardScene['step'] = async (by, id, status, reason) =>
    by.put('/award/board/status', { ...(await of(id)), status, ...(reason ? { reason } : {}) });
  const decide: AwardScene['decide'] = async (id, decisions) =>
    officer.put('/award/board/decisions', { ...(await of(id)), decisions });
  return {
    ...scene,
    officer,
    chair,
    secretary,
    board,
    read,
    step,
    decide,
    async awardTo(students) {
      const { id } = good(await board(students)).body;
      good(await step(officer, id, 'SITTING'));
      good(
        await decide(
          id,
          students.map((student_id) => ({ student_id, decision: 'AWARD' })),
        ),
      );
      good(await step(officer, id, 'DECIDED'));
      good(await chair.by.post('/award/board/sign', { id }));
      good(await secretary.by.post('/award/board/sign', { id }));
      return good(await step(scene.office, id, 'CONFIRMED'));
    },
    graduate: (ids) =>
      scene.office.put('/student/status', {
        ids,
        status: 'GRADUATED',
        order_number: '12-B',
        order_date: scene.day(0),
      }),
  };
}
