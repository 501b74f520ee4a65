import type { Answer, Caller } from './api.ts';
import { type TeachingScene, teachingScene } from './teaching.ts';

/** The teaching scene with two types of achievements, a table of points that changes in the middle, and students who sign in. */
export interface AchievementScene extends TeachingScene {
  committee: Caller;
  manager: Caller;
  students: [Caller, Caller, Caller];
  /** Competitions, which are to be proved, with first place and taking part; volunteering, which is not. */
  competition: { id: number; first: number; part: number };
  volunteering: { id: number; done: number };
  /** The table from 300 days ago (first place 10, part 2, volunteering 3), and that from 20 days ago (20, 4, 3). */
  scales: [number, number];
  file(by: Caller, content?: string, name?: string): Promise<number>;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  draft(by: Caller, more?: object): Promise<Answer<any>>;
  /** A record that was sent, with a file of its own. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  sent(by: Caller, more?: object): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  step(by: Caller, record: { id: number; version: number }, status: string, more?: object): Promise<Answer<any>>;
}

const said = (uz: string) => ({ uz, ru: `${uz} (ru)`, en: `${uz} (en)` });

export async function achievementScene(): Promise<AchievementScene> {
  const scene = await teachingScene();
  const { api, sql, day, people } = scene;
  const names = ['bachelor_student', 'master_student', 'ms_student'] as const;
  for (const [at, username] of names.entries())
    await sql('update students set account_id = (select id from accounts where username = $1) where id = $2', [
      username,
      people[at],
    ]);
  const committee = await api.as('ar_committee');
  const students: AchievementScene['students'] = [
    await api.as('bachelor_student'),
    await api.as('master_student'),
    await api.as('ms_student'),
  ];
  const type = async (title: string, evidence_min: number, grades: string[]) =>
    (
      await committee.post('/achievement_type/', {
        title: said(title),
        evidence_min,
        grades: grades.map((one) => ({ title: said(one) })),
      })
    ).body;
  const contest = await type('Tanlov', 1, ['Birinchi oʻrin', 'Ishtirok']);
  const help = await type('Koʻngillilik', 0, ['Bajarildi']);
  const competition = { id: contest.id, first: contest.grades[0].id, part: contest.grades[1].id };
  const volunteering = { id: help.id, done: help.grades[0].id };
  const scale = async (starts_on: string, [first, part, done]: [number, number, number]) => {
    const made = await committee.post('/achievement_scale/', {
      starts_on,
      basis: `Buyruq, ${starts_on}`,
      points: [
        { grade_id: competition.first, points: first },
        { grade_id: competition.part, points: part },
        { grade_id: volunteering.done, points: done },
      ],
    });
    const live = await committee.put('/achievement_scale/publish', { id: made.body.id, version: made.body.version });
    if (live.status !== 200) throw new Error(`no table of points: ${JSON.stringify([made.body, live.body])}`);
    return live.body.id as number;
  };
  const scales: [number, number] = [await scale(day(-300), [10, 2, 3]), await scale(day(-20), [20, 4, 3])];
  let files = 0;
  const file: AchievementScene['file'] = async (by, content, name = 'diplom.pdf') => {
    files += 1;
    const uploaded = await by.upload(
      name,
      Buffer.from(`%PDF-1.4\n1 0 obj\n<<>>\nendobj\n% ${content ?? `of its own ${files}`}\ntrailer\n<<>>\n%%EOF`),
    );
    return uploaded.body[0].id;
  };
  const step: AchievementScene['step'] = (by, { id, version }, status, more = {}) =>
    by.put('/achievement_records/change/status', { id, version, status, ...more });
  const draft: AchievementScene['draft'] = (by, more = {}) =>
    by.post('/achievement_records/', {
      type_id: competition.id,
      grade_id: competition.first,
      title: 'Respublika olimpiadasi',
      organizer: 'Oliy taʼlim vazirligi',
      achieved_on: day(-5),
      ...more,
    });
  return {
    ...scene,
    committee,
    manager: await api.as('extracurricular_activity_manager'),
    student: students[0],
    students,
    competition,
    volunteering,
    scales,
    file,
    draft,
    step,
    async sent(by, more = {}) {
      const made = await draft(by, { file_ids: [await file(by)], ...more });
      if (made.status !== 200) throw new Error(`no draft: ${JSON.stringify(made.body)}`);
      const gone = await step(by, made.body, 'SUBMITTED');
      if (gone.status !== 200) throw new Error(`not sent: ${JSON.stringify(gone.body)}`);
      return gone.body;
    },
  };
}
