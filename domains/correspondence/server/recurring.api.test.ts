import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { codeOf, type LetterBody, type LetterScene, letterScene, type OrderBody } from '#tests/support/letters.ts';
import { remindOfOrders } from './nightly.ts';

/** Orders that come back each month, people who left meanwhile, and how far word of what is late goes. */

let scene: LetterScene;
beforeAll(async () => {
  scene = await letterScene();
  await moveTo('2027-01-05T09:00:00+05:00');
});
afterAll(() => scene?.api.close());

/** Months pass, and everybody stays signed in. */
async function moveTo(instant: string): Promise<void> {
  await scene.api.setClock(instant);
  await scene.sql("update sessions set expires_at = edulab_now() + interval '1 day'");
}
const ordersOf = async (id: number) =>
  ((await scene.clerk.get(`/document_management/${id}`)).body as LetterBody).orders as OrderBody[];
const openOf = async (id: number) => (await ordersOf(id)).find(({ status }) => status === 'OPEN');
const end = (by: Caller, id: number) =>
  by.post('/document_management/order/report', { order_id: id, text: 'Topshirildi', ends: true });
const leave = (staff_id: number, left: boolean) =>
  scene.sql(`update staff set status = $2, left_on = case when $2 = 'LEFT' then edulab_today() end where id = $1`, [
    staff_id,
    left ? 'LEFT' : 'ACTIVE',
  ]);
const newest = async (by: Caller) =>
  (await by.get('/notice/?size=3')).body.content.map(({ title }: { title: string }) => title).join('\n') as string;

it('is due on the 31st again after a shorter month, and skips what is over', async () => {
  const { director, dean, registered, order, to } = scene;
  const letter = await registered();
  const first = { executors: to('dean'), due_on: '2027-01-31', repeats: 'MONTH', repeats_until: '2027-12-31' };
  expect((await order(director, letter, first)).status).toBe(200);
  const due: string[] = [];
  for (let month = 0; month < 4; month++) {
    const open = await openOf(letter.id);
    due.push(open!.due_on);
    await end(dean, open!.id);
  }
  expect(due).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
  // Done two months too late: the months between are over, the next is ahead.
  await moveTo('2027-07-03T09:00:00+05:00');
  await end(dean, (await openOf(letter.id))!.id);
  expect((await openOf(letter.id))!.due_on).toBe('2027-07-31');
});

it('goes to deputies of who left, or to nobody, and whoever gave it is told', async () => {
  const { director, dean, hr, ids, registered, order, to, sql } = scene;
  const letter = await registered();
  await order(director, letter, {
    executors: to('dean', 'teacher', 'hr_manager'),
    due_on: '2027-07-20',
    repeats: 'MONTH',
    repeats_until: '2028-07-20',
  });
  await leave(ids.teacher, true);
  let open = (await openOf(letter.id))!;
  await end(dean, open.id);
  open = (await openOf(letter.id))!;
  expect(open.due_on).toBe('2027-08-20');
  const executors = (one: OrderBody) =>
    (one as unknown as { executors: { id: number; responsible: boolean }[] }).executors.map((who) => [
      who.id,
      who.responsible,
    ]);
  expect(executors(open)).toEqual([
    [ids.dean, true],
    [ids.hr_manager, false],
  ]);
  expect(await newest(director)).toMatch(/without people who left: Teacher/);
  // The responsible one left and has a deputy: who answers for it now.
  await sql(
    "insert into letter_deputies (institution_id, staff_id, deputy_id, since, until) values (1, $1, $2, '2027-07-01', '2027-12-31')",
    [ids.dean, ids.document_management_moderator],
  );
  await end(dean, open.id);
  open = (await openOf(letter.id))!;
  await leave(ids.dean, true);
  expect(codeOf(await end(dean, open.id))).toBe('NOT_FOUND');
  await sql('update letter_executors set responsible = (staff_id = $2) where order_id = $1', [open.id, ids.hr_manager]);
  await end(hr, open.id);
  open = (await openOf(letter.id))!;
  expect(executors(open)).toEqual([
    [ids.hr_manager, true],
    [ids.document_management_moderator, false],
  ]);
  // Nobody is left: it ends, with a word to who gave it.
  await sql('update letter_executors set staff_id = $2 where order_id = $1 and responsible', [open.id, ids.teacher]);
  await sql('delete from letter_executors where order_id = $1 and not responsible', [open.id]);
  await leave(ids.teacher, false);
  const teacher = scene.teacher;
  await sql("update letter_orders set status = 'REPORTED', control = true where id = $1", [open.id]);
  await leave(ids.teacher, true);
  const now = (await ordersOf(letter.id)).find(({ id }) => id === open.id)!;
  await scene.clerk.put('/document_management/order/status', { id: now.id, version: now.version, status: 'DONE' });
  expect(await openOf(letter.id)).toBeUndefined();
  expect(await newest(director)).toMatch(/not given again/);
  expect((await teacher.get(`/document_management/${letter.id}`)).status).toBe(404);
  await leave(ids.teacher, false);
  await leave(ids.dean, false);
});

it('tells the head of the department at once, and the rector after two working days', async () => {
  const { director, clerk, hr, dean, ids, registered, order, to, sql, api } = scene;
  await sql('delete from letter_deputies');
  await remindOfOrders(api.kernel);
  const department = async (kind: string, parent: number | null) =>
    (
      await sql(
        `insert into departments (institution_id, title, kind, parent_id) values (1, jsonb_build_object('uz', $1::text || gen_random_uuid(), 'ru', '', 'en', ''), $1, $2) returning id`,
        [kind, parent],
      )
    )[0].id as number;
  const rectorate = await department('RECTORATE', null);
  const faculty = await department('FACULTY', rectorate);
  const chair = await department('CHAIR', faculty);
  await sql('update staff set department_id = $2 where id = $1', [ids.teacher, chair]);
  for (const [place, staff_id] of [
    [rectorate, ids.director],
    [faculty, ids.dean],
    [chair, ids.hr_manager],
  ])
    await sql('insert into department_heads (institution_id, department_id, staff_id) values (1, $1, $2)', [
      place,
      staff_id,
    ]);
  const letter = await registered({ confidential: true, heading: 'Maxfiy' });
  // 9 July 2027 is a Friday; given by the clerk, so that the rector has no other part in it.
  await moveTo('2027-07-08T09:00:00+05:00');
  expect((await order(clerk, letter, { executors: to('teacher'), due_on: '2027-07-09' })).status).toBe(200);
  const told = async (by: Caller) => {
    const { content } = (await by.get('/notice/?size=100')).body;
    return content.filter(({ link }: { link: string }) => link.endsWith(`/incoming/${letter.id}`)).length as number;
  };
  const all = async () => [await told(hr), await told(dean), await told(director)];
  expect(await remindOfOrders(api.kernel)).toBe(1);
  expect(await all()).toEqual([0, 0, 0]);
  await moveTo('2027-07-10T03:00:00+05:00');
  expect(await remindOfOrders(api.kernel)).toBe(1);
  expect(await all()).toEqual([1, 0, 0]);
  // Saturday is a working day, Sunday is none.
  await moveTo('2027-07-11T03:00:00+05:00');
  expect(await remindOfOrders(api.kernel)).toBe(0);
  await moveTo('2027-07-12T03:00:00+05:00');
  expect(await remindOfOrders(api.kernel)).toBe(1);
  expect(await all()).toEqual([1, 1, 1]);
  expect(await newest(director)).not.toContain('Maxfiy');
  await moveTo('2027-07-13T03:00:00+05:00');
  expect(await remindOfOrders(api.kernel)).toBe(0);
});
