import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overviewBounds, overviewsCounted } from '#platform/server/records/overviews.ts';
import { type AdmissionScene, admissionScene, named } from '#tests/support/admission.ts';

let scene: AdmissionScene;
beforeAll(async () => {
  scene = await admissionScene();
});
afterAll(() => scene.api.close());

const sent = async () => {
  const { caller, guest } = await scene.applicant();
  return { caller, guest, ...(await scene.apply(caller)).body };
};

describe('steps of many applications', () => {
  it('show first what would happen, take all or none, and are taken back by whoever took them', async () => {
    const { moderator, second } = scene;
    const [one, other] = [await sent(), await sent()];
    await scene.walk(other.id, 'DOCUMENTS_CHECK');
    const ids = [one.id, other.id];
    const many = (more: object) =>
      moderator.put('/application/status/many', { ids, status: 'DOCUMENTS_CHECK', ...more });

    const looked = await many({ preview: true });
    expect(looked.body).toMatchObject({ changed: 1 });
    expect(looked.body.rows.map((row: { code: string | null }) => row.code)).toEqual([null, 'TRANSITION_NOT_ALLOWED']);
    const refused = (await many({})).body;
    expect([refused.code, refused.data.faults]).toEqual([
      'BATCH_REFUSED',
      [
        expect.objectContaining({
          id: other.id,
          code: 'TRANSITION_NOT_ALLOWED',
          message: expect.stringMatching(/^[A-Z][^{]+$/),
        }),
      ],
    ]);
    expect((await moderator.get(`/application/${one.id}`)).body.status).toBe('SUBMITTED');

    expect((await many({ ids: [one.id] })).body).toMatchObject({ changed: 1 });
    const foreign = await second.put('/application/status/undo', { ids: [one.id] });
    expect(foreign.body.code).toBe('STEP_NOT_READY');
    expect((await moderator.put('/application/status/undo', { ids: [one.id] })).body.changed).toBe(1);
    const after = (await moderator.get(`/application/${one.id}`)).body;
    expect(after.status).toBe('SUBMITTED');
    expect(after.history.map((step: { to: string }) => step.to)).toEqual([
      'DRAFT',
      'SUBMITTED',
      'DOCUMENTS_CHECK',
      'SUBMITTED',
    ]);
    // What was taken back is no step to take back again.
    expect((await moderator.put('/application/status/undo', { ids: [one.id] })).status).toBe(422);
  });

  it('of an applicant are no one else’s', async () => {
    const { caller, id } = await sent();
    expect((await caller.put('/application/status/many', { ids: [id], status: 'DOCUMENTS_CHECK' })).status).toBe(403);
    const { caller: stranger } = await scene.applicant();
    expect((await stranger.put('/application/status/undo', { ids: [id] })).status).toBe(404);
  });
});

describe('seats for many', () => {
  it('are given to all, or to none where one cannot come or seats run out', async () => {
    const { moderator, year, day } = scene;
    const place = (await moderator.post('/admission/place/', { title: named('Zal'), capacity: 10 })).body;
    const session = (
      await moderator.post('/admission/session/', {
        place_id: place.id,
        academic_year_id: year,
        day: day(5),
        starts_at: '09:00',
        ends_at: '11:00',
        capacity: 2,
      })
    ).body;
    const people = [await sent(), await sent(), await sent()];
    for (const { id } of people) await scene.walk(id, 'DOCUMENTS_CHECK', 'VERIFIED');
    const ids = people.map(({ id }) => id);
    const assign = (application_ids: number[], more = {}) =>
      moderator.post('/admission/session/assign', { session_id: session.id, application_ids, ...more });
    const looked = (await assign(ids, { preview: true })).body;
    expect(looked.rows.map((row: { code: string | null }) => row.code)).toEqual([null, null, 'SESSION_FULL']);
    expect((await assign(ids)).body.code).toBe('BATCH_REFUSED');
    expect((await assign(ids.slice(0, 2))).body.changed).toBe(2);
    const seated = (await moderator.get(`/application/${ids[0]}`)).body;
    expect(seated).toMatchObject({ status: 'EXAM_ASSIGNED', seat: { seat_no: 1, place: 'Zal', state: 'ASSIGNED' } });
  });
});

describe('the desk of a campaign', () => {
  it('counts how far people came and what waits', async () => {
    const { moderator, year } = scene;
    const { body, status } = await moderator.get(`/admission/desk?academic_year_id=${year}`);
    expect(status).toBe(200);
    const rows = await scene.sql(
      "select count(*)::int as n from applications where academic_year_id = $1 and status <> 'DRAFT'",
      [year],
    );
    expect(body.reached.SUBMITTED).toBe(rows[0].n);
    expect(body.reached.VERIFIED).toBe(3);
    expect(body.days).toHaveLength(30);
    expect(body.days.at(-1).submitted).toBe(rows[0].n);
    const checked = body.waiting.find((row: { status: string }) => row.status === 'VERIFIED');
    expect(checked).toMatchObject({ flavour: 'plain', for: 'EXAM', count: 1, late: 0 });
    const sum = (list: { reached: Record<string, number> }[]) =>
      list.reduce((n, row) => n + (row.reached.SUBMITTED ?? 0), 0);
    expect(sum(body.campaigns)).toBe(rows[0].n);
    expect(sum(body.sources)).toBe(rows[0].n);
    expect((await (await scene.applicant()).caller.get('/admission/desk')).status).toBe(403);
  });

  it('of very many applications is kept and says of when it is; narrowed down it is counted', async () => {
    const usual = { ...overviewBounds };
    Object.assign(overviewBounds, { rows: -1, againMs: 0 });
    try {
      const desk = async (query = '') => (await scene.moderator.get(`/admission/desk${query}`)).body;
      const first = await desk();
      await overviewsCounted(scene.api.database);
      const { counted_at, ...kept } = await desk();
      expect([first.counted_at, typeof counted_at]).toEqual([null, 'string']);
      expect({ ...kept, counted_at: null, waiting: [] }).toEqual({ ...first, waiting: [] });
      expect((await desk(`?academic_year_id=${scene.year}`)).counted_at).toBeNull();
      await overviewsCounted(scene.api.database);
    } finally {
      Object.assign(overviewBounds, usual);
    }
  });

  it('counts the people of this campaign, not everybody who ever signed up', async () => {
    const { moderator, year } = scene;
    const people = async (query: string) => (await moderator.get(`/admission/desk?${query}`)).body.people;
    const ofYear = `academic_year_id=${year}`;
    const before = await people(ofYear);
    const { id } = await sent();
    await scene.applicant();
    expect(await people(ofYear)).toBe(before + 2);
    const course = (await scene.sql('select course_id from applications where id = $1', [id]))[0].course_id;
    const [{ n }] = await scene.sql(
      'select count(distinct guest_id)::int as n from applications where academic_year_id = $1 and course_id = $2',
      [year, course],
    );
    expect(await people(`${ofYear}&course_id=${course}`)).toBe(n);
    const [next] = await scene.sql(
      `insert into academic_years (institution_id, name, starts_on, ends_on) values (1, 'X', '2040-09-01', '2041-06-30') returning id`,
    );
    await scene.sql('update applications set academic_year_id = $1 where id = $2', [next.id, id]);
    const count = async (of: string) => (await scene.sql(`select count(*)::int as n from guests g where ${of}`))[0].n;
    const applied = await count(
      `exists (select 1 from applications a where a.guest_id = g.id and a.academic_year_id = ${Number(year)})`,
    );
    const none = await count('not exists (select 1 from applications a where a.guest_id = g.id)');
    expect(none).toBeGreaterThan(0);
    expect([await people(ofYear), await people(`academic_year_id=${next.id}`)]).toEqual([applied, none + 1]);
  });
});

describe('talks with people who might apply', () => {
  it('are kept, say when to talk again, and are for the two roles of the front office', async () => {
    const operator = await scene.api.as('amo_crm_operator');
    const { guest, caller } = await scene.applicant();
    const find = async (query = '') =>
      (await operator.get(`/admission/lead?size=100${query}`)).body.content.find(
        (row: { id: number }) => row.id === guest,
      );
    expect(await find('&stage=NEW')).toMatchObject({ talks: 0, last: null });
    const talk = await operator.post('/admission/lead/talk', {
      guest_id: guest,
      channel: 'CALL',
      outcome: 'CALL_BACK',
      note: 'Kechqurun',
      next_on: scene.today,
    });
    expect(talk.status).toBe(200);
    expect(await find('&stage=NEW')).toBeUndefined();
    expect(await find('&stage=DUE')).toMatchObject({ talks: 1, next_on: scene.today, last: { outcome: 'CALL_BACK' } });
    expect((await operator.get(`/admission/lead/talks?guest_id=${guest}`)).body).toHaveLength(1);
    for (const other of [scene.moderator, scene.second]) expect((await other.get('/admission/lead')).status).toBe(403);
    await scene.apply(caller);
    expect(await find()).toBeUndefined();
  });
});
