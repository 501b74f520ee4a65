import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueDocument } from '#domains/credentials/server/index.ts';
import { asActor } from '#platform/server/database/database.ts';
import { type Api, type Caller, startApi } from '#tests/support/api.ts';
import { papersDrawn } from '#tests/support/papers.ts';

let api: Api;
let head: Caller;
let officer: Caller;
let student: Caller;
let other: Caller;
const sql = async (text: string, values: unknown[] = []) => (await api.database.owner.query(text, values)).rows;
const named = (uz: string) => ({ uz, ru: uz, en: uz });
const words = { font: 'Serif', size: 20, bold: false, italic: false, align: 'center', color: '#1c2b2d' };
const text = (id: string, y: number, said: string) => ({
  ...words,
  id,
  kind: 'text',
  x: 20,
  y,
  w: 257,
  h: 14,
  text: named(said),
});
const qr = { id: 'qr', kind: 'qr', x: 250, y: 165, w: 30, h: 30 };
const signature = {
  id: 'sign',
  kind: 'signature',
  x: 40,
  y: 150,
  w: 60,
  h: 25,
  signer: 'OTHER',
  role: named('Dekan'),
  name: 'A. Karimov',
  file_id: null,
};
const elements = [
  { id: 'head', kind: 'letterhead', x: 20, y: 12, w: 200, h: 20 },
  text('name', 70, '{person.name}'),
  text('said', 90, '“{event.title}” ({event.hours}) kursini tugatdi.'),
  signature,
  qr,
];
const event = { title: 'Robototexnika', hours: '36 soat' };
let live: { id: number; version: number; family: string };
const ids: number[] = [];

const drawn = () => papersDrawn(api);
const csv = (lines: string[]) => Buffer.from(lines.join('\n'), 'utf8');

beforeAll(async () => {
  api = await startApi();
  [head, officer, student, other] = (await Promise.all(
    ['registrar_head', 'registrar_officer', 'bachelor_student', 'master_student'].map((who) => api.as(who)),
  )) as [Caller, Caller, Caller, Caller];
  for (const [who, no, name] of [
    ['bachelor_student', 'C260001', 'Rahimova'],
    ['master_student', 'C260002', 'Karimova'],
  ]) {
    const [row] = await sql(
      `insert into students (institution_id, account_id, student_no, firstname, lastname, level, study_language, entry_year, tuition, search)
       select 1, id, $2, 'Dilnoza', $3, 'BACHELOR', 'uz', 2026, 'CONTRACT', 'dilnoza' from accounts where username = $1 returning id`,
      [who, no, name],
    );
    ids.push(row.id);
  }
});
afterAll(() => api?.close());

describe('a template', () => {
  it('refuses a field that nobody fills, and what stands beyond the page, with the place', async () => {
    const unknown = await head.post('/certificate_template/', {
      title: named('Sertifikat'),
      elements: [...elements, text('bad', 120, '{student.shoe_size}')],
    });
    expect([unknown.status, unknown.body.code, unknown.body.data.fields[0].path]).toEqual([
      422,
      'CERTIFICATE_FIELD_UNKNOWN',
      'elements.5.text.uz',
    ]);
    const off = await head.post('/certificate_template/', {
      title: named('Sertifikat'),
      elements: [{ ...qr, x: 280 }],
    });
    expect([off.status, off.body.code, off.body.data.fields]).toEqual([
      422,
      'CERTIFICATE_OFF_PAGE',
      [expect.objectContaining({ path: 'elements.0' })],
    ]);
  });

  it('goes live when it says whose it is and can be checked, and is then what it is for ever', async () => {
    const made = (await head.post('/certificate_template/', { title: named('Sertifikat'), elements: [] })).body;
    const early = await head.post('/certificate_template/', { id: made.id, version: made.version, status: 'LIVE' });
    expect([early.status, early.body.code]).toEqual([422, 'CERTIFICATE_NOT_READY']);
    const put = await head.post('/certificate_template/', { id: made.id, version: made.version, elements });
    expect(put.status).toBe(200);
    const turned = await head.post('/certificate_template/', {
      id: made.id,
      version: put.body.version,
      status: 'LIVE',
    });
    expect([turned.status, turned.body.status]).toEqual([200, 'LIVE']);
    live = turned.body;
    const changed = await head.post('/certificate_template/', {
      id: made.id,
      version: turned.body.version,
      elements: [qr],
    });
    expect([changed.status, changed.body.code]).toEqual([422, 'CERTIFICATE_LIVE']);
    await expect(sql(`update certificate_templates set elements = '[]' where id = $1`, [made.id])).rejects.toThrow();
    expect((await head.delete(`/certificate_template/${made.id}`)).status).toBe(422);
    // Whoever gives them out does not change how they look.
    expect((await officer.post('/certificate_template/', { title: named('X') })).status).toBe(403);
    expect((await officer.get('/certificate_template/')).status).toBe(200);
    expect((await student.get('/certificate_template/')).status).toBe(403);
  });

  it('is drawn with the data of a student, without anything being issued', async () => {
    const before = await sql('select count(*) from issued_documents');
    const page = await head.post('/certificate_template/preview', {
      title: named('Sertifikat'),
      language: 'uz',
      page: { size: 'A4', landscape: true },
      elements,
      student_id: ids[0],
      event,
    });
    expect([page.status, page.headers['content-type'], page.raw.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    expect(await sql('select count(*) from issued_documents')).toEqual(before);
    const wrong = await head.post('/certificate_template/preview', {
      title: named('Sertifikat'),
      language: 'uz',
      page: { size: 'A4', landscape: true },
      elements: [text('bad', 10, '{nobody.knows}')],
    });
    expect(wrong.status).toBe(422);
  });
});

describe('an issue', () => {
  const ask = (more: object = {}) => ({ template_id: live.id, language: 'uz', student_ids: ids, event, ...more });
  let issue: { id: number; version: number };

  it('is looked at row by row first, and says what is missing', async () => {
    const bare = (await officer.post('/certificate/issue/preview', ask({ event: {} }))).body;
    expect(bare).toMatchObject({ total: 2, faulty: 0, faults: [{ code: 'certificate_event' }, {}] });
    const refused = await officer.post('/certificate/issue/', ask({ event: {} }));
    expect([refused.status, refused.body.code]).toEqual([422, 'CERTIFICATE_FAULTS']);
    const good = (await officer.post('/certificate/issue/preview', ask())).body;
    expect(good.rows.map((row: { name: string; faults: [] }) => [row.name, row.faults])).toEqual([
      ['Karimova Dilnoza', []],
      ['Rahimova Dilnoza', []],
    ]);
    expect((await student.post('/certificate/issue/', ask())).status).toBe(403);
    // A debt keeps it from one of them, where the institution says so.
    await sql(
      "insert into debt_holds (institution_id, act, active, least, days) values (1, 'CERTIFICATE', true, 100, 5)",
    );
    await sql(
      `insert into student_debits (institution_id, student_id, kind, due_on, amount) values (1, $1, 'OTHER', edulab_today() - 30, 50000)`,
      [ids[0]],
    );
    const held = (await officer.post('/certificate/issue/preview', ask())).body;
    expect(held).toMatchObject({ faulty: 1, rows: [{ faults: [] }, { faults: [{ code: 'certificate_held' }] }] });
    expect((await officer.post('/certificate/issue/', ask())).body.code).toBe('CERTIFICATE_FAULTS');
    await sql('update debt_holds set active = false');
  });

  it('makes a paper for each as a job, with numbers that follow one another', async () => {
    const started = await officer.post('/certificate/issue/', ask());
    expect(started.status).toBe(200);
    const job = await api.finished(started.body.job_id);
    expect([job.state, job.receipt.count]).toEqual(['done', 2]);
    await drawn();
    issue = (await officer.get(`/certificate/issue/${job.receipt.issue_id}`)).body;
    expect(issue).toMatchObject({ count: 2, drawn: 2, status: 'ISSUED', revision: 1 });
    const all = (await officer.get('/certificate/issue/?status=ISSUED')).body;
    expect(all.content).toEqual([expect.objectContaining({ id: issue.id, count: 2, event })]);
    const own = (await student.get('/issued-document/?kind=CERTIFICATE')).body.content;
    expect(own.map((row: { subject_name: string }) => row.subject_name)).toEqual(['Rahimova Dilnoza']);
    const paper = await student.get(`/issued-document/${own[0].id}/file`);
    expect(paper.raw.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await other.get(`/issued-document/${own[0].id}`)).status).toBe(404);
    const checked = (await api.anonymous.get(`/issued-document/check/${own[0].check_code}`)).body;
    const body = JSON.parse(checked.document.text);
    expect(body.sections[0].rows).toEqual([
      ['Kimga', 'Rahimova Dilnoza'],
      ['Tadbir yoki kurs', 'Robototexnika'],
      ['Davomiyligi', '36 soat'],
    ]);
    expect(body.signatories).toEqual([{ role: 'Dekan', name: 'A. Karimov' }]);
    // Whoever has it is not given it again by mistake.
    const again = (await officer.post('/certificate/issue/preview', ask())).body;
    expect(again.rows[0].faults[0].code).toBe('certificate_already');
  });

  it('comes as one file', async () => {
    const zip = await officer.get(`/certificate/issue/${issue.id}/zip`);
    expect([zip.status, zip.headers['content-type'], zip.raw.subarray(0, 2).toString()]).toEqual([
      200,
      'application/zip',
      'PK',
    ]);
    expect((await student.get(`/certificate/issue/${issue.id}/zip`)).status).toBe(403);
  });

  it('can be replaced one by one: the page of the older says which holds', async () => {
    const [one] = (await officer.get('/issued-document/?kind=CERTIFICATE')).body.content;
    const next = await officer.put('/certificate/reissue', { document_id: one.id, reason: 'Ism xato' });
    expect(next.status).toBe(200);
    const checked = (await api.anonymous.get(`/issued-document/check/${one.check_code}`)).body;
    await drawn();
    expect(JSON.parse(checked.statement.text)).toMatchObject({
      status: 'SUPERSEDED',
      superseded_by: { number: next.body.number },
    });
    // Then it is not one whole any more.
    const back = await officer.put('/certificate/issue/take_back', { ...issue, reason: 'Xato' });
    expect([back.status, back.body.code]).toEqual([409, 'ISSUE_BUILT_ON']);
  });

  it('is found by whom it was given to, in either script, by number and by what for', async () => {
    const all = (await officer.get('/certificate/issue/')).body;
    const [first] = all.content;
    const papers = (await officer.get(`/certificate/issue/certificates?issue_id=${first.id}`)).body;
    expect(papers.content.length).toBe(papers.total_elements);
    const [paper] = papers.content;
    expect(paper).toMatchObject({ name: expect.any(String), number: expect.any(String), status: expect.any(String) });
    const found = async (search: string) =>
      (await officer.get(`/certificate/issue/?search=${encodeURIComponent(search)}`)).body.content.map(
        ({ id }: { id: number }) => id,
      );
    expect(await found(paper.number)).toEqual([first.id]);
    expect(await found('Каримова')).not.toEqual([]);
    expect(await found(paper.name.includes('Rahimova') ? 'Рахимова' : 'Каримова')).toContain(first.id);
    expect((await found('robototexnika')).length).toBeGreaterThan(0);
    expect(await found('hech narsa yoq')).toEqual([]);
    const one = `/certificate/issue/certificates?issue_id=${first.id}&search=${paper.number}`;
    expect((await officer.get(one)).body.content).toHaveLength(1);
    expect((await student.get(one)).status).toBe(403);
    expect((await officer.get('/certificate/issue/certificates?issue_id=99999')).body.content).toEqual([]);
  });

  it('is taken back as a whole, with what strangers are told', async () => {
    const job = await api.finished(
      (await officer.post('/certificate/issue/', ask({ event: { ...event, title: 'Mantiq' } }))).body.job_id,
    );
    const made = (await officer.get(`/certificate/issue/${job.receipt.issue_id}`)).body;
    await drawn();
    const undone = await officer.post(`/job/${job.id}/undo`);
    expect([undone.status, undone.body.state]).toEqual([200, 'undone']);
    expect((await officer.get(`/certificate/issue/${made.id}`)).body.status).toBe('TAKEN_BACK');
    const [row] = await sql(
      `select d.check_code from certificates c join issued_documents d on d.id = c.document_id where c.issue_id = $1`,
      [made.id],
    );
    const checked = (await api.anonymous.get(`/issued-document/check/${row.check_code}`)).body;
    expect(JSON.parse(checked.statement.text)).toMatchObject({
      status: 'REVOKED',
      reasons: { en: expect.any(String) },
    });
    const twice = await officer.put('/certificate/issue/take_back', { ...made, version: 2, reason: 'Xato' });
    expect(twice.status).toBe(422);
  });

  it('is made of a table, whose every fault is named before anything is written', async () => {
    const asked = { template_id: live.id, language: 'uz', event: { title: 'Olimpiada', hours: '8 soat' } };
    const bad = (
      await officer.upload(
        'list.csv',
        csv(['Ism va familiya;Talaba raqami', 'Rahimova Dilnoza;C269999', 'Aliyev Vali;', 'Aliyev Vali;']),
      )
    ).body[0];
    const looked = (await officer.post('/certificate/issue/import/preview', { file_id: bad.id })).body;
    expect(looked.faults.map((fault: { row: number; code: string }) => [fault.row, fault.code])).toEqual([
      [2, 'UNKNOWN_REFERENCE'],
      [4, 'DUPLICATE_IN_FILE'],
    ]);
    const good = (
      await officer.upload(
        'list.csv',
        csv(['Ism va familiya;Talaba raqami', ';C260001', 'Vali Aliyev;', 'Guli;C260002']),
      )
    ).body[0];
    expect((await officer.post('/certificate/issue/import/preview', { file_id: good.id })).body.faulty).toBe(1);
    const right = (
      await officer.upload('list.csv', csv(['Ism va familiya;Talaba raqami', 'Rahimova;C260001', 'Vali Aliyev;']))
    ).body[0];
    const bare = await officer.post('/certificate/issue/import', { ...asked, event: {}, file_id: right.id });
    expect([bare.status, bare.body.code]).toEqual([422, 'IMPORT_FAULTS']);
    const job = await api.finished(
      (await officer.post('/certificate/issue/import', { ...asked, file_id: right.id })).body.job_id,
    );
    expect([job.state, job.error, job.receipt.new]).toEqual(['done', null, 2]);
    const rows = await sql('select subject_name, student_id from issued_documents where id = any($1) order by id', [
      job.receipt.new_ids,
    ]);
    // Of a student the record says the name.
    expect(rows).toEqual([
      { subject_name: 'Rahimova Dilnoza', student_id: ids[0] },
      { subject_name: 'Vali Aliyev', student_id: null },
    ]);
    await drawn();
    expect((await officer.post(`/job/${job.id}/undo`)).body.state).toBe('undone');
  });

  it('keeps its version for ever while the template goes on', async () => {
    const paper = (await student.get('/issued-document/?kind=CERTIFICATE&status=VALID')).body.content[0];
    const file = (await student.get(`/issued-document/${paper.id}/file`)).raw;
    const draft = (await head.post('/certificate_template/', { id: live.id, version: live.version, revise: true }))
      .body;
    expect([draft.family, draft.revision, draft.status]).toEqual([live.family, 2, 'DRAFT']);
    const again = (await head.post('/certificate_template/', { id: live.id, version: live.version, revise: true }))
      .body;
    expect(again.id).toBe(draft.id);
    const turned = await head.post('/certificate_template/', {
      id: draft.id,
      version: draft.version,
      elements: elements.slice(1),
      status: 'LIVE',
    });
    expect(turned.body.status).toBe('LIVE');
    expect((await head.get(`/certificate_template/${live.id}`)).body.status).toBe('ARCHIVED');
    expect((await student.get(`/issued-document/${paper.id}/file`)).raw.equals(file)).toBe(true);
  });
});

describe('numbers', () => {
  it('have no gaps where fifty issue at once and some of them roll back', async () => {
    const [before] = await sql(
      `select coalesce(max(last), 0)::int as last from document_numbers where kind = 'CERTIFICATE' and institution_id = 1`,
    );
    const kept = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const fails = at % 5 === 0 || randomInt(3) === 0;
        try {
          await asActor(api.database.app, { institution_id: 1, account_id: null, call: 'test' }, async (db, client) => {
            await issueDocument(
              { db, client, institution_id: 1, account_id: 0, kernel: api.kernel },
              {
                kind: 'CERTIFICATE',
                later: true,
                language: 'uz',
                title: 'Sertifikat',
                subtitle: '',
                subject_name: `Kishi ${at}`,
                sections: [],
              },
            );
            if (fails) throw new Error('rolled back');
          });
          return true;
        } catch (error) {
          if (!(error instanceof Error && error.message === 'rolled back')) throw error;
          return false;
        }
      }),
    );
    const made = kept.filter(Boolean).length;
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(50);
    const rows = await sql(
      `select right(number, 6)::int as n from issued_documents where kind = 'CERTIFICATE' and institution_id = 1 order by 1`,
    );
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: rows.length }, (_, at) => at + 1));
    expect(rows.length).toBe(before.last + made);
    await drawn();
  });
});
