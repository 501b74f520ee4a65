import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdmissionScene, admissionScene, named } from '#tests/support/admission.ts';

let scene: AdmissionScene;
let place: { id: number };
beforeAll(async () => {
  scene = await admissionScene();
  place = (await scene.moderator.post('/admission/place', { title: named('1-bino'), capacity: 30 })).body;
});
afterAll(() => scene?.api.close());

const newSession = async (more: object = {}) =>
  (
    await scene.moderator.post('/admission/session/', {
      place_id: place.id,
      academic_year_id: scene.year,
      day: scene.day(5),
      starts_at: '09:00',
      ends_at: '11:00',
      capacity: 2,
      ...more,
    })
  ).body;
const verified = async (more: object = {}) => {
  const who = await scene.applicant();
  const { body } = await scene.apply(who.caller, more);
  await scene.walk(body.id, 'DOCUMENTS_CHECK', 'VERIFIED');
  return { ...who, id: body.id as number, number: body.number as string };
};
const choose = (who: { caller: AdmissionScene['moderator'] }, application_id: number, session_id: number) =>
  who.caller.post('/admission/session/choose', { application_id, session_id });
const csv = (rows: string[][]) => Buffer.from(rows.map((row) => row.join(';')).join('\n'));
async function imported(path: string, rows: string[][]) {
  const file = (await scene.moderator.upload('ballar.csv', csv(rows))).body[0];
  const preview = (await scene.moderator.post(`${path}/preview`, { file_id: file.id })).body;
  return { file, preview };
}
describe('seats', () => {
  it('the last one is sold once, the other is told', async () => {
    const session = await newSession({ capacity: 1 });
    const [a, b] = [await verified(), await verified()];
    const second = await scene.api.as('exam_head');
    const both = await Promise.all([
      choose({ caller: scene.moderator }, a.id, session.id),
      choose({ caller: second }, b.id, session.id),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual([200, 409]);
    const lost = both.find((one) => one.status === 409);
    expect(lost?.body).toMatchObject({ code: 'SESSION_FULL', data: { taken: 1, capacity: 1 } });
    expect((await scene.moderator.get(`/admission/session/${session.id}`)).body.taken).toBe(1);
  });

  it('twelve at once for five seats: five seats', async () => {
    const session = await newSession({ capacity: 5 });
    const people = [];
    for (let i = 0; i < 12; i++) people.push(await verified());
    const answers = await Promise.all(people.map((one) => choose(one, one.id, session.id)));
    expect(answers.filter((one) => one.status === 200).length).toBe(5);
    expect(answers.filter((one) => one.body.code === 'SESSION_FULL').length).toBe(7);
    const numbers = (
      await scene.sql('select seat_no from exam_seats where session_id = $1 and deleted_at is null order by 1', [
        session.id,
      ])
    ).map((row) => row.seat_no);
    expect(numbers).toEqual([1, 2, 3, 4, 5]);
  });

  it('pressed twice is one seat; another session is instead of the first; a day that is over is none', async () => {
    const [one, two, past] = [await newSession(), await newSession(), await newSession({ day: scene.day(-1) })];
    const who = await verified();
    const both = await Promise.all([choose(who, who.id, one.id), choose(who, who.id, one.id)]);
    expect(both.map((answer) => answer.status)).toEqual([200, 200]);
    expect(both[0]?.body.id).toBe(both[1]?.body.id);
    expect((await choose(who, who.id, two.id)).body.session_id).toBe(two.id);
    expect((await scene.moderator.get(`/admission/session/${one.id}`)).body.taken).toBe(0);
    expect((await choose(who, who.id, past.id)).body.code).toBe('SESSION_NOT_OPEN');
    const shown = (await who.caller.get('/admission/session/?size=100')).body.content;
    expect(shown.map((row: { id: number }) => row.id)).not.toContain(past.id);
    const stranger = (await scene.applicant()).caller;
    expect((await choose({ caller: stranger }, who.id, one.id)).status).toBe(404);
    const card = await who.caller.get(`/admission/exam_card/${who.id}`);
    expect([card.status, card.raw.subarray(0, 4).toString()]).toEqual([200, '%PDF']);
    expect((await stranger.get(`/admission/exam_card/${who.id}`)).status).toBe(404);
    const small = await scene.moderator.post('/admission/session/', { id: two.id, version: two.version, capacity: 31 });
    expect(small.body.data.fields[0].code).toBe('SESSION_BEYOND_PLACE');
  });

  it('an applicant is shown sessions of the year of the application, and of no other', async () => {
    const other = (
      await scene.second.post('/academic_year/', {
        name: '2029/2030',
        starts_on: scene.day(900),
        ends_on: scene.day(1180),
      })
    ).body.id;
    const [own, later] = [await newSession(), await newSession({ academic_year_id: other })];
    const who = await verified();
    const shown = (await who.caller.get('/admission/session/?size=100')).body.content.map(
      (row: { id: number }) => row.id,
    );
    expect([shown.includes(own.id), shown.includes(later.id)]).toEqual([true, false]);
    const offered = (await who.caller.get('/admission/session/all')).body.map((row: { id: number }) => row.id);
    expect(offered).not.toContain(later.id);
  });

  it('a card opens the door on its day, once; who did not come is absent', async () => {
    const [today, later] = [await newSession({ day: scene.day(1) }), await newSession()];
    const [here, away, early] = [await verified(), await verified(), await verified()];
    for (const one of [here, away]) await choose(one, one.id, today.id);
    await choose(early, early.id, later.id);
    const begins = (hours: number) =>
      scene.sql(
        `update exam_sessions set day = at::date, starts_at = to_char(at, 'HH24:MI'), ends_at = '23:59'
           from (select edulab_now() at time zone 'Asia/Tashkent' + make_interval(hours => $2) as at) x where id = $1`,
        [today.id, hours],
      );
    await begins(5);
    const code = async (who: typeof here) => (await who.caller.get(`/application/${who.id}`)).body.qr_code;
    // Hours too early the card opens nothing yet, and is not used up.
    expect((await scene.moderator.post('/application/qr_scan_check', { code: await code(here) })).body.code).toBe(
      'STEP_NOT_READY',
    );
    await begins(0);
    const scanned = await scene.moderator.post('/application/qr_scan_check', { code: await code(here) });
    expect(scanned.body.application.status).toBe('EXAM_TAKEN');
    expect((await scene.moderator.post('/application/qr_scan_check', { code: await code(here) })).body.code).toBe(
      'QR_USED',
    );
    expect((await scene.moderator.post('/application/qr_scan_check', { code: await code(early) })).body.code).toBe(
      'STEP_NOT_READY',
    );
    await scene.sql('update exam_sessions set day = edulab_today() - 1 where id = $1', [today.id]);
    expect((await scene.moderator.post('/admission/session/absent', { session_id: today.id })).body).toEqual({
      changed: 1,
    });
    expect((await away.caller.get(`/application/${away.id}`)).body.status).toBe('ABSENT');
    const list = (await scene.moderator.get(`/admission/applicants?session_id=${today.id}`)).body.content;
    expect(list.map((row: { state: string }) => row.state).sort()).toEqual(['ABSENT', 'CHECKED_IN']);
  });
});

describe('points and decisions', () => {
  it('come by a file in which every stranger is named; all or nothing', async () => {
    const [a, b] = [await verified(), await verified()];
    const head = ['Ariza raqami', 'Pasport', 'Fan', 'Ball'];
    const bad = await imported('/admission/score/import', [
      head,
      [a.number, '', 'Matematika', '60'],
      ['S-9999999', '', 'Matematika', '50'],
      [a.number, '', 'Matematika', '61'],
    ]);
    expect(bad.preview).toMatchObject({
      new: 1,
      faults: [
        { row: 3, code: 'APPLICATION_UNKNOWN' },
        { row: 4, code: 'DUPLICATE_IN_FILE' },
      ],
    });
    expect((await scene.moderator.post('/admission/score/import', { file_id: bad.file.id })).body.code).toBe(
      'IMPORT_FAULTS',
    );
    const good = await imported('/admission/score/import', [
      head,
      [a.number, '', 'Matematika', '60,5'],
      [a.number, '', 'Tarix', '20'],
      [b.number, '', 'Tarix', '30'],
    ]);
    const started = await scene.moderator.post('/application/dtm_file', { file_id: good.file.id });
    expect((await scene.api.finished(started.body.job_id)).state).toBe('done');
    const scores = (
      await scene.sql('select score::float8 from applications where id = any($1) order by id', [[a.id, b.id]])
    ).map((row) => row.score);
    expect(scores).toEqual([80.5, 30]);
    // Of a subject the best counts, wherever it came from.
    const better = await scene.moderator.put('/admission/score', {
      application_id: a.id,
      subject: 'Tarix',
      source: 'EXAM',
      points: 25,
    });
    expect(better.body.score).toBe(85.5);
    const worse = await scene.moderator.put('/admission/score', {
      application_id: a.id,
      subject: 'Tarix',
      source: 'EXAM',
      points: 5,
    });
    expect(worse.body.score).toBe(80.5);
    expect((await a.caller.get(`/application/${a.id}`)).body.score).toBe(null);
  });

  it('that are equal are ranked by the points of certificates among them, whoever came first', async () => {
    const { campaign } = await scene.intake({ grant: 1, contract: 0, waiting: 0 });
    const [plain, certified] = [await verified({ campaign_id: campaign }), await verified({ campaign_id: campaign })];
    const score = (application_id: number, subject: string, source: string, points: number) =>
      scene.moderator.put('/admission/score', { application_id, subject, source, points });
    await score(plain.id, 'TOTAL', 'DTM', 80);
    await score(certified.id, 'Tarix', 'DTM', 50);
    await score(certified.id, 'Ingliz tili', 'CERTIFICATE', 30);
    const { rows } = (await scene.moderator.post('/admission/ranking/prepare', { campaign_id: campaign })).body;
    expect(rows.map((row: { application_id: number; status: string }) => [row.application_id, row.status])).toEqual([
      [certified.id, 'RECOMMENDED'],
      [plain.id, 'REJECTED'],
    ]);
  });

  it('are prepared by one, published by another; whoever waits moves up when a place falls free', async () => {
    const { campaign } = await scene.intake({ grant: 1, contract: 1, waiting: 1 });
    const people = [];
    for (const points of [50, 90, 70, 60]) {
      const who = await verified({ campaign_id: campaign });
      await scene.moderator.put('/admission/score', {
        application_id: who.id,
        subject: 'TOTAL',
        source: 'DTM',
        points,
      });
      people.push(who);
    }
    const [last, first, second, third] = people as [
      (typeof people)[0],
      (typeof people)[0],
      (typeof people)[0],
      (typeof people)[0],
    ];
    const seen = async (who: typeof first) => (await who.caller.get(`/application/${who.id}`)).body;
    const ranking = (await scene.moderator.post('/admission/ranking/prepare', { campaign_id: campaign })).body;
    expect(
      ranking.rows.map((row: { application_id: number; status: string; tuition: string }) => [
        row.application_id,
        row.status,
        row.tuition,
      ]),
    ).toEqual([
      [first.id, 'RECOMMENDED', 'GRANT'],
      [second.id, 'RECOMMENDED', 'CONTRACT'],
      [third.id, 'WAITING_LIST', null],
      [last.id, 'REJECTED', null],
    ]);
    expect(await seen(first)).toMatchObject({ status: 'VERIFIED', decision: null, score: null });
    const alone = await scene.moderator.post('/admission/ranking/publish', { campaign_id: campaign });
    expect([alone.status, alone.body.data.because]).toEqual([422, 'other_person']);
    expect((await scene.second.post('/admission/ranking/publish', { campaign_id: campaign })).body).toEqual({
      published: 4,
    });
    expect(await seen(first)).toMatchObject({
      status: 'RECOMMENDED',
      score: 90,
      decision: { tuition: 'GRANT', rank: 1, published: true },
    });
    await first.caller.put('/application/status/', { id: first.id, status: 'WITHDRAWN' });
    expect(await seen(third)).toMatchObject({ status: 'RECOMMENDED', decision: { tuition: 'GRANT' } });
    const offered = await scene.moderator.put('/application/status/', {
      id: third.id,
      status: 'OFFERED',
      deadline_on: scene.day(9),
    });
    expect(offered.body).toMatchObject({ status: 'OFFERED', deadline_on: scene.day(9) });
    const back = await scene.second.post('/admission/ranking/unpublish', {
      application_ids: [second.id],
      reason: 'Xato',
    });
    expect(back.body).toEqual({ unpublished: 1 });
    expect(await seen(second)).toMatchObject({ status: 'VERIFIED', decision: null });
    const late = await scene.second.post('/admission/ranking/unpublish', {
      application_ids: [third.id],
      reason: 'Xato',
    });
    expect(late.status).toBe(422);
  });
});
