import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { remindOfSteps } from './late.ts';

let api: Api;
let registrar: Caller;
let head: Caller;
let department: Caller;
const types = new Map<string, { id: number; form_id: number }>();

const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;
const turn = (by: Caller, id: number, status: string, more: object = {}) =>
  by.post('/form/request/change/status', { id, status, ...more });

beforeAll(async () => {
  api = await startApi();
  registrar = await api.as('registrar_officer');
  head = await api.as('registrar_head');
  department = await api.as('students_department');
  await head.post('/form/type/shipped', {});
  for (const row of (await head.get('/form/type/?size=100')).body.content)
    types.set(row.code, { id: row.id, form_id: row.form_id });
});
afterAll(() => api?.close());

describe('the chain', () => {
  const newcomer = async (no: string) =>
    (
      await sql(
        `with a as (insert into accounts (username, password_hash, firstname, lastname) values ($1, '', 'Aziz', 'Karimov') returning id)
         insert into students (institution_id, account_id, student_no, firstname, lastname, birthdate, level, study_language, entry_year, tuition, status, search)
         select 1, id, $1, 'Aziz', 'Karimov', '2006-01-01', 'BACHELOR', 'uz', 2026, 'CONTRACT', 'ACTIVE', $1 from a returning id, account_id`,
        [no],
      )
    )[0] as { id: number; account_id: number };
  /** A request as its student sent it, waiting at its first step. */
  const waiting = async (no: string, code: string) => {
    const { id, account_id } = await newcomer(no);
    const { id: type_id, form_id } = types.get(code)!;
    const [row] = await sql(
      `insert into form_requests (institution_id, type_id, form_id, student_id, account_id, language, status, step, submitted_at)
       values (1, $1, $2, $3, $4, 'uz', 'SUBMITTED', 0, edulab_now()) returning id, version`,
      [type_id, form_id, id, account_id],
    );
    await sql(
      `insert into form_request_steps (institution_id, request_id, position, title, roles, action, days, change, started_at, due_on)
       select 1, $1, ord - 1, s -> 'title', s -> 'roles', s ->> 'action', (s ->> 'days')::int, s -> 'change', edulab_now(), edulab_today() + 5
         from forms f, jsonb_array_elements(f.steps) with ordinality x (s, ord) where f.id = $2`,
      [row.id, form_id],
    );
    return { request: row.id as number, student: id };
  };

  it('closes what only students may ask for when its student leaves, tells them, and opens it again with the change', async () => {
    const closes = await waiting('F-LEAVE', 'ACADEMIC_LEAVE');
    const change = { ids: [closes.student], kind: 'EXPULSION', reason: 'Oʻzlashtirmagani uchun' };
    const seen = (await head.post('/student/life/preview', change)).body;
    expect(JSON.stringify(seen)).toContain(`AR-${String(closes.request).padStart(6, '0')}`);
    const status = async () =>
      (await sql('select status, reason from form_requests where id = $1', [closes.request]))[0];
    expect((await status()).status).toBe('SUBMITTED');
    const done = await head.post('/student/life', change);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect((await status()).status).toBe('REJECTED');
    expect((await status()).reason).not.toBe('');
    expect(
      await sql(
        "select 1 from notices where account_id = (select account_id from students where id = $1) and type = 'form_request'",
        [closes.student],
      ),
    ).toHaveLength(1);
    const undone = await head.post('/student/life/undo', { id: done.body.change.id, reason: 'xato' });
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    expect((await status()).status).toBe('SUBMITTED');
  });

  it('is gone on with by a deputy within their days, and by whoever manages forms where nobody holds the role', async () => {
    const { request } = await waiting('F-DEPUTY', 'REFERENCE');
    // Of a role that this step has and the deputy does not.
    const roles = await sql('select roles from form_request_steps where request_id = $1 and position = 0', [request]);
    expect(roles[0].roles).toContain('REGISTRAR_OFFICER');
    await sql(`update form_request_steps set roles = '["REGISTRAR_OFFICER"]' where request_id = $1`, [request]);
    expect((await turn(department, request, 'APPROVED')).status).toBeGreaterThanOrEqual(400);
    const staffed = async (username: string) =>
      (
        await sql(
          `insert into staff (institution_id, account_id, staff_no, firstname, lastname, search) select 1, id, 'D-' || username, 'N', username, username from accounts where username = $1 returning id`,
          [username],
        )
      )[0].id;
    const [away, here] = [await staffed('registrar_officer'), await staffed('students_department')];
    const [delegation] = await sql(
      `insert into letter_deputies (institution_id, staff_id, deputy_id, since, until) values (1, $1, $2, edulab_today() - 5, edulab_today() - 1) returning id`,
      [away, here],
    );
    expect((await turn(department, request, 'APPROVED')).status).toBeGreaterThanOrEqual(400);
    await sql('update letter_deputies set until = edulab_today() where id = $1', [delegation.id]);
    expect((await department.get(`/form/request/${request}`)).status).toBe(200);
    expect((await turn(department, request, 'APPROVED')).status).toBe(200);

    const left = await waiting('F-ORPHAN', 'REFERENCE');
    await sql(`update form_request_steps set roles = '["ID_CARD_PRINTER"]' where request_id = $1`, [left.request]);
    expect((await turn(head, left.request, 'APPROVED')).body.code).toBe('STEP_OF_OTHERS');
    await sql(`update accounts set active = false where username = 'id_card_printer'`);
    expect((await turn(registrar, left.request, 'APPROVED')).body.code).toBe('STEP_OF_OTHERS');
    expect((await turn(head, left.request, 'APPROVED')).status).toBe(200);
    await sql(`update accounts set active = true where username = 'id_card_printer'`);
  });

  it('is told of to whoever manages forms in the first night in which nobody is left to do it, once', async () => {
    const left = await waiting('F-LEFT', 'REFERENCE');
    await sql(`update form_request_steps set roles = '["ID_CARD_PRINTER"]', due_on = null where request_id = $1`, [
      left.request,
    ]);
    const told = () =>
      sql(
        "select title ->> 'en' as title, account_id from notices where link = $1 and account_id = (select id from accounts where username = $2)",
        [`/incoming-forms?id=${left.request}`, 'registrar_head'],
      );
    await remindOfSteps(api.kernel);
    expect(await told()).toEqual([]);
    await sql(`update accounts set active = false where username = 'id_card_printer'`);
    await remindOfSteps(api.kernel);
    await remindOfSteps(api.kernel);
    await sql(`update accounts set active = true where username = 'id_card_printer'`);
    expect(await told()).toMatchObject([{ title: expect.stringContaining('There is nobody left') }]);
  });

  it('that is refused tells its student why, and what was wrong with which answer', async () => {
    const { request, student: asking } = await waiting('F-REFUSED', 'REFERENCE');
    const [{ id: account }] = await sql("select id from accounts where username = 'bachelor_student'");
    await sql('update students set account_id = null where account_id = $1', [account]);
    await sql('update students set account_id = $2 where id = $1', [asking, account]);
    await sql('update form_requests set account_id = $2 where id = $1', [request, account]);
    const student = await api.as('bachelor_student');
    const path = 'answers.purpose';
    const refused = await turn(registrar, request, 'REJECTED', {
      reason: 'Bunday maʼlumotnoma berilmaydi',
      fields: [{ path, note: 'Bank uchun alohida ariza bor' }],
    });
    expect(refused.status, JSON.stringify(refused.body)).toBe(200);
    expect((await student.get(`/form/request/${request}`)).body).toMatchObject({
      status: 'REJECTED',
      reason: 'Bunday maʼlumotnoma berilmaydi',
      update_fields: [{ path, note: 'Bank uchun alohida ariza bor' }],
    });
  });

  it('tells once for a date who is late, and those above when it stays so', async () => {
    const { request } = await waiting('F-LATE', 'REFERENCE');
    const told = async (username: string) =>
      (
        await sql(
          'select count(*)::int as n from notices where link = $1 and account_id = (select id from accounts where username = $2)',
          [`/incoming-forms?id=${request}`, username],
        )
      )[0].n;
    await sql(
      `update form_request_steps set due_on = edulab_today() - 1, roles = '["REGISTRAR_OFFICER"]' where request_id = $1`,
      [request],
    );
    await remindOfSteps(api.kernel);
    await remindOfSteps(api.kernel);
    expect(await told('registrar_officer')).toBe(1);
    await sql('update form_request_steps set due_on = edulab_today() - 10 where request_id = $1', [request]);
    await remindOfSteps(api.kernel);
    await remindOfSteps(api.kernel);
    expect([await told('registrar_officer'), await told('registrar_head')]).toEqual([2, 1]);
  });
});
