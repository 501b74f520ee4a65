import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchKey, toCyrillic } from '#platform/contract/script.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';

/** Whoever stands in a list is found there by their name, however it is written: one search for people everywhere. */

let api: Api;
let admin: Caller;
let year: number;
beforeAll(async () => {
  api = await startApi({ students: 300 });
  admin = await api.as('super_admin');
  year = (await api.database.owner.query('select id from academic_years where current and institution_id = 1')).rows[0]
    .id;
  // Of what the demo university has none.
  await api.database.owner.query(
    `insert into student_status_requests (institution_id, student_id, from_status, to_status, reason, requested_by)
       select 1, id, 'ACTIVE', 'WITHDRAWN', 'x', 1 from students where institution_id = 1 and status = 'ACTIVE' and deleted_at is null order by id desc limit 20
     on conflict do nothing`,
  );
  await api.database.owner.query(
    `insert into students (institution_id, student_no, firstname, lastname, birthdate, level, study_language, entry_year, tuition, status, search)
       select 1, 'TW-' || id, firstname, lastname, coalesce(birthdate, '2000-01-01'), level, study_language, entry_year, tuition, 'WITHDRAWN', ''
         from students where institution_id = 1 and birthdate is not null and pinfl is null and deleted_at is null order by id limit 3`,
  );
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

/** Each sign that keyboards, phones and copied papers put for oʻ, gʻ and ʼ, and none. */
const signs = ['ʻ', 'ʼ', "'", '’', '‘', '`', '´', ''];
/** Letters of Uzbek for which a Russian keyboard has others. */
const russian = { ў: 'у', қ: 'к', ғ: 'г', ҳ: 'х', Ў: 'У', Қ: 'К', Ғ: 'Г', Ҳ: 'Х' } as const;
/** Sounds that passports and ears mix up; what the search promises to take for one. */
const slips: [RegExp, string][] = [
  [/x/g, 'h'],
  [/x/g, 'kh'],
  [/(?<![sc])h/g, 'x'],
  [/q/g, 'k'],
  [/(?<![ks])k(?!h)/g, 'q'],
  [/j/g, 'zh'],
  [/j/g, 'dj'],
  [/o(?!['ʻ])/g, 'u'],
  [/u/g, 'o'],
  [/y/g, 'i'],
  [/(?<![aeou])i/g, 'y'],
  [/v/g, 'w'],
  [/l/g, 'll'],
];

/** Fifty ways in which people write one name, fewer where it has no sign and no such sound. */
function spellings(name: string): string[] {
  const lower = name.toLowerCase();
  const cyrillic = toCyrillic(name);
  const bare = cyrillic.replace(/[ўқғҳЎҚҒҲ]/g, (letter) => russian[letter as keyof typeof russian]);
  const signed = signs.map((sign) => name.replace(/['`ʻʼ‘’]/g, sign));
  const turned = (text: string) => text.split(' ').toReversed().join(' ');
  const slipped = slips.map(([sound, other]) => lower.replace(sound, other));
  return [
    ...new Set([
      name,
      name.toUpperCase(),
      lower,
      turned(name),
      `  ${name}  `,
      name.replace(' ', ', '),
      name.split(' ')[0]!,
      name.slice(0, Math.max(4, name.indexOf(' ') - 2)),
      ...signed,
      ...signed.map((text) => text.toUpperCase()),
      ...signed.map(turned),
      cyrillic,
      cyrillic.toUpperCase(),
      cyrillic.toLowerCase(),
      turned(cyrillic),
      bare,
      bare.toUpperCase(),
      turned(bare),
      ...slipped,
      ...slipped.map((text) => text.replace(/['`ʻʼ‘’]/g, '')),
      ...slipped.slice(0, 5).map(turned),
    ]),
  ];
}

it('there are fifty spellings of a name that has signs and sounds', () => {
  expect(spellings('Xoʻjayev Gʻayratjon').length).toBeGreaterThanOrEqual(50);
});

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
  '/award/candidate': (row) => row.student.name,
  '/course/transfer': (row) => person(row.student),
  '/student/status/requests': (row) => person(row.student),
  '/student/external_payment': (row) => row.payer,
  '/user/guest/full-time': person,
  '/hr/application/': (row) => person(row.applicant),
  '/year_turn/student?academic_year_id=YEAR': (row) => row.student.name,
  '/person/pairs': (row) => row.sides[0].name,
};

describe('everybody is found in fifty spellings', () => {
  it.each(Object.entries(lists))('in %s', async (path, nameOf) => {
    const ask = async (search: string) => {
      const [address, query = ''] = path.replace('YEAR', String(year)).split('?');
      const { status, body } = await admin.get(`${address}?size=200&search=${encodeURIComponent(search)}&${query}`);
      expect(status, `${path} ${search}: ${JSON.stringify(body).slice(0, 200)}`).toBe(200);
      return (Array.isArray(body) ? body : (body.content ?? body.pairs)) as unknown[];
    };
    const names = [...new Set((await ask('')).flatMap((row) => nameOf(row)?.split(' ').slice(0, 2).join(' ') ?? []))];
    // Those with signs and letters that are written in several ways come first.
    const told = (name: string) => -name.replace(/[^ʻʼ'’xqXQyuoYUO]/g, '').length;
    const some = names.sort((a, b) => told(a) - told(b)).slice(0, 2);
    expect(some.length, `${path} has nobody to look for`).toBeGreaterThan(0);
    const missed = [];
    for (const name of some)
      for (const typed of spellings(name))
        if (!(await ask(typed)).some((row) => nameOf(row)?.startsWith(name))) missed.push(`${name}: ${typed}`);
    expect(missed).toEqual([]);
  });
});
