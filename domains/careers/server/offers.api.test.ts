import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { answer, approved, type CareerScene, careerScene, offer, sentOffer, step } from '#tests/support/careers.ts';
import { tellEmployers } from './offers/employer-mail.ts';
import { expireOffers } from './offers/steps.ts';

let scene: CareerScene;
let student: Caller;
let other: Caller;
let curator: Caller;
const at = async (instant: string) => {
  ({ student, other, curator } = await scene.at(instant));
};
beforeAll(async () => {
  scene = await careerScene();
  await at(`${scene.day(0)}T12:00:05+05:00`);
});
afterAll(() => scene?.api.close());

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
type Any = any;

describe('an offer', () => {
  const fresh = async (by: Caller) => (await by.get('/user/me/info')).body.user_info.new_job_offers;
  it('is looked at before it is sent, reaches each once, is counted until it is seen, and is accepted with an approved CV alone', async () => {
    const made = await offer(curator, scene.soon(10));
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
    const approvedCv = await approved(student, curator);
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
    const late = await sentOffer(curator, scene.soon(3), [a]);
    await at(`${scene.day(3)}T17:59:59.900Z`);
    const results = await Promise.all([answer(student, late.id, 'DECLINED'), expireOffers(scene.api.kernel)]);
    await at(`${scene.day(3)}T18:00:00Z`);
    await expireOffers(scene.api.kernel);
    const [row] = await scene.sql('select status from job_offer_answers where offer_id = $1', [late.id]);
    expect(row.status).toBe(results[0].status === 200 ? 'DECLINED' : 'EXPIRED');
    const second = await sentOffer(curator, scene.soon(4), [a]);
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
    const later = (await curator.post('/job_offer/', { id: now.id, version: now.version, valid_until: scene.soon(9) }))
      .body;
    expect((await answer(curator, later.id, 'SENT', { version: later.version })).body.status).toBe('SENT');
    expect((await student.get(`/job_offer/${second.id}`)).body.answer.status).toBe('SENT');
    await at(`${scene.day(0)}T12:00:05+05:00`);
  });

  it('open to everybody is answered by whoever finds it, once; withdrawn it is before nobody', async () => {
    const open = await sentOffer(curator, scene.soon(10), [scene.people[1]!], { for_everybody: true });
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

  it('past its date counts no more beside the menu, and says to whoever comes by a passed on address that it is closed', async () => {
    const made = await sentOffer(curator, scene.soon(6), [scene.people[0]!], { for_everybody: true });
    const before = await fresh(student);
    expect((await other.get(`/job_offer/${made.id}`)).body).toMatchObject({ open: true, answer: null });
    await at(`${scene.day(6)}T18:00:00Z`);
    expect(await fresh(student)).toBe(before - 1);
    expect((await student.get(`/job_offer/${made.id}`)).body).toMatchObject({ open: false });
    for (const end of [() => undefined, () => expireOffers(scene.api.kernel)]) {
      await end();
      const outside = await other.get(`/job_offer/${made.id}`);
      expect([outside.status, outside.body.code]).toEqual([410, 'OFFER_CLOSED']);
      // No list and no search leads to it, and nobody applies to it.
      const found = (await other.get('/job_offer/?size=100&search=Kredit')).body.content;
      expect(found.map(({ id }: Any) => id)).not.toContain(made.id);
      expect((await other.get('/job_offer/student/all')).body.map(({ id }: Any) => id)).not.toContain(made.id);
      expect((await answer(other, made.id, 'ACCEPTED')).status).toBe(404);
    }
    // To whom it came it stays in their list, as over.
    expect((await student.get('/job_offer/student/all')).body.find(({ id }: Any) => id === made.id)).toMatchObject({
      open: false,
      answer: { status: 'EXPIRED' },
    });
    await at(`${scene.day(0)}T12:00:05+05:00`);
    // What was never for everybody is to others as if it were not.
    const own = await sentOffer(curator, scene.soon(6), [scene.people[0]!]);
    expect((await other.get(`/job_offer/${own.id}`)).status).toBe(404);
    const link = (await curator.post('/job_offer/link', { offer_id: own.id, name: 'HR', days: 5 })).body.token;
    await answer(curator, own.id, 'WITHDRAWN', { version: own.version, reason: 'Bekor qilindi' });
    const employer = await scene.api.anonymous.get(`/job_offer/guest/${link}`);
    expect([employer.status, employer.body.code]).toEqual([410, 'EMPLOYER_LINK_OVER']);
  });

  it('that is accepted leaves the others as they are', async () => {
    const [a] = scene.people as [number];
    const [one, two] = [
      await sentOffer(curator, scene.soon(10), [a]),
      await sentOffer(curator, scene.soon(10), [a], { title: 'Boshqa ish' }),
    ];
    await answer(student, two.id, 'ACCEPTED');
    await answer(student, one.id, 'ACCEPTED', { employed: true });
    const all = (await student.get('/job_offer/student/all')).body;
    for (const { id } of [one, two])
      expect(all.find((row: Any) => row.id === id)).toMatchObject({ answer: { status: 'ACCEPTED' } });
    expect((await student.get('/user/me/info')).body.user_info.need_for_job_status).toBe('EMPLOYED');
  });

  it('goes to five hundred at once, is looked at before, and finds nobody the second time', async () => {
    await scene.sql(
      `with made as (insert into accounts (username, firstname, lastname, selected_institution) select 'seeker' || n, 'Ish', 'Izlovchi ' || n, 1 from generate_series(1, 500) n returning id, username)
       insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, search, status_since, account_id)
       select 1, 'S-' || username, 'Ish', 'Izlovchi', 'BACHELOR', 'uz', 2001, 'CONTRACT', $1, 's', edulab_today(), id from made`,
      [scene.course.id],
    );
    const { id } = await offer(curator, scene.soon(10), { title: 'Keng taklif' });
    const whom = { id, entry_years: [2001] };
    const preview = (await curator.post('/job_offer/send/preview', whom)).body;
    expect([preview.total, preview.fresh, preview.without_cv, preview.rows.length]).toEqual([500, 500, 500, 500]);
    expect((await curator.post('/job_offer/send', whom)).body.sent).toBe(500);
    expect((await curator.post('/job_offer/send', whom)).body.sent).toBe(0);
    expect((await curator.post('/job_offer/send/preview', whom)).body).toMatchObject({ total: 500, fresh: 0 });
    const told = await scene.sql(
      'select count(*)::int as n, count(distinct account_id)::int as people from notices where link = $1',
      [`/job_offer?open=${id}`],
    );
    expect(told[0]).toEqual({ n: 500, people: 500 });
  });

  it('is reported dead once by each, without a name', async () => {
    const dead = await sentOffer(curator, scene.soon(10), [scene.people[0]!, scene.people[1]!]);
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
      (await curator.post('/job_offer/', { title: 'A', employer: 'B', valid_until: scene.soon(5), ...more })).body.code;
    expect(await bad({ salary: '5', salary_to: '4' })).toBe('OFFER_SALARY_REVERSED');
    expect(await bad({ valid_until: scene.soon(-1) })).toBe('OFFER_DATE');
    expect(await bad({ salary: '-5' })).toBe('BAD_REQUEST');
    const made = await offer(curator, scene.soon(10));
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
    const one = await sentOffer(curator, scene.soon(10), [scene.people[0]!, scene.people[1]!]);
    const mine = await approved(student, curator);
    await answer(student, one.id, 'ACCEPTED', { share: true, note: 'Salom' });
    await answer(other, one.id, 'ACCEPTED');
    const made = (await curator.post('/job_offer/link', { offer_id: one.id, name: 'HR, Sinov bank', days: 5 })).body;
    const token = made.token;
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
    // What is found wanting after all is seen by nobody, whoever shared it.
    await answer(student, one.id, 'ACCEPTED');
    const again = await approved(student, curator);
    await student.post('/job_offer/consent', { id: one.id, share: true });
    expect((await anonymous.get(`/job_offer/guest/${token}`)).body.people[0].number).toBe(again.approved.number);
    const back = await step(curator, again, 'CHANGES_REQUIRED', { reason: 'Sana notoʻgʻri' });
    expect(back.body).toMatchObject({ status: 'CHANGES_REQUIRED', approved: null });
    expect((await anonymous.get(`/job_offer/guest/${token}`)).body.people).toEqual([]);
    expect((await anonymous.get(`/job_offer/guest/${token}/cv/${id}`)).status).toBe(404);

    expect((await anonymous.get(`/job_offer/guest/${'x'.repeat(43)}`)).status).toBe(404);
    expect((await anonymous.get('/job_offer/guest/short')).status).toBe(404);
    // The institution that the request names means nothing.
    expect((await anonymous.get(`/job_offer/guest/${token}`, { institution: '2' })).status).toBe(200);
    expect((await (await scene.api.as('super_admin', 2)).get(`/job_offer/link?offer_id=${one.id}`)).status).toBe(404);
    expect((await curator.put('/job_offer/link/revoke', { id: made.link.id })).status).toBe(200);
    const over = await anonymous.get(`/job_offer/guest/${token}`);
    expect([over.status, over.body.code]).toEqual([410, 'EMPLOYER_LINK_OVER']);
    const next = (await curator.post('/job_offer/link', { offer_id: one.id, name: 'HR', days: 1 })).body.token;
    await at(`${scene.day(2)}T12:00:00+05:00`);
    expect((await anonymous.get(`/job_offer/guest/${next}`)).status).toBe(410);
    await at(`${scene.day(0)}T12:00:05+05:00`);
  });
});

describe('mail to an employer', () => {
  const mails = (of: string) => scene.sql('select subject, body from outbox where recipient = $1 order by id', [of]);
  it('brings the link once, counts applications by night, tells a consent that was withdrawn, and warns of the end', async () => {
    const to = 'hr@bank.example';
    const one = await sentOffer(curator, scene.soon(30), [scene.people[0]!, scene.people[1]!]);
    expect((await curator.post('/job_offer/link', { offer_id: one.id, name: 'HR', email: 'no address' })).status).toBe(
      400,
    );
    const made = (
      await curator.post('/job_offer/link', { offer_id: one.id, name: 'HR', days: 10, email: to, language: 'en' })
    ).body;
    const [first] = await mails(to);
    expect(first.subject).toContain('link to candidates');
    // What is kept of the mail does not open anything.
    expect(first.body).not.toContain(made.token);
    await tellEmployers(scene.api.kernel);
    expect(await mails(to)).toHaveLength(1);
    await at(`${scene.day(0)}T13:00:00+05:00`);
    await approved(student, curator);
    await answer(student, one.id, 'ACCEPTED', { share: true });
    // Whoever has not looked yet learns no name.
    await student.post('/job_offer/consent', { id: one.id, share: false });
    expect(await mails(to)).toHaveLength(1);
    await student.post('/job_offer/consent', { id: one.id, share: true });
    await tellEmployers(scene.api.kernel);
    await tellEmployers(scene.api.kernel);
    const told = await mails(to);
    expect(told).toHaveLength(2);
    expect(told[1].body).toContain('1 more person');
    await scene.api.anonymous.get(`/job_offer/guest/${made.token}`);
    await student.post('/job_offer/consent', { id: one.id, share: false });
    const gone = await mails(to);
    expect(gone).toHaveLength(3);
    expect(gone[2].subject).toContain('consent withdrawn');
    await at(`${scene.day(8)}T12:00:00+05:00`);
    await tellEmployers(scene.api.kernel);
    await tellEmployers(scene.api.kernel);
    expect(
      (await mails(to)).map(({ subject }: Any) => subject).filter((said: string) => said.includes('expires soon')),
    ).toHaveLength(1);
    await curator.put('/job_offer/link/revoke', { id: made.link.id });
    await at(`${scene.day(0)}T12:00:05+05:00`);
  });
});

describe('statistics', () => {
  const graduates = async (said: (string | null)[], course: string) => {
    await scene.sql(
      `with c as (insert into courses (institution_id, code, title, level, languages, years, credits) select 1, $1::text, jsonb_build_object('uz', $1::text, 'ru', '', 'en', ''), 'BACHELOR', '{uz}', 4, 240 returning id),
       s as (insert into students (institution_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, course_id, search, status, status_since)
             select 1, $1::text || n, 'B', 'B' || n, 'BACHELOR', 'uz', 2020, 'CONTRACT', c.id, 'b', 'GRADUATED', edulab_today() from c, generate_series(1, $2::int) n returning id, student_no)
       insert into career_profiles (institution_id, student_id, status, answer, answered_at)
       select 1, s.id, a, a, edulab_now() from s join unnest($3::text[]) with ordinality x (a, n) on s.student_no = $1::text || x.n where a is not null`,
      [course, said.length, said],
    );
  };
  const many = (count: number, said: string | null) => Array.from({ length: count }, () => said);

  it('show how many answered, and no group of fewer than five nor what tells of one', async () => {
    await graduates([...many(3, 'EMPLOYED')], 'KICHIK');
    const few = (await curator.get('/cv/statistics')).body;
    expect(few).toMatchObject({ total: { graduates: null, answered: null, employed: null }, courses: [], hidden: 1 });
    await graduates([...many(12, 'EMPLOYED'), ...many(6, 'OPEN_TO_OFFERS'), ...many(6, null)], 'KATTA');
    await graduates([...many(9, 'EMPLOYED'), ...many(1, 'LOOKING_FOR_JOB'), ...many(8, null)], 'YAKKA');
    await graduates(many(4, 'NOT_LOOKING'), 'IKKINCHI');
    const { body } = await curator.get('/cv/statistics');
    expect(body.hidden).toBe(2);
    const of = (title: string) => body.courses.find((row: Any) => row.title === title);
    expect(of('KATTA')).toMatchObject({ graduates: 24, answered: 18 });
    expect(of('KATTA').statuses.map((row: Any) => [row.key, row.people])).toEqual([
      ['EMPLOYED', 12],
      ['OPEN_TO_OFFERS', 6],
    ]);
    // The one who looks for work is told neither by a number nor by what is left of the others.
    expect(JSON.stringify(of('YAKKA'))).not.toContain('LOOKING_FOR_JOB');
    expect(of('YAKKA')).toMatchObject({ graduates: 18, answered: null });
    expect((await student.get('/cv/statistics')).status).toBe(403);
    expect((await (await scene.api.as('admin_viewer')).get('/cv/statistics')).status).toBe(200);
  });
});
