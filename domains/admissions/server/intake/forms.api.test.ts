import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdmissionScene, admissionScene, named, publishedForm } from '#tests/support/admission.ts';

let scene: AdmissionScene;
beforeAll(async () => {
  scene = await admissionScene();
});
afterAll(() => scene?.api.close());

const codes = (body: { data?: { fields?: { path: string; code: string }[] } }) =>
  Object.fromEntries((body.data?.fields ?? []).map(({ path, code }) => [path, code]));

describe('forms', () => {
  it('are never changed once published: a change is the next revision, and who began with the old one ends with it', async () => {
    const { moderator, year, day, applicant } = scene;
    const form = await publishedForm(moderator, {
      title: named('Magistratura'),
      academic_year_id: year,
      opens_on: day(-1),
      closes_on: day(9),
    });
    expect(form).toMatchObject({ status: 'PUBLISHED', revision: 1, open: true, batches: [{ fields: { length: 5 } }] });
    const refused = await moderator.post('/application_form/field/batch/', { form_id: form.id, title: named('Yana') });
    expect([refused.status, refused.body.code]).toEqual([422, 'FORM_PUBLISHED']);
    const renamed = await moderator.post('/application_form/', {
      id: form.id,
      version: form.version,
      title: named('X'),
    });
    expect(renamed.body.code).toBe('FORM_PUBLISHED');

    // Nor by hand in the database, whoever owns it.
    const { owner } = scene.api.database;
    const section = form.batches[0].id;
    for (const change of [
      `update application_forms set title = '{"uz":"X","ru":"","en":""}' where id = ${form.id}`,
      `delete from application_forms where id = ${form.id}`,
      `update application_field_batches set fields = '[]' where id = ${section}`,
      `delete from application_field_batches where id = ${section}`,
      `insert into application_field_batches (institution_id, form_id, position, title) values (1, ${form.id}, 9, '{}')`,
    ])
      await expect(owner.query(change), change).rejects.toThrow('holds and is not changed');

    const { caller } = await applicant();
    const begun = await scene.apply(caller, { form_id: form.id, submit: false });
    expect(begun.status).toBe(200);

    const next = (await moderator.post('/application_form/', { id: form.id, version: form.version, revise: true }))
      .body;
    expect(next).toMatchObject({ status: 'DRAFT', revision: 2, origin_id: form.id });
    const batch = next.batches[0];
    const changed = await moderator.post('/application_form/field/batch/', {
      id: batch.id,
      version: batch.version,
      fields: [...batch.fields, { key: 'sport', type: 'TEXT', title: named('Sport'), required: true }],
    });
    expect(changed.status).toBe(200);
    const published = await moderator.post('/application_form/', {
      id: next.id,
      version: next.version,
      status: 'PUBLISHED',
    });
    expect(published.body.status).toBe('PUBLISHED');
    expect((await moderator.get(`/application_form/${form.id}`)).body.status).toBe('CLOSED');

    const sent = await caller.put('/application/status/', { id: begun.body.id, status: 'SUBMITTED' });
    expect([sent.status, sent.body.status, sent.body.form_revision]).toEqual([200, 'SUBMITTED', 1]);
    const late = await scene.apply((await applicant()).caller, { form_id: form.id });
    expect(late.body.code).toBe('FORM_NOT_OPEN');
    const anew = await scene.apply((await applicant()).caller, { form_id: next.id });
    expect(codes(anew.body)).toEqual({ 'answers.sport': 'form_required' });
  });

  it('refuse what cannot be filled in', async () => {
    const { moderator, year, day } = scene;
    const draft = (
      await moderator.post('/general/application_form/', {
        title: named('A'),
        academic_year_id: year,
        opens_on: day(0),
        closes_on: day(1),
      })
    ).body;
    const empty = await moderator.post('/general/application_form/', {
      id: draft.id,
      version: draft.version,
      status: 'PUBLISHED',
    });
    expect([empty.status, empty.body.code]).toEqual([422, 'FORM_EMPTY']);
    const faulty = await moderator.post('/general/application_form/field/batch/', {
      form_id: draft.id,
      title: named('B'),
      fields: [
        { key: 'a', type: 'SELECT', title: named('A') },
        { key: 'a', type: 'TEXT', title: named('A'), condition: { field: 'later', in: ['x'] } },
      ],
    });
    expect(codes(faulty.body)).toEqual({
      'fields.0.options': 'form_required',
      'fields.1.key': 'FIELD_TWICE',
      'fields.1.condition': 'CONDITION_UNKNOWN',
    });
    const hanging = await moderator.post('/general/application_form/field/batch/', {
      form_id: draft.id,
      title: named('B'),
      fields: [
        { key: 'a', type: 'BOOLEAN', title: named('A') },
        { key: 'b', type: 'TEXT', title: named('B'), condition: { field: 'a', in: ['true'] } },
      ],
    });
    const { id, version, fields } = hanging.body;
    const lost = await moderator.post('/general/application_form/field/batch/', { id, version, fields: [fields[1]] });
    expect([lost.status, lost.body.code, lost.body.data.keys]).toEqual([409, 'FIELD_REFERRED', ['b']]);
    expect((await moderator.get(`/application_form/${draft.id}`)).status).toBe(404);
    const turned = await moderator.post('/general/application_form/', {
      title: named('A'),
      academic_year_id: year,
      opens_on: day(2),
      closes_on: day(1),
    });
    expect(codes(turned.body)).toEqual({ closes_on: 'DATES_REVERSED' });
  });

  it('lose nothing where two write the same section at once: the second is shown what the first wrote', async () => {
    const { api, moderator, year, day } = scene;
    const dates = { academic_year_id: year, opens_on: day(0), closes_on: day(1) };
    const form = (await moderator.post('/application_form/', { title: named('A'), ...dates })).body;
    const section = '/application_form/field/batch/';
    const made = (await moderator.post(section, { form_id: form.id, title: named('B') })).body;
    const holder = await api.database.owner.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from application_field_batches where id = $1 for update', [made.id]);
      const saves = Promise.all(
        ['C', 'D'].map((title) => moderator.post(section, { id: made.id, version: made.version, title: named(title) })),
      );
      // Both have read the section by now, and wait for it.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await holder.query('rollback');
      const answers = (await saves).sort((a, b) => a.status - b.status);
      expect(answers.map(({ status }) => status)).toEqual([200, 409]);
      expect(answers[1]!.body).toMatchObject({ code: 'STALE', data: { current: { title: answers[0]!.body.title } } });
    } finally {
      holder.release();
    }
  });
});
