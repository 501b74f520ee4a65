import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdmissionScene, admissionScene } from '#tests/support/admission.ts';

let scene: AdmissionScene;
beforeAll(async () => {
  scene = await admissionScene();
});
afterAll(() => scene?.api.close());

it('more than forty are enrolled as long work, whose receipt tells of each and which is taken back whole', async () => {
  const office = await scene.api.as('registrar_head');
  const count = 42;
  await scene.sql(
    `with people as (
       insert into accounts (username, firstname, lastname, phone, selected_institution)
       select 'many_' || n, 'Nodira', 'Koʻpova' || n, '99895' || (1000000 + n), 1 from generate_series(1, $1::int) n returning id)
     insert into account_roles (account_id, role_id, institution_id) select p.id, r.id, 1 from people p, roles r where r.name = 'GUEST_USER'`,
    [count],
  );
  const rows = await scene.sql(
    `insert into applications (institution_id, flavour, guest_id, form_id, form_origin_id, campaign_id, course_id, academic_year_id, language,
                               status, decision, decision_tuition, applicant_name, search)
     select 1, 'plain', g.id, $1, $1, $2, $3, $4, 'uz', 'PAID', 'RECOMMENDED', 'GRANT', g.full_name, '' from guests g join accounts a on a.id = g.account_id
      where a.username like 'many\\_%' returning id`,
    [scene.form.id, scene.campaign, scene.course, scene.year],
  );
  const ids = rows.map((row) => row.id);
  const start = await office.post('/enrollment/enroll', {
    application_ids: ids,
    order_number: '9-T',
    order_date: scene.today,
  });
  expect(start.body).toMatchObject({ enrolled: 0, rows: [], job: { kind: 'enrollment.enroll' } });
  const job = await scene.api.finished(start.body.job.id);
  expect([job.state, job.receipt.enrolled]).toEqual(['done', count]);
  const studying = async () =>
    (await scene.sql(`select count(*)::int as n from students s join guests g on g.account_id = s.account_id`))[0].n;
  expect(await studying()).toBe(count);
  expect((await office.post(`/job/${start.body.job.id}/undo`)).status).toBe(200);
  expect(await studying()).toBe(0);
}, 90_000);
