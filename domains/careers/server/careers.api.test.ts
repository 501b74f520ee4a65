import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { on } from '#platform/server/hooks.ts';
import { doNightly } from '#platform/server/work/nightly.ts';
import type { Caller } from '#tests/support/api.ts';
import { type TeachingScene, teachingScene } from '#tests/support/teaching.ts';
import { verifiedFacts } from './index.ts';
import { expireOffers } from './offers/steps.ts';

let scene: TeachingScene;
let student: Caller;
let other: Caller;
let curator: Caller;
beforeAll(async () => {
  scene = await teachingScene();
  const as = ['bachelor_student', 'master_student', 'ms_student'];
  for (const [nth, username] of as.entries())
    await scene.sql('update students set account_id = (select id from accounts where username = $1) where id = $2', [
      username,
      scene.people[nth],
    ]);
  await at(`${scene.day(0)}T12:00:05+05:00`);
}, 120_000);
/** The clock at an instant, and everybody signed in anew: sessions of before may be over by then. */
async function at(instant: string): Promise<void> {
  await scene.api.setClock(instant);
  student = await scene.api.as('bachelor_student');
  other = await scene.api.as('master_student');
  curator = await scene.api.as('career_center_manager');
}
afterAll(() => scene?.api.close());

const content = {
  headline: 'Iqtisodchi',
  objective: 'Bank sohasida ish boshlamoqchiman',
  email: 'ali@example.uz',
  hard_skills: ['SQL', 'Excel'],
  work_experiences: [
    { key: 'w1', employer: 'Bank', position: 'Amaliyotchi', from: '2026-01', to: null, text: 'Hisobot' },
  ],
};
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;
const step = (by: Caller, { id, version }: Any, status: string, more = {}) =>
  by.put('/cv/change/status', { id, version, status, ...more });
/** The CV of a student, approved. */
async function approved(by: Caller): Promise<Any> {
  const own = (await by.get('/cv/own')).body;
  const draft = own.cv
    ? await by.post('/cv/', {
        id: own.cv.id,
        version: own.cv.version,
        ...content,
        objective: `Maqsad ${Math.random()}`,
      })
    : await by.post('/cv/', content);
  expect(draft.status, JSON.stringify(draft.body)).toBe(200);
  const sent = await step(by, draft.body, 'SUBMITTED');
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const done = await curator.post('/cv/review', { id: sent.body.id, version: sent.body.version, status: 'APPROVED' });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  return (await by.get(`/cv/${sent.body.id}`)).body;
}
const soon = (days: number) => `${scene.day(days)}T18:00:00Z`;
async function offer(more = {}): Promise<Any> {
  const made = await curator.post('/job_offer/', {
    title: 'Kredit mutaxassisi',
    employer: 'Sinov bank',
    requirements: 'Excel',
    salary: '6000000',
    currency: 'UZS',
    valid_until: soon(10),
    ...more,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body;
}
async function sent(to: number[], more = {}): Promise<Any> {
  const made = await offer(more);
  const out = await curator.post('/job_offer/send', { id: made.id, student_ids: to });
  expect(out.status, JSON.stringify(out.body)).toBe(200);
  return out.body.offer;
}
const answer = (by: Caller, id: number, status: string, more = {}) =>
  by.put('/job_offer/status', { id, status, ...more });

describe('a CV', () => {
  it('is written, handed in, remarked on, mended and approved; what is approved stays while a new one is written', async () => {
    expect((await student.get('/cv/own')).body).toMatchObject({ cv: null, need: { need_for_job_status: null } });
    const draft = (await student.post('/cv/', {})).body;
    expect(draft).toMatchObject({ status: 'DRAFT', own: true, next: ['SUBMITTED', 'ARCHIVED'] });
    expect((await student.post('/cv/', {})).body.code).toBe('DUPLICATE');
    expect((await curator.get(`/cv/${draft.id}`)).status).toBe(404);
    const empty = await step(student, draft, 'SUBMITTED');
    expect([empty.status, empty.body.code]).toEqual([422, 'CV_INCOMPLETE']);
    const saved = await student.post('/cv/', { id: draft.id, version: draft.version, ...content });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect((await student.post('/cv/', { id: draft.id, version: draft.version, city: 'x' })).body.code).toBe('STALE');
    const first = await step(student, saved.body, 'SUBMITTED');
    expect(first.body).toMatchObject({ status: 'SUBMITTED', versions_count: 1 });
    expect((await student.post('/cv/', { id: draft.id, version: first.body.version, city: 'x' })).body.code).toBe(
      'CV_SUBMITTED',
    );
    const waiting = (await curator.get('/cv/curator')).body.content;
    expect(waiting.map((row: Any) => row.id)).toEqual([draft.id]);

    const unknown = await curator.post('/cv/review', {
      id: draft.id,
      status: 'CHANGES_REQUIRED',
      remarks: [{ place: 'work_experiences', entry: 'w9', text: '?' }],
    });
    expect([unknown.status, unknown.body.code]).toEqual([422, 'CV_ENTRY_UNKNOWN']);
    expect((await curator.post('/cv/review', { id: draft.id, status: 'CHANGES_REQUIRED' })).body.code).toBe(
      'REASON_REQUIRED',
    );
    const back = await curator.post('/cv/review', {
      id: draft.id,
      status: 'CHANGES_REQUIRED',
      remarks: [{ place: 'work_experiences', entry: 'w1', text: 'Nima qilganingizni yozing' }],
    });
    expect(back.status, JSON.stringify(back.body)).toBe(200);
    const seen = (await student.get(`/cv/${draft.id}`)).body;
    expect(seen.remarks).toMatchObject([{ place: 'work_experiences', entry: 'w1', number: 1, done: false }]);
    expect((await student.put('/cv/remark', { id: seen.remarks[0].id, done: true })).status).toBe(200);
    expect((await other.put('/cv/remark', { id: seen.remarks[0].id, done: false })).status).toBe(404);
    expect((await step(student, seen, 'SUBMITTED')).body.code).toBe('CV_UNCHANGED');
    const mended = (await student.post('/cv/', { id: draft.id, version: seen.version, city: 'Toshkent' })).body;
    const second = (await step(student, mended, 'SUBMITTED')).body;
    expect(second.versions_count).toBe(2);
    const ok = await curator.post('/cv/review', { id: draft.id, version: second.version, status: 'APPROVED' });
    expect(ok.body).toMatchObject({ status: 'APPROVED', approved: { number: 2 } });

    const now = (await student.get(`/cv/${draft.id}`)).body;
    const again = (await student.post('/cv/', { id: draft.id, version: now.version, headline: 'Moliyachi' })).body;
    expect(again).toMatchObject({ status: 'DRAFT', headline: 'Moliyachi', approved: { number: 2 } });
    // Others go on reading what was handed in.
    expect((await curator.get(`/cv/${draft.id}`)).body).toMatchObject({ status: 'APPROVED', headline: 'Iqtisodchi' });
    const notices = (await student.get('/notice/?size=5')).body.content ?? [];
    expect(JSON.stringify(notices)).toContain('/cv/create/own');
  });

  it('is nobody else’s: not another student’s, not of another institution, not of who has no right', async () => {
    const mine = await approved(student);
    expect((await other.get(`/cv/${mine.id}`)).status).toBe(404);
    expect((await other.post('/cv/', { id: mine.id, version: mine.version, city: 'x' })).status).toBe(404);
    expect((await other.get('/cv/')).body.content).toEqual([]);
    expect((await (await scene.api.as('teacher')).get(`/cv/${mine.id}`)).status).toBe(403);
    const away = await scene.api.as('super_admin', 2);
    expect((await away.get(`/cv/${mine.id}`)).status).toBe(404);
    expect((await away.get('/cv/')).body.total_elements).toBe(0);
    expect((await (await scene.api.as('admin_viewer')).get(`/cv/${mine.id}`)).status).toBe(200);
    expect((await curator.post('/cv/', { id: mine.id, version: mine.version, city: 'x' })).status).toBe(403);
  });

  it('carries what the record vouches for, which nobody types, and says when the record says something else', async () => {
    let detail = '90 ball';
    const off = scene.api.follow(
      on(verifiedFacts, {
        name: 'test',
        of: async (_call, ids) =>
          new Map(
            ids.map((id) => [
              id,
              [{ key: 'achievement.1', kind: 'ACHIEVEMENT', title: 'Olimpiada', detail, at: '2026', check_code: null }],
            ]),
          ),
      }),
    );
    const mine = await approved(student);
    expect(mine.facts.map((one: Any) => one.key)).toEqual(expect.arrayContaining(['degree', 'achievement.1']));
    expect(mine.outdated).toBe(false);
    const typed = await student.post('/cv/', { id: mine.id, version: mine.version, facts: [] });
    expect(typed.body.facts ?? mine.facts).not.toEqual([]);
    detail = '80 ball';
    expect((await student.get(`/cv/${mine.id}`)).body.outdated).toBe(true);
    off();
    expect((await student.post('/cv/', { id: mine.id, version: mine.version, modules: [999] })).body.code).toMatch(
      /CV_MODULE_UNKNOWN|STALE/,
    );
  });

  it('is drawn in two layouts and three languages, with a script in a field as text', async () => {
    const own = (await student.get('/cv/own')).body.cv;
    const evil = '<script>alert(1)</script>';
    const saved = await student.post('/cv/', { ...own, headline: evil });
    expect(saved.body.headline).toBe(evil);
    for (const layout of ['CLASSIC', 'MODERN'])
      for (const language of ['uz', 'ru', 'en']) {
        const file = await student.get(`/cv/file/${own.id}?layout=${layout}&language=${language}`);
        expect([file.status, file.raw.subarray(0, 5).toString()], JSON.stringify(file.body).slice(0, 300)).toEqual([
          200,
          '%PDF-',
        ]);
      }
    expect((await other.get(`/cv/file/${own.id}`)).status).toBe(404);
  });

  it('refuses what is no link, no month, and too much', async () => {
    const own = (await student.get('/cv/own')).body.cv;
    const bad = async (more: object) => (await student.post('/cv/', { ...own, ...more })).status;
    expect(await bad({ links: ['javascript:alert(1)'] })).toBe(400);
    expect(await bad({ schools: [{ key: 'a', name: 'X', from: '2026-13' }] })).toBe(400);
    expect(await bad({ hard_skills: Array.from({ length: 31 }, (_, at) => `s${at}`) })).toBe(400);
    expect(await bad({ photo_file_id: 999_999 })).toBe(422);
    // A picture that says it is 60,000 × 60,000 is not taken in the first place.
    const bomb = Buffer.from(
      '89504e470d0a1a0a0000000d494844520000ea600000ea6008060000004b2ffd0f0000000a49444154789c6360000000020001e221bc330000000049454e44ae426082',
      'hex',
    );
    expect((await student.upload('bomb.png', bomb, '?kind=photo')).status).toBeGreaterThanOrEqual(400);
  });

  it('is found by skills that are usual, and by those that several write', async () => {
    expect((await student.get('/cv/hard_skills?search=sq')).body).toContainEqual({ id: 'SQL', title: 'SQL' });
    expect((await student.get('/cv/soft_skills')).body.length).toBeGreaterThan(5);
  });

  it('takes its first lines and its look by calls of their own', async () => {
    const words = await student.post('/cv/document/objective', { objective: 'Yangi maqsad', headline: 'Tahlilchi' });
    expect(words.body).toMatchObject({ objective: 'Yangi maqsad', headline: 'Tahlilchi' });
    const look = await student.post('/cv/document/cv', { layout: 'MODERN', language: 'ru' });
    expect(look.body).toMatchObject({ layout: 'MODERN', language: 'ru', objective: 'Yangi maqsad' });
  });
});

describe('looking for work', () => {
  const need = async (by: Caller) => (await by.get('/user/me/info')).body.user_info.need_for_job_status;
  it('is said, stands in the profile, and is asked anew with the next term', async () => {
    expect((await student.put('/cv/need_for_job_status', { status: 'UPDATE_REQUIRED' })).body.code).toBe(
      'NEED_UNKNOWN',
    );
    expect((await student.put('/cv/need_for_job_status', { status: 'ON_HOLIDAY' })).status).toBe(422);
    expect((await student.put('/cv/need_for_job_status', {})).status).toBe(400);
    const said = await student.put('/cv/need_for_job_status', { status: 'LOOKING_FOR_JOB' });
    expect(said.body.need_for_job_status).toBe('LOOKING_FOR_JOB');
    expect(await need(student)).toBe('LOOKING_FOR_JOB');
    const night = async (day: number) => {
      await at(`${scene.day(day)}T12:00:00+05:00`);
      await doNightly(scene.api.kernel, scene.api.app.log);
    };
    await night(0);
    await night(1);
    expect(await need(student)).toBe('LOOKING_FOR_JOB');
    // The second semester begins on the 70th day.
    await night(71);
    expect(await need(student)).toBe('UPDATE_REQUIRED');
    await student.put('/cv/need_for_job_status', { status: 'OPEN_TO_OFFERS' });
    await night(72);
    expect(await need(student)).toBe('OPEN_TO_OFFERS');
    await at(`${scene.day(0)}T12:00:05+05:00`);
  });
});

describe('an offer', () => {
  const fresh = async (by: Caller) => (await by.get('/user/me/info')).body.user_info.new_job_offers;
  it('is looked at before it is sent, reaches each once, is counted until it is seen, and is accepted with an approved CV alone', async () => {
    const made = await offer();
    const [a, b] = scene.people as [number, number];
    expect((await student.get(`/job_offer/${made.id}`)).status).toBe(404);
    expect((await curator.post('/job_offer/send/preview', { id: made.id })).body.code).toBe('NOBODY_CHOSEN');
    const preview = (await curator.post('/job_offer/send/preview', { id: made.id, student_ids: [a, b] })).body;
    expect(preview).toMatchObject({ total: 2, fresh: 2 });
    const before = await fresh(other);
    const [one, two] = await Promise.all([
      curator.post('/job_offer/send', { id: made.id, student_ids: [a, b] }),
      curator.post('/job_offer/send', { id: made.id, student_ids: [a, b] }),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body.sent + two.body.sent).toBe(2);
    expect(await fresh(other)).toBe(before + 1);
    const listed = (await other.get('/job_offer/student/all')).body;
    expect(listed.find((row: Any) => row.id === made.id)).toMatchObject({ open: true, answer: { status: 'SENT' } });
    expect((await answer(other, made.id, 'SEEN')).body.answer.status).toBe('SEEN');
    expect(await fresh(other)).toBe(before);
    // Without an approved CV nothing is shared.
    const without = await answer(other, made.id, 'ACCEPTED', { share: true });
    expect([without.status, without.body.code]).toEqual([422, 'CV_NOT_APPROVED']);
    const yes = await answer(other, made.id, 'ACCEPTED');
    expect(yes.body.answer).toMatchObject({ status: 'ACCEPTED', shared: false });
    const approvedCv = await approved(student);
    const twice = await Promise.all(
      [1, 2].map(() => answer(student, made.id, 'ACCEPTED', { share: true, employed: true })),
    );
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(twice[0]?.body.answer).toMatchObject({ shared: true, shared_number: approvedCv.approved.number });
    const history = await scene.sql(
      "select h.* from status_history h join job_offer_answers a on a.id = h.entity_id where h.entity = 'job_offer_answer' and h.to_status = 'ACCEPTED' and a.offer_id = $1 and a.student_id = $2",
      [made.id, a],
    );
    expect(history).toHaveLength(1);
    expect((await student.get('/user/me/info')).body.user_info.need_for_job_status).toBe('EMPLOYED');
    const answers = (await curator.get(`/job_offer/answers?offer_id=${made.id}`)).body;
    expect(answers.total_elements).toBe(2);
    expect((await student.get(`/job_offer/answers?offer_id=${made.id}`)).status).toBe(403);
  });

  it('past its date is not answered any more, also in that very second; one of the two wins', async () => {
    const [a] = scene.people as [number];
    const late = await sent([a], { valid_until: soon(3) });
    await at(`${scene.day(3)}T17:59:59.900Z`);
    const results = await Promise.all([answer(student, late.id, 'DECLINED'), expireOffers(scene.api.kernel)]);
    await at(`${scene.day(3)}T18:00:00Z`);
    await expireOffers(scene.api.kernel);
    const [row] = await scene.sql('select status from job_offer_answers where offer_id = $1', [late.id]);
    expect(row.status).toBe(results[0].status === 200 ? 'DECLINED' : 'EXPIRED');
    const second = await sent([a], { valid_until: soon(4) });
    await at(`${scene.day(4)}T18:00:00Z`);
    // The clock has ended it before any work has.
    const over = await answer(student, second.id, 'ACCEPTED');
    expect([over.status, over.body.code]).toEqual([422, 'OFFER_EXPIRED']);
    expect((await student.get(`/job_offer/${second.id}`)).body).toMatchObject({ open: false });
    await expireOffers(scene.api.kernel);
    await expireOffers(scene.api.kernel);
    const past = await scene.sql(
      "select count(*)::int as n from status_history where entity = 'job_offer' and entity_id = $1 and to_status = 'EXPIRED'",
      [second.id],
    );
    expect(past[0].n).toBe(1);
    // With a later date it runs again.
    const now = (await curator.get(`/job_offer/${second.id}`)).body;
    expect(now.next).not.toContain('SENT');
    const later = (await curator.post('/job_offer/', { id: now.id, version: now.version, valid_until: soon(9) })).body;
    expect((await answer(curator, later.id, 'SENT', { version: later.version })).body.status).toBe('SENT');
    expect((await student.get(`/job_offer/${second.id}`)).body.answer.status).toBe('SENT');
    await at(`${scene.day(0)}T12:00:05+05:00`);
  });

  it('open to everybody is answered by whoever finds it, once; withdrawn it is before nobody', async () => {
    const open = await sent([scene.people[1]!], { for_everybody: true });
    const both = await Promise.all([1, 2].map(() => answer(student, open.id, 'ACCEPTED', {})));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const rows = await scene.sql('select id from job_offer_answers where offer_id = $1 and student_id = $2', [
      open.id,
      scene.people[0],
    ]);
    expect(rows).toHaveLength(1);
    const now = (await curator.get(`/job_offer/${open.id}`)).body;
    expect((await answer(curator, open.id, 'WITHDRAWN', { version: now.version })).body.code).toBe('REASON_REQUIRED');
    await answer(curator, open.id, 'WITHDRAWN', { version: now.version, reason: 'Bekor qilindi' });
    expect((await other.get(`/job_offer/${open.id}`)).body.answer.status).toBe('WITHDRAWN');
    expect((await answer(other, open.id, 'ACCEPTED')).body.code).toBe('OFFER_OVER');
  });

  it('is reported dead once by each, without a name', async () => {
    const dead = await sent([scene.people[0]!, scene.people[1]!]);
    for (const by of [student, student, other])
      expect((await by.post('/job_offer/report', { id: dead.id, reason: 'CLOSED', note: 'Javob yoʻq' })).status).toBe(
        200,
      );
    const said = (await curator.get(`/job_offer/reports?offer_id=${dead.id}`)).body;
    expect(said).toHaveLength(2);
    expect(JSON.stringify(said)).not.toContain('student');
    expect((await curator.get(`/job_offer/${dead.id}`)).body.reports).toBe(2);
    expect((await student.get(`/job_offer/${dead.id}`)).body).toMatchObject({ reported: true, reports: null });
  });

  it('refuses a salary that is reversed, a date that is past, and a foreign institution', async () => {
    const bad = async (more: object) =>
      (await curator.post('/job_offer/', { title: 'A', employer: 'B', valid_until: soon(5), ...more })).body.code;
    expect(await bad({ salary: '5', salary_to: '4' })).toBe('SALARY_REVERSED');
    expect(await bad({ valid_until: soon(-1) })).toBe('OFFER_DATE');
    expect(await bad({ salary: '-5' })).toBe('BAD_REQUEST');
    const made = await offer();
    const away = await scene.api.as('super_admin', 2);
    expect((await away.get(`/job_offer/${made.id}`)).status).toBe(404);
    expect((await away.post('/job_offer/send', { id: made.id, student_ids: [scene.people[0]] })).status).toBe(404);
    expect((await curator.delete(`/job_offer/${made.id}`)).status).toBe(200);
    expect((await (await scene.api.as('admin_viewer')).post('/job_offer/', {})).status).toBe(403);
    expect((await (await scene.api.as('admin_viewer')).get('/job_offer/')).status).toBe(200);
  });
});

describe('an employer’s link', () => {
  it('shows who shares their CV, until they do so no more, and ends', async () => {
    const { anonymous } = scene.api;
    const one = await sent([scene.people[0]!, scene.people[1]!]);
    const mine = await approved(student);
    await answer(student, one.id, 'ACCEPTED', { share: true, note: 'Salom' });
    await answer(other, one.id, 'ACCEPTED');
    const made = (await curator.post('/job_offer/link', { offer_id: one.id, name: 'HR, Sinov bank', days: 5 })).body;
    const token = made.path.split('/').at(-1);
    expect(JSON.stringify(await scene.sql('select * from employer_links'))).not.toContain(token);
    const seen = await anonymous.get(`/job_offer/guest/${token}`);
    expect(seen.status, JSON.stringify(seen.body)).toBe(200);
    expect(seen.body.people).toHaveLength(1);
    expect(seen.body.people[0]).toMatchObject({ note: 'Salom', number: mine.approved.number, outdated: false });
    const { id } = seen.body.people[0];
    const pdf = await anonymous.get(`/job_offer/guest/${token}/cv/${id}`);
    expect([pdf.status, pdf.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect((await anonymous.put('/job_offer/guest/word', { token, id, word: 'INVITED' })).status).toBe(200);
    expect((await student.get(`/job_offer/${one.id}`)).body.answer.employer_word).toBe('INVITED');
    // A new draft changes nothing of what was shared.
    await student.post('/cv/', { id: mine.id, version: mine.version, headline: 'Boshqa' });
    expect((await anonymous.get(`/job_offer/guest/${token}`)).body.people[0].content.headline).toBe('Iqtisodchi');

    expect((await student.post('/job_offer/consent', { id: one.id, share: false })).body.answer.shared).toBe(false);
    expect((await anonymous.get(`/job_offer/guest/${token}`)).body.people).toEqual([]);
    expect((await anonymous.get(`/job_offer/guest/${token}/cv/${id}`)).status).toBe(404);
    expect((await anonymous.put('/job_offer/guest/word', { token, id, word: null })).status).toBe(404);
    await student.post('/job_offer/consent', { id: one.id, share: true });
    expect((await anonymous.get(`/job_offer/guest/${token}`)).body.people).toHaveLength(1);
    // What is found wanting after all is seen by nobody.
    const now = (await curator.get(`/cv/${mine.id}`)).body;
    void now;

    expect((await anonymous.get(`/job_offer/guest/${'x'.repeat(43)}`)).status).toBe(404);
    expect((await anonymous.get('/job_offer/guest/short')).status).toBe(404);
    // The institution that the request names means nothing.
    expect((await anonymous.get(`/job_offer/guest/${token}`, { institution: '2' })).status).toBe(200);
    expect((await (await scene.api.as('super_admin', 2)).get(`/job_offer/link?offer_id=${one.id}`)).status).toBe(404);
    expect((await curator.put('/job_offer/link/revoke', { id: made.link.id })).status).toBe(200);
    const over = await anonymous.get(`/job_offer/guest/${token}`);
    expect([over.status, over.body.code]).toEqual([410, 'EMPLOYER_LINK_OVER']);
    const next = (await curator.post('/job_offer/link', { offer_id: one.id, name: 'HR', days: 1 })).body.path
      .split('/')
      .at(-1);
    await at(`${scene.day(2)}T12:00:00+05:00`);
    expect((await anonymous.get(`/job_offer/guest/${next}`)).status).toBe(410);
    await at(`${scene.day(0)}T12:00:05+05:00`);
  });
});

describe('statistics', () => {
  it('show no group of fewer than five', async () => {
    await scene.sql("update students set status = 'GRADUATED' where id = any($1)", [scene.people.slice(2)]);
    const { body } = await curator.get('/cv/statistics');
    expect(body.total).toEqual({ graduates: null, answered: null, employed: null });
    expect(JSON.stringify(body.courses)).not.toMatch(/:[1-4][,}]/);
    expect((await student.get('/cv/statistics')).status).toBe(403);
  });
});
