import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, startApi } from '#tests/support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('a department has one head, who works here, and counts the people below it', async () => {
  const hr = await api.as('hr_head');
  const title = (uz: string) => ({ uz, ru: '', en: '' });
  const faculty = (await hr.post('/department/', { title: title('Fakultet'), kind: 'FACULTY' })).body;
  const chair = (await hr.post('/department/', { title: title('Kafedra'), kind: 'CHAIR', parent_id: faculty.id })).body;
  const people = [];
  for (const lastname of ['Aliyev', 'Valiyev'])
    people.push((await hr.post('/staff/', { firstname: 'A', lastname, department_id: chair.id })).body);
  const [first, second] = people;
  const known = async () => {
    const { body } = await (await api.as('teacher')).get('/staff/departments');
    return body.filter((row: { department_id: number }) => [faculty.id, chair.id].includes(row.department_id));
  };
  expect(await known()).toMatchObject([
    { department_id: faculty.id, people: 2, head: null },
    { department_id: chair.id, people: 2, head: null },
  ]);
  const head = (staff_id: number | null) => hr.post('/staff/department-head', { department_id: chair.id, staff_id });
  await head(first.id);
  await head(second.id);
  expect((await known())[1].head).toMatchObject({ id: second.id, lastname: 'Valiyev' });
  expect((await head(99_999)).body.data.fields[0]).toMatchObject({ path: 'staff_id' });
  expect((await (await api.as('teacher')).post('/staff/department-head', {})).status).toBe(403);
  expect(
    (await (await api.as('super_admin', 2)).post('/staff/department-head', { department_id: chair.id, staff_id: null }))
      .status,
  ).toBe(404);
  // Who leaves heads nothing.
  await api.database.owner.query("update staff set status = 'LEFT' where id = $1", [second.id]);
  expect((await known())[1]).toMatchObject({ people: 1, head: null });
  await head(null);
  const { rows } = await api.database.owner.query(
    'select 1 from department_heads where deleted_at is null and department_id = $1',
    [chair.id],
  );
  expect(rows).toEqual([]);
});
