import type { Caller } from './api.ts';
import { type TeachingScene, teachingScene } from './teaching.ts';

/** The teaching scene with students who write CVs and get offers, and the career centre. */

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

export interface People {
  student: Caller;
  other: Caller;
  curator: Caller;
}
export interface CareerScene extends TeachingScene {
  /** The clock at an instant, and everybody signed in anew: sessions of before may be over by then. */
  at(instant: string): Promise<People>;
  /** Six in the evening of the day that many days from today, by the clocks of Greenwich. */
  soon(days: number): string;
}

export async function careerScene(): Promise<CareerScene> {
  const scene = await teachingScene();
  const as = ['bachelor_student', 'master_student', 'ms_student'];
  for (const [nth, username] of as.entries())
    await scene.sql('update students set account_id = (select id from accounts where username = $1) where id = $2', [
      username,
      scene.people[nth],
    ]);
  return {
    ...scene,
    soon: (days) => `${scene.day(days)}T18:00:00Z`,
    async at(instant) {
      await scene.api.setClock(instant);
      return {
        student: await scene.api.as('bachelor_student'),
        other: await scene.api.as('master_student'),
        curator: await scene.api.as('career_center_manager'),
      };
    },
  };
}

export const content = {
  headline: 'Iqtisodchi',
  objective: 'Bank sohasida ish boshlamoqchiman',
  email: 'ali@example.uz',
  hard_skills: ['SQL', 'Excel'],
  work_experiences: [
    { ref: 'w1', employer: 'Bank', position: 'Amaliyotchi', from: '2026-01', to: null, text: 'Hisobot' },
  ],
};

export const step = (by: Caller, { id, version }: Any, status: string, more = {}) =>
  by.put('/cv/change/status', { id, version, status, ...more });
export const answer = (by: Caller, id: number, status: string, more = {}) =>
  by.put('/job_offer/status', { id, status, ...more });

const done = ({ status, body }: { status: number; body: Any }): Any => {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

/** The CV of a student, approved. */
export async function approved(by: Caller, curator: Caller): Promise<Any> {
  const own = done(await by.get('/cv/own')).cv;
  const draft = own
    ? await by.post('/cv/', { ...own, ...content, objective: `Maqsad ${own.version}` })
    : await by.post('/cv/', content);
  const { id, version } = done(await step(by, done(draft), 'SUBMITTED'));
  done(await curator.post('/cv/review', { id, version, status: 'APPROVED' }));
  return done(await by.get(`/cv/${id}`));
}

export const offer = async (curator: Caller, valid_until: string, more = {}): Promise<Any> =>
  done(
    await curator.post('/job_offer/', {
      title: 'Kredit mutaxassisi',
      employer: 'Sinov bank',
      requirements: 'Excel',
      salary: '6000000',
      currency: 'UZS',
      valid_until,
      ...more,
    }),
  );
/** The same, sent to these students. */
export async function sentOffer(curator: Caller, valid_until: string, student_ids: number[], more = {}): Promise<Any> {
  const { id } = await offer(curator, valid_until, more);
  return done(await curator.post('/job_offer/send', { id, student_ids })).offer;
}
