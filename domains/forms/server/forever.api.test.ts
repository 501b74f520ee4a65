import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FormField } from '#domains/questions/server/index.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import type { FormSection } from '../shapes.ts';

/** What was sent is shown and printed as it was, byte for byte, whatever becomes of the form; and keys find their fields in every version. */

let api: Api;
let student: Caller;
let head: Caller;
let type: { id: number; form_id: number };
let request: number;

const named = (text: string) => ({ uz: text, ru: text, en: text });

beforeAll(async () => {
  api = await startApi();
  student = await api.as('bachelor_student');
  head = await api.as('registrar_head');
  await api.database.owner.query(
    `insert into students (institution_id, account_id, student_no, firstname, lastname, birthdate, level, study_language, entry_year, tuition, search)
     select 1, id, 'E-1', 'Dilnoza', 'Rahimova', '2006-05-04', 'BACHELOR', 'uz', 2026, 'CONTRACT', 'rahimova' from accounts where username = 'bachelor_student'`,
  );
  await head.post('/form/type/shipped', {});
  type = (await head.get('/form/type/?search=REFERENCE&size=100')).body.content.find(
    (row: { code: string }) => row.code === 'REFERENCE',
  );
  const answers = { purpose: 'OTHER', addressee: 'Zavod', copies: 2 };
  const sent = await student.post('/form/request/', { type_id: type.id, submit: true, answers });
  request = sent.body.id;
  const done = await head.post('/form/request/change/status', { id: request, status: 'APPROVED' });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
});
afterAll(() => api?.close());

/** One thing that somebody does to the questions of a draft; `pick` says to which. */
const deeds: ((sections: FormSection[], pick: number) => void)[] = [
  (sections, pick) => {
    const all = sections.flatMap(({ fields }) => fields);
    all[pick % all.length]!.title = named(`Savol ${pick}`);
  },
  (sections, pick) => {
    sections[pick % sections.length]!.title = named(`Boʻlim ${pick}`);
  },
  (sections, pick) => {
    const keys = new Set(sections.flatMap(({ fields }) => fields.map(({ key }) => key)));
    if (!keys.has(`q${pick}`))
      sections.at(-1)!.fields.push({ key: `q${pick}`, type: 'TEXT', title: named(`Yangi ${pick}`), required: true });
  },
  (sections, pick) => {
    const all = sections.flatMap(({ fields }) => fields);
    const referred = new Set(all.flatMap(({ condition }) => (condition ? [condition.field] : [])));
    const free = all.filter(({ key }) => !referred.has(key) && key !== 'addressee');
    const gone: FormField | undefined = free[pick % Math.max(free.length, 1)];
    for (const section of sections) section.fields = section.fields.filter((field) => field !== gone);
  },
  (sections, pick) => {
    for (const { options } of sections.flatMap(({ fields }) => fields))
      for (const option of options ?? []) option.title = named(`${option.value} ${pick}`);
  },
  (sections) => {
    for (const section of sections) if (!section.fields.some(({ condition }) => condition)) section.fields.reverse();
  },
];

it('stays the same while the form is changed at random, with its paper', async () => {
  const shown = async (by: Caller) => (await by.get(`/form/request/${request}`)).raw;
  const paper = async () => (await student.get(`/form/request/${request}/paper`)).raw;
  const own = await shown(student);
  const office = await shown(head);
  const printed = await paper();
  expect(printed.subarray(0, 4).toString()).toBe('%PDF');
  let live = type.form_id;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ deed: fc.nat(deeds.length - 1), pick: fc.nat(50) }), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (changes, words) => {
        const now = (await head.get(`/form/${live}`)).body;
        let draft = (await head.post('/form/', { id: live, version: now.version, revise: true })).body;
        // A version begins with the keys of the one before.
        expect(draft.sections).toEqual(now.sections);
        for (const { deed, pick } of changes) {
          const sections: FormSection[] = structuredClone(draft.sections);
          deeds[deed]!(sections, pick);
          const paper = words ? { ...draft.paper, title: named(`Maʼlumotnoma ${pick}`) } : draft.paper;
          const saved = await head.post('/form/', { id: draft.id, version: draft.version, sections, paper });
          expect(saved.status, JSON.stringify(saved.body)).toBe(200);
          draft = saved.body;
          expect((await shown(student)).equals(own)).toBe(true);
        }
        const turned = await head.post('/form/', { id: draft.id, version: draft.version, status: 'LIVE' });
        expect(turned.status, JSON.stringify(turned.body)).toBe(200);
        live = draft.id;
        expect((await shown(student)).equals(own)).toBe(true);
        expect((await shown(head)).equals(office)).toBe(true);
        expect((await paper()).equals(printed)).toBe(true);
      },
    ),
    { numRuns: 12, seed: 18, endOnFailure: true },
  );
  await head.post('/form/', { id: live, version: (await head.get(`/form/${live}`)).body.version, status: 'ARCHIVED' });
  expect((await shown(student)).equals(own)).toBe(true);
});

it('a form whose conditions lead back to themselves is not kept, and says where', async () => {
  const latest = (await head.get(`/form/?type_id=${type.id}&size=50`)).body.content[0];
  const draft = (await head.post('/form/', { id: latest.id, version: latest.version, revise: true })).body;
  const round = (key: string, on: string) => ({
    key,
    type: 'SELECT',
    title: named(key),
    options: [{ value: 'a', title: named('a') }],
    condition: { field: on, in: ['a'] },
  });
  const sections = [
    ...draft.sections,
    { id: 90, title: named('Halqa'), note: null, fields: [round('one', 'two'), round('two', 'one')] },
  ];
  const refused = await head.post('/form/', { id: draft.id, version: draft.version, sections });
  expect(refused.status).toBe(400);
  expect(refused.body.data.fields.map(({ code }: { code: string }) => code)).toContain('CONDITION_CIRCLE');
  expect((await head.get(`/form/${draft.id}`)).body.sections).toEqual(draft.sections);
});
