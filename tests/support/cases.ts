import { clock } from '#platform/contract/clock.ts';
import type { Answer, Caller } from './api.ts';
import { type MarksScene, marksScene } from './marks.ts';

/** A module with marks, and everybody who has a part in cases of misconduct. */
export interface CaseScene extends MarksScene {
  officer: Caller;
  /** Consult: the module leader, who teaches, and a mentor. */
  consultants: [Caller, Caller];
  /** A chair and two members, of nobody's department. */
  panel: [Caller, Caller, Caller];
  director: Caller;
  /** Staff by the account's name. */
  staff: Record<string, number>;
  type: number;
  report(by: Caller, more?: object): Told;
  /** A case of the first student, reported by the teacher. */
  open(more?: object): Promise<Case>;
  read(by: Caller, id: number): Promise<Case>;
  step(by: Caller, row: Case, status: string, more?: object): Told;
  put(by: Caller, path: string, row: Case, more?: object): Told;
  /** From the report to a panel whose hearing is over. */
  toPanel(row: Case): Promise<Case>;
  /** … to a decision of this penalty. */
  toDecision(row: Case, penalty: string): Promise<Case>;
}
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Told = Promise<Answer<any>>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Case = any;

export async function caseScene(): Promise<CaseScene> {
  const scene = await marksScene();
  const { api, sql, parts, people, office, teacher, leader } = scene;
  const staff: Record<string, number> = {};
  for (const username of [
    'academic_mentor',
    'ar_committee',
    'programme_manager',
    'dean',
    'course_leader',
    'director',
  ]) {
    const [row] = await sql(
      `insert into staff (institution_id, account_id, staff_no, firstname, lastname, search)
       select 1, id, 'M-' || id, 'Xodim', initcap(username), username from accounts where username = $1 returning id`,
      [username],
    );
    staff[username] = row.id;
  }
  for (const username of ['teacher', 'module_leader'])
    staff[username] = (
      await sql('select s.id from staff s join accounts a on a.id = s.account_id where a.username = $1', [username])
    )[0].id;
  const type = (
    await office.post('/offence/type/', {
      code: 'PLAGIARISM',
      title: { uz: 'Koʻchirmachilik', ru: 'Плагиат', en: 'Plagiarism' },
      points: 100,
    })
  ).body.id;
  const [officer, mentor, chair, second, third, director] = [
    await api.as('registrar_officer'),
    await api.as('academic_mentor'),
    await api.as('ar_committee'),
    await api.as('programme_manager'),
    await api.as('dean'),
    await api.as('director'),
  ];
  const report: CaseScene['report'] = (by, more = {}) =>
    by.post('/offence/report/', {
      component_id: parts.P1,
      type_id: type,
      source: 'TEACHER',
      occurred_on: scene.day(0),
      text: 'Ish boshqa manbadan olingan',
      students: [{ student_id: people[0] }],
      ...more,
    });
  const read: CaseScene['read'] = async (by, id) => (await by.get(`/offence/${id}`)).body;
  const put: CaseScene['put'] = (by, path, row, more = {}) =>
    by.put(`/offence/${path}`, { id: row.id, version: row.version, ...more });
  const step: CaseScene['step'] = (by, row, status, more = {}) => put(by, 'change/status', row, { status, ...more });
  const ok = async (told: Told): Promise<Case> => {
    const answer = await told;
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  const open: CaseScene['open'] = async (more = {}) => {
    const made = await ok(report(teacher, more));
    return read(officer, made.cases[0].id);
  };
  const hour = (ahead: number) => new Date(clock.now() + ahead * 3_600_000).toISOString();
  const toPanel: CaseScene['toPanel'] = async (row) => {
    let now = await ok(
      step(officer, row, 'CONSULTATION', {
        leader_id: staff.module_leader,
        mentor_id: staff.academic_mentor,
        statement_until: hour(1),
      }),
    );
    // The student has nothing more to say; whoever has no account here never says anything.
    await sql("update offences set statement_until = edulab_now() - interval '2 minutes' where id = $1", [row.id]);
    const written = await ok(
      leader.post('/offence/consultation_reports/', {
        offence_id: row.id,
        text: 'Suhbat bayoni',
        conclusion: 'POSSIBLE_MAJOR_ACADEMIC_MISCONDUCT',
        status: 'SIGNED_BY_STAFF',
      }),
    );
    await ok(
      mentor.post('/offence/consultation_reports/', {
        id: written.id,
        version: written.version,
        status: 'SIGNED_BY_STAFF',
      }),
    );
    await ok(step(leader, await read(leader, row.id), 'CONCLUDED'));
    now = await read(officer, row.id);
    await sql('update offences set notice_waived_at = edulab_now() where id = $1', [row.id]);
    now = await read(officer, row.id);
    now = await ok(
      put(officer, 'panel', now, {
        hearing_at: hour(1),
        place: '101-xona',
        members: [
          { staff_id: staff.ar_committee, role: 'CHAIR' },
          { staff_id: staff.programme_manager, role: 'MEMBER' },
          { staff_id: staff.dean, role: 'MEMBER' },
        ],
      }),
    );
    await sql("update offence_panels set hearing_at = edulab_now() - interval '1 hour' where offence_id = $1", [
      row.id,
    ]);
    return read(officer, row.id);
  };
  const toDecision: CaseScene['toDecision'] = async (row, penalty) => {
    const heard = await read(chair, (await toPanel(row)).id);
    const found = await ok(
      put(chair, 'finding', heard, { finding: 'PROVEN', reason: 'Manba bir xil', bundle_id: heard.bundles[0].id }),
    );
    const decided = await ok(put(chair, 'penalty', found, { penalty, reason: 'Tarif boʻyicha emas' }));
    if (decided.status !== 'DECIDED') await ok(put(second, 'penalty/sign', await read(second, row.id)));
    return read(office, row.id);
  };
  return {
    ...scene,
    officer,
    consultants: [leader, mentor],
    panel: [chair, second, third],
    director,
    staff,
    type,
    report,
    open,
    read,
    step,
    put,
    toPanel,
    toDecision,
  };
}
