import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchKey, toCyrillic } from '#platform/contract/script.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/** Whoever stands in a list is found there by their name, however it is written: one search for people everywhere. */

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({ students: 300 });
  admin = await api.as('super_admin');
  // Of what the demo university has none.
  await api.database.owner.query(
    `insert into exam_arrangements (institution_id, student_id, extra_percent, apart)
       select institution_id, id, 25, false from students where institution_id = 1 and deleted_at is null order by id limit 20`,
  );
  await api.database.owner.query(
    `insert into issued_documents (institution_id, kind, number, check_code, language, title, student_id, subject_name, issued_at, body, key_id, signature, file_id)
       select institution_id, 'TRANSCRIPT', 'T-' || id, 'CODE' || id, 'uz', 'T', id, full_name, edulab_now(), '', '', '', 0 from students where institution_id = 1 and deleted_at is null order by id limit 20`,
  );
});
afterAll(() => api.close());

/** Ways in which people write one name. */
function spellings(name: string): string[] {
  const cyrillic = toCyrillic(name);
  const signs = (sign: string) => name.replace(/['`ʻʼ‘’]/g, sign);
  return [
    name,
    name.toUpperCase(),
    name.toLowerCase(),
    ...['ʻ', "'", '’', '`', '´', ''].map(signs),
    cyrillic,
    cyrillic.toUpperCase(),
    cyrillic.replace(
      /[ўқғҳЎҚҒҲ]/g,
      (letter) => ({ ў: 'у', қ: 'к', ғ: 'г', ҳ: 'х', Ў: 'У', Қ: 'К', Ғ: 'Г', Ҳ: 'Х' })[letter]!,
    ),
    name.replace(/x/g, 'h').replace(/X/g, 'H'),
    name.replace(/x/g, 'kh').replace(/X/g, 'Kh'),
    name.replace(/q/g, 'k').replace(/Q/g, 'K'),
    name.split(' ').reverse().join(' '),
  ];
}

it('the database makes the same key of a name as the server', async () => {
  const names = [
    'Sulaymonov',
    'Yusupov',
    'Xolmatov',
    'Oʻtkir Gʻulomov',
    'Жўрабек Қодиров',
    'Исҳоқ Шарипов',
    'Щербаков Юрий',
    'Ÿvonne Müller',
    'A. b_c@d.uz',
    'К-2026/000123',
    'Ǵayrat Ámet ıs',
    'Ёқубжон Цой Эргаш Ъь',
  ];
  const all = names.flatMap(spellings);
  const { rows } = await api.database.owner.query('select edulab_search_key(x) as key from unnest($1::text[]) as x', [
    all,
  ]);
  expect(rows.map((row) => row.key)).toEqual(all.map(searchKey));
});

const person = (row: { lastname: string; firstname: string }) => `${row.lastname} ${row.firstname}`;
/** Lists that find people, and how a row says who it is about. */
// biome-ignore lint/suspicious/noExplicitAny: each list has rows of its own
const lists: Record<string, (row: any) => string | null | undefined> = {
  '/student/': person,
  '/student/all': person,
  '/staff/': person,
  '/account/': person,
  '/account/all': person,
  '/student/debit': (row) => row.student.name,
  '/accounting/contract/': (row) => row.payer_name,
  '/accounting/contract/all': (row) => row.title.split(' · ')[1],
  '/accounting/payment': (row) => row.payer,
  '/issued-document/': (row) => row.subject_name,
  '/enrollment/': (row) => person(row.student),
  '/enrollment/candidate': (row) => row.name,
  '/user/guest/': person,
  '/application/': (row) => person(row.applicant),
  '/general/application/': (row) => person(row.applicant),
  '/admission/applicants': (row) => person(row.applicant),
  '/attendance/reason/': (row) => person(row.student),
  '/attendance/table': (row) => person(row.student),
  '/attendance/table/student': (row) => person(row.student),
  '/assessment/overall-grade-history': (row) => row.student.name,
  '/assessment/retake/': (row) => row.student.name,
  '/amendment/': (row) => row.student.name,
  '/exam_arrangement/': (row) => row.student.title,
  '/timetable_wish/': (row) => row.teacher?.title,
};

describe('everybody is found in fifty spellings', () => {
  it.each(Object.entries(lists))('in %s', async (path, nameOf) => {
    const ask = async (search: string) => {
      const { status, body } = await admin.get(`${path}?size=200&search=${encodeURIComponent(search)}`);
      expect(status, `${path} ${search}: ${JSON.stringify(body).slice(0, 200)}`).toBe(200);
      return (Array.isArray(body) ? body : body.content) as unknown[];
    };
    const names = [...new Set((await ask('')).flatMap((row) => nameOf(row)?.split(' ').slice(0, 2).join(' ') ?? []))];
    // Those with signs and letters that are written in several ways come first.
    const told = (name: string) => -name.replace(/[^ʻʼ'’xqXQyuoYUO]/g, '').length;
    const five = names.sort((a, b) => told(a) - told(b)).slice(0, 5);
    expect(five.length, `${path} has nobody to look for`).toBeGreaterThan(0);
    const missed = [];
    for (const name of five)
      for (const typed of spellings(name))
        if (!(await ask(typed)).some((row) => nameOf(row)?.startsWith(name))) missed.push(`${name}: ${typed}`);
    expect(missed).toEqual([]);
  });
});
