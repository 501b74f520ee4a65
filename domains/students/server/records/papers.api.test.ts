import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

let api: Api;
let own: number;
let other: number;
let student: Caller;
let office: Caller;
const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;

interface Row {
  id: string;
  status: string | null;
  source: string;
  title: string | null;
  file: object | null;
}
const of = async (by: Caller, query = '') => (await by.get<{ content: Row[] }>(`/student/papers${query}`)).body;

beforeAll(async () => {
  api = await startApi({ students: 60 });
  student = await api.as('bachelor_student');
  office = await api.as('registrar_head');
  own = (await student.get('/student/profile')).body.id;
  other = (
    await sql('select id from students where id <> $1 and deleted_at is null and institution_id = 1 limit 1', [own])
  )[0].id;
  await sql('delete from student_documents where student_id = any($1)', [[own, other]]);
}, 240_000);
afterAll(() => api?.close());

it('shows in one place what each domain has of a student, as far as the reader may see it there', async () => {
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF');
  const file = async () => (await office.upload('diplom.pdf', pdf)).body[0].id as number;
  for (const student_id of [own, other]) {
    await office.post('/student/document', { student_id, type: 'PASSPORT', number: 'AB 1', file_id: await file() });
    await office.post('/student_file/', {
      student_id,
      title: 'Buyruq',
      file_id: await file(),
      shared: student_id === own,
    });
    await office.post('/student_file/', { student_id, title: 'Ichki', file_id: await file() });
    await sql(`insert into ec_claims (institution_id, student_id, status) values (1, $1, 'DRAFT')`, [student_id]);
    await sql(
      `insert into issued_documents (institution_id, kind, number, check_code, language, title, student_id, subject_name, issued_at, body, key_id, signature, file_id)
       values (1, 'REFERENCE', 'X-' || $1::int, 'AAAAAAAA' || lpad($1::int::text, 4, '0'), 'uz', 'Maʼlumotnoma', $1::int, 'A', edulab_now(), '', '', '', 0),
              (1, 'LETTER', 'Y-' || $1::int, 'BBBBBBBB' || lpad($1::int::text, 4, '0'), 'uz', 'Rasmiy xat', $1::int, 'A', edulab_now(), '', '', '', 0)`,
      [student_id],
    );
  }
  const mine = (await of(student, '?size=200')).content;
  const titles = mine.map(({ title }) => title);
  expect(titles).toContain('Buyruq');
  // What the office keeps to itself stays there, and letters are their reader's.
  expect(titles).not.toContain('Ichki');
  expect(mine.some(({ source }) => source === 'LETTER')).toBe(true);
  expect(mine.some(({ source }) => source === 'CLAIM')).toBe(true);
  expect(mine.find(({ source }) => source === 'KEPT')).toMatchObject({ title: 'PASSPORT' });
  expect(mine.find(({ title }) => title === 'Buyruq')?.file).not.toBeNull();
  const seen = (await of(office, `?student_id=${own}&size=200`)).content;
  expect(seen.map(({ title }) => title)).toEqual(expect.arrayContaining(['Buyruq', 'Ichki', 'Maʼlumotnoma']));
  expect(seen.some(({ source }) => source === 'LETTER')).toBe(false);
  // A draft of a claim is its student's alone.
  expect(seen.filter(({ source, status }) => source === 'CLAIM' && status === 'DRAFT')).toEqual([]);
  expect((await student.get(`/student/papers?student_id=${other}`)).status).toBe(404);
  expect((await (await api.as('teacher')).get(`/student/papers?student_id=${own}`)).status).toBe(403);
});

it('is found, narrowed and paged', async () => {
  const whole = (await student.get(`/student/papers?size=200`)).body;
  const pages: string[] = [];
  for (let page = 0; page * 2 < whole.total_elements; page++) {
    const { content } = await of(student, `?size=2&page=${page}`);
    pages.push(...content.map(({ id }) => id));
  }
  expect(pages).toEqual(whole.content.map(({ id }: Row) => id));
  expect((await of(student, '?source=FILE')).content.map(({ title }) => title)).toEqual(['Buyruq']);
  expect((await of(student, `?search=X-${own}`)).content.map(({ source }) => source)).toEqual(['PAPER']);
  expect((await student.get('/student/papers?source=MONEY')).status).toBe(400);
});
